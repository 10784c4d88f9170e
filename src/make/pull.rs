//! Play backwards: from the solved position boxes are pulled away from their goals.
//!
//! A breadth-first search by *box lines*, one line being any number of pulls of one box in
//! one direction: lines, not pushes, are what a player has to think of (Taylor and
//! Parberry, "Procedural Generation of Sokoban Levels"). Layers are bounded: what does not
//! fit is drawn by lot. Each layer leaves one position on a ladder, ever further from
//! solved, and whoever wants a level takes the rung that is hard enough.
//!
//! In Pairs a box comes out of its hole by a pull, and never stands on it again.

use super::draft::{Draft, MAX_BOXES};
use super::meter::Meter;
use super::random::{Random, scatter};
use crate::puzzle::{Cell, CellSet, Direction, Mode, flood};

/// No square: the box is in its hole.
const IN: u16 = u16::MAX;
/// Half-words of a position: boxes, keeper, and a filler to make whole words.
const HALVES: usize = MAX_BOXES + 2;
const WORDS: usize = HALVES / 2;
/// Positions that were met, as signatures.
const SEEN: usize = 16 * 1024;
/// Rungs of the longest ladder.
const RUNGS: usize = 96;
/// Positions of a layer. Wider layers lead further, but more rooms lead to better levels.
const WIDTH: usize = 24;

/// A position: where each box is, and the keeper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulled {
    boxes: [u16; MAX_BOXES],
    keeper: u16,
}

impl Pulled {
    fn read(words: &[u32]) -> Self {
        let halves: &[u16] = bytemuck::cast_slice(words);
        let mut boxes = [IN; MAX_BOXES];
        boxes.copy_from_slice(&halves[..MAX_BOXES]);
        Self {
            boxes,
            keeper: halves[MAX_BOXES],
        }
    }

    fn write(&self, words: &mut [u32]) {
        let halves: &mut [u16] = bytemuck::cast_slice_mut(words);
        halves[..MAX_BOXES].copy_from_slice(&self.boxes);
        halves[MAX_BOXES] = self.keeper;
        halves[MAX_BOXES + 1] = 0;
    }
}

/// The memory of a search: part of the caller's arena.
struct Tables<'a> {
    seen: &'a mut [u32],
    known: u32,
    layers: [&'a mut [u32]; 2],
}

/// Positions ever further from solved, at the front of the arena.
pub(super) struct Ladder<'a> {
    rungs: &'a mut [u32],
    len: usize,
}

impl Ladder<'_> {
    /// How many rungs there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Puts the boxes and the keeper of a draft where a rung has them.
    pub(super) fn apply(&self, rung: usize, draft: &mut Draft) {
        let words = &self.rungs[rung * WORDS..(rung + 1) * WORDS];
        let pulled = Pulled::read(words);
        draft.keeper = Cell::from_index(pulled.keeper);
        for (cell, &index) in draft.boxes.iter_mut().zip(&pulled.boxes) {
            *cell = Cell::from_index(index);
        }
    }
}

impl<'a> Ladder<'a> {
    /// A ladder without rungs, and the rest of the arena.
    pub(super) fn new(arena: &'a mut [u32]) -> (Self, &'a mut [u32]) {
        let (rungs, rest) = arena.split_at_mut(arena.len().min(RUNGS * WORDS));
        (Self { rungs, len: 0 }, rest)
    }

    /// Climbs as far as it leads, or until about so many units are spent. The draft's goals
    /// and floor count; its boxes and keeper do not. There are no rungs where the arena is
    /// too small.
    pub(super) async fn climb(
        &mut self,
        draft: &Draft,
        arena: &mut [u32],
        patience: u32,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) {
        self.len = 0;
        let Some(arena) = arena.get_mut(..SEEN + 2 * WIDTH * WORDS) else {
            return;
        };
        let (seen, rest) = arena.split_at_mut(SEEN);
        let (here, next) = rest.split_at_mut(WIDTH * WORDS);
        seen.fill(0);
        meter.spend(4).await;
        let mut tables = Tables {
            seen,
            known: 0,
            layers: [here, next],
        };
        let search = Search { draft };
        let mut count = search.begin(&mut tables, meter).await;
        while count > 0 && meter.spent < patience && tables.known as usize <= SEEN / 4 * 3 {
            count = search.layer(&mut tables, count, random, meter).await;
            let [here, next] = &mut tables.layers;
            core::mem::swap(here, next);
            let best = here
                .chunks_exact(WORDS)
                .take(count)
                .filter_map(|words| Some((search.worth(&Pulled::read(words))?, words)))
                .max_by_key(|&(worth, _)| worth);
            meter.spend(1).await;
            if let Some((_, words)) = best {
                let Some(rung) = self.rungs.chunks_exact_mut(WORDS).nth(self.len) else {
                    break;
                };
                rung.copy_from_slice(words);
                self.len += 1;
            }
        }
    }
}

/// A box that is pulled one way, square by square, as far as it goes.
struct Line {
    /// The position after the last pull, and the squares without a box in it.
    pulled: Pulled,
    open: CellSet,
    which: usize,
    way: Direction,
    cell: Cell,
    keeper: Cell,
    /// Whether the box stands on the board, not in its hole.
    is_out: bool,
    /// The hole of the box, where it would drop in.
    end: Option<Cell>,
}

