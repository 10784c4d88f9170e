//! Levels generated on the handheld, played by scripts.

#[path = "common/player.rs"]
mod player;

use std::pin::pin;

use player::Player;
use sokopico::game::input::{Button, Event, Gesture, Layout};
use sokopico::game::packs::{BUILT_IN, Place};
use sokopico::game::progress::MemoryStore;
use sokopico::game::{Desk, Game, Screen, Source, Wish, poll, work};
use sokopico::puzzle::Mode;
use sokopico::solve::ARENA_WORDS;

/// Leads to the menu's first line below the levels in stock.
const ORDER: &str = "menu:New_levels =Generate d d d";

fn code(game: &Game<'_>) -> String {
    match game.play().source() {
        source @ Source::Made(..) => source.to_string(),
        Source::Pack(..) => panic!("the level is from a pack"),
    }
}

#[test]
fn a_requested_level_is_made_and_can_be_played_to_the_end() {
    for layout in Layout::ALL {
        let mut player = Player::new(BUILT_IN, layout);
        // Pairs, small, gentle.
        player.play(&format!(
            "{ORDER} r d l menu:Make_one =Generating made =Play"
        ));
        let level = player.game().play().level();
        assert_eq!(level.mode(), Mode::Pairs);
        assert!(level.width() <= 8 && level.height() <= 8);
        let first = code(player.game());
        player.play("solve =Solved bests:0 menu:Play_again =Play moves:0");
        assert_eq!(code(player.game()), first);
        player.play("solve =Solved menu:Another_like_it =Generating made =Play");
        assert_ne!(code(player.game()), first);
        assert_eq!(player.game().play().level().mode(), Mode::Pairs);
        player.play("pause menu:New_levels =Generate back =Title menu:Continue =Play");
    }
}

#[test]
fn making_can_be_stopped() {
    for layout in Layout::ALL {
        let mut player = Player::new(BUILT_IN, layout);
        player.play(&format!(
            "{ORDER} d r d r r r r menu:Make_one =Generating back =Generate"
        ));
        player.play("back =Title");
    }
}

#[test]
fn typing_a_code_gives_its_level() {
    for layout in Layout::ALL {
        let mut player = Player::new(BUILT_IN, layout);
        player.play("menu:New_levels menu:Type_a_code =Code");
        let typed = player.typed().text().to_string();
        // A wrong code is not accepted.
        player.play("l u ok =Code");
        assert_ne!(player.typed().text(), typed);
        assert!(player.typed().code().is_err());
        player.play("d ok =Generating made =Play");
        assert_eq!(code(player.game()), typed);
        let level = player.game().play().level().clone();
        // The same level again, after another one.
        player.play("pause menu:New_levels menu:Type_a_code back =Generate");
        player.play("menu:Make_one made =Play");
        assert_ne!(code(player.game()), typed);
        player.play("pause menu:New_levels menu:Type_a_code");
        for (place, wanted) in typed.chars().enumerate() {
            assert_eq!(player.typed().cursor(), place);
            while player.typed().text().chars().nth(place) != Some(wanted) {
                player.play("u");
            }
            player.play("r");
        }
        player.play("ok made =Play");
        assert_eq!(*player.game().play().level(), level);
    }
}

#[test]
fn three_levels_are_made_while_the_player_is_idle() {
    let mut player = Player::new(BUILT_IN, Layout::Eight);
    player.play("menu:New_levels");
    assert_eq!(player.game().stock(), 0);
    player.play("wait:4000 stock:3 ok =Play");
    assert_eq!(player.game().stock(), 2);
    player.play("think wait:4000 stock:3");
    // Levels of the other mode are made once it is chosen.
    player.play("pause menu:New_levels d d d r");
    assert_eq!(player.game().stock(), 0);
    player.play("wait:4000 stock:3 u ok =Play");
    assert_eq!(player.game().play().level().mode(), Mode::Pairs);
}

#[test]
fn a_level_from_stock_is_not_the_one_just_played() {
    let mut player = Player::new(BUILT_IN, Layout::Eight);
    // It is not ready yet, so the player waits.
    player.play("menu:New_levels ok =Generating made =Play think wait:4000 stock:1");
    let first = code(player.game());
    player.play("pause menu:New_levels ok =Play");
    assert_ne!(code(player.game()), first);
}

#[test]
fn the_request_and_the_levels_in_stock_are_saved() {
    let mut store = MemoryStore::default();
    let mut player = Player::new(BUILT_IN, Layout::Eight);
    player.play(&format!("{ORDER} r d r d r r wait:4000 stock:2 back"));
    player.midend.save(&mut store).unwrap();
    let mut again = Player::load(BUILT_IN, Layout::Eight, &mut store);
    assert_eq!(again.game().stock(), 2);
    again.play("menu:New_levels menu:Make_one made =Play");
    let level = again.game().play().level();
    assert_eq!(level.mode(), Mode::Pairs);
    again.play("pause menu:New_levels menu:Type_a_code");
    let recipe = again.typed().code().unwrap().recipe();
    assert_eq!((recipe.width(), recipe.grade.number()), (12, 3));
}

#[test]
fn the_seed_comes_from_the_device() {
    let first = |noise| {
        let mut player = Player::new(BUILT_IN, Layout::Eight);
        player.midend.stir(noise);
        player.play("menu:New_levels wait:4000 stock:1 ok =Play");
        code(player.game())
    };
    assert_eq!(first(1), first(1));
    assert_ne!(first(1), first(2));
}

