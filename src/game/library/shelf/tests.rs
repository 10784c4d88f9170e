use super::*;
use crate::game::progress::LevelResult;
use crate::puzzle::{Mode, Tally};

/// A pack of `levels` levels of changing width; every third is a Pairs level.
fn pack(levels: usize) -> String {
    (1..=levels)
        .map(|number| {
            let boxes = if number % 3 == 0 { "Aa" } else { "$." };
            let (wall, floor) = ("#".repeat(number % 20 + 5), " ".repeat(number % 20));
            format!("{wall}\n#@{boxes}{floor}#\n{wall}\nTitle: L{number}\n\n")
        })
        .collect()
}

/// Nothing is in play.
fn known(bests: &Bests) -> Known<'_> {
    static NONE: Games = Games::new();
    Known {
        bests,
        games: &NONE,
        in_play: None,
    }
}

fn shelf<'p>(text: &'p str, filter: Filter, bests: &Bests) -> Shelf<'p> {
    let packs = [Pack {
        name: "test",
        text: text.as_bytes(),
    }];
    let mut shelf = Shelf::new(&packs, 0, filter);
    settle(&mut shelf, bests);
    shelf
}

/// Reads as many pieces as so many boards have, or more.
fn read<'p>(shelf: &mut Shelf<'p>, known: Known<'_>, boards: usize) {
    let mut reading = Reading::NONE;
    for _ in 0..5 * boards {
        shelf.advance(known, &mut reading);
    }
}

/// Reads until there is nothing more to read.
fn settle(shelf: &mut Shelf<'_>, bests: &Bests) {
    for _ in 0..2_000 {
        read(shelf, known(bests), 3);
    }
}

#[test]
fn every_level_of_a_long_pack_can_be_chosen() {
    let text = pack(700);
    let bests = Bests::new();
    for (filter, count) in [(Filter::All, 700), (Filter::Only(Mode::Pairs), 233)] {
        let mut shelf = shelf(&text, filter, &bests);
        assert_eq!(shelf.len(), count);
        for index in 0..count {
            assert_eq!(shelf.chosen(), index);
            let number = match filter {
                Filter::All => index + 1,
                Filter::Only(_) => (index + 1) * 3,
            };
            for (distance, number) in [(-1, number), (0, number), (1, number)] {
                let Some(listed) = shelf.listed(distance) else {
                    continue;
                };
                let step = if filter == Filter::All { 1 } else { 3 };
                let number = number.saturating_add_signed(distance * step);
                assert_eq!(listed.number, number);
                assert_eq!(listed.title.to_string(), format!("L{number}"));
            }
            assert!(shelf.preview().is_some());
            shelf.walk(1);
            read(&mut shelf, known(&bests), 40);
        }
        shelf.walk(1);
        assert_eq!(shelf.chosen(), count - 1);
    }
}

#[test]
fn the_first_unsolved_level_is_chosen_and_the_next_found() {
    let text = pack(40);
    let mut bests = Bests::new();
    let source = Pack {
        name: "",
        text: text.as_bytes(),
    };
    let result = LevelResult {
        tally: Tally {
            moves: 1,
            pushes: 1,
        },
        par: None,
        assisted: false,
    };
    for number in [1, 2, 3, 5, 6, 20] {
        let level = source.level(number).unwrap().level;
        bests.record(LevelId::of(&level), result);
    }
    let mut shelf = shelf(&text, Filter::All, &bests);
    assert_eq!(shelf.place().unwrap().number, 4);
    for (forward, number) in [(true, 7), (true, 8), (false, 7), (false, 4), (false, 4)] {
        shelf.seek_unsolved(forward);
        settle(&mut shelf, &bests);
        assert_eq!(shelf.place().unwrap().number, number);
    }
    let place = Place {
        pack: 0,
        number: 30,
    };
    let mut shelf = Shelf::at(&[source], place, Filter::All);
    settle(&mut shelf, &bests);
    assert_eq!(shelf.place(), Some(place));
}

