//! A solution that the game keeps, and where in it the player is.

use heapless::Vec;

use crate::puzzle::{Board, Cell, Direction, Kind, Letter, Level, Step, Walk};
use crate::solve::{MAX_PUSHES, Solution};

/// A push in two bytes: the box's square, and the way it goes.
#[derive(Clone, Copy, Debug)]
struct Push(u16);

impl Push {
    fn new((cell, direction): (Cell, Direction)) -> Self {
        Self(cell.index() << 2 | u16::from(direction.index()))
    }

    fn get(self) -> (Cell, Direction) {
        let direction = Direction::from_index(self.0 as u8);
        (Cell::from_index(self.0 >> 2), direction)
    }
}

/// The pushes of a solution and the position that it has come to.
///
/// The player may walk about, push as the plan says, and take such pushes back: the plan
/// goes along. It stays where it is when the player leaves it, and still fits when they
/// come back.
#[derive(Debug)]
pub(in crate::game) struct Plan {
    pushes: Vec<Push, MAX_PUSHES>,
    /// Pushes that lead to `board`.
    done: usize,
    board: Board,
    proven: bool,
}

impl Plan {
    /// No plan: it leads on from nowhere.
    pub(in crate::game) const fn none() -> Self {
        Self {
            pushes: Vec::new(),
            done: 0,
            board: Board::BLANK,
            proven: false,
        }
    }

    /// Forgets what was planned.
    pub(in crate::game) fn clear(&mut self) {
        self.pushes.clear();
        self.done = 0;
    }

    /// Takes over a solution of a position.
    pub(in crate::game) fn set(&mut self, board: &Board, solution: &Solution<'_>) {
        self.clear();
        // Solutions are no longer than what fits.
        self.pushes
            .extend(solution.boxes().take(MAX_PUSHES).map(Push::new));
        self.board = board.clone();
        self.proven = solution.proven;
    }

    /// Whether no solution has fewer pushes.
    pub(in crate::game) fn proven(&self) -> bool {
        self.proven
    }

    /// Pushes that are left.
    pub(in crate::game) fn left(&self) -> usize {
        self.pushes.len() - self.done
    }

    /// The next push: the box's square and the way it goes.
    pub(in crate::game) fn next(&self) -> Option<(Cell, Direction)> {
        self.pushes.get(self.done).map(|push| push.get())
    }

    /// Whether the plan leads on from this position, which is at most one push away from
    /// the last one that it was asked about or left at.
    pub(in crate::game) fn follow(&mut self, level: &Level, board: &Board) -> bool {
        if self.pushes.is_empty() {
            return false;
        }
        if self.is_at(level, board) {
            return true;
        }
        let (here, done) = (self.board.clone(), self.done);
        if self.advance(level) && self.is_at(level, board) {
            return true;
        }
        (self.board, self.done) = (here.clone(), done);
        if self.retreat(level) && self.is_at(level, board) {
            return true;
        }
        (self.board, self.done) = (here, done);
        false
    }

    /// The next step from a position that the plan leads on from: of a walk, or a push.
    pub(in crate::game) fn step(&self, level: &Level, board: &Board) -> Option<Direction> {
        let (cell, direction) = self.next()?;
        let stand = cell.step(direction.opposite());
        let mut walk = Walk::new(&level.open(board), board.keeper(), stand)?;
        Some(walk.next().unwrap_or(direction))
    }

    /// The same boxes on the same squares, and the keeper in the same region.
    fn is_at(&self, level: &Level, board: &Board) -> bool {
        self.board.boxes() == board.boxes()
            && Letter::all().all(|letter| self.board.box_of(letter) == board.box_of(letter))
            && level.reach(board).contains(self.board.keeper())
    }

    fn advance(&mut self, level: &Level) -> bool {
        let Some((cell, direction)) = self.next() else {
            return false;
        };
        let stand = cell.step(direction.opposite());
        let Some(walk) = Walk::new(&level.open(&self.board), self.board.keeper(), stand) else {
            return false;
        };
        for way in walk.chain([direction]) {
            if level.step(&mut self.board, way).is_none() {
                return false;
            }
        }
        self.done += 1;
        true
    }

