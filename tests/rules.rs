//! Properties of the rules, the history and the deadlock tests, in both modes.

mod common;

use common::{can_be_solved, crowd, full, level, shelves, small_levels};
use proptest::prelude::*;
use sokopico::puzzle::{Direction, History, Kind, Letter, Level, Mode, stuck_boxes};

/// Undoing and redoing any walk step by step passes through the same positions.
fn undo_and_redo_are_exact(level: &Level, walk: &[u8]) -> Result<(), TestCaseError> {
    let mut history = History::<64>::new(level);
    let mut boards = vec![(history.board().clone(), history.tally())];
    for &index in walk {
        if index == 255 {
            history.restart(level);
        } else {
            history.step(level, Direction::from_index(index));
        }
        if history.undoable() == boards.len() {
            boards.push((history.board().clone(), history.tally()));
        }
    }
    for (board, tally) in boards.iter().rev().skip(1) {
        prop_assert!(history.undo(level).is_ok());
        prop_assert_eq!(history.board(), board);
        prop_assert_eq!(history.tally(), *tally);
    }
    prop_assert_eq!(history.board(), level.start());
    for (board, tally) in boards.iter().skip(1) {
        prop_assert!(history.redo(level).is_some());
        prop_assert_eq!(history.board(), board);
        prop_assert_eq!(history.tally(), *tally);
    }
    prop_assert!(history.redo(level).is_none());
    Ok(())
}

/// A full history can undo to every position that it still remembers.
fn forgetting_is_exact(level: &Level, walk: &[u8]) -> Result<(), TestCaseError> {
    let mut small = History::<4>::new(level);
    let mut large = History::<256>::new(level);
    for &index in walk {
        let direction = Direction::from_index(index);
        if index > 250 {
            small.restart(level);
            large.restart(level);
        } else {
            prop_assert_eq!(small.step(level, direction), large.step(level, direction));
        }
        prop_assert_eq!(small.board(), large.board());
    }
    while small.undo(level).is_ok() {
        prop_assert!(large.undo(level).is_ok());
        prop_assert_eq!(small.board(), large.board());
        prop_assert_eq!(small.tally(), large.tally());
    }
    prop_assert_eq!(
        usize::try_from(small.forgotten()).unwrap(),
        large.undoable()
    );
    Ok(())
}

/// A position with a stuck box cannot be won.
fn stuck_means_lost(level: &Level, walk: &[u8]) -> Result<(), TestCaseError> {
    let mut board = level.start().clone();
    for &index in walk {
        level.step(&mut board, Direction::from_index(index));
        let stuck = stuck_boxes(level, &board);
        prop_assert!((stuck - *board.boxes()).is_empty());
        if !stuck.is_empty() {
            prop_assert_ne!(
                can_be_solved(level, &board, 50_000),
                Some(true),
                "{}",
                level.picture(&board)
            );
            return Ok(());
        }
    }
    Ok(())
}

fn walks() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..120)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn undo_and_redo_are_exact_in_classic(level in small_levels(Mode::Classic), walk in walks()) {
        undo_and_redo_are_exact(&level, &walk)?;
    }

    #[test]
    fn undo_and_redo_are_exact_in_pairs(level in small_levels(Mode::Pairs), walk in walks()) {
        undo_and_redo_are_exact(&level, &walk)?;
    }

    #[test]
    fn forgetting_is_exact_in_classic(level in small_levels(Mode::Classic), walk in walks()) {
        forgetting_is_exact(&level, &walk)?;
    }

    #[test]
    fn forgetting_is_exact_in_pairs(level in small_levels(Mode::Pairs), walk in walks()) {
        forgetting_is_exact(&level, &walk)?;
    }

    #[test]
    fn hundreds_of_boxes_are_played_undone_and_redone(walk in walks()) {
        for text in [shelves(41), crowd(), full()] {
            let level = level(&text);
            undo_and_redo_are_exact(&level, &walk)?;
            forgetting_is_exact(&level, &walk)?;
        }
    }

    #[test]
    fn stuck_means_lost_in_classic(level in small_levels(Mode::Classic), walk in walks()) {
        stuck_means_lost(&level, &walk)?;
    }

    #[test]
    fn stuck_means_lost_in_pairs(level in small_levels(Mode::Pairs), walk in walks()) {
        stuck_means_lost(&level, &walk)?;
    }
}

#[test]
fn enough_random_levels_are_solvable_and_enough_are_lost() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for mode in [Mode::Classic, Mode::Pairs] {
        let (mut solvable, mut lost, mut seen_lost) = (0, 0, 0);
        for _ in 0..300 {
            let level = small_levels(mode).new_tree(&mut runner).unwrap().current();
            match can_be_solved(&level, level.start(), 50_000) {
                Some(true) => solvable += 1,
                Some(false) => {
                    lost += 1;
                    seen_lost += usize::from(!stuck_boxes(&level, level.start()).is_empty());
                }
                None => {}
            }
        }
        assert!(solvable > 20, "{mode:?}: only {solvable} can be solved");
        assert!(
            lost > 20 && seen_lost * 2 > lost,
            "{mode:?}: only {seen_lost} of {lost} lost levels are recognised"
        );
    }
}

#[test]
fn a_box_drops_only_into_its_own_hole() {
    let level = level("########\n#@Ab a #\n#  B   #\n########");
    let mut board = level.start().clone();
    let kinds: Vec<_> = (0..3)
        .map(|_| level.step(&mut board, Direction::Right).unwrap().kind)
        .collect();
    assert_eq!(kinds, [Kind::Push, Kind::Push, Kind::Drop]);
    assert_eq!(board.boxes().len(), 1);
    assert!(!level.is_solved(&board));
}

#[test]
fn a_filled_hole_is_floor_for_boxes_and_keeper() {
    use Direction::*;
    let level = level("######\n#  @ #\n#  B #\n# Aa #\n#  b #\n#    #\n######");
    let mut history = History::<16>::new(&level);
    // A drops in from the left; then the keeper pushes B down over the filled hole.
    let walk = [Left, Left, Down, Down, Right, Up, Up, Right, Down, Down];
    let pushes: Vec<_> = walk
        .into_iter()
        .map(|direction| history.step(&level, direction).unwrap().kind)
        .filter(|&kind| kind != Kind::Walk)
        .collect();
    assert_eq!(pushes, [Kind::Drop, Kind::Push, Kind::Drop]);
    let filled = level.hole_at(history.board().keeper());
    assert_eq!(filled, Letter::from_symbol(b'a'));
    assert!(level.is_solved(history.board()));
    while history.undo(&level).is_ok() {}
    assert_eq!(history.board(), level.start());
}

#[test]
fn a_push_against_a_box_or_a_wall_is_illegal() {
    let level = level("#######\n#.@$$.#\n#######");
    let mut board = level.start().clone();
    assert_eq!(level.step(&mut board, Direction::Right), None);
    assert_eq!(level.step(&mut board, Direction::Up), None);
    assert_eq!(&board, level.start());
}
