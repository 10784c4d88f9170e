//! A game for every level: leaving a level keeps its position and history, and nothing that was
//! achieved is lost.

#[path = "common/player.rs"]
mod player;

use player::Player;
use sokopico::game::Screen;
use sokopico::game::input::Layout;
use sokopico::game::packs::Pack;
use sokopico::game::progress::result_item::{self, By};
use sokopico::game::progress::{
    BESTS, Bests, GamePart, ITEM_BYTES, Key, LevelId, LevelResult, MemoryStore, Store,
};
use sokopico::puzzle::{History, Record, Tally};

const LEVELS: &[u8] = b"#######
#@ $ .#
#     #
#######
Title: One

#######
#@ $ .#
# $  .#
#     #
#######
Title: Two

########
#@ $  .#
# $   .#
# $   .#
########
Title: Three
";

const PACKS: &[Pack<'static>] = &[Pack {
    name: "rooms",
    text: LEVELS,
}];

const LIST: &str = "menu:Play menu:Both menu:rooms wait:100 =Levels";

/// Everything that can be undone and redone, and how much is played.
fn records(player: &Player<'_>) -> (Vec<Record>, usize) {
    let history = player.game().play().history();
    let all = history.undoable() + history.redoable();
    let records = (0..all).filter_map(|index| history.record(index));
    (records.collect(), history.undoable())
}

fn begun(player: &Player<'_>) -> Vec<bool> {
    let shelf = player.shelf();
    let first = -(shelf.chosen() as i16);
    (first..first + shelf.len() as i16)
        .map(|distance| shelf.listed(distance).unwrap().begun)
        .collect()
}

#[test]
fn leaving_a_level_keeps_its_game_and_opening_it_goes_on_there() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        player.play(&format!("{LIST} ok =Play d r r undo moves:2"));
        let one = records(&player);
        player.play("pause menu:Levels wait:100 d wait:50 ok =Play d d r moves:3");
        let two = records(&player);
        player.play("pause menu:Levels wait:100 =Levels");
        assert_eq!(begun(&player), [true, true, false]);

        player.play("u wait:50 ok =Chosen menu:Continue =Play moves:2");
        assert_eq!(records(&player), one);
        player.play("redo moves:3 undo");
        player.play("pause menu:Levels wait:100 d wait:50 ok =Chosen menu:Continue moves:3");
        assert_eq!(records(&player), two);

        // Both come back after the machine was off.
        let mut store = player.saved();
        let mut again = Player::load(PACKS, layout, &mut store);
        again.play("=Play says:Welcome moves:3");
        assert_eq!(records(&again), two);
        again.store = store;
        again.play("pause menu:Levels wait:100 u wait:50 ok =Chosen menu:Continue moves:2");
        assert_eq!(records(&again), one);
    }
}

#[test]
fn starting_again_forgets_the_old_game_only_then() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!(
        "{LIST} ok d r moves:2 pause menu:Levels wait:100 d wait:50 ok =Play"
    ));
    player.play("pause menu:Levels wait:100 u wait:50 ok =Chosen back =Levels wait:50");
    assert_eq!(begun(&player), [true, true, false]);
    player.play(
        "ok =Chosen menu:Start_again =Play moves:0 d pause menu:Levels wait:100 d wait:50 ok",
    );
    player
        .play("=Play pause menu:Levels wait:100 u wait:50 ok =Chosen menu:Continue =Play moves:1");
}

#[test]
fn a_level_that_was_opened_but_not_played_leaves_no_game() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{LIST} ok =Play wait:2000"));
    player.saved();
    player.play("pause menu:Levels wait:100 d wait:50 ok =Play d pause menu:Levels wait:100");
    assert_eq!(begun(&player), [false, true, false]);
}

#[test]
fn the_title_continues_the_game_that_was_played_last() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!(
        "{LIST} d d ok =Play d d moves:2 pause menu:Levels wait:100"
    ));
    player.play("u u wait:50 ok =Play r r r =Solved back back back back =Title");
    player.play("menu:Continue wait:100 =Play moves:2");
    assert_eq!(player.game().play().place().unwrap().number, 3);
}

