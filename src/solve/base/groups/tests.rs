//! What the tables call dead is dead, and where no box is left out of them, nothing else is:
//! compared with every position that can be reached in thousands of small random levels.

use std::println;
use std::vec;
use std::vec::Vec;

use super::{Builder, Groups, SHARE};
use crate::puzzle::random::Random;
use crate::puzzle::text::Reader;
use crate::puzzle::{Board, Direction, Letter, Level, Mode};
use crate::solve::Status;
use crate::solve::base::terrain::{NONE, Terrain};
use crate::solve::base::workplace::Workplace;
use crate::solve::small::{Positions, key, pushes, random_level};
use crate::solve::solver::{ARENA_WORDS, Solver};

/// Levels with more positions are left out.
const POSITIONS: usize = 1_000;

#[derive(Debug, Default)]
struct Compared {
    levels: u32,
    /// Pushes whose result was judged by tables that know all boxes at once.
    exact: u32,
    /// Pushes into a group that is dead.
    dead: u32,
    pushes: u32,
}

/// Builds the tables of a level whose other tables are there.
fn build<'a>(work: &mut Workplace<'a>) -> Groups<'a> {
    let Some(mut builder) = Builder::new(&work.terrain, work.pool.len()) else {
        return Groups::none();
    };
    while builder.advance(&work.terrain, work.pool).is_some() {}
    builder.finish(&mut work.pool)
}

/// The squares of the boxes by their numbers; boxes that are gone have none.
fn squares(terrain: &Terrain<'_>, level: &Level, board: &Board) -> Vec<u8> {
    let number = |cell| terrain.number_of(cell);
    match level.mode() {
        Mode::Classic => (*board.boxes() & terrain.floor)
            .iter()
            .map(number)
            .collect(),
        Mode::Pairs => Letter::all()
            .filter(|&letter| level.start().box_of(letter).is_some())
            .map(|letter| board.box_of(letter).map_or(NONE, number))
            .collect(),
    }
}

/// Compares what the tables say of every push in every position.
fn compare(level: &Level, words: usize, compared: &mut Compared) {
    let Some(positions) = Positions::of(level, POSITIONS) else {
        return;
    };
    let mut arena = vec![0xa5a5_a5a5; words];
    let mut solver = Solver::new(level, level.start(), &mut arena);
    while solver.work.is_none() && matches!(solver.step(1), Status::Working(_)) {}
    let Some(work) = &mut solver.work else { return };
    let groups = build(work);
    let terrain = &work.terrain;
    let covered = match terrain.mode {
        Mode::Classic => 3,
        Mode::Pairs => 2,
    };
    let is_exact = groups.tables().is_some_and(|(layout, _)| {
        terrain.boxes == 2 || terrain.boxes <= covered && layout.partners > layout.pairs
    });
    compared.levels += 1;
    for board in &positions.all {
        let squares = squares(terrain, level, board);
        for next in pushes(level, board) {
            // The keeper stands where the box was; without a new box, it has dropped in.
            let Some(to) = (*next.boxes() - *board.boxes()).first() else {
                continue;
            };
            let turned = |&direction: &Direction| next.keeper().step(direction) == to;
            let direction = Direction::ALL.into_iter().find(turned).unwrap();
            let (from, to) = (terrain.number_of(next.keeper()), terrain.number_of(to));
            let Some(which) = squares.iter().position(|&square| square == from) else {
                continue;
            };
            let is_useless = |&square: &u8| square != NONE && terrain.live_rank(square) == NONE;
            if is_useless(&to) || squares.iter().any(is_useless) {
                continue;
            }
            let dead = groups.is_dead(terrain, &squares, which as u8, to, direction);
            let winnable = positions.winnable.contains_key(&key(level, &next));
            let picture = level.picture(&next);
            assert!(!dead || !winnable, "this can be won:\n{picture}");
            // Boxes that have dropped in are out of everybody's way.
            let is_exact = is_exact && !squares.contains(&NONE);
            assert!(!is_exact || dead || winnable, "this is lost:\n{picture}");
            compared.exact += u32::from(is_exact);
            compared.dead += u32::from(dead);
            compared.pushes += 1;
        }
    }
}

fn compare_many(mode: Mode, most: u32, levels: u32) {
    let mut random = Random::new(levels);
    let mut compared = Compared::default();
    // With less memory there is no room for triples, or for none of the tables.
    for words in [ARENA_WORDS, 4_000, 2_500].into_iter().cycle() {
        if compared.levels == levels {
            break;
        }
        if let Some(level) = random_level(&mut random, mode, 6, most) {
            compare(&level, words, &mut compared);
        }
    }
    println!("{mode:?}: {compared:?}");
    assert!(compared.exact > 2 * levels, "{compared:?}");
    assert!(compared.dead > levels, "{compared:?}");
}

#[test]
fn dead_groups_are_dead_in_classic() {
    compare_many(Mode::Classic, 4, 2_500);
}

#[test]
fn dead_groups_are_dead_in_pairs() {
    compare_many(Mode::Pairs, 4, 1_000);
}

/// Memory that is too small is an answer.
#[test]
fn any_memory_will_do() {
    let text = "##########\n#   .... #\n# $$     #\n#  $$@   #\n#        #\n##########";
    let level = Reader::new(text.as_bytes()).next().unwrap().unwrap().level;
    let mut built = Vec::new();
    for words in (600..3_000).chain([ARENA_WORDS]) {
        let mut arena = vec![0xa5a5_a5a5; words];
        let mut solver = Solver::new(&level, level.start(), &mut arena);
        while solver.work.is_none() && matches!(solver.step(1), Status::Working(_)) {}
        let Some(work) = &mut solver.work else {
            continue;
        };
        let pool = work.pool.len();
        let groups = build(work);
        assert_eq!(groups.words.len() + work.pool.len(), pool);
        assert!(groups.words.len() <= pool / SHARE);
        built.push(
            groups
                .tables()
                .map(|(layout, _)| layout.partners > layout.pairs),
        );
    }
    built.dedup();
    assert_eq!(built, [None, Some(false), Some(true)]);
}