    fn retreat(&mut self, level: &Level) -> bool {
        let Some(last) = self.done.checked_sub(1) else {
            return false;
        };
        let (cell, direction) = self.pushes[last].get();
        // After a push the keeper stands where the box was, and a box that is not before
        // it dropped in. Where the keeper has walked on, it walks back first.
        let Some(walk) = Walk::new(&level.open(&self.board), self.board.keeper(), cell) else {
            return false;
        };
        for way in walk {
            level.step(&mut self.board, way);
        }
        let kind = if self.board.boxes().contains(cell.step(direction)) {
            Kind::Push
        } else {
            Kind::Drop
        };
        level.undo(&mut self.board, Step { direction, kind });
        self.done = last;
        true
    }
}

impl Clone for Plan {
    fn clone(&self) -> Self {
        let mut plan = Self::none();
        plan.clone_from(self);
        plan
    }

    /// In place: a plan is 2 KB, which the stack of a small machine can do without.
    fn clone_from(&mut self, from: &Self) {
        self.pushes.clear();
        self.pushes.extend(from.pushes.iter().copied());
        self.done = from.done;
        self.board.clone_from(&from.board);
        self.proven = from.proven;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::History;
    use crate::puzzle::text::Reader;
    use crate::solve::{ARENA_WORDS, Solver, Status};

    fn plan(text: &str) -> (Level, Plan) {
        let level = Reader::new(text.as_bytes()).next().unwrap().unwrap().level;
        let mut arena = vec![0; ARENA_WORDS];
        let mut solver = Solver::new(&level, level.start(), &mut arena);
        let Status::Solved(solution) = solver.step(u32::MAX) else {
            panic!("not solved");
        };
        let mut plan = Plan::none();
        plan.set(level.start(), &solution);
        (level, plan)
    }

    const LEVELS: [&str; 2] = [
        "########\n#      #\n# $ .$ #\n#  @  .#\n#      #\n########",
        "########\n#      #\n# A bB #\n#  @  a#\n#      #\n########",
    ];

    #[test]
    fn a_plan_is_followed_to_the_end_and_back() {
        for text in LEVELS {
            let (level, mut plan) = plan(text);
            let all = plan.left();
            let mut history = History::<64>::new(&level);
            while let Some(direction) = plan.step(&level, history.board()) {
                history.step(&level, direction).unwrap();
                assert!(plan.follow(&level, history.board()));
            }
            assert!(level.is_solved(history.board()));
            assert_eq!(plan.left(), 0);
            while history.undo(&level).is_ok() {
                assert!(plan.follow(&level, history.board()));
            }
            assert_eq!(plan.left(), all);
        }
    }

    #[test]
    fn a_plan_waits_for_a_player_who_leaves_it() {
        for text in LEVELS {
            let (level, mut plan) = plan(text);
            let mut history = History::<64>::new(&level);
            let (_, planned) = plan.next().unwrap();
            // Any push but the planned one: round the first box to another side of it.
            let from = history.board().clone();
            let cell = plan.next().unwrap().0;
            let other = Direction::ALL
                .into_iter()
                .filter(|&way| way != planned)
                .find_map(|way| {
                    let stand = cell.step(way.opposite());
                    let walk = Walk::new(&level.open(&from), from.keeper(), stand)?;
                    let mut board = from.clone();
                    for step in walk.clone().chain([way]) {
                        level.step(&mut board, step)?;
                    }
                    Some((walk, way))
                });
            let (walk, way) = other.unwrap();
            for step in walk {
                history.step(&level, step).unwrap();
                assert!(plan.follow(&level, history.board()));
            }
            history.step(&level, way).unwrap();
            assert!(!plan.follow(&level, history.board()));
            history.undo(&level).unwrap();
            assert!(plan.follow(&level, history.board()));
        }
    }
}