#[test]
fn a_solved_level_can_be_watched_by_pushes_and_by_moves() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        // Three moves; then a longer way.
        player.play(&format!(
            "{LIST} ok r r r =Solved menu:Play_again d u r r r =Solved"
        ));
        player.play("menu:Levels wait:100 ok =Chosen menu:Watch_fewest_moves =Playback wait:3000");
        assert_eq!(player.game().play().tally().moves, 3);
        assert!(player.game().play().is_solved());
        player.play("l l l l moves:0 r moves:1 back =Levels wait:100");
        let mut store = player.saved();
        let mut again = Player::load(PACKS, layout, &mut store);
        again.store = store;
        again.play(&format!("=Title {LIST} wait:100 u u wait:100 ok =Chosen"));
        again.play("menu:Watch_fewest_pushes =Playback wait:3000 moves:3 back =Levels");
    }
}

#[test]
fn what_the_machine_did_is_nobodys_best() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!(
        "{LIST} ok pause menu:Solve_it think wait:8000 =Solved"
    ));
    let best = player
        .game()
        .bests()
        .get(player.game().play().id())
        .unwrap();
    assert!(best.is_assisted() && best.fewest.is_none());
    // There is nothing to watch, so the level opens at once.
    player.play("menu:Levels wait:100 ok =Play r r r =Solved");
    let best = player
        .game()
        .bests()
        .get(player.game().play().id())
        .unwrap();
    assert_eq!(best.fewest.unwrap().pushes, 2);
    // The machine's next solution changes nothing.
    player.play("menu:Play_again pause menu:Solve_it think wait:8000 =Solved");
    assert_eq!(
        player.game().bests().get(player.game().play().id()),
        Some(best)
    );
}

#[test]
fn a_generated_level_keeps_its_game_too() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play("menu:New_levels menu:Short =Generating made =Play solve:1");
    let made = records(&player);
    assert!(!made.0.is_empty());
    player.play(&format!("pause menu:New_levels back {LIST} ok =Play d"));
    let store = player.saved();
    let stored: Vec<_> = store.items().map(|(key, _)| key).collect();
    let part = GamePart::Level;
    assert!(stored.contains(&Key::Game { slot: 0, part }), "{stored:?}");
    // It was played before the other, which is given up first by the player.
    player.play("r r pause menu:Quit_to_title =Title");
    let mut store = player.saved();
    let head = GamePart::Head;
    store
        .remove(Key::Game {
            slot: 1,
            part: head,
        })
        .unwrap();
    store.remove(Key::Current).unwrap();
    store.commit().unwrap();
    let mut again = Player::load(PACKS, Layout::Eight, &mut store);
    again.store = store;
    again.play("=Title menu:Continue wait:50 =Play");
    assert_eq!(records(&again), made);
}

#[test]
fn a_game_whose_pack_is_gone_stays() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{LIST} ok d r moves:2"));
    let mut store = player.saved();
    let other = [Pack {
        name: "other",
        text: b"#####\n#@$.#\n#####\n",
    }];
    let mut elsewhere = Player::load(&other, Layout::Eight, &mut store);
    elsewhere.store = store;
    elsewhere
        .play("=Title says:not_in_these_packs menu:Play menu:Both menu:other wait:50 ok r =Solved");
    let mut store = elsewhere.saved();
    let mut back = Player::load(PACKS, Layout::Eight, &mut store);
    back.store = store;
    back.play("=Play moves:2");
}

#[test]
fn without_room_the_oldest_game_goes_and_the_player_learns_which() {
    let mut player = Player::new(PACKS, Layout::Eight);
    let walk = "d u ".repeat(8);
    player.play(&format!(
        "{LIST} ok {walk} pause menu:Levels wait:100 d wait:50 ok {walk}"
    ));
    player.saved();
    let used: usize = player.store.items().map(|(_, item)| item.len()).sum();
    player.store.limit(used + 20);
    player.play("pause menu:Levels wait:100 d wait:50 ok =Play d u d u");
    player.saved();
    // No key removes the message.
    player.play("says:dropped_game_1_One d says:dropped_game_1_One pause menu:Levels wait:100");
    assert_eq!(begun(&player), [false, true, true]);
    player.play("says:dropped_game_1_One wait:4000");
    assert_eq!(player.game().banner(), None);
}

