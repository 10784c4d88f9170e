//! The quick search itself: run after run until one of them solves the position.

use super::advisors::Advice;
use super::cells::Round;
use super::expansion::MacroExpansion;
use super::features;
use super::ideas::{Idea, Ideas};
use super::packing::Packing;
use super::planner::Planner;
use super::pocket::{Pocket, Verdict};
use super::pool::{NOWHERE, Record};
use super::portfolio::{Kind, Style};
use super::rooms;
use super::route::Field;
use super::signature::{boxes_signature, keeper_signature, seeded};
use super::tables::{Layout, Tables};
use super::trace::{Trace, play, push_of};
use crate::puzzle::Mode;
use crate::puzzle::random::Random;
use crate::solve::MAX_BOXES;
use crate::solve::base::corral::Corrals;
use crate::solve::base::position::Position;
use crate::solve::base::terrain::Terrain;
use crate::solve::base::workplace::Workplace;

/// Runs in a row that try everything before the search gives up. Runs with corrals may miss
/// something, and of the first three one has none.
const ENOUGH: u8 = 3;

/// A level with fewer squares is small.
const SMALL: usize = 80;

/// A position that needs fewer pushes, as far as its lower bound tells, is near its end.
const NEAR: i32 = 40;

/// Cost of looking at a position in work units, with one more for every [`SQUARES`] squares.
const LOOK: u32 = 2;
const SQUARES: usize = 12;

/// Work units that a child takes at least, and a piece that goes through the pool or plays many
/// moves: more than a slice has on the Pico, so nothing comes after it in its slice.
const CHILD: u32 = 2;
const LARGE: u32 = 40;

fn look_cost(terrain: &Terrain<'_>) -> u32 {
    LOOK + (terrain.size / SQUARES) as u32
}

/// The result of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuickEvent {
    /// Nothing yet.
    Going,
    /// The path is complete and has this many pushes.
    Solved(usize),
    /// Nothing is left to try.
    Exhausted,
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
enum QuickPhase {
    /// A run begins.
    Begin,
    Plan(Planner),
    Root,
    Pick,
    SetUp(u16),
    Check(Pocket, u16),
    Expand(MacroExpansion),
    Trace(Trace),
}

/// Where a search goes on that had to leave its memory: all that runs share but the patterns
/// of deadlocks, which are found again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextRun {
    number: u32,
    random: Random,
}

/// The state of the quick search; its tables are in the pool.
#[derive(Debug)]
pub(crate) struct Quick {
    layout: Layout,
    ideas: Ideas,
    seed: u32,
    random: Random,
    phase: QuickPhase,
    style: Style,
    packing: Packing,
    round: Round,
    start: [u16; MAX_BOXES],
    keeper: u8,
    kind: Kind,
    run: u32,
    run_nodes: u32,
    /// Whether children of this run have been dropped.
    lost: bool,
    /// Runs in a row that tried everything.
    exhausted: u8,
    /// Patterns found so far.
    learned: u32,
    /// Positions expanded in all runs.
    pub(crate) nodes: u32,
    /// Positions of the searches for deadlocks.
    pub(crate) inner: u32,
    /// Work units besides flood fills.
    pub(crate) other_work: u32,
}

impl Quick {
    /// A search from the loaded position, from its first run or from a later one on; `None`
    /// where the pool is too small.
    pub(crate) fn new(
        work: &mut Workplace<'_>,
        seed: u32,
        next: Option<NextRun>,
        ideas: Ideas,
    ) -> Option<Self> {
        let layout = Layout::new(&work.terrain, work.pool)?;
        let mut tables = layout.cut(work.pool);
        let NextRun { number, mut random } = next.unwrap_or(NextRun {
            number: 0,
            random: seeded(seed),
        });
        let kind = Kind {
            advanced: usize::from(work.position.away) * 4 <= work.terrain.boxes * 3,
            small: work.terrain.size < SMALL,
            near: work.position.assignment.total() < NEAR,
        };
        let style = Style::of(0, kind, ideas, &mut random);
        tables.patterns.clear();
        rooms::find(&work.terrain, tables.corridors);
        for (state, nearest) in tables.nearest.iter_mut().enumerate() {
            let distances = work.terrain.distances(state as u16).iter();
            *nearest = distances.copied().min().unwrap_or(0);
        }
        Some(Self {
            layout,
            ideas,
            seed,
            random,
            phase: QuickPhase::Begin,
            style,
            packing: Packing::NONE,
            round: Round::default(),
            start: work.position.states,
            keeper: work.position.keeper,
            kind,
            run: number,
            run_nodes: 0,
            lost: false,
            exhausted: 0,
            learned: 0,
            nodes: 0,
            inner: 0,
            other_work: 0,
        })
    }