#[test]
fn a_generated_level_is_restored_after_switching_off() {
    let mut store = MemoryStore::default();
    let mut player = Player::new(BUILT_IN, Layout::Eight);
    player.play("menu:New_levels wait:4000 stock:3 ok =Play solve:2");
    let (played, tally) = (code(player.game()), player.game().play().tally());
    player.midend.save(&mut store).unwrap();
    assert!(!player.midend.is_unsaved());

    let mut again = Player::load(BUILT_IN, Layout::Eight, &mut store);
    again.play("=Play says:Welcome");
    assert_eq!(code(again.game()), played);
    assert_eq!(again.game().play().tally(), tally);
    assert_eq!(again.game().play().par(), player.game().play().par());
    assert_eq!(again.game().stock(), 2);
    again.play("rewind:4000 moves:0 solve =Solved");
}

/// Generates one level after another and cuts the power at every write.
#[test]
fn a_power_cut_between_two_generated_levels_leaves_one_of_them() {
    let mut store = MemoryStore::default();
    let mut player = Player::new(BUILT_IN, Layout::Eight);
    player.play(&format!("{ORDER} menu:Make_one made =Play solve:1"));
    player.midend.save(&mut store).unwrap();
    let first = code(player.game());
    // Two more levels, the first of which is never saved.
    player.play(
        "pause menu:New_levels menu:Make_one made pause menu:New_levels menu:Make_one made solve:1",
    );
    let last = code(player.game());
    let mut seen = Vec::new();
    for writes in 0.. {
        let mut cut = store.clone();
        cut.fail_after(Some(writes));
        let saved = player.midend.clone().save(&mut cut);
        cut.fail_after(None);
        let mut again = Player::load(BUILT_IN, Layout::Eight, &mut cut);
        again.play("=Play pushes:1");
        seen.push(code(again.game()));
        if saved.is_ok() {
            break;
        }
    }
    assert!(seen.len() > 2, "{seen:?}");
    assert!(seen.iter().all(|code| *code == first || *code == last));
    assert_eq!((seen.first(), seen.last()), (Some(&first), Some(&last)));
}

/// Makes three levels while a key is pressed every `key_ms`, or never. Slices of the work
/// for each, and the levels. With `questions`, there are positions to solve in between.
fn slices_of_three(key_ms: Option<u32>, questions: bool) -> (Vec<u32>, Vec<String>) {
    let mut midend = player::midend(BUILT_IN, Layout::Eight, 0);
    let desk = Desk::new();
    let mut arena = vec![0; ARENA_WORDS];
    let mut worker = pin!(work(&desk, &mut arena));
    let tap = |button, at| {
        [Gesture::Press, Gesture::Release].map(|gesture| Event {
            at,
            button,
            gesture,
            held_for: 0,
        })
    };
    if questions {
        midend.open(Place { pack: 0, number: 1 }).unwrap();
    } else {
        // Settings: a menu in which nothing is thought about.
        let keys = [Button::Down, Button::Down, Button::Down, Button::A];
        let _ = midend.turn(keys.into_iter().flat_map(|button| tap(button, 0)), 0, &desk);
        assert!(matches!(midend.game().screen(), Screen::Settings(_)));
    }
    let (mut now, mut slices) = (0, Vec::new());
    let mut count = 0;
    while midend.game().stock() < 3 {
        now += 5;
        assert!(now < 100_000_000);
        let key = key_ms.is_some_and(|every| now % every == 0);
        // Back and forth: into the pause menu and out of it, or up and down.
        let button = if questions { Button::Y } else { Button::Up };
        let keys = key.then(|| tap(button, now)).into_iter().flatten();
        let stock = midend.game().stock();
        let effects = midend.turn(keys, now, &desk);
        if midend.game().stock() > stock {
            slices.push(count);
            count = 0;
        }
        assert!(!effects.may_sleep || desk.wish().is_none());
        count += u32::from(matches!(desk.wish(), Some(Wish::Make(_))));
        // A machine that does not sleep may go on polling.
        poll(worker.as_mut());
        if key && !questions {
            // Nothing is made so soon after a key.
            assert_eq!(desk.wish(), None);
        }
    }
    let mut levels = Vec::new();
    for place in 0..3 {
        let mut store = MemoryStore::default();
        midend.clone().save(&mut store).unwrap();
        let mut again = Player::load(BUILT_IN, Layout::Eight, &mut store);
        if again.game().screen().name() == "Play" {
            again.play("pause menu:Quit_to_title");
        }
        again.play("menu:New_levels");
        again.play(&"d ".repeat(place));
        again.play("ok =Play");
        let play = again.game().play();
        levels.push(play.level().picture(play.board()).to_string());
    }
    (slices, levels)
}

#[test]
fn a_maker_that_is_interrupted_goes_on_where_it_was() {
    let (slices, levels) = slices_of_three(None, false);
    // A key every few seconds leaves only moments for it.
    for every in [3_015, 3_200, 7_000] {
        assert_eq!(
            slices_of_three(Some(every), false),
            (slices.clone(), levels.clone())
        );
    }
}

#[test]
fn a_question_in_between_changes_no_level() {
    let (slices, levels) = slices_of_three(None, false);
    let (with_questions, same) = slices_of_three(Some(9_000), true);
    assert_eq!(same, levels);
    // The solved level needs no second question, so hardly an attempt is made again.
    let sum = |slices: &[u32]| slices.iter().sum::<u32>();
    assert!(sum(&with_questions) <= sum(&slices) * 11 / 10);
}
