//! The solver finds the fewest moves, the fewest pushes, and the fewest moves among the
//! solutions with the fewest pushes, from any position, in slices of any size, in the memory it
//! is given.

mod common;

use std::collections::{BTreeMap, HashMap};

use common::{level, levels};
use proptest::prelude::*;
use sokopico::puzzle::{Board, Direction, Letter, Level, Mode};
use sokopico::solve::{ARENA_WORDS, Aim, GaveUp, Solver, Status, Strategy as Searches};

/// Moves and pushes of a solution.
type Tally = (u32, u32);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Solved {
        tally: Tally,
        steps: String,
        proven: bool,
        ties_proven: bool,
    },
    Unsolvable,
    GaveUp(GaveUp),
}

/// Runs a solver in slices and replays what it finds.
fn run(
    level: &Level,
    start: &Board,
    (aim, searches): (Aim, Searches),
    (words, nodes): (usize, u32),
    slice: u32,
) -> Answer {
    let mut arena = vec![0xa5a5_5a5a; words];
    let mut solver = Solver::new(level, start, &mut arena)
        .with_aim(aim)
        .with_strategy(searches)
        .with_node_limit(nodes);
    while let Status::Working(_) = solver.step(slice) {}
    match solver.status() {
        Status::Solved(solution) => {
            let (mut board, mut pushes, mut steps) = (start.clone(), 0, String::new());
            for step in solution.steps() {
                assert_eq!(level.step(&mut board, step.direction), Some(step));
                pushes += u32::from(step.is_push());
                steps.push(step.into());
            }
            assert!(level.is_solved(&board), "{steps}\n{}", level.picture(start));
            assert_eq!(pushes as usize, solution.pushes());
            Answer::Solved {
                tally: (steps.len() as u32, pushes),
                steps,
                proven: solution.proven,
                ties_proven: solution.ties_proven,
            }
        }
        Status::Unsolvable => Answer::Unsolvable,
        Status::GaveUp(reason) => Answer::GaveUp(reason),
        Status::Working(_) => unreachable!(),
    }
}

/// What an aim counts first, then what it counts second.
fn ordered(aim: Aim, (moves, pushes): Tally) -> (u32, u32) {
    match aim {
        Aim::MovesThenPushes => (moves, pushes),
        Aim::Pushes | Aim::PushesThenMoves => (pushes, moves),
    }
}

/// A position with the keeper's exact square.
fn key(level: &Level, board: &Board) -> Vec<u16> {
    let mut key: Vec<u16> = match level.mode() {
        Mode::Classic => board.boxes().iter().map(|cell| cell.index()).collect(),
        Mode::Pairs => Letter::all()
            .map(|letter| board.box_of(letter).map_or(u16::MAX, |cell| cell.index()))
            .collect(),
    };
    key.push(board.keeper().index());
    key
}

/// The best solution by stepping through every position in the order of what is counted;
/// `None` after more than `limit` positions.
fn exhaustive(level: &Level, start: &Board, aim: Aim, limit: usize) -> Option<Option<(u32, u32)>> {
    let mut best = HashMap::from([(key(level, start), (0, 0))]);
    let mut open = BTreeMap::from([((0, 0), vec![start.clone()])]);
    while let Some((cost, boards)) = open.pop_first() {
        for board in boards {
            if best[&key(level, &board)] < cost {
                continue;
            }
            if level.is_solved(&board) {
                return Some(Some(cost));
            }
            for direction in Direction::ALL {
                let mut next = board.clone();
                let Some(step) = level.step(&mut next, direction) else {
                    continue;
                };
                let more = ordered(aim, (1, u32::from(step.is_push())));
                let after = (cost.0 + more.0, cost.1 + more.1);
                let key = key(level, &next);
                if best.get(&key).is_none_or(|&known| after < known) {
                    best.insert(key, after);
                    open.entry(after).or_default().push(next);
                }
            }
        }
        if best.len() > limit {
            return None;
        }
    }
    Some(None)
}

/// Words of memory and a node limit. In little memory layers are dropped, and the way back has to
/// be searched for again.
const SMALL: (usize, u32) = (1_600, 60_000);
const ENOUGH: (usize, u32) = (ARENA_WORDS, 60_000);