    /// Does a piece of work; of the small ones several, for up to `left` work units, because
    /// it takes as long to find the tables.
    pub(crate) fn advance(&mut self, work: &mut Workplace<'_>, left: u32) -> QuickEvent {
        let mut tables = self.layout.cut(work.pool);
        let (start, nodes) = (self.work_done(&work.position), self.nodes);
        loop {
            let least = self.work_done(&work.position).wrapping_add(self.least());
            let event = self.advance_piece(
                &work.terrain,
                &mut work.position,
                &mut work.corrals,
                &mut tables,
                work.path,
            );
            let missing = least.wrapping_sub(self.work_done(&work.position)) as i32;
            self.other_work = self.other_work.wrapping_add(missing.max(0) as u32);
            let is_small = matches!(
                self.phase,
                QuickPhase::Plan(_) | QuickPhase::Check(..) | QuickPhase::Expand(_)
            );
            let done = self.work_done(&work.position).wrapping_sub(start);
            // The caller may want no more nodes.
            if !is_small || done >= left || self.nodes != nodes {
                return event;
            }
        }
    }

    /// Work units that the next piece takes at least: it does more than the fills that are counted.
    fn least(&self) -> u32 {
        match &self.phase {
            QuickPhase::Plan(_) | QuickPhase::Trace(_) => 1,
            QuickPhase::Expand(_) => CHILD,
            QuickPhase::Check(pocket, _) => pocket.least(),
            QuickPhase::Begin | QuickPhase::Root | QuickPhase::Pick | QuickPhase::SetUp(_) => LARGE,
        }
    }

    /// The next run, if none has begun or one has just ended.
    pub(crate) fn next_run(&self) -> Option<NextRun> {
        matches!(self.phase, QuickPhase::Begin).then_some(NextRun {
            number: self.run,
            random: self.random,
        })
    }

    fn work_done(&self, position: &Position<'_>) -> u32 {
        position.work_done().wrapping_add(self.other_work)
    }

    fn advance_piece(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        corrals: &mut Corrals<'_>,
        tables: &mut Tables<'_>,
        path: &mut [u16],
    ) -> QuickEvent {
        match &mut self.phase {
            QuickPhase::Begin if self.exhausted >= ENOUGH => return QuickEvent::Exhausted,
            QuickPhase::Begin => self.begin(terrain, position, tables),
            QuickPhase::Plan(planner) => {
                if !planner.advance(terrain, position, tables) {
                    self.packing = planner.packing;
                    self.phase = QuickPhase::Root;
                }
            }
            QuickPhase::Root => self.root(terrain, position, corrals, tables),
            QuickPhase::Pick => self.pick(tables),
            QuickPhase::SetUp(index) => {
                let index = *index;
                self.set_up(terrain, position, corrals, tables, index);
            }
            QuickPhase::Check(..) => self.check(terrain, position, corrals, tables),
            QuickPhase::Expand(_) => self.expand(terrain, position, tables),
            QuickPhase::Trace(trace) => match trace.advance(terrain, position, tables, path) {
                Some(event) => return event,
                // Too long to be kept: another run may find a shorter one.
                None => self.phase = QuickPhase::Begin,
            },
        }
        QuickEvent::Going
    }

    #[inline(never)]
    fn begin(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        self.style = Style::of(self.run, self.kind, self.ideas, &mut self.random);
        self.run += 1;
        if self.style.nodes == 0 {
            return;
        }
        self.run_nodes = 0;
        self.lost = false;
        self.round = Round::default();
        tables.pool.clear();
        position.restore(terrain, &self.start, self.keeper);
        let planner = Planner::new(terrain, position, tables, &self.style, self.seed);
        self.phase = QuickPhase::Plan(planner);
    }

    #[inline(never)]
    fn root(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        corrals: &mut Corrals<'_>,
        tables: &mut Tables<'_>,
    ) {
        position.restore(terrain, &self.start, self.keeper);
        let normal = position.walk(terrain);
        let record = Record {
            signature: boxes_signature(terrain, position, self.style.salt)
                ^ keeper_signature(normal, self.style.salt),
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
            self.open(terrain, position, corrals, tables, index);
        }
    }

    /// Takes the next position: the best of the cell whose turn it is.
    #[inline(never)]
    fn pick(&mut self, tables: &mut Tables<'_>) {
        let full = self.run_nodes >= self.style.nodes
            || self.run_nodes as usize * 5 > tables.pool.len() * 2;
        let cell = match self.style.foremost && self.run_nodes % 2 == 1 {
            true => self.round.foremost(&tables.cells),
            false => self.round.turn(&tables.cells),
        };
        let (Some(cell), false) = (cell, full) else {
            self.exhausted = if full || self.lost {
                0
            } else {
                self.exhausted + 1
            };
            self.phase = QuickPhase::Begin;
            return;
        };
        let Some(index) = tables.pool.best(cell, self.style.weighs) else {
            // Never happens while the cell's count is right.
            tables.cells.open[usize::from(cell)] = 0;
            return;
        };
        tables.cells.open[usize::from(cell)] -= 1;
        tables.pool.close(index);
        self.phase = QuickPhase::SetUp(index);
    }

