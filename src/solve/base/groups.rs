//! Dead pairs and triples: boxes that together cannot be brought home from where they stand,
//! even if every other box were taken off the floor.
//!
//! That depends on where the keeper is. After a push it stands beside the pushed box, on a
//! known side, so [`Groups::is_dead`] answers without a flood fill. Fewer boxes are an easier
//! problem, so a dead group is a deadlock of the whole position, whatever is to be saved,
//! pushes or moves.
//!
//! The tables are built in pieces by a [`Builder`], once a search has proven not to be easy,
//! and belong to the level: all searches and all positions may use them. They are made in the
//! pool: [`Retrograde`] works in its last words, and what is kept takes its first ones
//! ([`Builder::finish`]). On levels where that would take too much memory or time there are no
//! triples, or no tables at all; then nothing is called dead.
//!
//! Most groups can be brought home. Pairs are kept as sets: for each box and side, the squares
//! on which another box makes a dead pair. Triples are kept only if they have no dead pair, and
//! there are few of them: for each box and side, the squares that take part in one; then one
//! bit for each triple, and for those with a bit the sides that are dead.
//!
//! Worth: without them, 119, 138 and 146. On Microban's levels building costs 9 to 34,000 work
//! units, at the median 900, and the tables take up to 14 KB, at the median 1 KB. They are of no
//! use in open rooms whose goals lie together: there nearly every three boxes can be brought home.

use core::ops::Range;

use bytemuck::{Pod, Zeroable};

use super::retrograde::{Boxes, MAX_GROUP, Ranks, Retrograde};
use super::terrain::{NONE, Terrain};
use crate::puzzle::{Direction, Mode};
use crate::solve::MAX_BOXES;

/// Most triples: more take too long to build.
const MAX_TRIPLES: usize = 30_000;
/// Tables may take this part of the pool.
const SHARE: usize = 4;
/// Groups written in a piece, and for one work unit.
const PIECE: usize = 16;
const WRITES: u32 = 2;
/// Words cleared in a piece.
const CLEAR: usize = 1_024;

/// Dead pairs and triples of a level.
#[derive(Debug)]
pub(crate) struct Groups<'a> {
    /// The layout, then the tables that it describes; empty without any.
    words: &'a [u32],
}

/// How the tables lie, in words.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
struct Layout {
    live: u32,
    boxes: u32,
    /// Words of a set of live squares.
    set: u32,
    /// The end of the pairs: for each rank and side, in Pairs for each two boxes, the squares on
    /// which another box makes a dead pair.
    pairs: u32,
    /// The end of the partners: for each rank and side, the squares of which two make a dead
    /// triple.
    partners: u32,
    /// The end of the triples: one bit for each, whether it is dead with the keeper on some side.
    triples: u32,
    /// The end of the counts: half a word for each word of triples, how many have a bit before
    /// it. The dead sides of each triple with a bit follow, four for each box, in half a word.
    counts: u32,
    /// Triples that are kept.
    kept: u32,
}

/// Words of a layout.
const LAYOUT: usize = size_of::<Layout>() / size_of::<u32>();

impl Layout {
    fn without_triples(self) -> Self {
        Self {
            partners: self.pairs,
            triples: self.pairs,
            counts: self.pairs,
            kept: 0,
            ..self
        }
    }

    /// With room for triples, of which none is kept yet.
    fn with_triples(self) -> Self {
        let words = Boxes::Alike(3).ways(self.live as usize).div_ceil(32) as u32;
        let triples = 2 * self.pairs + words;
        Self {
            partners: 2 * self.pairs,
            triples,
            counts: triples + words.div_ceil(2),
            ..self
        }
    }

    /// Words of all tables.
    fn words(&self) -> usize {
        (self.counts + self.kept.div_ceil(2)) as usize
    }

    /// Where the set of a rank and side begins; in Pairs, of a box with another one.
    #[inline(always)]
    fn set_of(&self, place: usize, names: Option<[u8; 2]>) -> usize {
        let table = names.map_or(0, |[one, other]| {
            usize::from(one) * self.boxes as usize + usize::from(other)
        });
        (table * self.live as usize * 4 + place) * self.set as usize
    }

