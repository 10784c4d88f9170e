//! The plain searches agree with each other and with an exhaustive search.

mod common;

use common::{can_be_solved, small_levels};
use proptest::prelude::*;
use sokopico::puzzle::{Level, Mode, stuck_boxes};
use sokopico::solve::plain::{Algorithm, Outcome, search};

const MAX_NODES: u64 = 2_000;

/// The pushes of the solution, which must replay; `None` if there is none.
fn answer(algorithm: Algorithm, level: &Level) -> Result<Option<u32>, TestCaseError> {
    let report = search(algorithm, level, level.start(), MAX_NODES, &|| true);
    match report.outcome {
        Outcome::Solved { steps, pushes, .. } => {
            let mut board = level.start().clone();
            for step in steps {
                prop_assert_eq!(level.step(&mut board, step.direction), Some(step));
            }
            prop_assert!(level.is_solved(&board));
            Ok(Some(pushes))
        }
        Outcome::Unsolvable => Ok(None),
        Outcome::GaveUp => Err(TestCaseError::reject("too large")),
    }
}

/// Small levels without stuck boxes, which most random levels have.
fn fair_levels(mode: Mode) -> impl Strategy<Value = Level> {
    small_levels(mode).prop_filter("a box is stuck", |level| {
        stuck_boxes(level, level.start()).is_empty()
    })
}

fn searches_agree(level: &Level) -> Result<(), TestCaseError> {
    let fewest = answer(Algorithm::Bfs, level)?;
    prop_assert_eq!(
        can_be_solved(level, level.start(), 20_000).unwrap_or(fewest.is_some()),
        fewest.is_some()
    );
    prop_assert_eq!(answer(Algorithm::Astar { weight: 1 }, level)?, fewest);
    for algorithm in [
        Algorithm::Dfs,
        Algorithm::Greedy,
        Algorithm::Astar { weight: 3 },
        Algorithm::Bidirectional {
            weight: 1,
            ratio: 3,
        },
        Algorithm::Bidirectional {
            weight: 3,
            ratio: 1,
        },
    ] {
        let pushes = answer(algorithm, level)?;
        prop_assert_eq!(pushes.is_some(), fewest.is_some(), "{:?}", algorithm);
        prop_assert!(pushes >= fewest);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn searches_agree_in_classic(level in fair_levels(Mode::Classic)) {
        searches_agree(&level)?;
    }

    #[test]
    fn searches_agree_in_pairs(level in fair_levels(Mode::Pairs)) {
        searches_agree(&level)?;
    }
}
