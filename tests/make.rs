//! Levels from codes are solvable, have a proven par, differ, and are always the same.

mod common;

use std::cell::Cell;
use std::collections::HashSet;
use std::pin::pin;
use std::task::{Context, Waker};

use common::{drawing, without_symmetry};
use proptest::prelude::*;
use sokopico::make::{Code, Grade, Made, Maker, Method, Rating, Recipe, VERSION};
use sokopico::puzzle::text::Reader;
use sokopico::puzzle::{Level, Mode};
use sokopico::solve::{self, ARENA_WORDS, Solver, Status, finish};

const MODES: [Mode; 2] = [Mode::Classic, Mode::Pairs];

fn grade(number: u8) -> Grade {
    Grade::new(number).unwrap()
}

fn make_sliced(mut maker: Maker, slice: u32) -> Made {
    let mut arena = vec![0; ARENA_WORDS];
    while maker.made().is_none() {
        finish(maker.attempt(&mut arena, slice, &Cell::new(0)));
    }
    maker.made().unwrap().clone()
}

fn make(code: Code) -> Made {
    let mut maker = Maker::new(code);
    maker.finish(&mut vec![0; ARENA_WORDS]).unwrap().clone()
}

/// Polls an attempt at most `polls` times: whether it has ended.
fn poll(maker: &mut Maker, arena: &mut [u32], slice: u32, polls: usize) -> bool {
    let so_far = maker.progress();
    let spent = Cell::new(0);
    let mut attempt = pin!(maker.attempt(arena, slice, &spent));
    let mut context = Context::from_waker(Waker::noop());
    let mut last = 0;
    for _ in 0..polls {
        if attempt.as_mut().poll(&mut context).is_ready() {
            return true;
        }
        assert!(spent.get() >= last, "progress goes backwards");
        assert!(so_far.with(spent.get()).percent() <= 100);
        last = spent.get();
    }
    false
}

/// Solves a level, plays the solution by the rules, and returns its number of pushes.
fn solved(level: &Level) -> usize {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver =
        Solver::new(level, level.start(), &mut arena).with_strategy(solve::Strategy::OPTIMAL);
    while let Status::Working(_) = solver.step(u32::MAX) {}
    let Status::Solved(solution) = solver.status() else {
        panic!("no solution:\n{}", level.picture(level.start()));
    };
    assert!(solution.proven);
    let mut board = level.start().clone();
    for step in solution.steps() {
        assert_eq!(level.step(&mut board, step.direction), Some(step));
    }
    assert!(level.is_solved(&board));
    solution.pushes()
}

/// Makes `count` levels of a mode and checks each.
fn check_many(mode: Mode, count: u32) {
    let mut seen = HashSet::new();
    let mut of_grade = 0;
    for seed in 0..count {
        let number = 1 + seed % 3;
        let boxes = number + 1 + seed / 2 % 2;
        let size = (8 + seed % 3, 7 + seed / 4 % 3);
        let size = (size.0 as u8, size.1 as u8);
        let recipe = Recipe::new(mode, size, boxes as u8, grade(number as u8), seed);
        let made = make(Code::new(recipe));
        let level = &made.level;
        let picture = level.picture(level.start());
        assert_eq!(level.mode(), mode);
        assert!(level.width() <= size.0.into() && level.height() <= size.1.into());
        assert!(level.start().boxes().len() <= boxes as usize);
        assert_eq!(solved(level), usize::from(made.par.pushes), "{picture}");
        assert!(made.par.proven);
        assert!(
            made.rating.lines > made.rating.moved || made.grade() != recipe.grade,
            "every box goes straight to its goal:\n{picture}"
        );
        assert!(
            seen.insert(without_symmetry(drawing(level))),
            "made twice:\n{picture}"
        );
        of_grade += u32::from(made.grade() == recipe.grade);
    }
    assert!(of_grade * 10 >= count * 9, "{of_grade} of {count}");
}

#[test]
fn levels_of_both_modes_are_solvable_by_the_rules_with_their_par_and_no_two_are_alike() {
    MODES.iter().for_each(|&mode| check_many(mode, 40));
}