    /// The words of the set at a place.
    #[inline(always)]
    fn range(&self, start: usize) -> Range<usize> {
        start..start + self.set as usize
    }
}

impl<'a> Groups<'a> {
    /// No tables.
    pub(crate) fn none() -> Self {
        Self { words: &[] }
    }

    /// The layout and the tables, where there are any.
    #[inline(always)]
    fn tables(&self) -> Option<(&Layout, &[u32])> {
        let (layout, tables) = self.words.split_at_checked(LAYOUT)?;
        Some((bytemuck::from_bytes(bytemuck::cast_slice(layout)), tables))
    }

    /// Whether a push brings its box, which is number `which`, into a dead pair or triple on
    /// `square`. The others are on `squares`, by their numbers; where that says that the box
    /// itself is does not matter. No box may be on a dead square.
    #[inline(always)]
    pub(crate) fn is_dead(
        &self,
        terrain: &Terrain<'_>,
        squares: &[u8],
        which: u8,
        square: u8,
        direction: Direction,
    ) -> bool {
        // The rest is apart: most searches have no tables.
        !self.words.is_empty() && self.has_dead(terrain, squares, which, square, direction)
    }

    #[cfg_attr(hot, unsafe(link_section = ".text.optimal"), inline(never))]
    fn has_dead(
        &self,
        terrain: &Terrain<'_>,
        squares: &[u8],
        which: u8,
        square: u8,
        direction: Direction,
    ) -> bool {
        let Some((layout, tables)) = self.tables() else {
            return false;
        };
        if terrain.drops(square, which) {
            return false;
        }
        let place = usize::from(terrain.live_rank(square)) * 4 + direction.opposite_index();
        match terrain.mode {
            Mode::Classic => layout.is_dead_among_alike(tables, terrain, squares, which, place),
            Mode::Pairs => layout.is_dead_among_named(tables, terrain, squares, which, place),
        }
    }
}

impl Layout {
    fn is_dead_among_alike(
        &self,
        tables: &[u32],
        terrain: &Terrain<'_>,
        squares: &[u8],
        which: u8,
        place: usize,
    ) -> bool {
        let start = self.set_of(place, None);
        let pairs = &tables[self.range(start)];
        let has_triples = self.partners > self.pairs;
        let partners = has_triples.then(|| &tables[self.range(self.pairs as usize + start)]);
        let mut found: heapless::Vec<u8, MAX_BOXES> = heapless::Vec::new();
        for (other, &square) in squares.iter().enumerate() {
            if other == usize::from(which) {
                continue;
            }
            let rank = terrain.live_rank(square);
            let (word, bit) = (usize::from(rank) / 32, 1 << (rank % 32));
            if pairs[word] & bit != 0 {
                return true;
            }
            if partners.is_some_and(|partners| partners[word] & bit != 0) {
                // As many places as boxes.
                let _ = found.push(rank);
            }
        }
        let mut firsts = found.as_slice();
        while let Some((&first, others)) = firsts.split_first() {
            if others
                .iter()
                .any(|&other| self.is_dead_triple(tables, place, first, other))
            {
                return true;
            }
            firsts = others;
        }
        false
    }

    fn is_dead_triple(&self, tables: &[u32], place: usize, first: u8, other: u8) -> bool {
        let (rank, side) = ((place / 4) as u8, place % 4);
        let (low, high) = (first.min(other), first.max(other));
        let (group, own) = match rank {
            rank if rank < low => ([rank, low, high], 0),
            rank if rank < high => ([low, rank, high], 1),
            rank => ([low, high, rank], 2),
        };
        let index = Boxes::Alike(3).index(self.live as usize, group);
        let place = index / 32;
        let (bits, bit) = (tables[self.partners as usize + place], 1 << (index % 32));
        if bits & bit == 0 {
            return false;
        }
        let halves: &[u16] = bytemuck::cast_slice(tables);
        let before = usize::from(halves[2 * self.triples as usize + place]);
        let kept = before + (bits & (bit - 1)).count_ones() as usize;
        let sides = halves[2 * self.counts as usize + kept];
        sides >> (4 * own + side) & 1 != 0
    }

