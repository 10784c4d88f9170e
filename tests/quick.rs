//! The quick engine and auto give solutions that replay, in slices of any size, the same for
//! the same seed, and never worse than one found earlier.

mod common;

use common::{fewest_pushes, level, levels};
use proptest::prelude::*;
use sokopico::puzzle::{Board, Direction, Level, Mode};
use sokopico::solve::{ARENA_WORDS, GaveUp, Search, Solution, Solver, Stats, Status, Strategy};

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Solved { steps: String, proven: bool },
    Unsolvable,
    GaveUp(GaveUp),
}

/// Replays a solution with the rules and returns its pushes and steps.
fn replay(level: &Level, start: &Board, solution: &Solution<'_>) -> (usize, String) {
    let mut board = start.clone();
    let mut pushes = 0;
    let mut text = String::new();
    for step in solution.steps() {
        assert_eq!(level.step(&mut board, step.direction), Some(step));
        pushes += usize::from(step.is_push());
        text.push(step.into());
    }
    assert!(
        level.is_solved(&board),
        "{text} does not solve\n{}",
        level.picture(start)
    );
    assert_eq!(pushes, solution.pushes());
    (pushes, text)
}

/// Solves a position in slices. Every best solution so far must replay, and must not be
/// longer than the previous one.
fn run(
    level: &Level,
    start: &Board,
    strategy: Strategy,
    seed: u32,
    slice: u32,
) -> (Answer, Stats, Search) {
    let mut arena = vec![0xa5a5_5a5a; ARENA_WORDS];
    let mut solver = Solver::new(level, start, &mut arena)
        .with_strategy(strategy)
        .with_seed(seed)
        .with_node_limits(2_000, 20_000);
    let mut best = usize::MAX;
    let mut steps = 0;
    while let Status::Working(_) = solver.step(slice) {
        steps += 1;
        if let Some(solution) = solver.best().filter(|_| steps % 64 == 0) {
            let (pushes, _) = replay(level, start, &solution);
            assert!(pushes <= best, "{pushes} pushes after {best}");
            best = pushes;
        }
    }
    let answer = match solver.status() {
        Status::Solved(solution) => {
            let (pushes, steps) = replay(level, start, &solution);
            assert!(pushes <= best);
            Answer::Solved {
                steps,
                proven: solution.proven,
            }
        }
        Status::Unsolvable => Answer::Unsolvable,
        Status::GaveUp(reason) => Answer::GaveUp(reason),
        Status::Working(_) => unreachable!(),
    };
    (answer, solver.stats(), solver.found_by())
}

fn pushes_of(steps: &str) -> u32 {
    steps.chars().filter(char::is_ascii_uppercase).count() as u32
}

/// Quick and auto agree with an exhaustive search, except that quick may give up: on a level that
/// can be solved, not before its node limit.
fn agrees_with_exhaustive_search(level: &Level, start: &Board) -> Result<(), TestCaseError> {
    let Some(fewest) = fewest_pushes(level, start, 30_000) else {
        return Ok(());
    };
    let picture = level.picture(start);
    let (quick, stats, _) = run(level, start, Strategy::QUICK, 1, u32::MAX);
    match (&quick, fewest) {
        (Answer::Solved { steps, .. }, Some(fewest)) => {
            prop_assert!(pushes_of(steps) >= fewest);
        }
        (Answer::GaveUp(_), Some(_)) => prop_assert!(stats.nodes >= 2_000, "{picture}"),
        (Answer::Unsolvable | Answer::GaveUp(_), None) => {}
        _ => prop_assert!(false, "quick: {quick:?}, not {fewest:?}\n{picture}"),
    }
    let (auto, ..) = run(level, start, Strategy::AUTO, 1, u32::MAX);
    match (&auto, fewest) {
        (Answer::Solved { steps, proven }, Some(fewest)) => {
            prop_assert_eq!(pushes_of(steps), fewest, "{}", picture);
            prop_assert!(*proven, "{}", picture);
        }
        (Answer::Unsolvable, None) => {}
        _ => prop_assert!(false, "auto: {auto:?}, not {fewest:?}\n{picture}"),
    }
    Ok(())
}