#[test]
#[ignore = "a thousand levels in each mode take a minute"]
fn a_thousand_levels_of_each_mode_are_solvable_and_no_two_are_alike() {
    MODES.iter().for_each(|&mode| check_many(mode, 1000));
}

#[test]
fn the_slices_of_the_work_do_not_matter() {
    for mode in MODES {
        for number in 1..=3 {
            let code = Code::new(Recipe::new(mode, (8, 8), 3, grade(number), 11));
            for slice in [1, 7, u32::MAX] {
                assert_eq!(make_sliced(Maker::new(code), slice), make(code));
            }
        }
    }
}

/// A player who wrote a code down wants that level again. If a change of the generator, the
/// rating or the solver changes this signature, `VERSION` has to change too.
#[test]
fn a_version_of_codes_always_gives_the_same_levels() {
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    for mode in MODES {
        for number in 1..=5 {
            let code = Code::new(Recipe::usual(mode, grade(number), 2024));
            for byte in make(code).to_string().bytes() {
                signature = (signature ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    assert_eq!(
        (VERSION, format!("{signature:016x}")),
        (2, "594d161a188f0824".to_owned())
    );
}

#[test]
fn an_attempt_dropped_at_any_poll_leaves_no_trace() {
    let code = Code::new(Recipe::new(Mode::Pairs, (9, 8), 4, grade(3), 5));
    let mut arena = vec![0; ARENA_WORDS];
    let mut maker = Maker::new(code);
    let mut polls = 1;
    while maker.made().is_none() {
        let before = maker.progress();
        if poll(&mut maker, &mut arena, 100, polls) {
            assert_eq!(maker.progress().tried, before.tried + 1);
            polls = 1;
        } else {
            assert_eq!(maker.progress(), before);
            polls += 1 + polls / 2;
        }
        // The arena may be used for something else between attempts.
        arena.fill(0xdead_beef);
    }
    assert_eq!(maker.made(), Some(&make(code)));
}

#[test]
fn every_method_makes_the_same_level_whatever_the_slices_and_wherever_it_is_dropped() {
    let mut chance = 1u32;
    let mut below = |bound: u32| {
        chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (chance >> 8) % bound
    };
    for method in [Method::Pull, Method::Carve, Method::Walls] {
        let code = Code::new(Recipe::new(Mode::Classic, (7, 7), 2, grade(1), 5));
        let mut arena = vec![0; ARENA_WORDS];
        let mut whole = Maker::new(code).with_method(method);
        let made = whole.finish(&mut arena).cloned();
        let mut maker = Maker::new(code).with_method(method);
        let mut drops = 0;
        while maker.made().is_none() {
            let (before, slice) = (maker.progress(), 1 + below(300));
            let polls = if below(2) == 0 {
                usize::MAX
            } else {
                below(40) as usize
            };
            if !poll(&mut maker, &mut arena, slice, polls) {
                drops += 1;
                assert_eq!(maker.progress(), before);
            }
            arena.fill(below(u32::MAX));
        }
        assert_eq!(maker.made(), made.as_ref());
        assert!(drops > 0);
    }
}

#[test]
fn without_memory_there_is_still_a_level() {
    for mode in MODES {
        let code = Code::new(Recipe::new(mode, (9, 9), 4, grade(1), 1));
        let mut maker = Maker::new(code);
        let level = &maker.finish(&mut [0; 16]).unwrap().level;
        assert_eq!((level.mode(), solved(level)), (mode, 1));
    }
}

#[test]
fn carving_and_wall_adding_make_solvable_levels_too() {
    let mut arena = vec![0; ARENA_WORDS];
    for mode in MODES {
        for method in [Method::Carve, Method::Walls] {
            let code = Code::new(Recipe::new(mode, (8, 8), 3, grade(1), 3));
            let mut maker = Maker::new(code).with_method(method);
            let made = maker.finish(&mut arena).unwrap();
            assert_eq!(solved(&made.level), usize::from(made.par.pushes));
            assert!(made.par.pushes > 1, "{made}");
        }
    }
}

#[test]
fn a_level_as_text_has_its_code_and_its_par() {
    for mode in MODES {
        let made = make(Code::new(Recipe::new(mode, (8, 7), 3, grade(2), 77)));
        let text = made.to_string();
        let entry = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        assert_eq!(entry.level, made.level);
        assert_eq!(entry.par, Some(made.par));
        assert_eq!(entry.title.to_string(), made.code.to_string());
    }
}

#[test]
fn a_rating_counts_lines_changes_and_traps() {
    let rate = |text: &str| {
        let level = common::level(text);
        let mut arena = vec![0; ARENA_WORDS];
        let mut solver =
            Solver::new(&level, level.start(), &mut arena).with_strategy(solve::Strategy::LASTING);
        while let Status::Working(_) = solver.step(u32::MAX) {}
        let Status::Solved(solution) = solver.status() else {
            panic!("no solution");
        };
        Rating::of(&level, solution.steps()).unwrap()
    };
    let straight = rate("#######\n#@$  .#\n#######");
    assert_eq!(
        (straight.pushes, straight.lines, straight.thought()),
        (3, 1, 0)
    );
    // The box goes up and to the right; pushed against a wall without a goal it is lost.
    let corner = rate("######\n#  . #\n#    #\n# $  #\n# @  #\n######");
    assert_eq!((corner.pushes, corner.lines, corner.changes), (3, 2, 0));
    assert!(corner.traps > 0);
    let pairs = rate("#######\n#  a  #\n# B A #\n#  b @#\n#######");
    assert_eq!((pairs.pushes, pairs.lines, pairs.moved), (4, 4, 2));
    assert_eq!((pairs.changes, pairs.returns, pairs.detours), (1, 0, 0));
    assert!(pairs.points() > straight.points());
}

#[test]
fn a_solution_that_does_not_solve_has_no_rating() {
    let level = common::level("#######\n#@$  .#\n#######");
    assert_eq!(Rating::of(&level, std::iter::empty()), None);
}

fn recipes(grades: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = Recipe> {
    let modes = prop_oneof![Just(Mode::Classic), Just(Mode::Pairs)];
    let sizes = (5u8..=20, 5u8..=20);
    (modes, sizes, 1u8..=16, grades, 0u32..1 << 24).prop_map(|(mode, size, boxes, number, seed)| {
        Recipe::new(mode, size, boxes, grade(number), seed)
    })
}

proptest! {
    #[test]
    fn every_code_reads_back(recipe in recipes(1..=5)) {
        let code = Code::new(recipe);
        prop_assert_eq!(code.to_string().parse(), Ok(code));
        prop_assert_eq!(code.recipe(), recipe);
    }

    #[test]
    fn any_text_is_a_code_or_an_error(text in "\\PC{0,12}") {
        if let Ok(code) = text.parse::<Code>() {
            prop_assert_eq!(code.to_string().parse(), Ok(code));
        }
    }
}

/// All attempts at this code's level fail: seven boxes in a large room, and little patience.
#[test]
fn a_code_that_asks_for_too_much_gives_a_smaller_level() {
    let recipe = Recipe::new(Mode::Classic, (16, 14), 7, grade(2), 9_108_954);
    let made = make(Code::new(recipe));
    assert!(made.par.pushes > 1, "{made}");
    assert!(made.level.start().boxes().len() <= 3, "{made}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_legal_code_ends_in_bounded_work_with_a_level(recipe in recipes(1..=2)) {
        let most = Maker::new(Code::new(recipe)).progress().most;
        let made = make(Code::new(recipe));
        prop_assert!(made.spent < 2 * most, "{} of {most}", made.spent);
        prop_assert_eq!(made.level.mode(), recipe.mode);
        prop_assert!(made.level.start().boxes().len() <= recipe.boxes().into());
        prop_assert!(made.par.pushes > 1, "nothing better than one push:\n{}", made);
    }
}