    fn is_dead_among_named(
        &self,
        tables: &[u32],
        terrain: &Terrain<'_>,
        squares: &[u8],
        which: u8,
        place: usize,
    ) -> bool {
        squares.iter().enumerate().any(|(other, &square)| {
            if other == usize::from(which) || square == NONE {
                return false;
            }
            let rank = terrain.live_rank(square);
            let start = self.set_of(place, Some([which, other as u8]));
            tables[start + usize::from(rank) / 32] >> (rank % 32) & 1 != 0
        })
    }
}

/// What a builder does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Clears the words of the tables, from this one on.
    Clear(usize),
    /// Finds the groups that can be brought home.
    Find,
    /// Writes the others.
    Write,
    Done,
}

/// Builds the tables.
#[derive(Debug)]
pub(crate) struct Builder {
    layout: Layout,
    boxes: Boxes,
    stage: Stage,
    search: Retrograde,
    /// The next group to write, and the place of its entry.
    group: Ranks,
    index: usize,
}

impl Builder {
    /// A builder for a level's tables in a pool of that many words. `None` where there are too
    /// few boxes or words.
    pub(crate) fn new(terrain: &Terrain<'_>, pool: usize) -> Option<Self> {
        let (live, boxes) = (terrain.live, terrain.boxes);
        let set = live.div_ceil(32);
        let (first, tables) = match terrain.mode {
            Mode::Classic => (Boxes::Alike(2), 1),
            Mode::Pairs => (Boxes::Named([0, 1]), boxes * boxes),
        };
        let builder = Self {
            layout: Layout {
                live: live as u32,
                boxes: boxes as u32,
                set: set as u32,
                pairs: (tables * live * 4 * set) as u32,
                ..Layout::default()
            }
            .without_triples(),
            boxes: first,
            stage: Stage::Clear(0),
            search: Retrograde::new(first),
            group: first.first(),
            index: 0,
        };
        (boxes >= 2 && live >= MAX_GROUP && builder.fits(pool)).then_some(builder)
    }

    /// Whether the tables and the work on them fit.
    fn fits(&self, pool: usize) -> bool {
        LAYOUT + self.layout.words() <= pool / SHARE
            && self.entries().div_ceil(2) + pool / SHARE + LAYOUT <= pool
    }

    /// How many entries there are to work on.
    fn entries(&self) -> usize {
        self.boxes.ways(self.layout.live as usize)
    }

    /// Does a piece of work in the pool. Returns its cost in work units, or `None` when
    /// everything is built.
    pub(crate) fn advance(&mut self, terrain: &Terrain<'_>, pool: &mut [u32]) -> Option<u32> {
        let pool_words = pool.len();
        let (layout, pool) = pool.split_at_mut(LAYOUT);
        let (tables, work) = pool.split_at_mut(pool_words - LAYOUT - self.entries().div_ceil(2));
        let entries: &mut [u16] = bytemuck::cast_slice_mut(work);
        let entries = &mut entries[..self.boxes.ways(self.layout.live as usize)];
        match self.stage {
            Stage::Clear(from) => {
                let (words, end) = (self.layout.words(), from + CLEAR);
                tables[from..end.min(words)].fill(0);
                self.stage = if end < words {
                    Stage::Clear(end)
                } else {
                    Stage::Find
                };
                Some(1)
            }
            Stage::Find => {
                let cost = self.search.advance(terrain, entries);
                if cost.is_none() {
                    self.stage = Stage::Write;
                }
                Some(cost.unwrap_or(1))
            }
            Stage::Write => {
                let end = entries.len().min(self.index + PIECE);
                let count = (end - self.index) as u32;
                // Pairs fit; a triple that is kept takes a word at most.
                let has_room = |layout: &Layout| LAYOUT + layout.words() < pool_words / SHARE;
                let are_pairs = self.boxes != Boxes::Alike(3);
                while self.index < end && (are_pairs || has_room(&self.layout)) {
                    self.write(terrain, tables, entries[self.index]);
                    self.group = self.boxes.after(self.layout.live as usize, self.group);
                    self.index += 1;
                }
                if self.index < end {
                    self.keep_pairs_alone();
                } else if end == entries.len() {
                    self.go_on(pool_words);
                }
                Some(1 + count / WRITES)
            }
            Stage::Done => {
                layout.copy_from_slice(bytemuck::cast_slice(&[self.layout]));
                None
            }
        }
    }

