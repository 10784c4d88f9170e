//! A solution, and how much of it is played.

use heapless::Vec;

use crate::game::progress::result_item::By;
use crate::puzzle::{Board, Cell, Direction, Kind, Letter, Level, Step, Walk};
use crate::solve::{MAX_PUSHES, Solution};

/// A push in two bytes: the box's square and the direction.
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

/// The pushes of a solution, and the position they have led to so far.
///
/// The plan follows walks, pushes that it contains, and the undo of such pushes. When the
/// player departs from it, it keeps its position, so that it is valid again if they undo.
#[derive(Debug)]
pub(in crate::game) struct Plan {
    pushes: Vec<Push, MAX_PUSHES>,
    /// Number of pushes played, which led to `board`.
    done: usize,
    board: Board,
    /// Moves left from `board`, if they are counted.
    moves: Option<u32>,
    /// What no solution has fewer of, from `board` on, if that is proven.
    proven: Option<By>,
}

impl Plan {
    /// No plan: it has no pushes and follows no position.
    pub(in crate::game) const fn none() -> Self {
        Self {
            pushes: Vec::new(),
            done: 0,
            board: Board::BLANK,
            moves: None,
            proven: None,
        }
    }

    /// Removes all pushes.
    pub(in crate::game) fn clear(&mut self) {
        self.pushes.clear();
        self.done = 0;
    }

    /// Copies a solution of a position, which the solver was to find by pushes or by moves.
    pub(in crate::game) fn set(&mut self, board: &Board, solution: &Solution<'_>, by: By) {
        self.clear();
        // Solutions have at most `MAX_PUSHES` pushes.
        self.pushes
            .extend(solution.boxes().take(MAX_PUSHES).map(Push::new));
        self.board.clone_from(board);
        self.moves = None;
        self.proven = solution.proven.then_some(by);
    }

    /// Takes over the keeper's square from a position that [`Plan::follow`] accepted. From
    /// another square the plan has another number of moves, which is not known to be the
    /// fewest.
    pub(in crate::game) fn start_from(&mut self, board: &Board) {
        if self.board.keeper() != board.keeper() {
            self.board.clone_from(board);
            self.forget_moves();
        }
    }

    /// The keeper does not come from where moves were counted.
    fn forget_moves(&mut self) {
        self.moves = None;
        self.proven.take_if(|by| *by == By::Moves);
    }

    /// Whether it is proven that no solution has fewer pushes, or fewer moves.
    pub(in crate::game) fn is_proven(&self, by: By) -> bool {
        self.proven == Some(by)
    }

    /// Number of pushes left.
    pub(in crate::game) fn left(&self) -> usize {
        self.pushes.len() - self.done
    }

    /// Number of pushes or moves left; `None` if it is not counted.
    pub(in crate::game) fn left_by(&self, by: By) -> Option<u32> {
        match by {
            By::Pushes => Some(self.left() as u32),
            By::Moves => self.moves,
        }
    }

    /// Plays up to `pushes` pushes, and returns their moves; `None` if no push is left.
    pub(super) fn play(&mut self, level: &Level, pushes: u32) -> Option<u32> {
        let played = (0..pushes).map_while(|_| self.advance(level));
        played.reduce(|sum, moves| sum + moves)
    }

    /// Goes back to where `done` pushes had led to this position, from which the plan takes
    /// this number of moves.
    pub(super) fn count(&mut self, done: usize, board: &Board, moves: u32) {
        self.done = done;
        self.board.clone_from(board);
        self.moves = Some(moves);
    }

    /// Number of pushes played.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// The next push: the box's square and the direction.
    pub(in crate::game) fn next(&self) -> Option<(Cell, Direction)> {
        self.pushes.get(self.done).map(|push| push.get())
    }

    /// Moves along to this position, and returns whether the plan contains it. The position
    /// may be one push before or after the plan's.
    pub(in crate::game) fn follow(&mut self, level: &Level, board: &Board) -> bool {
        if self.pushes.is_empty() {
            return false;
        }
        if self.is_at(level, board) {
            return true;
        }
        let (here, done) = (self.board.clone(), self.done);
        let (moves, proven) = (self.moves, self.proven);
        if self.advance(level).is_some() && self.is_at(level, board) {
            return true;
        }
        (self.board, self.done, self.moves) = (here.clone(), done, moves);
        if self.retreat(level) && self.is_at(level, board) {
            return true;
        }
        (self.board, self.done) = (here, done);
        (self.moves, self.proven) = (moves, proven);
        false
    }

