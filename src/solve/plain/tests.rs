//! What holds of every search, on small levels of both modes.

use super::{Algorithm, Outcome, Report, search};
use crate::puzzle::text::Reader;
use crate::puzzle::{Board, Level};

/// Two boxes whose key must tell them apart.
pub(super) const ONE_TO_ONE: &str = "#######\n#a  b #\n# BA  #\n#   #@#\n#######";

/// Small levels that can be solved.
pub(super) const LEVELS: &[&str] = &[
    "#####\n#@$.#\n#####",
    "#######\n#     #\n# $ . #\n# .$@ #\n#     #\n#######",
    "########\n#   #  #\n# $  $ #\n#.#.$ .#\n#   @  #\n########",
    "########\n###  . #\n#  $#  #\n# $  . #\n#  #@  #\n########",
    "#######\n#.* $ #\n#     #\n#  @  #\n#######",
    // Its second room is no floor, but a box is at home there.
    "######\n#@$ .#\n######\n#*   #\n######",
    "#####\n#@Aa#\n#####",
    "#######\n#b   a#\n# A B #\n#  @  #\n#     #\n#######",
    "########\n#  b   #\n# A #  #\n#  @B  #\n# cC  a#\n########",
    "#######\n#  @ b#\n# AB  #\n#     #\n#    a#\n#######",
    ONE_TO_ONE,
];

const ALL: [Algorithm; 8] = [
    Algorithm::Bfs,
    Algorithm::Astar { weight: 1 },
    Algorithm::Astar { weight: 0 },
    Algorithm::Astar { weight: 3 },
    Algorithm::Greedy,
    Algorithm::Dfs,
    Algorithm::Bidirectional {
        weight: 1,
        ratio: 1,
    },
    Algorithm::Bidirectional {
        weight: 3,
        ratio: 3,
    },
];

pub(super) fn level(text: &str) -> Level {
    Reader::new(text.as_bytes()).next().unwrap().unwrap().level
}

fn run(algorithm: Algorithm, level: &Level, start: &Board) -> Report {
    search(algorithm, level, start, 100_000, &|| true)
}

/// Plays a solution by the rules; its pushes and whether they are proven the fewest.
fn replayed(level: &Level, start: &Board, report: &Report) -> (u32, bool) {
    let Outcome::Solved {
        steps,
        pushes,
        proven,
    } = &report.outcome
    else {
        panic!("no solution: {report:?}");
    };
    let mut board = start.clone();
    for &step in steps {
        assert_eq!(level.step(&mut board, step.direction), Some(step));
    }
    assert!(level.is_solved(&board));
    assert_eq!(
        steps.iter().filter(|step| step.is_push()).count(),
        *pushes as usize
    );
    (*pushes, *proven)
}

#[test]
fn every_search_solves_the_small_levels_and_the_proven_ones_agree() {
    for text in LEVELS {
        let level = level(text);
        let (fewest, _) = replayed(&level, level.start(), &run(ALL[0], &level, level.start()));
        for algorithm in ALL {
            let report = run(algorithm, &level, level.start());
            let (pushes, proven) = replayed(&level, level.start(), &report);
            let exact = matches!(
                algorithm,
                Algorithm::Bfs | Algorithm::Astar { weight: 0 | 1 }
            );
            assert_eq!(proven, exact, "{algorithm:?}");
            assert!(pushes >= fewest && (!proven || pushes == fewest), "{text}");
            assert!(report.nodes >= u64::from(pushes) && report.generated >= report.nodes - 1);
            if let Algorithm::Astar { weight } = algorithm {
                assert!(pushes <= fewest * weight.max(1));
            }
        }
    }
}

#[test]
fn the_estimate_spares_nodes() {
    for text in LEVELS {
        let level = level(text);
        let nodes = |algorithm| run(algorithm, &level, level.start()).nodes;
        assert!(
            nodes(Algorithm::Astar { weight: 1 }) <= nodes(Algorithm::Bfs),
            "{text}"
        );
    }
}

#[test]
fn every_search_solves_on_from_any_position_of_a_solution() {
    for text in LEVELS {
        let level = level(text);
        let Outcome::Solved { steps, .. } = run(ALL[0], &level, level.start()).outcome else {
            panic!("no solution\n{text}");
        };
        let mut board = level.start().clone();
        for step in steps {
            level.step(&mut board, step.direction);
            for algorithm in ALL {
                replayed(&level, &board, &run(algorithm, &level, &board));
            }
        }
        let report = run(Algorithm::Bfs, &level, &board);
        assert_eq!((report.nodes, replayed(&level, &board, &report).0), (0, 0));
    }
}

#[test]
fn every_search_says_what_cannot_be_solved() {
    for text in [
        "#####\n#$  #\n# @.#\n#####",
        "######\n#A   #\n# @ a#\n######",
        // Live squares, but the boxes lock each other.
        "#######\n#  .  #\n#.$$@##\n# $$..#\n#     #\n#######",
        "########\n#@    a#\n#### ###\n#b  A  #\n### ####\n#   B  #\n########",
        // No three floor squares in a line.
        "####\n#@A#\n# a#\n####",
    ] {
        let level = level(text);
        for algorithm in ALL {
            let report = run(algorithm, &level, level.start());
            assert_eq!(report.outcome, Outcome::Unsolvable, "{algorithm:?}\n{text}");
        }
    }
}

#[test]
fn a_search_stops_when_told_and_at_its_limit() {
    let level = level(LEVELS[2]);
    for algorithm in ALL {
        let report = search(algorithm, &level, level.start(), u64::MAX, &|| false);
        assert_eq!((report.outcome, report.nodes), (Outcome::GaveUp, 0));
        let report = search(algorithm, &level, level.start(), 3, &|| true);
        assert_eq!((report.outcome, report.nodes), (Outcome::GaveUp, 3));
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let level = level(LEVELS[7]);
    for algorithm in ALL {
        assert_eq!(
            run(algorithm, &level, level.start()),
            run(algorithm, &level, level.start())
        );
    }
}