    /// Takes the finished tables off the pool.
    pub(crate) fn finish<'a>(self, pool: &mut &'a mut [u32]) -> Groups<'a> {
        let (words, rest) = core::mem::take(pool).split_at_mut(LAYOUT + self.layout.words());
        *pool = rest;
        Groups { words }
    }

    /// Goes on to the next groups.
    fn go_on(&mut self, pool: usize) {
        let boxes = self.layout.boxes;
        self.stage = Stage::Find;
        self.boxes = match self.boxes {
            Boxes::Named([one, other]) if u32::from(other) + 1 < boxes => {
                Boxes::Named([one, other + 1])
            }
            Boxes::Named([one, _]) if u32::from(one) + 2 < boxes => {
                Boxes::Named([one + 1, one + 2])
            }
            Boxes::Alike(2) if boxes > 2 => {
                self.stage = Stage::Clear(self.layout.words());
                self.layout = self.layout.with_triples();
                Boxes::Alike(3)
            }
            _ => {
                self.stage = Stage::Done;
                return;
            }
        };
        self.search = Retrograde::new(self.boxes);
        (self.group, self.index) = (self.boxes.first(), 0);
        if self.boxes == Boxes::Alike(3) && (self.entries() > MAX_TRIPLES || !self.fits(pool)) {
            self.keep_pairs_alone();
        }
    }

    /// Leaves triples out.
    fn keep_pairs_alone(&mut self) {
        self.boxes = Boxes::Alike(2);
        self.stage = Stage::Done;
        self.layout = self.layout.without_triples();
    }

    /// Writes a group with this entry: a bit for each side from where it can be brought home.
    #[inline(never)]
    fn write(&mut self, terrain: &Terrain<'_>, tables: &mut [u32], entry: u16) {
        let (layout, count) = (self.layout, self.boxes.count());
        let group = &self.group[..count];
        if let Boxes::Alike(3) = self.boxes
            && self.index.is_multiple_of(32)
        {
            let counts = &mut tables[layout.triples as usize..];
            *half(counts, self.index / 32) = layout.kept as u16;
        }
        let mut sides = 0;
        for (own, &rank) in group.iter().enumerate() {
            let others = || group.iter().filter(|&&other| other != rank);
            let square = terrain.live_square(rank);
            for direction in Direction::ALL {
                let side = usize::from(direction.index());
                let keeper = terrain.next(square, direction);
                let blocked =
                    keeper == NONE || others().any(|&other| terrain.live_square(other) == keeper);
                if blocked || entry >> (4 * own + side) & 1 != 0 {
                    continue;
                }
                let place = usize::from(rank) * 4 + side;
                match self.boxes {
                    Boxes::Named([one, other]) => {
                        let names = if own == 0 { [one, other] } else { [other, one] };
                        let start = layout.set_of(place, Some(names));
                        insert(&mut tables[start..], self.group[1 - own]);
                    }
                    Boxes::Alike(2) => {
                        insert(
                            &mut tables[layout.set_of(place, None)..],
                            self.group[1 - own],
                        );
                    }
                    Boxes::Alike(_) => {
                        let start = layout.set_of(place, None);
                        if others().all(|&other| !has(&tables[start..], other)) {
                            sides |= 1 << (4 * own + side);
                            let partners = &mut tables[layout.pairs as usize + start..];
                            others().for_each(|&other| insert(partners, other));
                        }
                    }
                }
            }
        }
        if sides != 0 {
            tables[layout.partners as usize + self.index / 32] |= 1 << (self.index % 32);
            *half(&mut tables[layout.counts as usize..], layout.kept as usize) = sides;
            self.layout.kept += 1;
        }
    }
}

/// A half-word of a table.
fn half(table: &mut [u32], index: usize) -> &mut u16 {
    &mut bytemuck::cast_slice_mut(table)[index]
}

fn insert(set: &mut [u32], rank: u8) {
    set[usize::from(rank) / 32] |= 1 << (rank % 32);
}

fn has(set: &[u32], rank: u8) -> bool {
    set[usize::from(rank) / 32] >> (rank % 32) & 1 != 0
}

#[cfg(test)]
mod tests;
