//! Pushes and pulls of a position, all by the rules: a push is [`Level::step`], a pull is
//! [`Level::undo`].

use crate::puzzle::{Board, Cell, Direction, Kind, Letter, Level, Mode, Step, Walk};

/// Which way time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As in play.
    Push,
    /// From the end to the start: the keeper walks backwards and takes a box along.
    Pull,
}

/// A push by one square; a pull is the push that it takes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SinglePush {
    /// The box's square before the push.
    pub(super) from: Cell,
    pub(super) direction: Direction,
}

impl SinglePush {
    /// Where the keeper stands to push.
    fn stand(self) -> Cell {
        self.from.step(self.direction.opposite())
    }

    /// Walks to the box the shortest way and pushes it, and passes each step to `on_step`.
    /// `None` if the rules do not allow it.
    pub(super) fn play(
        self,
        level: &Level,
        board: &mut Board,
        mut on_step: impl FnMut(Step),
    ) -> Option<()> {
        walk(level, board, self.stand(), &mut on_step)?;
        on_step(level.step(board, self.direction)?);
        Some(())
    }
}

/// Every position one push away, or one pull.
pub(super) fn successors(level: &Level, board: &Board, way: Way) -> Vec<(SinglePush, Board)> {
    match way {
        Way::Push => pushes(level, board),
        Way::Pull => pulls(level, board),
    }
}

fn pushes(level: &Level, board: &Board) -> Vec<(SinglePush, Board)> {
    let (open, reach) = (level.open(board), level.reach(board));
    let mut found = Vec::new();
    for from in board.boxes().iter() {
        for direction in Direction::ALL {
            let push = SinglePush { from, direction };
            if !reach.contains(push.stand()) || !open.contains(from.step(direction)) {
                continue;
            }
            let mut next = board.clone();
            if push.play(level, &mut next, |_| ()).is_some() {
                found.push((push, next));
            }
        }
    }
    found
}

fn pulls(level: &Level, board: &Board) -> Vec<(SinglePush, Board)> {
    let standing = board.boxes().iter().map(|cell| (cell, Kind::Push));
    let dropped = dropped(level, board).map(|hole| (hole, Kind::Drop));
    let (open, reach) = (level.open(board), level.reach(board));
    let mut found = Vec::new();
    for (to, kind) in standing.chain(dropped) {
        for direction in Direction::ALL {
            let from = to.step(direction.opposite());
            let push = SinglePush { from, direction };
            if !reach.contains(from) || !open.contains(push.stand()) {
                continue;
            }
            let mut before = board.clone();
            if walk(level, &mut before, from, |_| ()).is_none() {
                continue;
            }
            let step = Step { direction, kind };
            level.undo(&mut before, step);
            if !rests_on_its_hole(level, &before, from)
                && level.legal_step(&before, direction) == Some(step)
            {
                found.push((push, before));
            }
        }
    }
    found
}

/// In Pairs, the holes that have their box and on which no other box stands.
fn dropped(level: &Level, board: &Board) -> impl Iterator<Item = Cell> {
    Letter::all()
        .filter(|&letter| board.box_of(letter).is_none())
        .filter_map(|letter| level.hole(letter))
        .filter(|&hole| !board.boxes().contains(hole))
}

/// Whether a box stands where it would have dropped in, which no play leads to.
fn rests_on_its_hole(level: &Level, board: &Board, cell: Cell) -> bool {
    level.mode() == Mode::Pairs
        && level
            .hole_at(cell)
            .is_some_and(|letter| board.box_of(letter) == Some(cell))
}

fn walk(level: &Level, board: &mut Board, to: Cell, mut on_step: impl FnMut(Step)) -> Option<()> {
    for direction in Walk::new(&level.open(board), board.keeper(), to)? {
        on_step(level.step(board, direction)?);
    }
    Some(())
}

/// The steps that make these pushes, if they solve the position.
pub(super) fn replay(level: &Level, start: &Board, pushes: &[SinglePush]) -> Option<Vec<Step>> {
    let mut board = start.clone();
    let mut steps = Vec::new();
    for push in pushes {
        push.play(level, &mut board, |step| steps.push(step))?;
    }
    level.is_solved(&board).then_some(steps)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::key::Key;
    use super::super::tests::{LEVELS, level};
    use super::*;

    /// Positions that a level leads to, the nearest few hundred.
    fn positions(level: &Level) -> HashMap<Key, Board> {
        let mut found = HashMap::new();
        let mut layer = vec![level.start().clone()];
        while found.len() < 300 && !layer.is_empty() {
            layer = layer
                .into_iter()
                .filter(|board| {
                    found
                        .insert(Key::new(level, board), board.clone())
                        .is_none()
                })
                .flat_map(|board| pushes(level, &board))
                .map(|(_, next)| next)
                .collect();
        }
        found
    }

    fn leads(level: &Level, from: &Board, way: Way, push: SinglePush, to: &Board) -> bool {
        successors(level, from, way)
            .iter()
            .any(|(other, board)| *other == push && Key::new(level, board) == Key::new(level, to))
    }

    #[test]
    fn pulls_are_exactly_the_pushes_taken_back() {
        for text in LEVELS {
            let level = level(text);
            for board in positions(&level).values() {
                for (push, next) in pushes(&level, board) {
                    assert!(leads(&level, &next, Way::Pull, push, board), "{text}");
                }
                for (push, before) in pulls(&level, board) {
                    assert!(leads(&level, &before, Way::Push, push, board), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_box_is_pulled_out_of_its_hole_but_never_onto_it() {
        let beside = level("#######\n# @aA #\n#######");
        assert!(pulls(&beside, beside.start()).is_empty());

        let level = level("#######\n# @Aa #\n#######");
        let mut board = level.start().clone();
        level.step(&mut board, Direction::Right).unwrap();
        // On the other side the keeper has no room to step back.
        let found = pulls(&level, &board);
        assert_eq!(found.len(), 1);
        assert_eq!(&found[0].1, level.start());
    }
}
