//! Levels generated on the handheld, played by scripts.

#[path = "common/player.rs"]
mod player;

use player::Player;
use sokopico::game::input::Layout;
use sokopico::game::packs::BUILT_IN;
use sokopico::game::progress::MemoryStore;
use sokopico::game::{Game, Source};
use sokopico::puzzle::Mode;

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