#[test]
fn of_several_games_that_go_at_once_every_one_is_named() {
    let rooms = (1..=30).map(|width| {
        let wall = "#".repeat(width + 2);
        let (rest, inside) = (" ".repeat(width), "#".repeat(2));
        format!(
            "{wall}####\n#@$.{rest}{inside}\n#   {rest}{inside}\n{wall}####\nTitle: Room {width}\n"
        )
    });
    let text = rooms.collect::<Vec<_>>().join("\n");
    let packs = [Pack {
        name: "rooms",
        text: text.as_bytes(),
    }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.play("menu:Play menu:Both menu:rooms wait:100");
    for _ in 0..12 {
        player.play("ok =Play d u pause menu:Levels wait:100 d wait:50");
    }
    player.play("ok =Play");
    player.saved();
    let used: usize = player.store.items().map(|(_, item)| item.len()).sum();
    player.store.limit(used + 20);
    // Enough moves for several small games to make room for them.
    player.play(&"d u ".repeat(400));
    player.saved();
    let has = |player: &Player<'_>, number: u16| {
        let id = LevelId::of(&packs[0].level(number).unwrap().level);
        player.store.clone().items().any(|(key, item)| {
            let part = GamePart::Head;
            matches!(key, Key::Game { part: found, .. } if found == part)
                && item[2..10] == id.to_bytes()
        })
    };
    let gone: Vec<_> = (1..=12).filter(|&number| !has(&player, number)).collect();
    assert!((3..9).contains(&gone.len()), "{gone:?}");
    for number in gone {
        player.play(&format!(
            "says:dropped_game_{number}_Room_{number} wait:2000"
        ));
        player.play(&format!(
            "d u says:dropped_game_{number}_Room_{number} wait:2000"
        ));
    }
    player.play("wait:100");
    assert_eq!(player.game().banner(), None);
}

#[test]
fn a_dropped_game_of_a_new_level_is_named_by_its_code() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play("menu:New_levels menu:Short =Generating made =Play d u l r d u");
    let code = player.game().play().source().to_string();
    assert_eq!(code.len(), 10);
    player.play(&format!("pause menu:New_levels back {LIST} ok d u d u"));
    player.saved();
    let used: usize = player.store.items().map(|(_, item)| item.len()).sum();
    player.store.limit(used + 20);
    player.play("pause menu:Levels wait:100 d wait:50 ok =Play d u d u");
    player.saved();
    let said = player.game().banner().unwrap().to_string();
    assert_eq!(said, format!("No room: dropped game {code}"));
}

/// Solves level One while the store has room for `room` bytes more than it holds before, of which
/// the level's own game are 40, in 323 moves. Returns whether the solution is kept, and what was
/// said.
fn solved_with_room(before: &str, room: usize) -> (bool, String) {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{LIST} {before} wait:100 ok =Play"));
    player.saved();
    let used: usize = player.store.items().map(|(_, item)| item.len()).sum();
    player.store.limit(used + room);
    player.play(&"d u ".repeat(160));
    player.play("r r r =Solved");
    player.saved();
    let banner = player.game().banner();
    let said = banner.map(|banner| banner.to_string()).unwrap_or_default();
    let level = PACKS[0].level(1).unwrap().level;
    let id = LevelId::of(&level);
    assert!(player.game().bests().get(id).unwrap().fewest.is_some());
    let mut bests = Box::new(Bests::<512>::new());
    bests.load(&mut player.store).unwrap();
    let slot = bests.slot(id).expect("the result is kept");
    let mut history = Box::new(History::new(&level));
    let found = result_item::restore(&mut player.store, slot, By::Pushes, &level, &mut history);
    (found.unwrap().is_some(), said)
}

