//! Tiles compared with pictures made of letters.

use std::collections::HashSet;

use super::*;
use crate::view::palette::PairColour;

/// A tile with each ink as a letter.
fn picture(tiles: Tiles, ink: impl Fn(i32, i32) -> Option<Ink>) -> Vec<String> {
    let symbol = |ink| match ink {
        None => '.',
        Some(Ink::Edge) => 'o',
        Some(Ink::White) => 'w',
        Some(Ink::Floor) => ' ',
        Some(Ink::FloorJoint) => '\'',
        Some(Ink::Wall) => '#',
        Some(Ink::WallLight) => '=',
        Some(Ink::WallBrick) => '%',
        Some(Ink::WallJoint) => '|',
        Some(Ink::Goal) => 'g',
        Some(Ink::Wood) => 'n',
        Some(Ink::WoodLight) => 'l',
        Some(Ink::WoodDark) => 'd',
        Some(Ink::Home) => 'h',
        Some(Ink::HomeLight) => 'l',
        Some(Ink::HomeDark) => 'd',
        Some(Ink::Pit) => ':',
        Some(Ink::Skin | Ink::SkinDark) => 's',
        Some(Ink::Cap | Ink::CapDark) => 'c',
        Some(Ink::Coat | Ink::CoatDark) => 'b',
        Some(Ink::Warn | Ink::WarnText) => 'x',
        Some(Ink::Hint) => 'a',
        Some(Ink::Pair(_)) => 'p',
        Some(Ink::PairDark(_)) => 'P',
        Some(other) => panic!("tiles do not use {other:?}"),
    };
    let row = |y| (0..tiles.side()).map(|x| symbol(ink(x, y))).collect();
    (0..tiles.side()).map(row).collect()
}

fn of_thing(side: i32, thing: Thing) -> Vec<String> {
    let tiles = Tiles::new(side, TileStyle::Drawn);
    picture(tiles, |x, y| tiles.thing(thing, x, y))
}

fn of_ground(side: i32, ground: Ground) -> Vec<String> {
    let tiles = Tiles::new(side, TileStyle::Drawn);
    picture(tiles, |x, y| Some(tiles.ground(ground, x, y)))
}

fn all_tiles() -> impl Iterator<Item = Tiles> {
    SIDES.into_iter().flat_map(|side| {
        let styles = TileStyle::ALL.iter();
        styles.map(move |&style| Tiles::new(side, style))
    })
}

fn letter(symbol: u8) -> Letter {
    Letter::from_symbol(symbol).unwrap()
}

fn pair(symbol: u8) -> Thing {
    Thing::Pair {
        letter: letter(symbol),
        over_hole: false,
    }
}

fn keeper(facing: Direction) -> Thing {
    Thing::Keeper(Pose {
        facing,
        gait: Gait::Stand,
        pushing: false,
    })
}

const ALONE: Joins = Joins(0);

#[test]
fn a_wall_that_stands_alone_has_lit_edges_and_bricks_in_front() {
    assert_eq!(
        of_ground(8, Ground::Wall(ALONE)),
        [
            "========", "=######%", "=######%", "=######%", "=######%", "%%%|%%%%", "%%%|%%%%",
            "%%%|%%%%",
        ]
    );
}

#[test]
fn walls_join_without_an_edge_between_them() {
    let below = Joins::new(|down, _| down == 1);
    assert_eq!(
        of_ground(4, Ground::Wall(below)),
        ["====", "=###", "=###", "=###"]
    );
    let all = Joins::new(|_, _| true);
    for side in SIDES {
        let flat = vec!["#".repeat(side as usize); side as usize];
        assert_eq!(of_ground(side, Ground::Wall(all)), flat);
    }
    let all_but_a_corner = Joins::new(|down, right| (down, right) != (-1, -1));
    assert_eq!(
        of_ground(4, Ground::Wall(all_but_a_corner)),
        ["=###", "####", "####", "####"]
    );
}

#[test]
fn flat_ground_has_one_ink() {
    let joins = [Joins::ALL, ALONE].map(Ground::Wall);
    let grounds = [Ground::Void, Ground::Floor, Ground::Goal];
    for tiles in all_tiles() {
        for ground in joins.into_iter().chain(grounds) {
            let Some(ink) = tiles.flat(ground) else {
                continue;
            };
            let side = 0..tiles.side();
            for (x, y) in side.clone().flat_map(|y| side.clone().map(move |x| (x, y))) {
                assert_eq!(tiles.ground(ground, x, y), ink, "{tiles:?} {ground:?}");
            }
        }
    }
}

#[test]
fn a_goal_has_brackets_around_a_diamond() {
    assert_eq!(
        of_ground(12, Ground::Goal),
        [
            "           '",
            " ggg    ggg'",
            " g        g'",
            " g        g'",
            "     gg    '",
            "    gggg   '",
            "    gggg   '",
            "     gg    '",
            " g        g'",
            " g        g'",
            " ggg    ggg'",
            "''''''''''''",
        ]
    );
    assert_eq!(of_ground(4, Ground::Goal), ["g  g", " gg ", " gg ", "g  g"]);
}

#[test]
fn a_crate_is_square_and_loses_its_corners_on_a_goal() {
    assert_eq!(
        of_thing(8, Thing::Box),
        [
            "oooooooo", "olllllno", "olnndlno", "olndldno", "oldldnno", "olldnnno", "onnnnnno",
            "oooooooo",
        ]
    );
    assert_eq!(
        of_thing(8, Thing::Home),
        [
            "..oooo..", ".ohhhho.", "ohhhhhho", "ohhhhlho", "ohlhlhho", "ohhlhhho", ".ohhhho.",
            "..oooo..",
        ]
    );
}