#[test]
fn an_empty_or_broken_pack_has_nothing_to_choose() {
    let bests = Bests::new();
    for text in ["", "#####\n#@$ #\n#####\n"] {
        let mut shelf = shelf(text, Filter::All, &bests);
        assert!(shelf.is_empty() && shelf.place().is_none());
        shelf.walk(1);
        shelf.seek_unsolved(true);
        settle(&mut shelf, &bests);
        assert!(shelf.preview().is_none());
    }
}

/// A pack in which boards of several styles follow each other: titles before and after
/// the board, comments, run-length rows, both modes, and broken ones.
fn motley(levels: usize) -> String {
    (1..=levels)
        .map(|number| {
            let wide = number % 23;
            let boxes = if number % 3 == 0 { "Aa" } else { "$." };
            let (wall, floor) = ("#".repeat(wide + 5), " ".repeat(wide));
            let row = format!("{wall}\n#@{boxes}{floor}#\n{wall}\n");
            match number % 7 {
                0 => format!("{wall}\n#@@{floor}#\n{wall}\nTitle: Broken\n\n"),
                1 => format!("; L{number}\n\n{row}\n"),
                2 => format!("{row}\n"),
                3 => format!("{}#|#@{boxes}{floor}#|{}#\n\n", wide + 5, wide + 5),
                4 => format!("{row}Title: L{number}\nAuthor: me\nComment: {number}\n\n"),
                _ => format!("{row}Title: L{number}\n\n"),
            }
        })
        .collect()
}

/// What a plain reading of the pack lists: numbers, titles and whether it is solved.
fn plainly(text: &str, filter: Filter, bests: &Bests) -> std::vec::Vec<(u16, String, bool)> {
    let items = Reader::new(text.as_bytes()).zip(1..);
    items
        .filter_map(|(item, number)| {
            let entry = item.ok()?;
            let solved = bests.get(LevelId::of(&entry.level)).is_some();
            let title = entry.title.to_string();
            filter
                .takes(entry.level.mode())
                .then_some((number, title, solved))
        })
        .collect()
}

fn settle_wholly(shelf: &mut Shelf<'_>, bests: &Bests) {
    let mut reading = Reading::NONE;
    for _ in 0..500_000 {
        if !shelf.is_reading() {
            return;
        }
        shelf.advance(known(bests), &mut reading);
    }
    panic!("it reads for ever");
}

#[test]
fn after_any_walk_number_title_and_level_are_those_of_a_plain_reading() {
    use crate::puzzle::random::Random;
    for (count, seed) in [
        (0, 1),
        (1, 2),
        (9, 3),
        (10, 4),
        (129, 5),
        (300, 6),
        (1_000, 7),
    ] {
        let text = motley(count);
        let mut random = Random::new(seed);
        let source = Pack {
            name: "test",
            text: text.as_bytes(),
        };
        let mut bests = Bests::new();
        let result = LevelResult {
            tally: Tally {
                moves: 1,
                pushes: 1,
            },
            par: None,
            assisted: false,
        };
        for entry in source.levels().flatten() {
            if random.one_in(2) {
                bests.record(LevelId::of(&entry.level), result);
            }
        }
        for filter in Filter::ALL {
            let plain = plainly(&text, filter, &bests);
            let mut shelf = Shelf::new(&[source], 0, filter);
            settle_wholly(&mut shelf, &bests);
            assert_eq!(usize::from(shelf.len()), plain.len());
            let mut at = plain.iter().position(|level| !level.2).unwrap_or(0);
            for _ in 0..60 {
                if !plain.is_empty() {
                    assert_eq!(usize::from(shelf.chosen()), at, "{count} {filter:?}");
                    let (place, entry) = shelf.level().unwrap();
                    let listed = shelf.listed(0).unwrap();
                    assert_eq!((place.number, place.pack), (plain[at].0, 0));
                    assert_eq!(entry.title.to_string(), plain[at].1);
                    assert_eq!(listed.title.to_string(), plain[at].1);
                    assert_eq!(listed.best.is_some(), plain[at].2);
                    let whole = source.level(place.number).unwrap();
                    assert_eq!(whole.level, entry.level);
                    for distance in -4..=4i16 {
                        let index = at as i64 + i64::from(distance);
                        let other = usize::try_from(index).ok().and_then(|i| plain.get(i));
                        let listed = shelf.listed(distance).map(|level| level.number);
                        assert_eq!(listed, other.map(|level| level.0));
                    }
                }
                let unsolved = |range: core::ops::Range<usize>| {
                    range
                        .filter(|&index| !plain[index].2)
                        .collect::<std::vec::Vec<_>>()
                };
                match random.below(4) {
                    0 => {
                        shelf.seek_unsolved(true);
                        at = *unsolved(at + 1..plain.len().max(at + 1))
                            .first()
                            .unwrap_or(&at);
                    }
                    1 => {
                        shelf.seek_unsolved(false);
                        at = *unsolved(0..at).last().unwrap_or(&at);
                    }
                    _ => {
                        let by = random.below(241) as i16 - 120;
                        shelf.walk(by);
                        let last = plain.len().saturating_sub(1);
                        at = at.saturating_add_signed(by.into()).min(last);
                    }
                }
                settle_wholly(&mut shelf, &bests);
            }
        }
    }
}