impl Line {
    /// Pulls once more; false where the box goes no further.
    fn pull(&mut self) -> bool {
        let beyond = self.keeper.step(self.way);
        if !self.open.contains(beyond) || self.end == Some(self.keeper) {
            return false;
        }
        if self.is_out {
            self.open.insert(self.cell);
        }
        (self.cell, self.keeper) = (self.keeper, beyond);
        self.is_out = true;
        self.open.remove(self.cell);
        self.pulled.boxes[self.which] = self.cell.index();
        self.pulled.keeper = self.keeper.index();
        true
    }
}

struct Search<'d> {
    draft: &'d Draft,
}

impl Search<'_> {
    /// Solved, with the keeper in each region that it can be in.
    async fn begin(&self, tables: &mut Tables<'_>, meter: &mut Meter<'_>) -> usize {
        let mut boxes = [IN; MAX_BOXES];
        let mut rest = self.draft.floor;
        if self.draft.mode == Mode::Classic {
            for (index, goal) in boxes.iter_mut().zip(&self.draft.goals) {
                *index = goal.index();
                rest.remove(*goal);
            }
        }
        let open = rest;
        let mut count = 0;
        while let Some(first) = rest.first() {
            meter.spend(1).await;
            rest -= flood(&open, first);
            let pulled = Pulled {
                boxes,
                keeper: first.index(),
            };
            if count < WIDTH {
                pulled.write(&mut tables.layers[0][count * WORDS..(count + 1) * WORDS]);
                count += 1;
            }
        }
        count
    }

    /// All positions one line away from a layer's, those that are new, as far as they fit.
    async fn layer(
        &self,
        tables: &mut Tables<'_>,
        count: usize,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> usize {
        let mut found = 0;
        for place in 0..count {
            let pulled = Pulled::read(&tables.layers[0][place * WORDS..(place + 1) * WORDS]);
            let occupied: CellSet = cells(&pulled.boxes).collect();
            let open = self.draft.floor - occupied;
            let region = flood(&open, Cell::from_index(pulled.keeper));
            meter.spend(1).await;
            for which in 0..self.draft.goals.len() {
                for way in Direction::ALL {
                    let Some(mut line) = self.line(&pulled, which, way, &open, &region) else {
                        continue;
                    };
                    while line.pull() {
                        meter.spend(1).await;
                        if !self.is_new(tables, &line.pulled, &line.open) {
                            continue;
                        }
                        // By lot: each of the layer's positions is kept with equal chance.
                        let slot = match found < WIDTH {
                            true => found,
                            false => random.below(found as u32 + 1) as usize,
                        };
                        found += 1;
                        if slot < WIDTH {
                            let words = slot * WORDS..(slot + 1) * WORDS;
                            line.pulled.write(&mut tables.layers[1][words]);
                        }
                    }
                }
            }
        }
        found.min(WIDTH)
    }

    /// The line of a box in one direction; `None` where the keeper cannot stand there, or
    /// another box stands on the hole that this one is to come out of.
    fn line(
        &self,
        pulled: &Pulled,
        which: usize,
        way: Direction,
        open: &CellSet,
        region: &CellSet,
    ) -> Option<Line> {
        let hole = self.draft.goals[which];
        let is_out = pulled.boxes[which] != IN;
        let cell = match is_out {
            true => Cell::from_index(pulled.boxes[which]),
            false => open.contains(hole).then_some(hole)?,
        };
        let keeper = cell.step(way);
        region.contains(keeper).then(|| Line {
            pulled: *pulled,
            open: *open,
            which,
            way,
            cell,
            keeper,
            is_out,
            end: (self.draft.mode == Mode::Pairs).then_some(hole),
        })
    }

    /// Whether a position was not met before; it is from now on.
    fn is_new(&self, tables: &mut Tables<'_>, pulled: &Pulled, open: &CellSet) -> bool {
        let region = flood(open, Cell::from_index(pulled.keeper));
        let first = region.first().map_or(0, Cell::index);
        let mut signature = scatter(u32::from(first));
        for (place, &index) in pulled.boxes[..self.draft.goals.len()].iter().enumerate() {
            let letter = match self.draft.mode {
                Mode::Classic => 1,
                Mode::Pairs => 1 + place as u32,
            };
            signature = signature.wrapping_add(scatter(letter << 16 | u32::from(index)));
        }
        let signature = signature.max(1);
        let mut slot = signature as usize % SEEN;
        // It never gets quite full: the search ends before.
        while tables.seen[slot] != 0 {
            if tables.seen[slot] == signature {
                return false;
            }
            slot = (slot + 1) % SEEN;
        }
        if tables.known as usize >= SEEN - 1 {
            return false;
        }
        tables.seen[slot] = signature;
        tables.known += 1;
        true
    }

    /// What makes one position of a layer a better beginning than another: boxes away from
    /// goals. `None` where it is no beginning, with boxes still in their holes.
    fn worth(&self, pulled: &Pulled) -> Option<u32> {
        let boxes = &pulled.boxes[..self.draft.goals.len()];
        if boxes.contains(&IN) {
            return None;
        }
        let at_goal = |&&index: &&u16| self.draft.goals.contains(&Cell::from_index(index));
        let home = boxes.iter().filter(at_goal).count() as u32;
        let mixed = boxes.iter().fold(u32::from(pulled.keeper), |mix, &index| {
            scatter(mix ^ u32::from(index))
        });
        Some((MAX_BOXES as u32 - home) << 16 | mixed >> 16)
    }
}

fn cells(boxes: &[u16; MAX_BOXES]) -> impl Iterator<Item = Cell> + '_ {
    let out = boxes.iter().filter(|&&index| index != IN);
    out.map(|&index| Cell::from_index(index))
}