#[test]
fn a_box_on_its_goal_changes_shape() {
    for tiles in all_tiles() {
        let outline = |thing| {
            let points = (0..tiles.side()).flat_map(|y| (0..tiles.side()).map(move |x| (x, y)));
            let covered = points.filter(|&(x, y)| tiles.thing(thing, x, y).is_some());
            covered.collect::<Vec<_>>()
        };
        assert_ne!(outline(Thing::Box), outline(Thing::Home), "{tiles:?}");
    }
}

#[test]
fn a_pair_shares_letter_shape_and_colour() {
    assert_eq!(
        of_thing(8, pair(b'H')),
        [
            "pppppppP", "popopppP", "popopppP", "pooopppP", "popopppP", "popopooP", "pppppppP",
            "PPPPPPPP",
        ]
    );
    assert_eq!(
        of_ground(8, Ground::Hole(letter(b'H'))),
        [
            " pppppp ", "pw:w:::p", "pw:w:::p", "pwww:::p", "pw:w:::p", "pw:w:ppp", "p::::::p",
            " pppppp'",
        ]
    );
}

#[test]
fn no_two_pairs_look_alike_even_without_their_letters() {
    let pairs: HashSet<_> = Letter::all()
        .map(|letter| (PairColour::of(letter), Glyph::of(letter)))
        .collect();
    assert_eq!(pairs.len(), Letter::all().count());
    for tiles in all_tiles() {
        let side = tiles.side();
        let pixels = |ink: &dyn Fn(i32, i32) -> Option<Ink>| {
            let points = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
            points.map(|(x, y)| ink(x, y)).collect::<Vec<_>>()
        };
        let mut seen = HashSet::new();
        for letter in Letter::all() {
            for over_hole in [false, true] {
                let thing = Thing::Pair { letter, over_hole };
                assert!(seen.insert(pixels(&|x, y| tiles.thing(thing, x, y))));
            }
            let hole = Ground::Hole(letter);
            assert!(seen.insert(pixels(&|x, y| Some(tiles.ground(hole, x, y)))));
        }
    }
}

#[test]
fn the_keeper_is_complete_at_every_size() {
    assert_eq!(
        of_thing(8, keeper(Direction::Down)),
        [
            "..cccc..", ".cccccc.", ".sossos.", "..ssss..", ".bbbbbb.", "sbbbbbbs", "..bbbb..",
            "..b..b..",
        ]
    );
    assert_eq!(
        of_thing(4, keeper(Direction::Down)),
        [".cc.", ".ss.", "bbbb", ".bb."]
    );
}

#[test]
fn the_keeper_faces_four_ways_and_walks_and_pushes_visibly() {
    for tiles in all_tiles() {
        let look = |facing, gait, pushing| {
            let pose = Pose {
                facing,
                gait,
                pushing,
            };
            picture(tiles, |x, y| tiles.thing(Thing::Keeper(pose), x, y))
        };
        let ways: HashSet<_> = Direction::ALL
            .map(|way| look(way, Gait::Stand, false))
            .into();
        assert_eq!(ways.len(), 4, "{tiles:?}");
        if tiles.style == TileStyle::Drawn {
            for facing in Direction::ALL {
                let stand = look(facing, Gait::Stand, false);
                assert_ne!(stand, look(facing, Gait::Left, false), "{tiles:?}");
                if tiles.side() > 4 {
                    assert_ne!(stand, look(facing, Gait::Stand, true), "{tiles:?}");
                }
            }
        }
        let mirrored: Vec<String> = look(Direction::Left, Gait::Left, true)
            .iter()
            .map(|row| row.chars().rev().collect())
            .collect();
        assert_eq!(mirrored, look(Direction::Right, Gait::Left, true));
    }
}

#[test]
fn an_arrow_points_where_to_push_and_a_badge_leaves_the_letter_readable() {
    let tiles = Tiles::new(8, TileStyle::Drawn);
    let mark = |mark| picture(tiles, |x, y| tiles.mark(mark, x, y));
    assert_eq!(
        mark(Mark::Push(Direction::Right)),
        [
            "....a...", "....aa..", "....aaa.", "aaaaaaaa", "aaaaaaaa", "....aaa.", "....aa..",
            "....a...",
        ]
    );
    assert_eq!(
        mark(Mark::Stuck)[..5],
        ["....oxxx", "....oxxx", "....oxxx", "....oooo", "........"]
    );
    for tiles in all_tiles() {
        for letter in Letter::all() {
            for (x, y) in (0..tiles.side()).flat_map(|y| (0..tiles.side()).map(move |x| (x, y))) {
                let hides = tiles.mark(Mark::Stuck, x, y).is_some();
                let part = glyph::label(tiles, letter, x, y);
                let is_letter = matches!(part, Some(glyph::LabelPart::Letter));
                // At the smallest sizes a corner of a wide letter may be hidden.
                assert!(!(hides && is_letter) || tiles.side() <= 12);
            }
        }
    }
}

#[test]
fn only_sides_with_tiles_are_used() {
    for (asked, side) in [
        (100, 24),
        (24, 24),
        (23, 16),
        (15, 12),
        (9, 8),
        (7, 6),
        (5, 4),
        (0, 4),
    ] {
        assert_eq!(Tiles::new(asked, TileStyle::Drawn).side(), side);
    }
}
