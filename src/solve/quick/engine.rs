//! The engine: run after run until one of them solves the position.

use super::super::corral;
use super::super::freeze;
use super::super::position::{Position, Push};
use super::super::solution::pack;
use super::super::terrain::{NO_STATE, NONE, Terrain};
use super::super::workplace::Workplace;
use super::advisors::Advice;
use super::cells::Round;
use super::features;
use super::packing::Packing;
use super::planner::Planner;
use super::pocket::{Pocket, Verdict};
use super::pool::{NOWHERE, Record};
use super::portfolio::Style;
use super::random::{Random, scatter};
use super::tables::{Layout, Tables};
use super::travel::{Leg, Travel, Way};
use crate::puzzle::{CellSet, Direction, MAX_BOXES, Mode, flood};

/// Runs that try everything before the engine gives up. Runs with corrals may miss something,
/// and of the first three one has none.
const ENOUGH: u8 = 3;

/// What a piece of work came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Event {
    /// Nothing yet.
    Going,
    /// The path is complete, with so many pushes.
    Solved(usize),
    /// Nothing is left to try.
    Exhausted,
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
enum Stage {
    /// A run begins.
    Begin,
    Plan(Planner),
    Root,
    Pick,
    Check(Pocket, u16),
    Expand(Expansion),
    Trace(Trace),
}

/// A position that is being expanded.
#[derive(Debug)]
struct Expansion {
    record: u16,
    weight: u8,
    cell: u16,
    /// Signature of the boxes alone.
    boxes: u32,
    keeper: u8,
    region: CellSet,
    fence: Option<CellSet>,
    which: u8,
    tour: Option<Travel>,
    advice: Advice,
}

/// The pushes of a solution in the making: macro moves, last first, in the chain.
#[derive(Debug)]
struct Trace {
    left: usize,
    tour: Option<Travel>,
    length: usize,
}

/// Looks for any solution, soon.
#[derive(Debug)]
pub(in super::super) struct Quick {
    layout: Layout,
    random: Random,
    stage: Stage,
    style: Style,
    packing: Packing,
    round: Round,
    start: [u16; MAX_BOXES],
    keeper: u8,
    run: u32,
    run_nodes: u32,
    /// Whether children of this run have been dropped.
    lost: bool,
    /// Runs in a row that tried everything.
    exhausted: u8,
    /// Patterns found so far.
    learned: u32,
    /// Positions expanded in all runs.
    pub(in super::super) nodes: u32,
    /// Positions of the searches for deadlocks.
    pub(in super::super) inner: u32,
}

impl Quick {
    /// A search from the loaded position; `None` where the pool is too small.
    pub(in super::super) fn new(work: &mut Workplace<'_>, seed: u32) -> Option<Self> {
        let layout = Layout::new(&work.terrain, work.pool)?;
        let mut tables = layout.cut(work.pool);
        let mut random = Random::new(seed);
        let style = Style::of(0, &mut random);
        tables.patterns.clear();
        super::rooms::find(&work.terrain, tables.corridors);
        for (state, nearest) in tables.nearest.iter_mut().enumerate() {
            let distances = work.terrain.distances(state as u16).iter();
            *nearest = distances.copied().min().unwrap_or(0);
        }
        Some(Self {
            layout,
            random,
            stage: Stage::Begin,
            style,
            packing: Packing::NONE,
            round: Round::default(),
            start: work.position.states,
            keeper: work.position.keeper,
            run: 0,
            run_nodes: 0,
            lost: false,
            exhausted: 0,
            learned: 0,
            nodes: 0,
            inner: 0,
        })
    }

    /// Does a piece of work: some flood fills' worth.
    pub(in super::super) fn advance(&mut self, work: &mut Workplace<'_>) -> Event {
        let Workplace {
            terrain,
            position,
            path,
            pool,
            ..
        } = work;
        let mut tables = self.layout.cut(pool);
        let tables = &mut tables;
        match &mut self.stage {
            Stage::Begin if self.exhausted >= ENOUGH => return Event::Exhausted,
            Stage::Begin => self.begin(terrain, position, tables),
            Stage::Plan(planner) => {
                if !planner.advance(terrain, position, tables, &mut self.random) {
                    self.packing = planner.packing;
                    self.stage = Stage::Root;
                }
            }
            Stage::Root => self.root(terrain, position, tables),
            Stage::Pick => self.pick(terrain, position, tables),
            Stage::Check(..) => self.check(terrain, position, tables),
            Stage::Expand(_) => self.expand(terrain, position, tables),
            Stage::Trace(trace) => match trace.advance(terrain, position, tables, path) {
                Some(event) => return event,
                // Too long to be kept: another run may find a shorter one.
                None => self.stage = Stage::Begin,
            },
        }
        Event::Going
    }