    /// Sets up the position that was taken, and looks for deadlocks in it or expands it.
    #[inline(never)]
    fn set_up(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        corrals: &mut Corrals<'_>,
        tables: &mut Tables<'_>,
        index: u16,
    ) {
        self.load(terrain, position, tables, index);
        position.walk(terrain);
        if self.ideas.has(Idea::Pockets) {
            let pocket = Pocket::new(position, self.style.effort, self.ideas);
            self.phase = QuickPhase::Check(pocket, index);
        } else {
            self.open(terrain, position, corrals, tables, index);
        }
    }

    /// Plays the moves that lead to a position.
    #[inline(never)]
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

    #[inline(never)]
    fn check(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        corrals: &mut Corrals<'_>,
        tables: &mut Tables<'_>,
    ) {
        let QuickPhase::Check(pocket, index) = &mut self.phase else {
            return;
        };
        let index = *index;
        let before = pocket.nodes;
        let verdict = pocket.advance(
            terrain,
            position,
            tables.pocket,
            &mut tables.patterns,
            &mut tables.notes,
        );
        self.inner += pocket.nodes - before;
        match verdict {
            Verdict::Going => {}
            Verdict::Dead => {
                if terrain.mode == Mode::Classic && self.ideas.has(Idea::Patterns) {
                    let (boxes, region) = pocket.pattern(terrain, position);
                    tables.patterns.add(terrain, self.learned, &boxes, &region);
                    self.learned += 1;
                }
                self.phase = QuickPhase::Pick;
            }
            Verdict::Alive => self.open(terrain, position, corrals, tables, index),
        }
    }

    /// Begins to expand the loaded position, whose region is known.
    #[inline(never)]
    fn open(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        corrals: &mut Corrals<'_>,
        tables: &mut Tables<'_>,
        index: u16,
    ) {
        self.nodes += 1;
        self.run_nodes += 1;
        tables.pool.close(index);
        self.other_work += look_cost(terrain);
        let mut routes = Field::NONE;
        let here = features::look(
            terrain,
            position,
            tables,
            &self.packing,
            self.ideas,
            &mut routes,
        );
        let key = self.style.sort.map_or(0, |sort| sort.key(&here));
        let cell = self.round.cell(&mut tables.cells, key);
        let fence = if self.style.corrals {
            corrals.fence(terrain, position).copied()
        } else {
            None
        };
        self.phase = QuickPhase::Expand(MacroExpansion {
            record: index,
            weight: tables.pool.get(index).weight,
            cell,
            boxes: boxes_signature(terrain, position, self.style.salt),
            salt: self.style.salt,
            keeper: position.keeper,
            region: position.region,
            fence,
            which: 0,
            tour: None,
            shares_routes: self.style.shares_routes,
            routes: Field::NONE,
            advice: Advice::new(here),
        });
    }

    /// Looks at one child.
    #[inline(never)]
    #[cfg_attr(hot, unsafe(link_section = ".text.quick"))]
    fn expand(
        &mut self,
        terrain: &Terrain<'_>,
        position: &mut Position<'_>,
        tables: &mut Tables<'_>,
    ) {
        let QuickPhase::Expand(expansion) = &mut self.phase else {
            return;
        };
        let Some(tour) = &mut expansion.tour else {
            if usize::from(expansion.which) >= terrain.boxes {
                if self.ideas.has(Idea::Advisors) {
                    self.lost |= !expansion.follow_advice(tables);
                }
                self.phase = QuickPhase::Pick;
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
        let square = position.square(which);
        // The box may come back to where it is.
        let cell = terrain.cell(square);
        position.open.insert(cell);
        let leg = tour.next(terrain, &tables.notes, &position.open);
        position.open.remove(cell);
        let Some(leg) = leg else {
            expansion.tour = None;
            expansion.which += 1;
            return;
        };
        let push = push_of(terrain, position, expansion.which, leg);
        position.apply(terrain, push);
        let solved = position.is_solved();
        let child = expansion.child(
            terrain,
            position,
            tables,
            (square, leg),
            self.ideas,
            self.learned,
        );
        if let Some(mut child) = child {
            if solved {
                if let Some(trace) = found(tables, &child) {
                    position.restore(terrain, &self.start, self.keeper);
                    position.walk(terrain);
                    self.phase = QuickPhase::Trace(trace);
                    return;
                }
            } else {
                self.other_work += look_cost(terrain);
                let routes = &mut expansion.routes;
                let features =
                    features::look(terrain, position, tables, &self.packing, self.ideas, routes);
                child.score = self.style.weights.score(&features, steps);
                expansion.advice.show(&features, &child);
                self.lost |= !expansion.keep(tables, &child, false);
            }
        }
        position.revert(terrain, push);
        debug_assert!(position.boxes_are_right(terrain));
        position.keeper = expansion.keeper;
        position.region = expansion.region;
    }
}

/// The way to a child that is solved, which goes into the pool to be found again with its parents.
/// Not inlined: what runs for every child has to fit into one way of the flash cache.
#[inline(never)]
fn found(tables: &mut Tables<'_>, child: &Record) -> Option<Trace> {
    let _ = tables.pool.insert(child, true);
    let index = tables.pool.find(child.signature)?;
    Some(Trace::new(tables, index))
}

#[cfg(test)]
mod tests;
