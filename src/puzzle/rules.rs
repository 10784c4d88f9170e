//! The rules of both modes, shared by play, solver, generator and replay.

use super::board::Board;
use super::cell::{Cell, Direction};
use super::level::{Level, Mode};

/// What a step did besides moving the keeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The keeper walked.
    Walk,
    /// The keeper pushed a box.
    Push,
    /// The keeper pushed a box into its own hole, where it disappeared.
    Drop,
}

/// One move of the keeper, with everything needed to undo it exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The direction the keeper moved in.
    pub direction: Direction,
    /// Whether it was a walk, a push or a drop.
    pub kind: Kind,
}

impl Step {
    /// Whether a box moved.
    pub fn is_push(self) -> bool {
        self.kind != Kind::Walk
    }
}

impl Level {
    /// What a step would do; `None` if a wall or a second box is in the way.
    pub fn legal_step(&self, board: &Board, direction: Direction) -> Option<Step> {
        let next = board.keeper.step(direction);
        if !self.floor.contains(next) {
            return None;
        }
        if !board.boxes.contains(next) {
            return Some(Step {
                direction,
                kind: Kind::Walk,
            });
        }
        let beyond = next.step(direction);
        if !self.floor.contains(beyond) || board.boxes.contains(beyond) {
            return None;
        }
        let kind = if self.drops(board, next, beyond) {
            Kind::Drop
        } else {
            Kind::Push
        };
        Some(Step { direction, kind })
    }

    /// Moves the keeper and any box it pushes. An illegal step returns `None` and changes
    /// nothing.
    pub fn step(&self, board: &mut Board, direction: Direction) -> Option<Step> {
        let next = board.keeper.step(direction);
        // Most steps are walks, and restoring a game takes thousands.
        if self.floor.contains(next) && !board.boxes.contains(next) {
            board.keeper = next;
            let kind = Kind::Walk;
            return Some(Step { direction, kind });
        }
        let step = self.legal_step(board, direction)?;
        let beyond = next.step(direction);
        match step.kind {
            Kind::Walk => {}
            Kind::Push => self.move_box(board, next, Some(beyond)),
            Kind::Drop => self.move_box(board, next, None),
        }
        board.keeper = next;
        Some(step)
    }

    /// Undoes the step that led to this board.
    pub fn undo(&self, board: &mut Board, step: Step) {
        let here = board.keeper;
        let beyond = here.step(step.direction);
        match step.kind {
            Kind::Walk => {}
            Kind::Push => self.move_box(board, beyond, Some(here)),
            Kind::Drop => {
                board.boxes.insert(here);
                if let Some(letter) = self.hole_at(beyond) {
                    board.lettered.set(letter, Some(here));
                }
            }
        }
        board.keeper = here.step(step.direction.opposite());
    }

    /// Whether every box is on a goal, or in Pairs in its hole.
    pub fn is_solved(&self, board: &Board) -> bool {
        match self.mode {
            Mode::Classic => (board.boxes - self.goals).is_empty(),
            Mode::Pairs => board.boxes.is_empty(),
        }
    }

    /// Whether the box on `from` would drop into the hole on `to`.
    fn drops(&self, board: &Board, from: Cell, to: Cell) -> bool {
        self.mode == Mode::Pairs
            && self.goals.contains(to)
            && self
                .hole_at(to)
                .is_some_and(|letter| board.box_of(letter) == Some(from))
    }

    fn move_box(&self, board: &mut Board, from: Cell, to: Option<Cell>) {
        board.boxes.remove(from);
        if let Some(to) = to {
            board.boxes.insert(to);
        }
        if self.mode == Mode::Pairs
            && let Some(letter) = board.letter_at(from)
        {
            board.lettered.set(letter, to);
        }
    }
}