    fn begin(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        self.style = Style::of(self.run, &mut self.random);
        self.run += 1;
        self.run_nodes = 0;
        self.lost = false;
        self.round = Round::default();
        tables.pool.clear();
        position.restore(terrain, &self.start, self.keeper);
        let Style { strict, noise, .. } = self.style;
        let planner = Planner::new(terrain, position, tables, strict, noise);
        self.stage = Stage::Plan(planner);
    }

    fn root(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        position.restore(terrain, &self.start, self.keeper);
        let normal = position.walk(terrain);
        let record = Record {
            signature: boxes_signature(terrain, position) ^ keeper_signature(normal),
            parent: NOWHERE,
            from: 0,
            to: 0,
            direction: 0,
            cell: 0,
            weight: 0,
            score: 0,
            open: true,
        };
        let _ = tables.pool.insert(&record, true);
        if let Some(index) = tables.pool.find(record.signature) {
            self.open(terrain, position, tables, index);
        }
    }

    /// Takes the next position: the best of the cell whose turn it is.
    fn pick(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        let full = self.run_nodes >= self.style.nodes
            || self.run_nodes as usize * 5 > tables.pool.len() * 2;
        let cell = self.round.turn(&tables.cells);
        let (Some(cell), false) = (cell, full) else {
            self.exhausted = if full || self.lost {
                0
            } else {
                self.exhausted + 1
            };
            self.stage = Stage::Begin;
            return;
        };
        let Some(index) = tables.pool.best(cell, self.style.weighs) else {
            // Cannot be: the cell's count says otherwise.
            tables.cells.open[usize::from(cell)] = 0;
            return;
        };
        tables.cells.open[usize::from(cell)] -= 1;
        tables.pool.close(index);
        self.load(terrain, position, tables, index);
        position.walk(terrain);
        let pocket = Pocket::new(position, self.style.effort);
        self.stage = Stage::Check(pocket, index);
    }

    /// Sets a position up by playing the moves that lead to it.
    fn load(
        &self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        index: u16,
    ) {
        position.restore(terrain, &self.start, self.keeper);
        let chain: &mut [u16] = bytemuck::cast_slice_mut(tables.pocket);
        let (mut at, mut length) = (index, 0);
        while at != NOWHERE && length < chain.len() {
            chain[length] = at;
            length += 1;
            at = tables.pool.get(at).parent;
        }
        for &at in chain[..length].iter().rev().skip(1) {
            play(terrain, position, &tables.pool.get(at));
        }
    }

    fn check(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        let Stage::Check(pocket, index) = &mut self.stage else {
            return;
        };
        let index = *index;
        let before = pocket.nodes;
        let verdict = pocket.advance(terrain, position, tables.pocket, &mut tables.patterns);
        self.inner += pocket.nodes - before;
        match verdict {
            Verdict::Going => {}
            Verdict::Dead => {
                if terrain.mode == Mode::Classic {
                    let (boxes, region) = pocket.pattern(terrain, position);
                    tables.patterns.add(terrain, self.learned, &boxes, &region);
                    self.learned += 1;
                }
                self.stage = Stage::Pick;
            }
            Verdict::Alive => self.open(terrain, position, tables, index),
        }
    }

    /// Begins to expand the loaded position, whose region is known.
    fn open(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        index: u16,
    ) {
        self.nodes += 1;
        self.run_nodes += 1;
        tables.pool.close(index);
        let here = features::look(terrain, position, tables, &self.packing);
        let key = self.style.sort.map_or(0, |sort| sort.key(&here));
        let cell = self.round.cell(&mut tables.cells, key);
        let fence = if self.style.corrals {
            corral::fence(terrain, position)
        } else {
            None
        };
        self.stage = Stage::Expand(Expansion {
            record: index,
            weight: tables.pool.get(index).weight,
            cell,
            boxes: boxes_signature(terrain, position),
            keeper: position.keeper,
            region: position.region,
            fence,
            which: 0,
            tour: None,
            advice: Advice::new(here),
        });
    }

