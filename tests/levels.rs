//! The levels that come with the game: enough of them, all different, good to play, and in
//! a good order. `sokopico par --check` checks their pars.

mod common;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::{drawing, without_symmetry};
use embedded_graphics::prelude::Size;
use sokopico::game::display::Orientation;
use sokopico::game::packs::{BUILT_IN, Pack};
use sokopico::make::Rating;
use sokopico::puzzle::text::Entry;
use sokopico::puzzle::{Direction, Level, Mode};
use sokopico::solve::{ARENA_WORDS, Solver, Status, Strategy};
use sokopico::view::stage::Stage;

/// The pack of large levels.
const GREAT_HALLS: &str = "Great halls";

/// One of the handheld's searches solves any level within this many nodes. Rope walk takes
/// the most.
const SOLVED_NODES: u32 = 1_200;
/// The quick search solves any of the Great halls within this many nodes. Night train takes
/// the most.
const QUICK_NODES: u32 = 150;

fn pack(name: &str) -> &'static Pack<'static> {
    let pack = BUILT_IN.iter().find(|pack| pack.name == name);
    pack.unwrap_or_else(|| panic!("no pack {name}"))
}

fn levels_of(pack: &Pack<'static>) -> Vec<Entry<'static>> {
    let good = |item: Result<_, _>| item.unwrap_or_else(|error| panic!("{}: {error}", pack.name));
    pack.levels().map(good).collect()
}

fn levels() -> Vec<Entry<'static>> {
    BUILT_IN.iter().flat_map(levels_of).collect()
}

/// The rating of the solution found, replayed by the rules; and whether it is proven to have
/// the fewest pushes.
fn solved(level: &Level, strategy: Strategy, nodes: u32) -> Option<(Rating, bool)> {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena)
        .with_strategy(strategy)
        .with_node_limit(nodes);
    while let Status::Working(_) = solver.step(u32::MAX) {}
    let Status::Solved(solution) = solver.status() else {
        return None;
    };
    let rating = Rating::of(level, solution.steps()).expect("a solution solves its level");
    Some((rating, solution.proven))
}

#[test]
fn there_are_at_least_150_levels_in_packs_with_names_that_fit_a_menu() {
    let names: Vec<&str> = BUILT_IN.iter().map(|pack| pack.name).collect();
    assert_eq!(
        names,
        ["First steps", "Storerooms", "Two by two", GREAT_HALLS]
    );
    assert!(names.iter().all(|name| name.len() <= 16));
    assert!(levels().len() >= 150, "{} levels", levels().len());
    for (name, at_least) in names.iter().zip([25, 70, 40, 20]) {
        assert!(levels_of(pack(name)).len() >= at_least, "{name}");
    }
}

#[test]
fn each_pack_has_one_mode_except_the_first_which_teaches_both() {
    let modes = |name| -> Vec<Mode> {
        let mut modes: Vec<Mode> = Vec::new();
        for entry in levels_of(pack(name)) {
            if modes.last() != Some(&entry.level.mode()) {
                modes.push(entry.level.mode());
            }
        }
        modes
    };
    assert_eq!(modes("First steps")[..2], [Mode::Classic, Mode::Pairs]);
    assert_eq!(modes("Storerooms"), [Mode::Classic]);
    assert_eq!(modes("Two by two"), [Mode::Pairs]);
    assert_eq!(modes(GREAT_HALLS), [Mode::Classic]);
}

#[test]
fn every_level_has_a_unique_title_an_author_and_a_par() {
    let mut titles = HashSet::new();
    for entry in levels() {
        let title = entry.title.to_string();
        assert!((1..=20).contains(&title.len()), "{title:?}");
        assert!(!entry.author.is_empty(), "{title} has no author");
        assert!(entry.par.is_some(), "{title} has no par");
        assert!(
            titles.insert(title),
            "two levels are called {}",
            entry.title
        );
    }
}

#[test]
fn no_two_levels_are_equal_up_to_symmetry_and_the_keepers_start() {
    let mut seen = HashSet::new();
    for entry in levels() {
        let mut drawing = drawing(&entry.level);
        for symbol in drawing.iter_mut().flatten() {
            *symbol = match *symbol {
                b'@' => b' ',
                b'+' => b'.',
                other => other,
            };
        }
        let is_new = seen.insert(without_symmetry(drawing));
        assert!(is_new, "{} equals an earlier level", entry.title);
    }
}

#[test]
fn no_level_is_solved_by_walking_straight() {
    for Entry { level, title, .. } in levels() {
        let start = level.start();
        let boxes = || {
            start
                .boxes()
                .iter()
                .map(|cell| (cell, start.letter_at(cell)))
        };
        for stand in level.reach(start).iter() {
            for direction in Direction::ALL {
                let mut board = level
                    .position(stand, boxes())
                    .expect("the keeper can go there");
                while level.step(&mut board, direction).is_some() {
                    assert!(!level.is_solved(&board), "{title}");
                }
            }
        }
    }
}

