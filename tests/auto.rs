//! Auto is never the slow way: whichever search suits a position answers it soon, the answer
//! does not depend on how the work is sliced, and node limits are totals of all turns.

mod common;

use common::level;
use sokopico::puzzle::text::Reader;
use sokopico::puzzle::{Board, Direction, Level};
use sokopico::solve::{ARENA_WORDS, GaveUp, Search, Solver, Stats, Status, Strategy};

const STOREROOMS: &str = include_str!("../levels/2-storerooms.xsb");
const TWO_BY_TWO: &str = include_str!("../levels/3-two-by-two.xsb");
const GREAT_HALLS: &str = include_str!("../levels/4-great-halls.xsb");

const CORRIDORS: &str = "\
#########
#   #   #
# $ $ $ #
## .#. ##
# $ @ $ #
#  . .  #
## .#  ##
#########";

fn titled(text: &str, title: &str) -> Level {
    Reader::new(text.as_bytes())
        .map(|entry| entry.unwrap())
        .find(|entry| entry.title.to_string() == title)
        .unwrap_or_else(|| panic!("there is no {title}"))
        .level
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Answer {
    Solved { pushes: usize, proven: bool },
    Unsolvable,
    GaveUp(GaveUp),
}

/// The answer, the search that it came from, and its cost.
fn run(
    level: &Level,
    start: &Board,
    strategy: Strategy,
    limits: (u32, u32),
    slice: u32,
) -> (Answer, Search, Stats) {
    let mut arena = vec![0xa5a5_5a5a; ARENA_WORDS];
    let mut solver = Solver::new(level, start, &mut arena)
        .with_strategy(strategy)
        .with_node_limits(limits.0, limits.1);
    while let Status::Working(_) = solver.step(slice) {}
    let answer = match solver.status() {
        Status::Solved(solution) => Answer::Solved {
            pushes: solution.pushes(),
            proven: solution.proven,
        },
        Status::Unsolvable => Answer::Unsolvable,
        Status::GaveUp(reason) => Answer::GaveUp(reason),
        Status::Working(_) => unreachable!(),
    };
    (answer, solver.found_by(), solver.stats())
}

/// Work until there is any solution, in slices of 64 units, and the nodes that it took.
fn first_solution(level: &Level) -> (u32, u32) {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena);
    let mut work = 0;
    while let Status::Working(_) = solver.step(64) {
        work += 64;
        if solver.best().is_some() {
            break;
        }
    }
    assert!(solver.best().is_some());
    (work, solver.stats().nodes)
}

#[test]
fn an_easy_level_is_answered_by_a_star_alone() {
    let easy = titled(STOREROOMS, "Apple crates");
    let (answer, search, stats) = run(&easy, easy.start(), Strategy::AUTO, (30_000, 100_000), 100);
    assert!(
        matches!(answer, Answer::Solved { proven: true, .. }),
        "{answer:?}"
    );
    assert_eq!(search, Search::Astar);
    assert!(stats.nodes <= 200, "{} nodes", stats.nodes);
    assert_eq!(stats.inner, 0, "quick has not run");
}

#[test]
fn a_small_tight_level_does_not_wait_for_the_quick_search_to_give_up() {
    // A* needs 35,000 work units.
    let (work, nodes) = first_solution(&titled(STOREROOMS, "Rope walk"));
    assert!(work < 150_000, "{work} work units");
    assert!(nodes < 5_000, "{nodes} nodes");
}

#[test]
fn a_large_level_does_not_wait_for_the_optimal_searches_to_give_up() {
    for title in ["Twin chimneys", "Night train"] {
        let hall = titled(GREAT_HALLS, title);
        let (auto, _) = first_solution(&hall);
        let mut arena = vec![0; ARENA_WORDS];
        let mut solver = Solver::new(&hall, hall.start(), &mut arena)
            .with_strategy(Strategy::QUICK)
            .with_node_limit(30_000);
        let mut quick = 0;
        while solver.best().is_none() {
            quick += 64;
            assert!(matches!(solver.step(64), Status::Working(_)));
        }
        assert!(
            auto < 2 * quick,
            "{title}: {auto} work units, {quick} of quick alone"
        );
    }
}

/// Positions that a player without a plan comes to.
fn stray(level: &Level, seed: u32) -> Board {
    let mut board = level.start().clone();
    let mut random = seed;
    for _ in 0..80 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        level.step(&mut board, Direction::from_index((random >> 24) as u8));
    }
    board
}

#[test]
fn a_lost_position_is_said_to_be_lost_before_the_quick_search_begins() {
    for text in [STOREROOMS, TWO_BY_TWO] {
        let (mut lost, mut soon) = (0, 0);
        for entry in Reader::new(text.as_bytes()).step_by(5) {
            let level = entry.unwrap().level;
            for seed in 0..12 {
                let board = stray(&level, seed);
                let limits = (0, 20_000);
                let (answer, _, alone) = run(&level, &board, Strategy::LASTING, limits, 1_000);
                if answer != Answer::Unsolvable {
                    continue;
                }
                lost += 1;
                // Without quick nodes, and before there are tables of dead groups.
                let (answer, _, auto) = run(&level, &board, Strategy::AUTO, (0, 400), 1_000);
                if answer == Answer::Unsolvable {
                    soon += 1;
                    assert_eq!(auto.nodes, alone.nodes);
                }
            }
        }
        println!("{soon} of {lost} lost positions");
        assert!(lost >= 40 && soon * 10 >= lost * 9, "{soon} of {lost}");
    }
}

#[test]
fn after_a_quick_solution_the_fewest_pushes_are_still_looked_for() {
    let mut by_quick = 0;
    for (text, title) in [(TWO_BY_TWO, "Cloakroom"), (TWO_BY_TWO, "Switchboard")] {
        let level = titled(text, title);
        let (nodes, limits) = (first_solution(&level).1, (30_000, 100_000));
        let (auto, _, stats) = run(&level, level.start(), Strategy::AUTO, limits, 100);
        let (fewest, ..) = run(&level, level.start(), Strategy::OPTIMAL, limits, 100);
        assert!(matches!(fewest, Answer::Solved { proven: true, .. }));
        assert_eq!(auto, fewest, "{title}");
        by_quick += u32::from(nodes < stats.nodes);
    }
    assert!(by_quick > 0, "no level was solved before its answer");
}

#[test]
fn the_limits_are_totals_of_all_turns() {
    let hall = titled(GREAT_HALLS, "Twin chimneys");
    let limits = (3, 3_000);
    let (answer, _, stats) = run(&hall, hall.start(), Strategy::AUTO, limits, 100);
    assert_eq!(answer, Answer::GaveUp(GaveUp::NodeLimit));
    assert_eq!(stats.nodes, 3 + 3_000);
}

#[test]
fn the_size_of_slices_does_not_change_when_a_turn_ends() {
    for level in [
        level(CORRIDORS),
        titled(STOREROOMS, "Rope walk"),
        titled(GREAT_HALLS, "Twin chimneys"),
    ] {
        for limits in [(3, 3_000), (1_000, 5_000)] {
            let whole = run(&level, level.start(), Strategy::AUTO, limits, u32::MAX);
            for slice in [1, 7, 28, 5_000] {
                let sliced = run(&level, level.start(), Strategy::AUTO, limits, slice);
                assert_eq!(sliced, whole, "in slices of {slice}");
            }
        }
    }
}
