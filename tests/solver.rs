//! The solver finds the fewest pushes or proves that there is no solution, in slices of any
//! size, from any position, in the memory it is given.

mod common;

use common::{crowd, fewest_pushes, full, level, levels, shelves, too_large};
use proptest::prelude::*;
use sokopico::puzzle::text::Reader;
use sokopico::puzzle::{Board, Direction, Level, MAX_SIDE, Mode};
use sokopico::solve::{
    ARENA_WORDS, GaveUp, OptimalIdea, OptimalIdeas, Solver, Stats, Status, Strategy, check_size,
};

const STRATEGIES: [Strategy; 3] = [Strategy::OPTIMAL, Strategy::BREADTH_FIRST, Strategy::IDA];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Solved {
        pushes: u32,
        steps: String,
        proven: bool,
    },
    Unsolvable,
    GaveUp(GaveUp),
}

/// Runs a solver in slices and replays what it finds.
fn run(
    level: &Level,
    start: &Board,
    words: usize,
    strategy: Strategy,
    nodes: u32,
    slice: u32,
) -> (Answer, Stats) {
    // The previous contents of the memory must not matter.
    let mut arena = vec![0xa5a5_5a5a; words];
    let mut solver = Solver::new(level, start, &mut arena)
        .with_strategy(strategy)
        .with_node_limit(nodes);
    while let Status::Working(_) = solver.step(slice) {}
    let answer = match solver.status() {
        Status::Solved(solution) => {
            let mut board = start.clone();
            let mut pushes = 0;
            let mut steps = String::new();
            for step in solution.steps() {
                assert_eq!(level.step(&mut board, step.direction), Some(step));
                pushes += u32::from(step.is_push());
                steps.push(step.into());
            }
            assert!(
                level.is_solved(&board),
                "{steps} does not solve\n{}",
                level.picture(start)
            );
            assert_eq!(pushes as usize, solution.pushes());
            Answer::Solved {
                pushes,
                steps,
                proven: solution.proven,
            }
        }
        Status::Unsolvable => Answer::Unsolvable,
        Status::GaveUp(reason) => Answer::GaveUp(reason),
        Status::Working(_) => unreachable!(),
    };
    (answer, solver.stats())
}

fn solve(level: &Level) -> Answer {
    run(
        level,
        level.start(),
        ARENA_WORDS,
        Strategy::OPTIMAL,
        u32::MAX,
        u32::MAX,
    )
    .0
}

/// Every strategy agrees with an exhaustive search, even with so little memory that the searches
/// have to take turns.
fn agrees_with_exhaustive_search(level: &Level, start: &Board) -> Result<(), TestCaseError> {
    let Some(fewest) = fewest_pushes(level, start, 30_000) else {
        return Ok(());
    };
    for strategy in STRATEGIES {
        for words in [ARENA_WORDS, 2_000] {
            // On most levels without a solution, IDA* alone raises its bound forever.
            let patience = match (strategy, fewest) {
                (Strategy::IDA, None) => 200,
                (Strategy::IDA, Some(_)) if words < ARENA_WORDS => 2_000,
                _ => 30_000,
            };
            let (answer, _) = run(level, start, words, strategy, patience, u32::MAX);
            match (answer, fewest) {
                (Answer::Solved { pushes, proven, .. }, Some(fewest)) => {
                    prop_assert_eq!(
                        pushes,
                        fewest,
                        "{:?} in {} words\n{}",
                        strategy,
                        words,
                        level.picture(start)
                    );
                    prop_assert!(proven);
                }
                (Answer::Unsolvable, None) => {}
                (Answer::GaveUp(GaveUp::NodeLimit), None)
                    if strategy == Strategy::IDA || words < ARENA_WORDS => {}
                // With a tiny table, it may visit the same positions forever.
                (Answer::GaveUp(GaveUp::NodeLimit), Some(_))
                    if strategy == Strategy::IDA && words < ARENA_WORDS => {}
                (answer, fewest) => {
                    prop_assert!(
                        false,
                        "{:?} in {} words: {:?}, not {:?}\n{}",
                        strategy,
                        words,
                        answer,
                        fewest,
                        level.picture(start)
                    );
                }
            }
        }
    }
    Ok(())
}

