//! What the search calls a deadlock is one: compared with every position that can be reached in
//! thousands of small random levels.

use std::vec;
use std::vec::Vec;

use super::QuickPhase;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, Letter, Level, Mode};
use crate::solve::base::freeze;
use crate::solve::base::terrain::NONE;
use crate::solve::base::workplace::Workplace;
use crate::solve::quick::patterns::{Pattern, Patterns};
use crate::solve::small::{Key, Positions, random_level};
use crate::solve::solver::{ARENA_WORDS, Phase, Solver};
use crate::solve::{Idea, Ideas, Strategy};

/// Levels with more positions are left out.
const POSITIONS: usize = 1_500;

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    levels: u32,
    positions: usize,
    judged: u32,
    patterns: usize,
}

/// Runs the search on a level and compares each deadlock that it finds or remembers.
fn compare(level: &Level, seed: u32, compared: &mut Compared) {
    let Some(Positions { winnable, .. }) = Positions::of(level, POSITIONS) else {
        return;
    };
    let mut arena = vec![0; ARENA_WORDS];
    // Without these, it runs into many more deadlocks.
    let ideas = Ideas::ALL.without(Idea::Advisors).without(Idea::Order);
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_strategy(Strategy::QUICK)
        .with_seed(seed)
        .with_ideas(if seed.is_multiple_of(2) {
            ideas
        } else {
            Ideas::ALL
        });
    while matches!(solver.phase, Phase::Build(_)) {
        solver.step(1);
    }
    let (Phase::Quick(quick), Some(work)) = (&mut solver.phase, &mut solver.work) else {
        return;
    };
    compared.levels += 1;
    let mut patterns: Vec<Pattern> = Vec::new();
    while quick.nodes < 150 && quick.run < 10 {
        let was_checking = matches!(quick.phase, QuickPhase::Check(..));
        let learned = quick.learned;
        let event = quick.advance(work, 1);
        if was_checking && matches!(quick.phase, QuickPhase::Pick) {
            let judged = position_key(work, level);
            if let Some(board) = winnable.get(&judged) {
                panic!("this can be won:\n{}", level.picture(board));
            }
            compared.judged += 1;
        }
        if quick.learned > learned {
            let tables = quick.layout.cut(work.pool);
            patterns.push(tables.patterns.dead[learned as usize % tables.patterns.dead.len()]);
        }
        if event != super::QuickEvent::Going {
            break;
        }
    }
    for board in winnable.values() {
        work.position.load_board(&work.terrain, level, board);
        work.position.walk(&work.terrain);
        let remembered = Patterns {
            dead: &mut patterns,
            vain: &mut [],
        };
        for &square in work.position.squares(&work.terrain) {
            if square == NONE {
                continue;
            }
            let picture = level.picture(board);
            assert!(
                !remembered.condemn(&work.terrain, &work.position, square, u32::MAX),
                "condemned:\n{picture}"
            );
            assert!(
                !freeze::is_deadlock(&work.terrain, &work.position.open, square),
                "frozen:\n{picture}"
            );
        }
    }
    compared.positions += winnable.len();
    compared.patterns += patterns.len();
}

fn position_key(work: &Workplace<'_>, level: &Level) -> Key {
    let index = |&square: &u8| match square {
        NONE => None,
        square => Some(work.terrain.cell(square).index()),
    };
    let squares = work.position.squares(&work.terrain);
    let mut boxes: Vec<Option<u16>> = match level.mode() {
        Mode::Classic => {
            // Boxes that never move stand outside the search's floor.
            let sealed = *level.start().boxes() - work.terrain.floor;
            let sealed = sealed.iter().map(|cell| Some(cell.index()));
            squares.iter().map(index).chain(sealed).collect()
        }
        Mode::Pairs => {
            // The search knows only the boxes that are on the board at the start.
            let mut squares = squares.iter().map(index);
            Letter::all()
                .map(|letter| level.start().box_of(letter).and_then(|_| squares.next()?))
                .collect()
        }
    };
    if level.mode() == Mode::Classic {
        boxes.sort_unstable();
    }
    let region = work.position.region.first().map_or(0, Cell::index);
    (boxes, region)
}

fn compare_many(mode: Mode, levels: u32) {
    let mut random = Random::new(levels);
    let mut compared = Compared::default();
    let mut seed = 0;
    while compared.levels < levels {
        seed += 1;
        if let Some(level) = random_level(&mut random, mode, 6, 5) {
            compare(&level, seed, &mut compared);
        }
    }
    println!("{mode:?}: {compared:?}");
    assert!(compared.positions >= 25 * levels as usize, "{compared:?}");
    assert!(compared.judged > levels / 10, "{compared:?}");
}

#[test]
fn deadlocks_are_deadlocks_in_classic() {
    compare_many(Mode::Classic, 2_400);
}

#[test]
fn deadlocks_are_deadlocks_in_pairs() {
    compare_many(Mode::Pairs, 1_600);
}
