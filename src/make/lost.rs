//! Which wrong pushes lose at once: what a player can see, and falls for.
//!
//! The tests are those of the game's stuck warning, dead squares and freeze, with the dead
//! squares kept, because a rating asks about hundreds of pushes of one level. In Pairs a side
//! that is dead to a box does not freeze it here.

use super::draft::MAX_BOXES;
use super::meter::Meter;
use crate::puzzle::{Board, Cell, CellSet, Direction, Letter, Level, Mode, live_squares};

/// Work units of finding the squares that are of use to a box.
const LIVE: u32 = 10;

/// The squares of a level that are of use to each box.
pub(super) struct Lost<'l> {
    level: &'l Level,
    /// For each letter from A on, in Classic one for all. Others count as never lost.
    live: heapless::Vec<CellSet, MAX_BOXES>,
}

impl<'l> Lost<'l> {
    pub(super) const fn new(level: &'l Level) -> Self {
        let live = heapless::Vec::new();
        Self { level, live }
    }

    /// Finds the squares: before that, nothing counts as lost.
    pub(super) async fn prepare(&mut self, meter: &mut Meter<'_>) {
        let (level, live) = (self.level, &mut self.live);
        let holes = Letter::all().map_while(|letter| level.hole(letter));
        // There is room for one, and for as many holes as count.
        match level.mode() {
            Mode::Classic => live.extend([live_squares(level, *level.goals())]),
            Mode::Pairs => {
                for hole in holes.take(MAX_BOXES) {
                    meter.spend(LIVE).await;
                    live.extend([live_squares(level, [hole].into_iter().collect())]);
                }
            }
        }
        meter.spend(LIVE).await;
    }

    /// Whether pushing a box from one square to the next loses at once.
    pub(super) fn by(&self, board: &Board, from: Cell, to: Cell) -> bool {
        let letter = board.letter_at(from);
        if letter.is_some_and(|letter| self.level.hole(letter) == Some(to)) {
            return false;
        }
        let live = self.live.get(letter.map_or(0, Letter::index));
        if live.is_some_and(|live| !live.contains(to)) {
            return true;
        }
        let mut boxes = *board.boxes();
        boxes.remove(from);
        boxes.insert(to);
        let frozen = self.frozen(boxes);
        match self.level.mode() {
            Mode::Classic => !(frozen - *self.level.goals()).is_empty(),
            Mode::Pairs => !frozen.is_empty(),
        }
    }

    /// The largest set of boxes none of which can be the first to move.
    fn frozen(&self, boxes: CellSet) -> CellSet {
        let mut frozen = boxes;
        let dead = match (self.level.mode(), self.live.first()) {
            (Mode::Classic, Some(live)) => !*live,
            _ => CellSet::EMPTY,
        };
        let across = dead.shifted(Direction::Left) & dead.shifted(Direction::Right);
        let along = dead.shifted(Direction::Up) & dead.shifted(Direction::Down);
        loop {
            let solid = !*self.level.floor() | frozen;
            let beside = solid.shifted(Direction::Left) | solid.shifted(Direction::Right);
            let above = solid.shifted(Direction::Up) | solid.shifted(Direction::Down);
            let still = frozen & (beside | across) & (above | along);
            if still == frozen {
                return frozen;
            }
            frozen = still;
        }
    }
}