fn slices_do_not_matter(level: &Level) -> Result<(), TestCaseError> {
    for strategy in STRATEGIES {
        let whole = run(level, level.start(), 2_000, strategy, 2_000, u32::MAX);
        prop_assert_eq!(
            &run(level, level.start(), 2_000, strategy, 2_000, 1),
            &whole
        );
        prop_assert_eq!(
            &run(level, level.start(), 2_000, strategy, 2_000, 7),
            &whole
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

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
        slices_do_not_matter(&level)?;
    }
}

/// Levels that are not easy, of both modes: tables of dead groups save nodes and change no answer,
/// in whatever slices and in more and less memory.
#[test]
fn tables_of_dead_groups_save_nodes_and_change_no_answer() {
    let mut saved = 0;
    for entry in Reader::new(include_bytes!("../src/solve/bench.xsb")) {
        let level = entry.unwrap().level;
        let answer = |strategy, words, slice| {
            let (answer, stats) = run(&level, level.start(), words, strategy, 20_000, slice);
            (answer, stats.nodes)
        };
        let pushes = |answer: &Answer| match *answer {
            Answer::Solved { pushes, proven, .. } => Some((pushes, proven)),
            _ => None,
        };
        let (plain, without) = answer(Strategy::LASTING, ARENA_WORDS, u32::MAX);
        for words in [ARENA_WORDS, ARENA_WORDS / 2, ARENA_WORDS / 4] {
            let whole = answer(Strategy::OPTIMAL, words, u32::MAX);
            for slice in [1, 7] {
                assert_eq!(answer(Strategy::OPTIMAL, words, slice), whole);
            }
            let (found, with) = whole;
            if words == ARENA_WORDS {
                saved += u32::from(with < without);
            } else if found == Answer::GaveUp(GaveUp::NodeLimit) {
                continue;
            }
            assert_eq!(pushes(&found), pushes(&plain));
        }
    }
    assert!(saved >= 4, "{saved} levels");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Ideas save work; none of them decides what the answer is.
    #[test]
    fn without_any_one_idea_the_answers_are_the_same(
        level in prop_oneof![levels(Mode::Classic), levels(Mode::Pairs)],
    ) {
        let Some(fewest) = fewest_pushes(&level, level.start(), 5_000) else {
            return Ok(());
        };
        for (strategy, idea) in [
            (Strategy::OPTIMAL, OptimalIdea::Matching),
            (Strategy::OPTIMAL, OptimalIdea::Sides),
            (Strategy::OPTIMAL, OptimalIdea::Freeze),
            (Strategy::OPTIMAL, OptimalIdea::Groups),
            (Strategy::OPTIMAL, OptimalIdea::Corrals),
            (Strategy::OPTIMAL, OptimalIdea::Tunnels),
            (Strategy::OPTIMAL, OptimalIdea::Order),
            (Strategy::IDA, OptimalIdea::Table),
        ] {
            let mut arena = vec![0xa5a5_5a5a; ARENA_WORDS];
            let mut solver = Solver::new(&level, level.start(), &mut arena)
                .with_strategy(strategy)
                .with_optimal_ideas(OptimalIdeas::ALL.without(idea))
                .with_node_limit(20_000);
            let found = loop {
                match solver.step(u32::MAX) {
                    Status::Working(_) => {}
                    Status::Solved(solution) => break Some(Some(solution.pushes() as u32)),
                    Status::Unsolvable => break Some(None),
                    Status::GaveUp(_) => break None,
                }
            };
            // IDA* alone raises its bound for ever, and without its table takes long.
            if strategy == Strategy::IDA && found.is_none() {
                continue;
            }
            prop_assert_eq!(found, Some(fewest), "{:?}\n{}", idea, level.picture(level.start()));
        }
    }
}

#[test]
fn positions_that_differ_only_in_letters_are_distinct_in_pairs() {
    // A key that ignores which box is which would make this unsolvable.
    let level = level("#######\n#a  b #\n# BA  #\n#   #@#\n#######");
    assert!(
        matches!(
            solve(&level),
            Answer::Solved {
                pushes: 6,
                proven: true,
                ..
            }
        ),
        "{:?}",
        solve(&level)
    );
}

#[test]
fn unsolvable_positions_are_proven_unsolvable() {
    for (what, text) in [
        ("a box in a corner", "######\n#$  .#\n#  @ #\n######"),
        (
            "a block of four",
            "########\n#      #\n# $$ ..#\n# $$ ..#\n#   @  #\n########",
        ),
        (
            "a box along a wall without goals",
            "#######\n#  $  #\n# @ . #\n#     #\n#######",
        ),
        (
            "a closed corral",
            "########\n#   #. #\n# @ $$ #\n#   #. #\n########",
        ),
        (
            "a pair whose hole cannot be reached",
            "#########\n#@  A #a#\n#     ###\n#######",
        ),
        (
            "a pair that would have to pass itself",
            "##########\n#@ A B ab#\n##########",
        ),
    ] {
        for strategy in [Strategy::OPTIMAL, Strategy::BREADTH_FIRST] {
            let level = level(text);
            let (answer, _) = run(
                &level,
                level.start(),
                ARENA_WORDS,
                strategy,
                100_000,
                u32::MAX,
            );
            assert_eq!(answer, Answer::Unsolvable, "{what}");
        }
    }
}

/// The closed-off part touches each edge of the grid in turn.
#[test]
fn a_level_that_fills_the_whole_grid_is_solved() {
    let room = ["#######", "#@    #", "#  $  #", "#  .  #", "#     #"];
    let shaft = |row| match row {
        8 => "###$###",
        30 => "###.###",
        31 => "#######",
        _ => "### ###",
    };
    let mut rows: Vec<&str> = room.into();
    rows.extend((room.len()..MAX_SIDE).map(shaft));
    let upright = rows.join("\n");
    rows.reverse();
    let upside_down = rows.join("\n");
    for text in [&upright, &upside_down] {
        for text in [text.clone(), transposed(text)] {
            let level = level(&text);
            for strategy in [STRATEGIES.as_slice(), &[Strategy::QUICK]].concat() {
                let (answer, _) = run(&level, level.start(), ARENA_WORDS, strategy, 10_000, 32);
                let solved = matches!(answer, Answer::Solved { pushes: 23, .. });
                assert!(solved, "{strategy:?}: {answer:?}\n{text}");
            }
        }
    }
}

fn transposed(text: &str) -> String {
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let column = |index: usize| rows.iter().map(|row| char::from(row[index])).collect();
    let columns: Vec<String> = (0..rows[0].len()).map(column).collect();
    columns.join("\n")
}

#[test]
fn a_solved_position_needs_no_push() {
    let level = level("#####\n#@*.#\n# $ #\n#   #\n#####");
    let mut board = level.start().clone();
    for direction in [
        Direction::Down,
        Direction::Down,
        Direction::Right,
        Direction::Right,
    ] {
        level.step(&mut board, direction).unwrap();
    }
    let solved = common::level("####\n#@*#\n####");
    assert!(matches!(
        solve(&solved),
        Answer::Solved {
            pushes: 0,
            proven: true,
            ..
        }
    ));
}

#[test]
fn it_takes_forty_boxes_and_says_how_many_are_too_many() {
    let Answer::Solved { pushes, steps, .. } = solve(&level(&shelves(40))) else {
        panic!("40 boxes are not solved");
    };
    assert_eq!((pushes, &steps[..]), (2, "rRR"));
    for (text, squares, boxes) in [
        (shelves(41), 60, 41),
        (crowd(), 900, 842),
        (full(), 900, 897),
    ] {
        let level = level(&text);
        let reason = GaveUp::TooLarge { squares, boxes };
        assert_eq!(check_size(&level), Err(reason));
        for strategy in STRATEGIES
            .into_iter()
            .chain([Strategy::AUTO, Strategy::QUICK])
        {
            let (answer, _) = run(&level, level.start(), ARENA_WORDS, strategy, 1_000, 10);
            assert_eq!(answer, Answer::GaveUp(reason));
        }
    }
}

#[test]
fn boxes_out_of_reach_do_not_count_for_the_solver() {
    // 60 boxes in a room of their own, on goals there or, which is hopeless, away from them.
    let sealed = "#**********#\n".repeat(6);
    let room = "############\n#@$.       #\n############\n";
    let good = format!("{room}{sealed}############");
    assert!(matches!(
        solve(&level(&good)),
        Answer::Solved { pushes: 1, .. }
    ));
    let goals = "#..........#\n".repeat(6);
    let hopeless = format!("############\n#@$.       #\n{goals}############\n{sealed}############");
    let hopeless = level(&hopeless.replace('*', "$"));
    assert_eq!(hopeless.start().boxes().len(), 61);
    assert_eq!(solve(&hopeless), Answer::Unsolvable);
}

#[test]
fn it_reports_levels_and_memory_that_do_not_fit() {
    assert_eq!(
        solve(&level(&too_large())),
        Answer::GaveUp(GaveUp::TooLarge {
            squares: 364,
            boxes: 1
        })
    );

    let small = level("#####\n#@$.#\n#####");
    for words in [0, 1, 10, 40] {
        let (answer, _) = run(&small, small.start(), words, Strategy::OPTIMAL, 100, 1);
        assert_eq!(answer, Answer::GaveUp(GaveUp::NoMemory), "in {words} words");
    }
    // There is an answer with any amount of memory.
    let pairs = level("#######\n#a  b #\n# BA  #\n#   #@#\n#######");
    for words in 0..1_500 {
        for strategy in STRATEGIES {
            run(&small, small.start(), words, strategy, 50, 3);
            run(&pairs, pairs.start(), words, strategy, 50, 3);
        }
    }
    let hard = level(
        "#########\n#   #   #\n# $ $ $ #\n## .#. ##\n# $ @ $ #\n#  . .  #\n## .#  ##\n#########",
    );
    let (answer, stats) = run(&hard, hard.start(), ARENA_WORDS, Strategy::IDA, 5, u32::MAX);
    assert_eq!(
        (answer, stats.nodes),
        (Answer::GaveUp(GaveUp::NodeLimit), 5)
    );
}