fn agrees_with_exhaustive_search(level: &Level, start: &Board) -> Result<(), TestCaseError> {
    for aim in [Aim::MovesThenPushes, Aim::PushesThenMoves] {
        let Some(least) = exhaustive(level, start, aim, 60_000) else {
            return Ok(());
        };
        for (searches, (words, nodes)) in [
            (Searches::OPTIMAL, ENOUGH),
            (Searches::AUTO, ENOUGH),
            (Searches::OPTIMAL, (4_000, 60_000)),
            (Searches::OPTIMAL, (2_100, 60_000)),
            (Searches::OPTIMAL, (1_800, 60_000)),
            (Searches::OPTIMAL, SMALL),
            (Searches::OPTIMAL, (1_300, 60_000)),
            (Searches::OPTIMAL, (ARENA_WORDS, 20)),
            (Searches::AUTO, (ARENA_WORDS, 100)),
        ] {
            let memory = (words, nodes);
            let answer = run(level, start, (aim, searches), memory, u32::MAX);
            let picture = level.picture(start);
            match (&answer, least) {
                (
                    &Answer::Solved {
                        tally,
                        proven,
                        ties_proven,
                        ..
                    },
                    Some(least),
                ) => {
                    let found = ordered(aim, tally);
                    if memory == ENOUGH {
                        prop_assert!(proven && ties_proven, "{aim:?} {searches:?}\n{picture}");
                    }
                    if proven {
                        prop_assert_eq!(found.0, least.0, "{:?} {}\n{}", aim, words, picture);
                    }
                    if ties_proven {
                        prop_assert_eq!(found, least, "{:?} {}\n{}", aim, words, picture);
                    }
                    prop_assert!(found >= least);
                }
                (Answer::Unsolvable, None) => {}
                (Answer::GaveUp(_), _) if memory != ENOUGH => {}
                _ => prop_assert!(
                    false,
                    "{aim:?} in {words}: {answer:?}, {least:?}\n{picture}"
                ),
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn it_agrees_with_exhaustive_search_in_classic(level in levels(Mode::Classic)) {
        agrees_with_exhaustive_search(&level, level.start())?;
    }

    #[test]
    fn it_agrees_with_exhaustive_search_in_pairs(level in levels(Mode::Pairs)) {
        agrees_with_exhaustive_search(&level, level.start())?;
    }

    #[test]
    fn it_solves_from_any_position(
        level in prop_oneof![levels(Mode::Classic), levels(Mode::Pairs)],
        walk in proptest::collection::vec(0u8..4, 1..60),
    ) {
        let mut board = level.start().clone();
        for index in walk {
            level.step(&mut board, Direction::from_index(index));
        }
        agrees_with_exhaustive_search(&level, &board)?;
    }

    #[test]
    fn the_size_of_slices_does_not_change_the_answer(
        level in prop_oneof![levels(Mode::Classic), levels(Mode::Pairs)],
    ) {
        for aim in [Aim::MovesThenPushes, Aim::PushesThenMoves] {
            for memory in [ENOUGH, SMALL] {
                let asked = (aim, Searches::OPTIMAL);
                let whole = run(&level, level.start(), asked, memory, u32::MAX);
                for slice in [1, 7] {
                    prop_assert_eq!(&run(&level, level.start(), asked, memory, slice), &whole);
                }
            }
        }
    }
}

/// The keeper pushes twice more than it must, because that saves a long walk.
#[test]
fn fewer_moves_may_take_more_pushes() {
    let texts = [
        "########\n#   #  #\n# $  . #\n#@ $ . #\n#      #\n########",
        "#########\n#   #   #\n# $   $ #\n# .@#.  #\n#   #   #\n#########",
    ];
    for text in texts {
        let level = level(text);
        agrees_with_exhaustive_search(&level, level.start()).unwrap();
    }
}

#[test]
fn a_solved_position_needs_no_move() {
    let level = level("####\n#@*#\n####");
    for aim in [Aim::MovesThenPushes, Aim::PushesThenMoves] {
        let answer = run(&level, level.start(), (aim, Searches::AUTO), ENOUGH, 9);
        let (steps, tally) = (String::new(), (0, 0));
        let solved = Answer::Solved {
            tally,
            steps,
            proven: true,
            ties_proven: true,
        };
        assert_eq!(answer, solved);
    }
}