    /// The next step, of a walk or a push, from a position that [`Plan::follow`] accepted.
    pub(in crate::game) fn step(&self, level: &Level, board: &Board) -> Option<Direction> {
        let (cell, direction) = self.next()?;
        let stand = cell.step(direction.opposite());
        let mut walk = Walk::new(&level.open(board), board.keeper(), stand)?;
        Some(walk.next().unwrap_or(direction))
    }

    /// Whether the position is the plan's: the same boxes, and the keeper in the same region.
    fn is_at(&self, level: &Level, board: &Board) -> bool {
        self.board.boxes() == board.boxes()
            && Letter::all().all(|letter| self.board.box_of(letter) == board.box_of(letter))
            && level.reach(board).contains(self.board.keeper())
    }

    /// Plays the next push, and returns the moves it takes.
    fn advance(&mut self, level: &Level) -> Option<u32> {
        let (cell, direction) = self.next()?;
        let stand = cell.step(direction.opposite());
        let walk = Walk::new(&level.open(&self.board), self.board.keeper(), stand)?;
        let moves = walk.len() as u32 + 1;
        for way in walk.chain([direction]) {
            level.step(&mut self.board, way)?;
        }
        self.done += 1;
        self.moves = self.moves.map(|left| left - moves);
        Some(moves)
    }

    fn retreat(&mut self, level: &Level) -> bool {
        let Some(last) = self.done.checked_sub(1) else {
            return false;
        };
        let (cell, direction) = self.pushes[last].get();
        // After a push the keeper stands where the box was; if it has walked on, it walks
        // back first. If no box is in front of it, the box dropped into its hole.
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
        self.forget_moves();
        true
    }
}

impl Clone for Plan {
    fn clone(&self) -> Self {
        let mut plan = Self::none();
        plan.clone_from(self);
        plan
    }

    /// Copies in place: a plan is 2 KB, too much for the stack of a small machine.
    fn clone_from(&mut self, from: &Self) {
        self.pushes.clear();
        self.pushes.extend(from.pushes.iter().copied());
        self.done = from.done;
        self.board.clone_from(&from.board);
        self.moves = from.moves;
        self.proven = from.proven;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;
    use crate::puzzle::{History, Record};
    use crate::solve::{ARENA_WORDS, Solver, Status};

    fn plan(text: &str) -> (Level, Plan) {
        let level = Reader::new(text.as_bytes()).next().unwrap().unwrap().level;
        let mut arena = vec![0; ARENA_WORDS];
        let mut solver = Solver::new(&level, level.start(), &mut arena);
        let Status::Solved(solution) = solver.step(u32::MAX) else {
            panic!("not solved");
        };
        let mut plan = Plan::none();
        plan.set(level.start(), &solution, By::Pushes);
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
    fn the_moves_left_are_known_along_a_plan_that_was_counted() {
        for text in LEVELS {
            let (level, mut plan) = plan(text);
            let mut history = History::<64>::new(&level);
            let mut moves = 0;
            while let Some(more) = plan.play(&level, 2) {
                moves += more;
            }
            plan.count(0, level.start(), moves);
            let left = |plan: &Plan| plan.left_by(By::Moves).unwrap();
            let mut after = vec![(0, moves)];
            while let Some(direction) = plan.step(&level, history.board()) {
                if history.step(&level, direction).unwrap().is_push() {
                    assert!(plan.follow(&level, history.board()));
                    after.push((history.tally().moves, left(&plan)));
                }
            }
            assert!(after.iter().all(|(played, left)| played + left == moves));
            assert_eq!(after.last(), Some(&(moves, 0)));
            // After an undo they are to be counted again.
            while let Ok(record) = history.undo(&level) {
                if matches!(record, Record::Step(step) if step.is_push()) {
                    assert!(plan.follow(&level, history.board()));
                    assert_eq!(plan.left_by(By::Moves), None);
                }
            }
            // So they are where the keeper has walked on.
            let (_, push) = plan.next().unwrap();
            plan.advance(&level).unwrap();
            let mut strayed = plan.board.clone();
            level.step(&mut strayed, push.opposite()).unwrap();
            plan.count(1, &plan.board.clone(), moves);
            plan.proven = Some(By::Moves);
            plan.start_from(&plan.board.clone());
            assert!(plan.is_proven(By::Moves));
            plan.start_from(&strayed);
            assert_eq!((plan.left_by(By::Moves), plan.proven), (None, None));
        }
    }

    #[test]
    fn a_plan_waits_for_a_player_who_leaves_it() {
        for text in LEVELS {
            let (level, mut plan) = plan(text);
            let mut history = History::<64>::new(&level);
            let (_, planned) = plan.next().unwrap();
            // Any other push of the first box: walk to another side of it.
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