#[test]
fn a_solution_is_given_up_only_if_nothing_is_worth_less_and_the_player_learns_it() {
    let walk = "r l ".repeat(160);
    let begun = format!("d d ok =Play {walk} pause menu:Levels wait:100 u u");
    // Six pushes: more than barely begun.
    let far = "d d ok =Play r r r r l l l l d r r r pushes:6 pause menu:Levels wait:100 u u";
    let (mut dropped, mut given_up) = (0, 0);
    for room in 0..120 {
        let (kept, said) = solved_with_room(&begun, room);
        assert!(kept, "{room}: {said}");
        if !said.is_empty() {
            assert_eq!(said, "No room: dropped game 3 Three");
            dropped += 1;
        }
        let (kept, said) = solved_with_room(far, room);
        let expected = if kept {
            ""
        } else {
            "No room: this solution is not kept"
        };
        assert_eq!(said, expected, "{room}");
        given_up += u32::from(!kept);
    }
    assert!(
        (60..100).contains(&dropped) && dropped == given_up,
        "{dropped}, {given_up}"
    );
}

#[test]
fn more_games_than_ever_were_fit_on_a_host() {
    const BEFORE: u32 = 5_000;
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{LIST} ok d r moves:2"));
    let mut store = player.saved();
    let part = GamePart::Head;
    let head = |slot| Key::Game { slot, part };
    let mut item = [0; ITEM_BYTES];
    let item = store.read(head(0), &mut item).unwrap().unwrap().to_vec();
    for slot in 1..BEFORE {
        let mut other = item.clone();
        other[2..10].copy_from_slice(&(u64::from(slot) << 1).to_le_bytes());
        store.write(head(slot), &other).unwrap();
    }
    store.commit().unwrap();
    let mut player = Player::load(PACKS, Layout::Eight, &mut store);
    player.store = store;
    player.play("=Play moves:2 pause menu:Levels wait:100 d wait:50 ok =Play d d moves:2");
    let mut store = player.saved();
    assert_eq!(player.game().banner(), None);
    assert_eq!(store.games(), BEFORE + 1);
    let games = store
        .items()
        .filter(|(key, _)| matches!(key, Key::Game { .. }));
    assert_eq!(games.count() as u32, BEFORE + 1);
    let mut again = Player::load(PACKS, Layout::Eight, &mut store);
    again.store = store;
    again.play("=Play moves:2 pause menu:Levels wait:100");
    assert_eq!(begun(&again), [true, true, false]);
}

#[test]
fn a_result_that_takes_the_place_of_another_is_told() {
    let mut bests = Box::new(Bests::<BESTS>::new());
    let mut store = MemoryStore::new();
    let result = |assisted| LevelResult {
        tally: Tally {
            moves: 9,
            pushes: 3,
        },
        par: None,
        assisted,
    };
    for number in 1..=BESTS as u64 {
        bests.record(
            LevelId::from_bytes((number << 1).to_le_bytes()),
            result(false),
        );
        bests.save(&mut store, None).unwrap();
    }
    let mut player = Player::load(PACKS, Layout::Eight, &mut store);
    player.store = store;
    player.play(&format!(
        "{LIST} ok r r r =Solved says:dropped_your_oldest_result"
    ));
    player.play("menu:Play_again wait:4000 r r r =Solved");
    assert_eq!(player.game().banner(), None);
}

#[test]
fn a_store_that_fails_while_levels_change_keeps_the_old_game() {
    for writes in 0..12 {
        let mut player = Player::new(PACKS, Layout::Eight);
        player.play(&format!("{LIST} ok d r moves:2"));
        player.saved();
        player.play("r moves:3 pause menu:Levels wait:100 d wait:50");
        player.store.fail_after(Some(writes));
        // The harness saves when the level opens; a failure leaves the old one in play.
        player.play("ok wait:20");
        player.store.fail_after(None);
        let mut store = player.store.clone();
        let mut again = Player::load(PACKS, Layout::Eight, &mut store);
        again.play("=Play");
        let moves = again.game().play().tally().moves;
        let number = again.game().play().place().unwrap().number;
        assert!(
            number == 2 || moves >= 2,
            "after {writes} writes: {moves} moves"
        );
        if matches!(player.game().screen(), Screen::Play(_)) && number == 1 {
            // Nothing was lost for the player either.
            let known: MemoryStore = player.saved();
            assert!(known.items().count() > 0);
        }
    }
}
