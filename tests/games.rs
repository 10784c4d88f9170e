//! A game for every level: leaving a level keeps its position and history, and nothing that was
//! achieved is lost.

#[path = "common/player.rs"]
mod player;

use player::Player;
use sokopico::game::input::Layout;
use sokopico::game::packs::{Pack, Place};
use sokopico::game::progress::{GamePart, Key, MemoryStore, Store};
use sokopico::game::{Banner, Screen};
use sokopico::puzzle::Record;

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
    let dropped = Place { pack: 0, number: 1 };
    assert_eq!(player.game().banner(), Some(Banner::GameDropped(dropped)));
    player.play("says:1-1_was_dropped pause menu:Levels wait:100");
    assert_eq!(begun(&player), [false, true, true]);
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