#[test]
fn any_amount_of_memory_is_an_answer() {
    let level = level("########\n#@   ..#\n# $  #.#\n# $ $ .#\n# $    #\n#      #\n########");
    let mut solved = 0;
    for words in (0..ARENA_WORDS).step_by(211) {
        let mut arena = vec![0xa5a5_5a5a; words];
        let mut solver = Solver::new(&level, level.start(), &mut arena)
            .with_strategy(Strategy::QUICK)
            .with_node_limit(50);
        while let Status::Working(_) = solver.step(100) {}
        solved += u32::from(matches!(solver.status(), Status::Solved(_)));
    }
    assert!(solved > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn quick_and_auto_agree_with_exhaustive_search_in_classic(level in levels(Mode::Classic)) {
        agrees_with_exhaustive_search(&level, level.start())?;
    }

    #[test]
    fn quick_and_auto_agree_with_exhaustive_search_in_pairs(level in levels(Mode::Pairs)) {
        agrees_with_exhaustive_search(&level, level.start())?;
    }

    #[test]
    fn they_solve_from_any_position(
        level in prop_oneof![levels(Mode::Classic), levels(Mode::Pairs)],
        walk in proptest::collection::vec(0u8..4, 1..60),
    ) {
        let mut board = level.start().clone();
        for index in walk {
            level.step(&mut board, Direction::from_index(index));
        }
        agrees_with_exhaustive_search(&level, &board)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_size_of_slices_does_not_change_the_answer(
        level in prop_oneof![levels(Mode::Classic), levels(Mode::Pairs)],
        seed in any::<u32>(),
    ) {
        for strategy in [Strategy::QUICK, Strategy::AUTO] {
            let whole = run(&level, level.start(), strategy, seed, u32::MAX);
            prop_assert_eq!(&run(&level, level.start(), strategy, seed, 1), &whole);
            prop_assert_eq!(&run(&level, level.start(), strategy, seed, 7), &whole);
        }
    }
}

/// Two boxes that only need to be pushed straight.
const STORE: &str = "##########\n#   $  . #\n#  @$  . #\n#        #\n##########";

#[test]
fn auto_reports_which_engine_answered_and_whether_it_is_proven() {
    let level = level(STORE);
    let (answer, _, engine) = run(&level, level.start(), Strategy::AUTO, 0, 100);
    assert!(matches!(answer, Answer::Solved { proven: true, .. }));
    assert!(matches!(engine, Search::Quick | Search::Astar));
    let (answer, stats, engine) = run(&level, level.start(), Strategy::QUICK, 0, 100);
    assert!(matches!(answer, Answer::Solved { proven: false, .. }));
    assert_eq!(engine, Search::Quick);
    assert!(stats.nodes > 0);
}

#[test]
fn a_small_arena_gives_an_answer_instead_of_a_panic() {
    let level = level(STORE);
    for words in (0..6_000).step_by(37) {
        for strategy in [Strategy::QUICK, Strategy::AUTO] {
            let mut arena = vec![0xa5a5_5a5a; words];
            let mut solver = Solver::new(&level, level.start(), &mut arena)
                .with_strategy(strategy)
                .with_node_limit(200);
            while let Status::Working(_) = solver.step(1_000) {}
        }
    }
}

/// Boxes that are home have to make way, or nearly every push is the one that is needed.
const NEARLY_SOLVED: [&str; 3] = [
    "#########\n\
     #*  .$  #\n\
     # $  @ *#\n\
     ##      #\n\
     #     # #\n\
     # #*#.$ #\n\
     #*      #\n\
     #       #\n\
     # .*    #\n\
     #########",
    "#########\n\
     #     $+#\n\
     # $.$. $#\n\
     #.$ .$$.#\n\
     # $.* . #\n\
     #########",
    "##########\n\
     #        #\n\
     # .$     #\n\
     #  $+    #\n\
     #        #\n\
     #    $.$ #\n\
     # $ . $  #\n\
     # $...$. #\n\
     #.$ *    #\n\
     ##########",
];

#[test]
fn a_level_that_takes_few_pushes_takes_few_nodes() {
    for text in NEARLY_SOLVED {
        let level = level(text);
        for seed in 0..4 {
            let (answer, stats, _) = run(&level, level.start(), Strategy::QUICK, seed, u32::MAX);
            assert!(matches!(answer, Answer::Solved { .. }), "{answer:?}");
            assert!(stats.nodes <= 200, "{} nodes\n{text}", stats.nodes);
        }
    }
}
