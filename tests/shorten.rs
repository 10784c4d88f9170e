//! Shortening never adds a push, nor a move where pushes are as many, whatever the level and
//! the slices, and finds what no other order of the same pushes has.

mod common;

use std::collections::{BTreeSet, HashMap};

use common::{fewest_pushes, level, levels};
use proptest::prelude::*;
use sokopico::puzzle::{Board, Cell, Direction, Level, Mode, Walk};
use sokopico::solve::{ARENA_WORDS, Search, Solution, Solver, Status, Strategy};

/// Pushes and moves: fewer pushes count for more.
type Cost = (usize, usize);

/// Replays a solution with the rules.
fn cost(level: &Level, start: &Board, solution: &Solution<'_>) -> Cost {
    let mut board = start.clone();
    let (mut pushes, mut moves) = (0, 0);
    for step in solution.steps() {
        assert_eq!(level.step(&mut board, step.direction), Some(step));
        pushes += usize::from(step.is_push());
        moves += 1;
    }
    assert!(level.is_solved(&board), "{}", level.picture(start));
    assert_eq!(pushes, solution.pushes());
    (pushes, moves)
}

/// Solves a position in slices and returns what each solution on the way costs, as far as it
/// differs from the one before; the last is the answer.
fn costs(level: &Level, start: &Board, strategy: Strategy, slice: u32) -> Vec<Cost> {
    let mut arena = vec![0xa5a5_5a5a; ARENA_WORDS];
    let mut solver = Solver::new(level, start, &mut arena)
        .with_strategy(strategy)
        .with_node_limits(1_000, 20_000);
    let mut costs = Vec::new();
    while let Status::Working(progress) = solver.step(slice) {
        if progress.search == Search::Shorten {
            costs.extend(solver.best().map(|best| cost(level, start, &best)));
        }
    }
    if let Status::Solved(solution) = solver.status() {
        costs.push(cost(level, start, &solution));
    }
    costs.dedup();
    costs
}

/// The fewest moves among the solutions with the fewest pushes, by trying everything;
/// `None` after more than `limit` positions, or if there is no solution.
fn cheapest(level: &Level, start: &Board, limit: usize) -> Option<Cost> {
    let key = |board: &Board| level.picture(board).to_string();
    let mut open = BTreeSet::from([((0, 0), key(start))]);
    let mut boards = HashMap::from([(key(start), ((0, 0), start.clone()))]);
    while let Some((cost, name)) = open.pop_first() {
        let board = boards[&name].1.clone();
        if level.is_solved(&board) {
            return Some(cost);
        }
        for direction in Direction::ALL {
            let mut next = board.clone();
            let Some(step) = level.step(&mut next, direction) else {
                continue;
            };
            let cost = (cost.0 + usize::from(step.is_push()), cost.1 + 1);
            let name = key(&next);
            if boards.get(&name).is_none_or(|(known, _)| cost < *known) {
                boards.insert(name.clone(), (cost, next));
                open.insert((cost, name));
            }
        }
        if boards.len() > limit {
            return None;
        }
    }
    None
}

/// Shortening a solution of the optimal searches leaves its pushes and adds no move; shortening
/// a quick one adds none either, at any moment.
fn only_gets_better(level: &Level, start: &Board) -> Result<(), TestCaseError> {
    let picture = level.picture(start);
    let found = costs(level, start, Strategy::AS_FOUND, u32::MAX);
    let (Some(&found), Some(fewest)) = (found.last(), fewest_pushes(level, start, 10_000)) else {
        return Ok(());
    };
    prop_assert_eq!(Some(found.0 as u32), fewest);
    for strategy in [Strategy::OPTIMAL, Strategy::QUICK, Strategy::IDA] {
        let whole = costs(level, start, strategy, u32::MAX);
        let sliced = costs(level, start, strategy, 1);
        prop_assert_eq!(sliced.last(), whole.last(), "{}", picture);
        prop_assert!(
            sliced.is_sorted_by(|a, b| a > b),
            "{:?}\n{}",
            sliced,
            picture
        );
        if let (Strategy::OPTIMAL, Some(&shortened)) = (strategy, whole.last()) {
            prop_assert_eq!(shortened.0, found.0, "{}", picture);
            prop_assert!(shortened <= found, "{}", picture);
            if let Some(least) = cheapest(level, start, 3_000) {
                prop_assert!(shortened >= least, "{}", picture);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn solutions_only_get_better_in_classic(level in levels(Mode::Classic)) {
        only_gets_better(&level, level.start())?;
    }

    #[test]
    fn solutions_only_get_better_in_pairs(level in levels(Mode::Pairs)) {
        only_gets_better(&level, level.start())?;
    }

    #[test]
    fn solutions_from_later_positions_only_get_better(
        level in prop_oneof![levels(Mode::Classic), levels(Mode::Pairs)],
        walk in proptest::collection::vec(0u8..4, 1..60),
    ) {
        let mut board = level.start().clone();
        for index in walk {
            level.step(&mut board, Direction::from_index(index));
        }
        only_gets_better(&level, &board)?;
    }
}

/// The fewest moves of the pushes in any order that the rules allow.
fn best_order(level: &Level, board: &Board, pushes: &[(Cell, Direction)]) -> Option<usize> {
    if pushes.is_empty() {
        return level.is_solved(board).then_some(0);
    }
    let orders = (0..pushes.len()).filter_map(|next| {
        let (cell, direction) = pushes[next];
        let stand = cell.step(direction.opposite());
        if !board.boxes().contains(cell) {
            return None;
        }
        let mut after = board.clone();
        let mut moves = 1;
        if board.keeper() != stand {
            for step in Walk::new(&level.open(board), board.keeper(), stand)? {
                level.step(&mut after, step);
                moves += 1;
            }
        }
        level.step(&mut after, direction)?;
        let rest = [&pushes[..next], &pushes[next + 1..]].concat();
        Some(moves + best_order(level, &after, &rest)?)
    });
    orders.min()
}

#[test]
fn windows_find_fewer_moves_than_any_order_of_the_pushes() {
    let level =
        level("#########\n#  #    #\n# $   $ #\n#  .#.  #\n# @ # # #\n#   .$  #\n#########");
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver =
        Solver::new(&level, level.start(), &mut arena).with_strategy(Strategy::AS_FOUND);
    let Status::Solved(found) = solver.step(u32::MAX) else {
        panic!("it is easy");
    };
    let pushes: Vec<_> = found.boxes().collect();
    let ordered = best_order(&level, level.start(), &pushes).unwrap();
    let shortened = costs(&level, level.start(), Strategy::OPTIMAL, u32::MAX);
    let &(count, moves) = shortened.last().unwrap();
    assert_eq!(count, pushes.len());
    assert!(
        moves < ordered,
        "{moves} moves, {ordered} in the best order"
    );
    assert_eq!(
        cheapest(&level, level.start(), 100_000),
        Some((count, moves))
    );
}

#[test]
fn a_solution_is_there_while_it_is_shortened() {
    let level = level("########\n#@ $  .#\n#      #\n# $    #\n#   .  #\n########");
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver =
        Solver::new(&level, level.start(), &mut arena).with_strategy(Strategy::OPTIMAL);
    let mut seen = 0;
    while let Status::Working(progress) = solver.step(1) {
        if progress.search == Search::Shorten {
            assert!(solver.best().is_some());
            seen += 1;
        }
    }
    assert!(seen > 0);
}