    /// Looks at one child.
    fn expand(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        let Stage::Expand(expansion) = &mut self.stage else {
            return;
        };
        let Some(tour) = &mut expansion.tour else {
            if usize::from(expansion.which) >= terrain.boxes {
                self.lost |= !expansion.follow_advice(tables);
                self.stage = Stage::Pick;
                return;
            }
            expansion.set_out(terrain, position, tables);
            return;
        };
        let steps = match terrain.mode {
            Mode::Classic => self.packing.count,
            Mode::Pairs => terrain.boxes,
        };
        let which = usize::from(expansion.which);
        let square = position.square(terrain, which);
        let mut open = position.open;
        open.insert(terrain.cell(square));
        let Some(leg) = tour.next(terrain, &tables.notes, &open) else {
            expansion.tour = None;
            expansion.which += 1;
            return;
        };
        let push = push_of(terrain, position, expansion.which, leg);
        position.apply(terrain, push);
        let solved = position.is_solved();
        let child = expansion.child(terrain, position, tables, leg, square);
        if let Some(mut child) = child {
            if solved {
                // In the pool, so that it is found again with its parents.
                let _ = tables.pool.insert(&child, true);
                let found = tables.pool.find(child.signature);
                if let Some(trace) = found.map(|index| Trace::new(tables, index)) {
                    position.restore(terrain, &self.start, self.keeper);
                    position.walk(terrain);
                    self.stage = Stage::Trace(trace);
                    return;
                }
            } else {
                let features = features::look(terrain, position, tables, &self.packing);
                child.score = self.style.weights.score(&features, steps);
                expansion.advice.show(&features, &child);
                self.lost |= !expansion.keep(tables, &child, false);
            }
        }
        position.revert(terrain, push);
        position.keeper = expansion.keeper;
        position.region = expansion.region;
    }
}

impl Expansion {
    /// Begins with the tour of the next box that can be pushed.
    fn set_out(&mut self, terrain: &Terrain<'_>, position: &Position<'_>, tables: &mut Tables<'_>) {
        let square = position.square(terrain, usize::from(self.which));
        let fenced = |fence: CellSet| fence.contains(terrain.cell(square));
        if square == NONE || !self.fence.is_none_or(fenced) {
            self.which += 1;
            return;
        }
        let mut tour = Travel::new(Way::Push, self.which, &mut tables.notes);
        if tour.arrive(terrain, &mut tables.notes, square, &position.region, 0) {
            self.tour = Some(tour);
        } else {
            self.which += 1;
        }
    }

    /// The child that a leg of the tour leads to, unless it is lost or known. The tour goes
    /// on from it unless it is lost.
    fn child(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        leg: Leg,
        origin: u8,
    ) -> Option<Record> {
        let normal = position.walk(terrain);
        let tour = self.tour.as_mut()?;
        if freeze::is_deadlock(terrain, &position.open, leg.to) {
            return None;
        }
        if terrain.mode == Mode::Classic && tables.patterns.condemn(position, leg.to) {
            // Condemned, but boxes may pass.
            tour.arrive(terrain, &mut tables.notes, leg.to, &position.region, 0);
            return None;
        }
        let gone = position.states[usize::from(self.which)] == NO_STATE;
        let mut signature =
            self.boxes ^ box_signature(terrain, self.which, origin) ^ keeper_signature(normal);
        if !gone {
            tour.arrive(terrain, &mut tables.notes, leg.to, &position.region, 0);
            signature ^= box_signature(terrain, self.which, leg.to);
        }
        if tables.pool.find(signature).is_some() {
            return None;
        }
        Some(Record {
            signature,
            parent: self.record,
            from: origin,
            to: leg.to,
            direction: leg.direction.index(),
            cell: self.cell,
            weight: self.weight + 1,
            score: 0,
            open: true,
        })
    }

    /// Keeps a child; whether nothing was dropped for it.
    fn keep(&self, tables: &mut Tables<'_>, record: &Record, urgent: bool) -> bool {
        let Ok(evicted) = tables.pool.insert(record, urgent) else {
            return false;
        };
        tables.cells.open[usize::from(record.cell)] += 1;
        if let Some(cell) = evicted {
            tables.cells.open[usize::from(cell)] -= 1;
        }
        evicted.is_none()
    }