#[test]
fn the_first_level_takes_a_push_to_the_right_and_one_down() {
    // The emulator's tests play it, after a step up and down.
    let level = levels().remove(0).level;
    let mut board = level.start().clone();
    for direction in [
        Direction::Up,
        Direction::Down,
        Direction::Down,
        Direction::Up,
    ] {
        assert!(
            level
                .step(&mut board, direction)
                .is_some_and(|step| !step.is_push())
        );
    }
    for direction in [Direction::Right, Direction::Down] {
        assert!(!level.is_solved(&board));
        assert!(
            level
                .step(&mut board, direction)
                .is_some_and(|step| step.is_push())
        );
    }
    assert!(level.is_solved(&board));
}

#[test]
fn the_handheld_solves_every_level_by_one_of_its_searches() {
    for Entry { level, title, .. } in levels() {
        let is_solved = |strategy| solved(&level, strategy, SOLVED_NODES).is_some();
        assert!(
            is_solved(Strategy::QUICK) || is_solved(Strategy::OPTIMAL),
            "{title}"
        );
    }
}

#[test]
fn all_but_the_great_halls_have_a_proven_par() {
    for pack in BUILT_IN.iter().filter(|pack| pack.name != GREAT_HALLS) {
        for Entry {
            level, title, par, ..
        } in levels_of(pack)
        {
            let (rating, proven) = solved(&level, Strategy::OPTIMAL, 10_000).expect("it is small");
            let fewest = par.map(|par| (u32::from(par.pushes), par.proven));
            assert_eq!(fewest, Some((rating.pushes, true)), "{title}");
            assert!(proven, "{title}");
        }
    }
}

#[test]
fn levels_become_harder_within_a_pack() {
    for name in ["Storerooms", "Two by two"] {
        let grades: Vec<u32> = levels_of(pack(name))
            .iter()
            .map(|entry| solved(&entry.level, Strategy::LASTING, 10_000).expect("it is small"))
            .map(|(rating, _)| u32::from(rating.grade().number()))
            .collect();
        let third = grades.len() / 3;
        // Sums over thirds of equal length, to compare their averages.
        let sums = [
            &grades[..third],
            &grades[third..2 * third],
            &grades[grades.len() - third..],
        ]
        .map(|grades| grades.iter().sum::<u32>());
        assert!(sums[0] < sums[1] && sums[1] < sums[2], "{name}: {sums:?}");
        assert_eq!((grades[0], grades.last()), (1, Some(&5)), "{name}");
    }
}

#[test]
fn a_short_search_does_not_prove_the_pars_of_the_great_halls() {
    the_great_halls_outlast(3_000);
}

#[test]
#[ignore = "takes half a minute"]
fn a_long_search_does_not_prove_the_pars_of_the_great_halls() {
    the_great_halls_outlast(100_000);
}

fn the_great_halls_outlast(nodes: u32) {
    for Entry {
        level, title, par, ..
    } in levels_of(pack(GREAT_HALLS))
    {
        assert!(level.start().boxes().len() >= 10, "{title}");
        assert!(par.is_some_and(|par| !par.proven), "{title} has no bound");
        assert_eq!(solved(&level, Strategy::OPTIMAL, nodes), None, "{title}");
        assert!(
            solved(&level, Strategy::QUICK, QUICK_NODES).is_some(),
            "{title}"
        );
    }
}

#[test]
fn every_level_fits_the_displays_with_squares_large_enough_to_see() {
    // Without the line with the counts.
    for pane in [Size::new(240, 220), Size::new(240, 115)] {
        for Entry { level, title, .. } in levels() {
            let side = Stage::side_in(&level, pane, Orientation::BestFit);
            assert!(
                side >= Some(8),
                "{title} has squares of {side:?} on {pane:?}"
            );
        }
    }
}

#[test]
fn packing_and_unpacking_does_not_change_levels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let uf2 = Path::new(env!("CARGO_TARGET_TMPDIR")).join("levels.uf2");
    let sokopico = |command: &mut Command| -> Output {
        let output = command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        output
    };
    let program = || Command::new(env!("CARGO_BIN_EXE_sokopico"));
    sokopico(program().arg("pack").args(&files).arg("-o").arg(&uf2));
    let unpacked = sokopico(program().arg("unpack").arg(&uf2)).stdout;
    // Files are separated by a blank line, just as levels are.
    let texts = BUILT_IN
        .iter()
        .flat_map(|pack| pack.text.iter().chain(b"\n"));
    assert!(unpacked.iter().eq(texts), "a level changed");
}