#[test]
fn ok_at_any_moment_opens_the_level_that_is_chosen_then() {
    use crate::puzzle::random::Random;
    let text = motley(300);
    let packs = [Pack {
        name: "test",
        text: text.as_bytes(),
    }];
    let mut random = Random::new(9);
    let bests = Bests::new();
    for filter in Filter::ALL {
        let plain = plainly(&text, filter, &bests);
        for _ in 0..40 {
            let sought = random.below(301) as u16;
            let number = sought;
            let mut shelf = Shelf::at(&packs, Place { pack: 0, number }, filter);
            for _ in 0..random.below(8) {
                read(&mut shelf, known(&bests), random.below(90) as usize);
                match random.below(4) {
                    0 => shelf.seek_unsolved(true),
                    1 => shelf.seek_unsolved(false),
                    _ => shelf.walk(random.below(21) as i16 - 10),
                }
                if random.one_in(2) {
                    read(&mut shelf, known(&bests), 2);
                }
            }
            // Until the level that the list was opened for is found, keys do nothing.
            let expected = plain.iter().position(|level| level.0 >= sought);
            let chosen = match (shelf.is_finding(), expected) {
                (true, Some(index)) => index as u16,
                _ => shelf.chosen(),
            };
            let shown = match shelf.is_finding() {
                true => None,
                false => shelf.listed(0).map(|listed| listed.number),
            };
            shelf.stay();
            while shelf.level().is_none() {
                read(&mut shelf, known(&bests), 2);
            }
            assert_eq!(shelf.chosen(), chosen);
            let number = shelf.place().unwrap().number;
            assert_eq!(number, plain[usize::from(chosen)].0);
            assert!(shown.is_none_or(|shown| shown == number));
        }
    }
}

#[test]
fn levels_in_play_or_with_a_saved_game_are_marked_as_begun() {
    let text = pack(6);
    let source = Pack {
        name: "",
        text: text.as_bytes(),
    };
    let id = |number| LevelId::of(&source.level(number).unwrap().level);
    let bests = Bests::new();
    let mut games = Box::new(Games::new());
    games.saved(3, id(2), 1, 10);
    games.saved(9, id(5), 2, 10);
    let known = Known {
        bests: &bests,
        games: &games,
        in_play: Some(id(4)),
    };
    let mut shelf = Shelf::new(&[source], 0, Filter::All);
    read(&mut shelf, known, 1_000);
    let begun: std::vec::Vec<_> = (0..6)
        .map(|distance| shelf.listed(distance).unwrap())
        .filter(|listed| listed.begun)
        .map(|listed| listed.number)
        .collect();
    assert_eq!(begun, [2, 4, 5]);
}