    /// Moves the named children to the front of their cell; whether nothing was dropped.
    fn follow_advice(&self, tables: &mut Tables<'_>) -> bool {
        let mut whole = true;
        for mut record in self.advice.named() {
            record.weight = self.weight;
            match tables.pool.find(record.signature) {
                Some(index) => tables.pool.lighten(index),
                None => whole &= self.keep(tables, &record, true),
            }
        }
        whole
    }
}

impl Trace {
    fn new(tables: &mut Tables<'_>, index: u16) -> Self {
        let chain: &mut [u16] = bytemuck::cast_slice_mut(tables.pocket);
        let (mut at, mut left) = (index, 0);
        while left < chain.len() {
            let parent = tables.pool.get(at).parent;
            if parent == NOWHERE {
                break;
            }
            chain[left] = at;
            left += 1;
            at = parent;
        }
        Self {
            left,
            tour: None,
            length: 0,
        }
    }

    /// Goes on with the tour of the box that is next to be moved.
    fn advance(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
        path: &mut [u16],
    ) -> Option<Event> {
        if self.left == 0 {
            return Some(Event::Solved(self.length));
        }
        let chain: &mut [u16] = bytemuck::cast_slice_mut(tables.pocket);
        let record = tables.pool.get(chain[self.left - 1]);
        let notes = &mut tables.notes;
        let which = position.occupant(record.from);
        let tour = self.tour.get_or_insert_with(|| {
            let mut tour = Travel::new(Way::Push, which, notes);
            tour.arrive(terrain, notes, record.from, &position.region, 0);
            tour
        });
        let mut open = position.open;
        open.insert(terrain.cell(record.from));
        // The tour was made before, so it gets there.
        let leg = tour.next(terrain, notes, &open)?;
        let place = tour.place();
        if leg.to != record.to || leg.direction.index() != record.direction {
            open.remove(terrain.cell(leg.to));
            position.floods += 1;
            let region = flood(&open, terrain.cell(leg.keeper));
            if !freeze::is_deadlock(terrain, &open, leg.to) {
                tour.arrive(terrain, notes, leg.to, &region, place);
            }
            return Some(Event::Going);
        }
        // Back to where the tour began, then written from there.
        let mut count = 1;
        let mut at = place;
        while at != 0 {
            at = notes.tags[usize::from(at)];
            count += 1;
        }
        let end = self.length + count;
        if end > path.len() {
            return None;
        }
        let square = |place: u16| (notes.queue[usize::from(place)] >> 4) as u8;
        let (mut at, mut direction) = (place, leg.direction);
        for slot in path[self.length..end].iter_mut().rev() {
            *slot = pack(terrain.cell(square(at)), direction);
            let before = notes.tags[usize::from(at)];
            let to = square(at);
            direction = Direction::ALL
                .into_iter()
                .find(|&direction| terrain.next(square(before), direction) == to)
                .unwrap_or(direction);
            at = before;
        }
        self.length = end;
        self.left -= 1;
        self.tour = None;
        play(terrain, position, &record);
        position.walk(terrain);
        Some(Event::Going)
    }
}

/// Makes a macro move.
fn play(terrain: &Terrain<'_>, position: &mut Position<'_>, record: &Record) {
    let which = position.occupant(record.from);
    let direction = Direction::from_index(record.direction);
    let leg = Leg {
        to: record.to,
        keeper: NONE,
        direction,
    };
    if which != NONE {
        position.apply(terrain, push_of(terrain, position, which, leg));
    }
}

fn push_of(terrain: &Terrain<'_>, position: &Position<'_>, which: u8, leg: Leg) -> Push {
    Push {
        which,
        direction: leg.direction,
        length: 1,
        from: position.states[usize::from(which)],
        to: terrain.state(leg.to, leg.direction.opposite()),
    }
}

fn boxes_signature(terrain: &Terrain<'_>, position: &Position<'_>) -> u32 {
    (0..terrain.boxes)
        .map(|which| (which as u8, position.square(terrain, which)))
        .filter(|&(_, square)| square != NONE)
        .fold(0, |sum, (which, square)| {
            sum ^ box_signature(terrain, which, square)
        })
}

fn box_signature(terrain: &Terrain<'_>, which: u8, square: u8) -> u32 {
    let which = match terrain.mode {
        Mode::Classic => 0,
        Mode::Pairs => u32::from(which) + 1,
    };
    scatter(which << 8 | u32::from(square))
}

fn keeper_signature(square: u8) -> u32 {
    scatter(1 << 16 | u32::from(square))
}
