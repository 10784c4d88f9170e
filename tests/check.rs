//! "Check this board", played by scripts: without a key, with the keys of every layout, on
//! good boards and on bad ones.

#[path = "common/player.rs"]
mod player;

use player::Player;
use sokopico::game::hardware::{Inspection, Measurable};
use sokopico::game::input::{Button, Event, Gesture, Layout};
use sokopico::game::packs::Pack;
use sokopico::game::screens::{CHECK_PAGE_MS, Check, CheckPage, Mark};
use sokopico::game::{Device, Effects, Light, Midend, Screen, Sound};
use sokopico::solve::ARENA_WORDS;

const PACKS: &[Pack<'static>] = &[Pack {
    name: "classic",
    text: b"#######\n#     #\n#@$ . #\n#     #\n#######\nTitle: Two pushes\nPar: 2\n",
}];

const INTO_LEVEL: &str = "menu:Play menu:Classic menu:classic wait:50 ok =Play";
const OPEN: &str = "menu:Settings menu:Check_this_board =Check page:Board";

/// Plays a script from the title with every layout.
fn on_every_layout(script: &str) -> Vec<Player<'static>> {
    let layouts = Layout::ALL.into_iter();
    layouts
        .map(|layout| {
            let mut player = Player::new(PACKS, layout);
            player.play(script);
            player
        })
        .collect()
}

/// A script that waits until so many pages have gone on by themselves.
fn pages(count: usize) -> String {
    "wait:8020 ".repeat(count)
}

/// The pages of "Check this board" that are shown, and for how long, in milliseconds, until
/// it is over.
fn pages_shown(player: &mut Player<'_>) -> Vec<(&'static str, u32)> {
    let mut pages: Vec<(&'static str, u32)> = Vec::new();
    while let Screen::Check(check) = player.game().screen() {
        let name = check.page().name();
        match pages.last_mut() {
            Some((last, shown)) if *last == name => *shown += 20,
            _ => pages.push((name, 0)),
        }
        player.play("wait:20");
    }
    pages
}

fn check(player: &Player<'_>) -> Check {
    match player.game().screen() {
        Screen::Check(check) => check.clone(),
        other => panic!("not checked but {}", other.name()),
    }
}

fn marks(player: &Player<'_>) -> Vec<(&'static str, Mark)> {
    let hardware = player.game().device().hardware.unwrap();
    let check = check(player);
    let pages = CheckPage::ALL.into_iter();
    pages
        .map(|page| (page.name(), check.mark(page, hardware)))
        .collect()
}

#[test]
fn a_board_without_working_buttons_is_checked_and_then_shows_its_title() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        player.midend.check_board();
        let pages = pages_shown(&mut player);
        let names: Vec<_> = pages.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, CheckPage::ALL.map(CheckPage::name));
        for (name, shown) in pages {
            assert!(shown.abs_diff(CHECK_PAGE_MS) <= 40, "{name}: {shown} ms");
        }
        player.play("=Title");
    }
}

#[test]
fn the_light_neither_dims_nor_sleeps_while_a_board_is_checked() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.midend.check_board();
    while let Screen::Check(_) = player.game().screen() {
        assert_eq!(player.game().light(), Light::Full);
        player.play("wait:500");
    }
}

#[test]
fn a_battery_that_gets_low_during_the_check_is_told_afterwards() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("battery:50 {OPEN} battery:5 wait:500"));
    assert_eq!(player.game().banner(), None, "it would cover the page");
    player.play("wait:5000 rewind:600 =Settings says:Battery");
}

#[test]
fn a_check_from_the_settings_waits_on_its_summary_for_a_key() {
    for mut player in on_every_layout(OPEN) {
        player.play(&pages(12));
        player.play("page:Summary wait:30000 page:Summary key:A =Settings");
        assert_eq!(
            player.game().rows()[player.game().cursor()].label,
            "Check this board"
        );
    }
}

#[test]
fn pages_of_the_check_are_turned_with_keys() {
    for mut player in on_every_layout(OPEN) {
        player.play("key:A page:Colours r page:Edges l page:Colours key:B page:Board");
        player.play("r r r page:Greys r page:Buttons wait:8100 page:Light l page:Greys");
        player.play("key:B page:Edges rewind:600 =Settings");
        player.play("menu:Check_this_board page:Board key:B =Settings back =Title");
        // Back to the level from which the settings were opened.
        player.play(&format!(
            "{INTO_LEVEL} pause menu:Settings menu:Check_this_board r"
        ));
        player.play("page:Colours rewind:600 =Settings back =Pause back =Play");
    }
}

#[test]
fn the_key_that_opens_the_check_or_is_held_since_then_turns_no_page() {
    for mut player in on_every_layout("wait:100") {
        // Held while it starts; the press itself came before.
        let event = |at, gesture, held_for| Event {
            at,
            button: Button::B,
            gesture,
            held_for,
        };
        player.midend.check_board();
        for (gesture, held_for) in [(Gesture::Hold, 500), (Gesture::Release, 520)] {
            let now = player.now;
            let _ = player.turn([event(now, gesture, held_for)]);
            player.play("wait:20 page:Board");
        }
        player.play("key:A page:Colours");
    }
}

#[test]
fn every_button_of_the_board_is_ticked_when_it_is_pressed() {
    for mut player in on_every_layout(&format!("{OPEN} r r r r page:Buttons")) {
        let buttons = player.game().device().hardware.unwrap().buttons;
        for (index, (button, _)) in buttons.iter().enumerate() {
            assert_eq!(check(&player).pressed().len(), index);
            player.play(&format!("page:Buttons key:{}", button.name()));
        }
        // Then it goes on without waiting for long.
        player.play("page:Buttons wait:1100 page:Light");
        assert!(marks(&player).contains(&("Buttons", Mark::Good)));
    }
}

#[test]
fn a_button_that_is_missing_or_stays_down_is_noticed() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{OPEN} r r r r page:Buttons"));
    assert!(
        marks(&player).contains(&("Buttons", Mark::Look)),
        "not tried"
    );
    player.play("key:A key:B wait:7500 page:Buttons key:X wait:8100 page:Light");
    assert_eq!(check(&player).pressed().len(), 3);
    assert!(
        marks(&player).contains(&("Buttons", Mark::Bad)),
        "six are missing"
    );

    player.play("l page:Greys r page:Buttons");
    assert!(check(&player).pressed().is_empty(), "it starts over");
    let down = Event {
        at: player.now,
        button: Button::Y,
        gesture: Gesture::Press,
        held_for: 0,
    };
    let _ = player.turn([down]);
    player.play("wait:1900");
    assert!(check(&player).stuck().is_empty());
    player.play("wait:200");
    assert!(check(&player).stuck().contains(Button::Y));
    player.play("key:A page:Buttons wait:8100 page:Light");
    assert!(marks(&player).contains(&("Buttons", Mark::Bad)));
}

#[test]
fn a_good_board_is_measured_and_found_good() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        player.play(&format!("{OPEN} {} page:Summary", pages(12)));
        let has = |is: bool, mark| if is { mark } else { Mark::Absent };
        let speaker_and_battery = layout == Layout::Eight;
        assert_eq!(
            marks(&player)[4..12],
            [
                ("Buttons", Mark::Look),
                ("Light", Mark::Look),
                ("Speaker", has(speaker_and_battery, Mark::Look)),
                ("Battery", has(speaker_and_battery, Mark::Good)),
                ("Flash", Mark::Good),
                ("RAM", Mark::Good),
                ("Clock", Mark::Good),
                ("Restart", Mark::Good),
            ]
        );
        let memory = check(&player).memory().unwrap();
        assert_eq!((memory.words, memory.wrong), (ARENA_WORDS as u32, 0));
        let light = |inspection| match inspection {
            Inspection::Light(percent) => Some(percent),
            Inspection::Measure(_) => None,
        };
        let effects = player.effects.iter();
        let mut lights: Vec<u8> = effects.filter_map(|it| light(it.inspect?)).collect();
        lights.dedup();
        assert_eq!(lights, [10, 30, 50, 75, 100]);
    }
}

#[test]
fn each_thing_is_measured_once_and_only_after_its_page_was_drawn() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{OPEN} {} page:Speaker", pages(6)));
    // The flash page is left before it was drawn.
    player.play("r page:Battery r page:Flash l page:Battery wait:500");
    let measured = |player: &Player<'_>, what| {
        let asked = |effects: &&Effects| effects.inspect == Some(Inspection::Measure(what));
        player.effects.iter().filter(asked).count()
    };
    assert_eq!(measured(&player, Measurable::Flash), 0);
    assert_eq!(measured(&player, Measurable::Battery), 1);
    player.play("r wait:1000 page:Flash l r wait:1000 page:Flash");
    assert_eq!(measured(&player, Measurable::Flash), 1);
    assert!(check(&player).flash().is_some());
}

#[test]
fn the_scale_is_heard_even_if_sounds_are_off() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!(
        "menu:Settings menu:Sound back {OPEN} {} wait:7000 page:Speaker",
        pages(6)
    ));
    let sounds: Vec<_> = player.effects.iter().filter_map(|it| it.sound).collect();
    assert_eq!(sounds, [Sound::Scale; 3]);
}

#[test]
fn without_hardware_there_is_nothing_to_check() {
    let device = Device {
        hardware: None,
        added: None,
        ..player::device(Layout::Eight)
    };
    let mut midend = Box::new(Midend::EMPTY);
    midend.start(PACKS, device, 0).unwrap();
    midend.check_board();
    let mut player = sokopico::host::script::Player::new(midend, 0);
    assert_eq!(player.game().screen().name(), "Title");
    player.play("menu:Settings").unwrap();
    let rows = player.game().rows();
    assert!(rows.iter().all(|row| row.label != "Check this board"));
    assert_eq!(rows.len(), 8);
}

#[test]
fn the_test_of_memory_leaves_the_solver_as_it_was() {
    let mut player = Player::new(PACKS, Layout::Eight);
    // In the middle of a new level, and of a question.
    player.play("menu:New_levels menu:Make_one wait:300 =Generating back back =Title");
    player.play(&format!(
        "{INTO_LEVEL} pause menu:Settings menu:Check_this_board"
    ));
    player.play("r r r r wait:8020 page:Light r r r r wait:1000 page:RAM");
    assert_eq!(check(&player).memory().unwrap().wrong, 0);
    player.play("rewind:600 =Settings back back =Play think hint says:2_pushes");
    player.play("pause menu:Quit_to_title menu:New_levels menu:Make_one made =Play");
}
