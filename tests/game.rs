//! Games played by scripts, from buttons and times to screens and records.

mod common;
#[path = "common/player.rs"]
mod player;

use std::collections::HashMap;
use std::pin::pin;

use common::CROWD;
use embedded_graphics::prelude::Size;
use player::Player;
use sokopico::game::display::Display;
use sokopico::game::input::{Button, Event, Gesture, Layout};
use sokopico::game::packs::{BUILT_IN, Pack, Place};
use sokopico::game::progress::{Key, LevelId, MemoryStore, Outcome, Stars, Store};
use sokopico::game::{
    BACKGROUND_MS, Banner, Desk, Device, Light, Midend, SLICE, Save, Screen, Sound, Value, Verdict,
    Wish, poll, work,
};
use sokopico::solve::{ARENA_WORDS, GaveUp, Solver, Status};
use sokopico::view::View;

const CLASSIC: &[u8] = b"\
#######
#     #
#@$ . #
#     #
#######
Title: Two pushes
Par: 2

#######
#     #
#@$ . #
#  $. #
#######
Title: Two boxes
Par: 4
";

const PAIRS: &[u8] = b"\
########
#      #
#@A a  #
#  B b #
#      #
########
Title: Two pairs
Par: 4
";

const PACKS: &[Pack<'static>] = &[
    Pack {
        name: "classic",
        text: CLASSIC,
    },
    Pack {
        name: "pairs",
        text: PAIRS,
    },
];

/// Plays a script from the title with every layout.
fn on_every_layout(script: &str) -> Vec<Player<'static>> {
    Layout::ALL
        .into_iter()
        .map(|layout| {
            let mut player = Player::new(PACKS, layout);
            player.play(script);
            player
        })
        .collect()
}

/// Opens a level of a pack; the list's cursor starts on the first unsolved one.
const INTO_CLASSIC: &str =
    "menu:Play =Mode menu:Classic =Packs menu:classic =Levels wait:50 ok =Play";
const INTO_PAIRS: &str = "menu:Play =Mode menu:Pairs =Packs menu:pairs =Levels wait:50 ok =Play";

#[test]
fn every_menu_can_be_entered_and_left() {
    on_every_layout(
        "=Title menu:How_to_play =Instructions r r l ok back =Title
         menu:Settings =Settings menu:About =About back =Settings
         menu:Remove_packs =Added back =Settings menu:Remove_packs ok =Remove back =Added
         d ok =Remove menu:Keep_it =Added back =Settings
         menu:Erase_progress =Erase menu:Keep_everything =Settings back =Title
         menu:Play =Mode menu:Both =Packs menu:pairs =Levels back =Packs back =Mode back =Title
         back =Title",
    );
}

#[test]
fn a_classic_level_is_solved_by_hand_and_recorded() {
    for player in on_every_layout(&format!(
        "{INTO_CLASSIC} r moves:1 pushes:1 r =Solved moves:2 pushes:2 bests:1"
    )) {
        let solved = player.solved();
        assert_eq!(
            (solved.stars, solved.outcome),
            (Stars::Three, Outcome::First)
        );
        assert!(!solved.assisted && solved.searched.is_none());
        let sounds: Vec<_> = player.effects.iter().filter_map(|e| e.sound).collect();
        assert_eq!(sounds, [Sound::Push, Sound::Solved]);
        assert!(!player.game().play().is_on());
    }
}

#[test]
fn a_pairs_level_is_solved_by_hand_and_recorded() {
    for player in on_every_layout(&format!(
        "{INTO_PAIRS} r r moves:2 pushes:2 l d r r =Solved pushes:4 bests:1"
    )) {
        assert_eq!(player.solved().stars, Stars::Three);
    }
}

#[test]
fn after_a_level_the_next_unsolved_one_is_offered() {
    for mut player in on_every_layout(&format!(
        "{INTO_CLASSIC} r r =Solved menu:Next_unsolved =Play"
    )) {
        assert_eq!(player.game().play().place().unwrap().number, 2);
        player.play(
            "r r moves:2 d l l d r =Play r =Solved bests:2 menu:Next_unsolved =Levels back =Packs",
        );
    }
}

#[test]
fn steps_can_be_undone_redone_and_rewound() {
    on_every_layout(&format!(
        "{INTO_CLASSIC} u r r moves:3 undo moves:2 undo moves:1 redo moves:2 redo moves:3
         rewind:3000 moves:0 keeper:2,1 redo moves:1 keeper:1,1"
    ));
}

#[test]
fn a_restart_is_one_step_that_can_be_undone() {
    on_every_layout(&format!(
        "{INTO_CLASSIC} u r r r moves:4 restart moves:0 keeper:2,1 undo moves:4 keeper:1,4"
    ));
}

#[test]
fn rewinding_stops_where_the_level_was_restarted() {
    on_every_layout(&format!(
        "{INTO_CLASSIC} u r r moves:3 restart u r moves:2 rewind:4000 moves:0 undo moves:3"
    ));
}

#[test]
fn a_held_key_keeps_walking_but_never_starts_a_push() {
    for layout in [Layout::Eight, Layout::Six] {
        let mut player = Player::new(PACKS, layout);
        player.play(&format!("{INTO_CLASSIC} u hold:r:2000 keeper:1,5 moves:5"));
        player.play("hold:d:2000 moves:7 hold:l:2000 keeper:3,1 moves:11 pushes:0");
    }
}

#[test]
fn a_held_key_continues_only_the_push_it_started() {
    let text = b"############\n#@A a B  b #\n############\nTitle: In a row";
    let packs = [Pack { name: "x", text }];
    for layout in [Layout::Eight, Layout::Six] {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        // A drops in; the walk continues over its hole and stops in front of B.
        player.play("hold:r:3000 pushes:2 keeper:1,5 r pushes:3");
    }
}

#[test]
fn a_walk_stops_in_front_of_a_box() {
    let text = b"########\n#@   $.#\n########\nTitle: Corridor";
    let packs = [Pack { name: "x", text }];
    for layout in [Layout::Eight, Layout::Six] {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        player.play("hold:r:2500 keeper:1,4 pushes:0 r =Solved pushes:1");
    }
}

#[test]
fn each_hint_goes_one_rung_up_the_ladder() {
    for player in on_every_layout(&format!(
        "{INTO_CLASSIC} think hint says:won_in_2 hint says:this_box hint wait:400 pushes:1 says:One_push =Play
         hint wait:2000 =Solved pushes:2 bests:1"
    )) {
        let solved = player.solved();
        assert!(solved.assisted && solved.searched.is_some());
        assert_eq!(solved.stars, Stars::One);
    }
}

#[test]
fn hints_work_in_pairs_and_from_the_middle_of_a_level() {
    on_every_layout(&format!(
        "{INTO_PAIRS} u r r r d moves:5 think hint says:won hint says:this_box hint wait:3000 pushes:1
         undo pushes:0 think hint says:won hint hint wait:3000 pushes:1 hint =Playback wait:9000 =Solved"
    ));
}

#[test]
fn an_arrow_stays_while_the_player_walks_and_disappears_with_a_push() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{INTO_CLASSIC} think hint hint"));
    let arrow = player.game().arrow().unwrap();
    player.play("u r");
    assert_eq!(player.game().arrow(), Some(arrow));
    player.play("l d r pushes:1");
    assert_eq!(player.game().arrow(), None);
}

#[test]
fn hints_can_be_switched_off() {
    on_every_layout(&format!(
        "menu:Settings menu:Hints back {INTO_CLASSIC} wait:100 hint says:off moves:0"
    ));
}

#[test]
fn a_lost_position_is_reported_and_can_be_rewound() {
    for mut player in on_every_layout(&format!(
        "{INTO_CLASSIC} d r u pushes:1 says:stuck think hint =Stuck"
    )) {
        assert_eq!(player.game().verdict(), Verdict::Lost);
        assert_eq!(player.game().play().stuck().len(), 1);
        player.play("menu:Rewind_to_safety think =Play says:One_step_back moves:2 pushes:0");
        assert!(!player.game().play().assisted());
        player.play(
            "redo pushes:1 hint =Stuck menu:Keep_playing =Play hint =Stuck back =Play
            hint menu:Undo =Play pushes:0 redo hint menu:Restart moves:0 undo moves:3",
        );
    }
}

#[test]
fn an_unsolvable_level_cannot_be_rewound_to_safety() {
    let text = b"#######\n#     #\n#@  $.#\n#$   .#\n#######\nTitle: Lost";
    let packs = [Pack { name: "x", text }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player.play(
        "u r hint =Stuck menu:Rewind_to_safety think =Stuck says:No_way_back back =Play moves:2",
    );
}

#[test]
fn the_pause_menu_offers_any_solution_and_the_fewest_pushes() {
    for way in ["Solve_it", "Fewest_pushes"] {
        for (into, pushes) in [(INTO_CLASSIC, 2), (INTO_PAIRS, 4)] {
            on_every_layout(&format!(
                "{into} pause =Pause menu:{way} think wait:20 =Playback wait:5000 =Solved pushes:{pushes}"
            ));
        }
    }
}

#[test]
fn playback_pauses_steps_and_stops() {
    for mut player in on_every_layout(&format!(
        "menu:Settings d d d d l =Settings back
         {INTO_PAIRS} pause menu:Solve_it think wait:30 =Playback ok =Playback"
    )) {
        assert!(
            matches!(player.game().screen(), Screen::Playback(playback) if playback.is_paused())
        );
        let moves = player.game().play().tally().moves;
        let script = format!(
            "wait:2000 moves:{moves} r moves:{} r moves:{} l moves:{}",
            moves + 1,
            moves + 2,
            moves + 1
        );
        player.play(&script);
        player.play("u u d back =Play says:Your_turn undo");
        assert!(player.game().play().assisted());
        assert!(player.game().play().is_on());
    }
}

#[test]
fn playback_never_steps_back_past_its_start() {
    let mut player = Player::new(PACKS, Layout::Eight);
    // With hints off, the solver has no plan before it is asked for one.
    player.play(&format!("menu:Settings menu:Hints back {INTO_PAIRS} u d r pushes:1 pause menu:Solve_it think wait:20 ok"));
    for _ in 0..20 {
        player.play("l =Playback");
    }
    player.play("pushes:1 ok wait:9000 =Solved");
}

#[test]
fn attract_mode_starts_when_the_title_is_idle_and_any_key_ends_it() {
    for mut player in on_every_layout("=Title wait:11000 =Attract think wait:5000 =Attract") {
        let Screen::Attract(demo) = player.game().screen() else {
            panic!("it plays by itself");
        };
        assert_ne!(demo.board(), demo.level().start());
        player.play("wait:20000 =Attract ok =Title menu:Play =Mode");
    }
}

#[test]
fn the_backlight_dims_and_sleeps_and_the_key_that_wakes_it_does_nothing_else() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{INTO_CLASSIC} wait:59000"));
    assert_eq!(player.game().light(), Light::Full);
    player.play("wait:2000");
    assert_eq!(player.game().light(), Light::Dim);
    player.play("wait:120000");
    assert_eq!(player.game().light(), Light::Off);
    player.play("r moves:0");
    assert_eq!(player.game().light(), Light::Full);
    player.play("r moves:1");
}

#[test]
fn settings_change_in_both_directions() {
    for player in on_every_layout("menu:Settings r l l d r d l l d r d r") {
        let settings = player.game().settings();
        assert_eq!(settings.theme.label(), "light");
        assert_eq!(settings.tiles.label(), "plain");
        assert_eq!(settings.brightness, 2);
        assert!(!settings.sound);
        assert_eq!(settings.speed.label(), "fast");
    }
}

#[test]
fn quit_and_usb_drive_are_requested_from_the_device() {
    for player in on_every_layout("menu:USB_drive") {
        assert!(player.effects.iter().any(|effects| effects.usb_drive));
    }
    for player in on_every_layout("menu:Quit") {
        assert!(player.effects.iter().any(|effects| effects.quit));
    }
}

#[test]
fn a_game_resumes_where_it_was_left() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        player.play("menu:Settings r back");
        player.play(&format!(
            "{INTO_CLASSIC} r r =Solved menu:Next_unsolved u r r undo moves:2"
        ));
        let mut store = player.saved();
        assert!(!player.midend.is_unsaved());

        let mut again = Player::load(PACKS, layout, &mut store);
        again.play("=Play says:Welcome moves:2 bests:1 redo moves:3 undo undo undo moves:0");
        assert_eq!(again.game().settings().theme.label(), "light");
        assert_eq!(again.game().play().place().unwrap().number, 2);

        // A solved level is not resumed.
        again.play("r r d l l d r r =Solved");
        again.midend.save(&mut store).unwrap();
        let mut restarted = Player::load(PACKS, layout, &mut store);
        restarted.play("=Title bests:2");
    }
}

#[test]
fn a_saved_level_is_found_when_packs_change_their_order() {
    let mut store = MemoryStore::default();
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{INTO_PAIRS} u r"));
    player.midend.save(&mut store).unwrap();
    let moved = [PACKS[1], PACKS[0]];
    let mut again = Player::load(&moved, Layout::Eight, &mut store);
    again.play("=Play moves:2");
    assert_eq!(
        again.game().play().place(),
        Some(Place { pack: 0, number: 1 })
    );
    // If the level is gone, the title says so, and the save is kept.
    let mut elsewhere = Player::load(&PACKS[..1], Layout::Eight, &mut store);
    elsewhere.play("=Title says:not_in_these_packs");
    assert!(!elsewhere.midend.is_unsaved());
}

#[test]
fn an_added_pack_is_removed_only_after_a_question_and_everything_is_saved_before() {
    for player in on_every_layout(&format!(
        "{INTO_CLASSIC} r pause menu:Settings menu:Remove_packs d d ok =Remove ok =Added
         ok =Remove menu:Remove =Added"
    )) {
        let removals: Vec<_> = player
            .effects
            .iter()
            .filter(|it| it.remove.is_some())
            .collect();
        let [effects] = removals[..] else {
            panic!("{removals:?}")
        };
        let device = player.game().device();
        assert_eq!(
            effects.remove,
            device.added.map(|added| added.list[2].place)
        );
        assert_eq!(effects.save, Some(Save::Now));
    }
}

#[test]
fn only_machines_with_added_packs_offer_to_remove_some() {
    let settings = |added| {
        let device = Device {
            added,
            ..player::device(Layout::Eight)
        };
        let mut midend = Box::new(Midend::EMPTY);
        midend.start(PACKS, device, 0).unwrap();
        let mut player = sokopico::host::script::Player::new(midend, 0);
        player.play("menu:Settings").unwrap();
        player
    };
    let rows = settings(None).game().rows();
    assert!(rows.iter().all(|row| row.label != "Remove packs"));
    // A list without packs can be left.
    let mut player = settings(Some(Box::leak(Box::default())));
    player.play("menu:Remove_packs ok d u").unwrap();
    assert_eq!(player.game().screen().name(), "Added");
    player.play("back").unwrap();
    assert_eq!(player.game().screen().name(), "Settings");
}

#[test]
fn erasing_progress_asks_first_and_then_erases_everything() {
    let mut store = MemoryStore::default();
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!(
        "{INTO_CLASSIC} r r =Solved menu:Next_unsolved r pause menu:Quit_to_title =Title"
    ));
    player.midend.save(&mut store).unwrap();
    player.play("menu:Settings menu:Erase_progress =Erase back =Settings bests:1");
    player.play("menu:Erase_progress menu:Erase =Settings says:erased bests:0 back =Title");
    assert!(!player.game().play().is_on());
    player.midend.save(&mut store).unwrap();
    let mut restarted = Player::load(PACKS, Layout::Eight, &mut store);
    restarted.play("=Title bests:0");
}

#[test]
fn solving_can_be_cancelled() {
    let packs = [Pack {
        name: "x",
        text: CROWD,
    }];
    for layout in Layout::ALL {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        player.play("pause menu:Fewest_moves wait:100 =Solving back =Play");
        player.play("pause menu:Fewest_pushes wait:100");
        if matches!(player.game().screen(), Screen::Solving(_)) {
            player.play("back =Play");
        } else {
            panic!(
                "solved too quickly to be cancelled: {:?}",
                player.game().progress()
            );
        }
        player.play("hint says:know_yet r moves:1 =Play");
    }
}

#[test]
fn a_slice_of_the_solver_is_bounded_in_work() {
    // A slice may exceed its limit by one indivisible piece of work: a position with all its
    // corrals and the rows of its assignment, in A* on a large hall.
    const LARGEST_PIECE: u32 = 60;
    let mut worst = 0;
    let crowd = Pack {
        name: "crowd",
        text: CROWD,
    };
    for pack in BUILT_IN.iter().chain([&crowd]) {
        for entry in pack.levels() {
            let level = entry.unwrap().level;
            let mut arena = vec![0; ARENA_WORDS];
            let mut solver = Solver::new(&level, level.start(), &mut arena);
            let work = |solver: &Solver<'_>| {
                let stats = solver.stats();
                stats.floods + stats.matchings
            };
            for _ in 0..2_000 {
                let before = work(&solver);
                let working = matches!(solver.step(SLICE), Status::Working(_));
                worst = worst.max(work(&solver) - before);
                if !working {
                    break;
                }
            }
        }
    }
    println!("largest slice: {worst} work units");
    assert!(
        worst <= SLICE + LARGEST_PIECE,
        "{worst} work units in one slice"
    );
}

#[test]
fn on_a_rotated_level_keys_follow_the_display() {
    for mut player in on_every_layout(INTO_CLASSIC) {
        // On the rotated level, the box to the right of the keeper is below it.
        let tall = View::display(Size::new(50, 100));
        player.midend.set_display(tall);
        player.play("d pushes:1");
        player.midend.set_display(Display::NONE);
        player.play("r pushes:2");
    }
}

#[test]
fn in_pairs_a_lost_position_is_reported_and_can_be_rewound() {
    for mut player in on_every_layout(&format!(
        "{INTO_PAIRS} u r d =Play pushes:1 d says:stuck pushes:2 hint =Stuck"
    )) {
        assert_eq!(player.game().verdict(), Verdict::Lost);
        player.play("menu:Rewind_to_safety think =Play says:can_be_won redo undo");
        player.play("restart moves:0 undo rewind:4000 moves:0 redo");
    }
}

#[test]
fn rewinding_to_safety_can_be_cancelled() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        player.play(&format!("{INTO_CLASSIC} d r u pushes:1 hint =Stuck"));
        let cursor = player.game().cursor();
        assert_eq!(player.game().rows()[cursor].label, "Rewind to safety");
        player.play("ok");
        // It may already be done; if not, Back returns to the stuck screen.
        if matches!(player.game().screen(), Screen::Solving(_)) {
            player.play("back =Stuck pushes:1");
        }
        player.play("=Play");
    }
}

#[test]
fn an_answer_that_arrives_during_a_pause_is_shown_after_it() {
    let packs = [Pack {
        name: "x",
        text: CROWD,
    }];
    for layout in Layout::ALL {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        player.play("hint says:know_yet pause wait:70000 back =Play");
        let message = player
            .game()
            .banner()
            .map(|banner| banner.to_string())
            .unwrap();
        assert!(!message.contains("know yet"), "{message}");
    }
}

#[test]
fn the_best_solution_so_far_can_be_played() {
    // Quickly solved, but not with the fewest pushes.
    let text = include_bytes!("../src/solve/bench.xsb");
    let packs = [Pack { name: "x", text }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 5 }).unwrap();
    player.play("pause menu:Fewest_pushes found =Solving");
    let so_far = player
        .game()
        .best_so_far()
        .expect("a solution that is not proven yet");
    player.play("ok =Playback wait:200000 =Solved");
    assert!(player.game().play().tally().pushes <= so_far);
}

#[test]
fn a_level_too_large_for_the_solver_is_reported() {
    let text = common::too_large();
    let packs = [Pack {
        name: "x",
        text: text.as_bytes(),
    }];
    for layout in Layout::ALL {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        player.play(
            "hint says:Too_large hint says:Too_large pause menu:Solve_it =Play says:Too_large",
        );
    }
}

#[test]
fn hundreds_of_boxes_are_played_undone_saved_and_solved() {
    let text = common::crowd();
    let packs = [Pack {
        name: "x",
        text: text.as_bytes(),
    }];
    for layout in Layout::ALL {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        player.play(
            "r r r pushes:2 undo pushes:1 redo pushes:2 restart pushes:0 undo pushes:2
            d r r u moves:7 hint says:Too_large wait:5000 =Play",
        );
        let mut store = MemoryStore::default();
        player.midend.save(&mut store).unwrap();
        let board = player.game().play().board().clone();
        let mut player = Player::load(&packs, layout, &mut store);
        assert_eq!(player.game().play().board(), &board);
        player.play("=Play undo moves:6 redo r r r =Solved pushes:4 bests:1");
    }
}

#[test]
fn among_hundreds_of_boxes_the_solver_is_not_asked_and_a_stuck_box_is_marked() {
    let text = common::crowd();
    let packs = [Pack {
        name: "x",
        text: text.as_bytes(),
    }];
    for layout in Layout::ALL {
        let mut player = Player::new(&packs, layout);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        for script in [
            "hint says:Too_large hint says:Too_large",
            "pause menu:Solve_it =Play says:Too_large",
            "pause menu:Fewest_pushes =Play says:Too_large",
        ] {
            player.play(script);
            assert!(matches!(
                player.game().verdict(),
                Verdict::Unknown(GaveUp::TooLarge { boxes: 842, .. })
            ));
            assert_eq!(player.game().wish(), None);
        }
        // The first box into the corner below the others.
        player.play("d r r r r u l l l pushes:2 says:stuck");
        assert_eq!(player.game().play().stuck().len(), 1);
        player.play(
            "hint =Stuck menu:Rewind_to_safety =Stuck says:Too_large menu:Undo =Play pushes:1
            hint says:Too_large",
        );
        assert!(player.game().play().stuck().is_empty());
    }
}

#[test]
fn a_level_that_starts_solved_counts_as_solved() {
    let text = b"######\n# @* #\n######\nTitle: Done\n\n######\n#@$. #\n######\nTitle: Not yet";
    let packs = [Pack { name: "x", text }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player.play("=Solved bests:1 menu:Next_unsolved =Play r =Solved");
}

#[test]
fn a_level_in_two_packs_counts_in_both() {
    let packs = [PACKS[0], PACKS[0]];
    let mut player = Player::new(&packs, Layout::Eight);
    for (pack, begin) in [(0, ""), (1, "menu:Play"), (0, "menu:Play")] {
        player.midend.open(Place { pack, number: 1 }).unwrap();
        player.play(begin);
        player.play("r r =Solved back back wait:200 =Packs");
        for row in player.game().rows() {
            let Value::Count(count) = row.value else {
                panic!("a pack shows a count");
            };
            assert_eq!((count.solved, count.levels), (1, 2));
        }
    }
}

#[test]
fn the_next_hint_does_not_wait_for_the_push_of_the_last_one() {
    for layout in Layout::ALL {
        let mut player = Player::new(PACKS, layout);
        player.play(&format!(
            "{INTO_PAIRS} u r r r think hint hint hint hint =Playback"
        ));
    }
}

#[test]
fn left_and_right_jump_to_unsolved_levels() {
    for mut player in on_every_layout(&format!("{INTO_CLASSIC} r r =Solved back =Levels wait:50")) {
        assert_eq!(player.shelf().place().unwrap().number, 1);
        player.play("r");
        assert_eq!(player.shelf().place().unwrap().number, 2);
        player.play("l u");
        assert_eq!(player.shelf().place().unwrap().number, 1);
    }
}

#[test]
fn the_backlight_stays_on_during_playback() {
    let mut player = Player::new(PACKS, Layout::Four);
    player.play(&format!(
        "menu:Settings d d d d l back {INTO_PAIRS} pause menu:Solve_it think"
    ));
    for _ in 0..8 {
        player.play("wait:400");
        assert_eq!(player.game().light(), Light::Full);
    }
}

/// Two boxes at a wall that has one goal: lost, though no box is stuck.
const LOST: &[u8] = b"########\n#   .  #\n#      #\n#@$ $ .#\n########\nTitle: Lost";

/// A press and a release of a button at one time.
fn tap(button: Button, at: u32) -> [Event; 2] {
    [Gesture::Press, Gesture::Release].map(|gesture| Event {
        at,
        button,
        gesture,
        held_for: 0,
    })
}

/// Marsaglia's xorshift, so that failures can be reproduced.
struct Random(u32);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 % bound
    }
}

/// A game with the first level in play, and the times at which it asks for a save while
/// the player presses a key every `key_ms`, or never.
fn asked_saves(key_ms: Option<u32>, until: u32, fails: bool) -> Vec<(u32, Save)> {
    let mut midend = player::midend(PACKS, Layout::Eight, 0);
    let desk = Desk::new();
    midend.open(Place { pack: 0, number: 1 }).unwrap();
    let mut store = MemoryStore::default();
    store.fail_after(fails.then_some(0));
    let mut asked = Vec::new();
    for now in (0..=until).step_by(50) {
        let is_key = now == 0 || key_ms.is_some_and(|every| now % every == 0);
        let keys = is_key.then(|| tap([Button::Up, Button::Down][now as usize / 50 % 2], now));
        let effects = midend.turn(keys.into_iter().flatten(), now, &desk);
        if let Some(save) = effects.save {
            asked.push((now, save));
            let _ = midend.save(&mut store);
        }
    }
    asked
}

#[test]
fn a_save_is_asked_for_in_a_pause_or_every_ten_seconds_and_retried_after_thirty() {
    assert_eq!(asked_saves(None, 60_000, false), [(1_000, Save::Now)]);
    let busy: Vec<_> = asked_saves(Some(150), 60_000, false);
    assert!(busy.iter().all(|(_, save)| *save == Save::IfQuick));
    let times: Vec<_> = busy.iter().map(|(time, _)| *time).collect();
    assert_eq!(times.len(), 5, "{times:?}");
    assert!(
        times
            .windows(2)
            .all(|two| (10_000..10_300).contains(&(two[1] - two[0])))
    );
    let failing = asked_saves(None, 100_000, true);
    assert_eq!(
        failing,
        [1_000, 31_000, 61_000, 91_000].map(|at| (at, Save::Now))
    );
    let both = asked_saves(Some(150), 100_000, true);
    assert_eq!(
        both,
        // With the first key after that time.
        [10_050, 40_050, 70_050].map(|at| (at, Save::IfQuick))
    );
}

/// A game with something unsaved, a busy player, and the battery's charge every second: the
/// times at which it asks for a save at once, and those at which a warning appears.
fn with_battery(charges: &[u8]) -> (Vec<u32>, Vec<u32>) {
    let mut midend = player::midend(PACKS, Layout::Eight, 0);
    let desk = Desk::new();
    midend.open(Place { pack: 0, number: 1 }).unwrap();
    let mut store = MemoryStore::default();
    let (mut saves, mut warnings, mut warned) = (Vec::new(), Vec::new(), false);
    for (now, charge) in (0..).step_by(1_000).zip(charges) {
        midend.set_battery(*charge);
        let step = [Button::Up, Button::Down][now as usize / 1_000 % 2];
        for (at, keys) in [(now, Some(tap(step, now))), (now + 500, None)] {
            let effects = midend.turn(keys.into_iter().flatten(), at, &desk);
            if effects.save == Some(Save::Now) {
                saves.push(at);
                midend.save(&mut store).unwrap();
            }
            let shown = midend.game().banner() == Some(Banner::BatteryLow);
            if shown && !warned {
                warnings.push(at);
            }
            warned = shown;
        }
    }
    (saves, warnings)
}

#[test]
fn a_low_battery_is_reported_once_and_saves_at_once() {
    assert_eq!(with_battery(&[100, 50, 21, 11, 12]), (vec![], vec![]));
    // It wavers around the limit, and again after it has been charged.
    let once = with_battery(&[40, 11, 10, 11, 9, 12, 19, 10, 3, 0]);
    assert_eq!(once, (vec![2_000], vec![2_000]));
    let twice = with_battery(&[40, 10, 60, 30, 30, 30, 30, 10, 10]);
    assert_eq!(twice, (vec![1_000, 7_000], vec![1_000, 7_000]));
}

#[test]
fn a_low_battery_is_reported_when_the_display_wakes_but_saves_in_the_dark() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{INTO_CLASSIC} u wait:200000"));
    assert_eq!(player.game().light(), Light::Off);
    player.midend.set_battery(5);
    assert_eq!(player.turn([]).save, Some(Save::Now));
    assert_eq!(player.game().banner(), None);
    player.play("u");
    assert_eq!(player.game().banner(), Some(Banner::BatteryLow));
}

#[test]
fn whoever_leaves_saves_first_even_right_after_a_failure() {
    for (choice, save) in [("Quit", true), ("USB drive", true), ("Quit", false)] {
        let mut player = Player::new(PACKS, Layout::Eight);
        let mut store = MemoryStore::default();
        player.play(&format!("{INTO_CLASSIC} u pause menu:Quit_to_title"));
        match save {
            true => {
                store.fail_after(Some(0));
                player.midend.save(&mut store).unwrap_err();
            }
            false => player.midend.save(&mut store).unwrap(),
        }
        let rows = player.game().rows();
        let row = rows.iter().position(|row| row.label == choice).unwrap();
        let downs = (0..row - player.game().cursor()).flat_map(|_| tap(Button::Down, 0));
        // What is pressed after that does nothing any more.
        let keys: Vec<_> = downs
            .chain(tap(Button::A, 0))
            .chain(tap(Button::Up, 0))
            .collect();
        let effects = player.turn(keys);
        assert!(effects.quit || effects.usb_drive);
        assert_eq!(effects.save, save.then_some(Save::Now));
        assert_eq!(player.game().cursor(), row);
    }
}

/// What a player would miss.
fn worth_keeping(midend: &Midend<'_>) -> String {
    let game = midend.game();
    let play = game.play();
    let history = play.history();
    let position = play.is_on().then(|| {
        let records: Vec<_> = (0..history.undoable() + history.redoable())
            .map(|index| history.record(index))
            .collect();
        let name = play.source().to_string();
        let keeper = play.board().keeper();
        (
            name,
            records,
            keeper,
            history.undoable(),
            play.tally(),
            play.assisted(),
        )
    });
    let bests: Vec<_> = PACKS
        .iter()
        .flat_map(|pack| pack.levels())
        .map(|entry| game.bests().get(LevelId::of(&entry.unwrap().level)))
        .collect();
    format!("{:?}\n{bests:?}\n{position:?}", game.settings())
}

#[test]
fn what_is_saved_comes_back_whatever_was_pressed_and_however_often_the_store_failed() {
    for seed in 1..=12 {
        let mut random = Random(seed * 77_777);
        let mut store = MemoryStore::default();
        let mut midend = player::midend(PACKS, Layout::Eight, 0);
        let desk = Desk::new();
        let mut arena = vec![0; ARENA_WORDS];
        let mut worker = pin!(work(&desk, &mut arena));
        let (mut now, mut checks) = (0, 0);
        for _ in 0..1_500 {
            now += [20, 60, 700, 1_500][random.below(4) as usize];
            let keys: Vec<_> = (0..random.below(4))
                .flat_map(|_| tap(Button::ALL[random.below(9) as usize], now))
                .collect();
            let effects = midend.turn(keys, now, &desk);
            poll(worker.as_mut());
            if effects.save.is_some() {
                store.fail_after((random.below(3) == 0).then(|| random.below(6) as usize));
                let saved = midend.save(&mut store);
                store.fail_after(None);
                // A level that has just opened is unsaved, too.
                let opens = effects.save == Some(Save::ToOpen);
                assert!(opens || saved.is_ok() != midend.is_unsaved());
            }
            let is_opening = midend.game().screen().name() == "Opening";
            if !midend.is_unsaved() && !is_opening && random.below(4) == 0 {
                let mut again = player::midend(PACKS, Layout::Eight, now);
                player::load(&mut again, &mut store);
                assert_eq!(worth_keeping(&again), worth_keeping(&midend), "seed {seed}");
                assert!(!again.is_unsaved());
                checks += 1;
            }
        }
        assert!(checks > 20, "{checks}");
    }
}

#[test]
fn one_bad_record_costs_no_other() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play("menu:Settings r back");
    player.play(&format!(
        "{INTO_CLASSIC} r r =Solved menu:Next_unsolved u r r undo moves:2"
    ));
    let store = player.saved();
    let keys: Vec<_> = store.items().map(|(key, _)| key).collect();
    assert!(keys.len() >= 4, "{keys:?}");
    for &bad in &keys {
        for junk in [&[][..], &[255; 9], &[0; 200]] {
            let mut store = store.clone();
            store.write(bad, junk).unwrap();
            store.commit().unwrap();
            let mut midend = player::midend(PACKS, Layout::Eight, 0);
            let result = midend.load(&mut store);
            let game = midend.game();
            assert_eq!(
                result.is_err(),
                matches!(game.banner(), Some(Banner::NotLoaded(_)))
            );
            let theme = game.settings().theme.label();
            assert!(theme == "light" || bad == Key::Settings, "{bad:?}");
            assert!(
                game.bests().len() == 1 || matches!(bad, Key::Result { .. }),
                "{bad:?}"
            );
            let is_play = matches!(bad, Key::Game { .. } | Key::Current);
            assert_eq!(game.play().is_on(), !is_play, "{bad:?}");
            assert_eq!(game.screen().name(), if is_play { "Title" } else { "Play" });
            // What could not be read is not overwritten by a position that is not there.
            assert!(!midend.is_unsaved());
            midend.save(&mut store).unwrap();
        }
    }
}

#[test]
fn a_level_that_stands_in_several_places_comes_back_in_its_own() {
    let twice = [CLASSIC, b"\n", CLASSIC].concat();
    let packs = [CLASSIC, &twice, PAIRS, &twice].map(|text| Pack { name: "x", text });
    for (pack, number) in [(0, 2), (1, 1), (1, 2), (1, 3), (1, 4), (3, 3), (3, 4)] {
        let place = Place { pack, number };
        let mut store = MemoryStore::default();
        let mut player = Player::new(&packs, Layout::Eight);
        player.midend.open(place).unwrap();
        player.play("u");
        player.midend.save(&mut store).unwrap();
        let again = Player::load(&packs, Layout::Eight, &mut store);
        assert_eq!(again.game().play().place(), Some(place));
        // The packs after the first are gone: it is found elsewhere.
        let again = Player::load(&packs[..1], Layout::Eight, &mut store);
        assert_eq!(
            again.game().play().place().unwrap().number,
            (number - 1) % 2 + 1
        );
    }
}

#[test]
fn a_pack_of_thousands_is_read_a_piece_of_a_board_at_a_time() {
    let filler = "#####\n#@$.#\n#####\n\n".repeat(4_999);
    let text = format!("{filler}######\n#@ $.#\n######\nTitle: Last");
    let text = text.as_bytes();
    let packs = [Pack { name: "x", text }];
    let mut store = MemoryStore::default();
    let mut midend = player::midend(&packs, Layout::Eight, 0);
    let place = Place {
        pack: 0,
        number: 5_000,
    };
    midend.open(place).unwrap();
    midend.save(&mut store).unwrap();
    let mut midend = player::midend(&packs, Layout::Eight, 0);
    // The first screen does not wait for the search.
    midend.load(&mut store).unwrap();
    assert_eq!(midend.game().screen().name(), "Title");
    let turns = player::search(&mut midend, &mut store);
    assert!((4_750..4_850).contains(&turns), "{turns} turns");
    assert_eq!(midend.game().play().place(), Some(place));
    assert_eq!(midend.game().banner(), Some(Banner::WelcomeBack));
    // Whoever uses the menu meanwhile stays there.
    let mut other = player::midend(&packs, Layout::Eight, 0);
    other.load(&mut store).unwrap();
    let desk = Desk::new();
    let _ = other.turn(tap(Button::Down, 1), 1, &desk);
    assert_eq!(player::search(&mut other, &mut store), 0);
    assert_eq!(other.game().screen().name(), "Title");
    assert!(!other.is_unsaved());
    // The list from the level in play: at most a board a turn.
    let desk = Desk::new();
    let shelf = |midend: &Midend<'_>| match midend.game().screen() {
        Screen::Levels(levels) => (levels.shelf().len(), levels.shelf().place()),
        _ => (0, None),
    };
    let _ = midend.turn(tap(Button::Y, 1), 1, &desk);
    for _ in 0..7 {
        let _ = midend.turn(tap(Button::Down, 2), 2, &desk);
    }
    let _ = midend.turn(tap(Button::A, 3), 3, &desk);
    let (mut known, mut turns) = (shelf(&midend).0, 1);
    assert!(known <= 1);
    while shelf(&midend).1 != Some(place) {
        let _ = midend.turn([], 4, &desk);
        let len = shelf(&midend).0;
        assert!(len - known <= 1 && turns < 40_000);
        (known, turns) = (len, turns + 1);
    }
    assert!(turns > 1_000);
}

#[test]
fn verdicts_and_plans_are_always_of_the_position_however_many_keys_a_turn_has() {
    let texts: [&[u8]; 3] = [
        b"#######\n#  .  #\n# $$. #\n#@  # #\n#######",
        b"########\n#      #\n#@A a  #\n#  Bb  #\n########",
        LOST,
    ];
    let mut seen = [0; 4];
    for (text, seed) in texts.into_iter().zip(1u32..) {
        let packs = [Pack { name: "x", text }];
        let mut store = MemoryStore::default();
        let mut midend = player::midend(&packs, Layout::Eight, 0);
        midend.open(Place { pack: 0, number: 1 }).unwrap();
        let mut random = Random(seed * 123_457);
        let desk = Desk::new();
        let mut arena = vec![0; ARENA_WORDS];
        let mut worker = pin!(work(&desk, &mut arena));
        let mut truth = HashMap::new();
        let mut now = 0;
        for _ in 0..12_000 {
            now += 1 + random.below(200);
            let keys: Vec<_> = (0..random.below(5))
                .flat_map(|_| {
                    // Hints, undo and pauses rather than walks; no way out to the title.
                    let button = match random.below(12) {
                        0..4 => Button::A,
                        4 => Button::B,
                        5 => Button::Y,
                        6 => Button::X,
                        _ => [Button::Up, Button::Right, Button::Down, Button::Left]
                            [random.below(4) as usize],
                    };
                    tap(button, now)
                })
                .collect();
            let _ = midend.turn(keys, now, &desk);
            for _ in 0..random.below(3) {
                poll(worker.as_mut());
            }
            let game = midend.game();
            let play = game.play();
            if !play.is_on() {
                midend.open(Place { pack: 0, number: 1 }).unwrap();
                // It was solved before, so there is a menu.
                let _ = midend.turn(tap(Button::A, now), now, &desk);
                midend.save(&mut store).unwrap();
                continue;
            }
            let fewest = *truth.entry(play.board().clone()).or_insert_with(|| {
                let mut arena = vec![0; ARENA_WORDS];
                let mut solver = Solver::new(play.level(), play.board(), &mut arena);
                match solver.step(u32::MAX) {
                    Status::Solved(solution) => Some(solution.pushes()),
                    Status::Unsolvable => None,
                    other => panic!("{other:?}"),
                }
            });
            match game.verdict() {
                Verdict::Open => seen[0] += 1,
                Verdict::Solvable => {
                    seen[1] += 1;
                    assert!(game.pushes_left() >= fewest.expect("it can be won"));
                    assert!(game.pushes_left() < 30);
                }
                Verdict::Lost => {
                    seen[2] += 1;
                    assert_eq!(fewest, None);
                }
                Verdict::Unknown(reason) => panic!("{reason:?}"),
            }
            if let Some((cell, way)) = game.arrow() {
                seen[3] += 1;
                assert!(play.board().boxes().contains(cell));
                let stand = cell.step(way.opposite());
                assert!(play.level().reach(play.board()).contains(stand));
            }
            let rows = game.rows();
            assert!(rows.is_empty() || game.cursor() < rows.len());
        }
    }
    assert!(seen.iter().all(|&times| times > 100), "{seen:?}");
}

#[test]
fn attract_mode_leaves_the_hints_of_a_level_in_play_alone() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{INTO_PAIRS} u think hint hint says:this_box"));
    let (arrow, left) = (player.game().arrow(), player.game().pushes_left());
    assert!(arrow.is_some());
    player.play("pause menu:Quit_to_title wait:30000 =Attract ok =Title menu:Continue =Play");
    assert_eq!(
        (player.game().arrow(), player.game().pushes_left()),
        (arrow, left)
    );
    player.play("hint wait:3000 pushes:1");
    assert_eq!(player.game().pushes_left(), left - 1);
}

#[test]
fn a_rewind_that_is_cancelled_leaves_the_hints_of_play_alone() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!(
        "{INTO_CLASSIC} think hint d r u pushes:1 hint =Stuck"
    ));
    for _ in 0..3 {
        // Into the search and out of it again, before it has begun.
        let keys = [Button::A, Button::B]
            .into_iter()
            .flat_map(|button| tap(button, 0));
        let _ = player.turn(keys);
        player.play("=Stuck wait:500 =Stuck");
        assert_eq!(player.game().verdict(), Verdict::Lost);
    }
    player.play("back =Play wait:100 =Play undo");
    // The plan of the level's start still fits, so nothing has to be thought about.
    assert_eq!(player.game().verdict(), Verdict::Solvable);
    player.play("hint says:won_in_2 hint says:this_box");
}

#[test]
fn undo_redo_and_restart_lead_back_to_the_ground_of_the_ladder() {
    for way in ["undo", "undo redo", "restart"] {
        let mut player = Player::new(PACKS, Layout::Eight);
        player.play(&format!(
            "{INTO_PAIRS} think hint hint hint wait:3000 pushes:1"
        ));
        player.play(&format!("{way} think hint says:won wait:100"));
        assert_eq!(player.game().arrow(), None);
        player.play("pause back hint says:this_box pause back");
        assert!(player.game().arrow().is_some());
    }
}

#[test]
fn after_waiting_for_a_hint_that_says_lost_the_player_can_keep_playing() {
    let packs = [Pack {
        name: "x",
        text: LOST,
    }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    // Asked before the machine has begun to think.
    let _ = player.turn(tap(Button::A, 0));
    player.play("says:know_yet think wait:20 =Stuck menu:Keep_playing =Play wait:100 =Play");
}

#[test]
fn hints_that_are_switched_off_end_the_wait_for_one() {
    let packs = [Pack {
        name: "x",
        text: CROWD,
    }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player.play("hint says:know_yet pause menu:Settings menu:Hints back back =Play wait:100");
    player.play("hint says:off");
}

#[test]
fn hints_that_are_switched_off_are_not_given_any_more() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    let _ = player.turn(tap(Button::A, 0).into_iter().chain(tap(Button::Y, 0)));
    player.play("=Pause think menu:Settings menu:Hints back back =Play wait:100");
    assert_eq!(player.game().banner(), None);
}

#[test]
fn opening_the_level_in_play_goes_on_with_it_from_any_screen() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("{INTO_CLASSIC} u pause menu:Quit_to_title =Title"));
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player.play("=Play moves:1");
}

#[test]
fn of_several_bad_records_the_first_error_is_reported() {
    let mut store = MemoryStore::default();
    store.write(Key::Order, &[9, 0, 0, 0]).unwrap();
    store.write(Key::Stock { slot: 0 }, &[]).unwrap();
    store.commit().unwrap();
    let alone = |key| {
        let mut only = MemoryStore::default();
        let mut buffer = [0; 200];
        let bytes = store
            .clone()
            .read(key, &mut buffer)
            .unwrap()
            .unwrap()
            .to_vec();
        only.write(key, &bytes).unwrap();
        only.commit().unwrap();
        player::midend(PACKS, Layout::Eight, 0).load(&mut only)
    };
    let (order, made) = (alone(Key::Order), alone(Key::Stock { slot: 0 }));
    assert!(order.is_err() && made.is_err() && order != made);
    let both = player::midend(PACKS, Layout::Eight, 0).load(&mut store);
    assert_eq!(both, order);
}

#[test]
fn a_clock_that_is_set_back_a_little_does_not_count_as_idleness() {
    let mut midend = player::midend(PACKS, Layout::Eight, 50_000);
    let desk = Desk::new();
    let _ = midend.turn(tap(Button::Down, 50_000), 50_000, &desk);
    let effects = midend.turn([], 49_990, &desk);
    assert_eq!(effects.light, Light::Full);
    assert_eq!(midend.game().screen().name(), "Title");
}

#[test]
fn what_was_not_quick_enough_to_be_retried_is_saved_in_the_next_pause() {
    let mut store = MemoryStore::default();
    let mut midend = player::midend(PACKS, Layout::Eight, 0);
    let desk = Desk::new();
    midend.open(Place { pack: 0, number: 1 }).unwrap();
    store.fail_after(Some(0));
    midend.save(&mut store).unwrap_err();
    // A busy player, whose machine has no quick way to save.
    let mut now = 0;
    let busy = loop {
        now += 100;
        let effects = midend.turn(tap(Button::Up, now), now, &desk);
        if effects.save.is_some() {
            break effects.save;
        }
    };
    assert_eq!((busy, now), (Some(Save::IfQuick), 30_000));
    // Then the player pauses.
    let paused = midend.turn([], now + 1_000, &desk);
    assert_eq!(paused.save, Some(Save::Now));
}

#[test]
fn three_hundred_packs_are_no_trouble() {
    let text = b"#####\n#@$.#\n#####\nTitle: One push";
    let packs = vec![Pack { name: "x", text }; 300];
    let mut store = MemoryStore::default();
    let elsewhere = [Pack {
        name: "y",
        text: b"######\n#@ $.#\n######",
    }];
    let mut player = Player::new(&elsewhere, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player.midend.save(&mut store).unwrap();
    let mut midend = player::midend(&packs, Layout::Eight, 0);
    player::load(&mut midend, &mut store);
    assert_eq!(midend.game().banner(), Some(Banner::LevelGone));
}

#[test]
fn left_at_the_first_level_ends_a_search_to_the_right() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play("menu:Play menu:Classic menu:classic =Levels wait:50");
    let keys = [Button::Right, Button::Left];
    let _ = player.turn(keys.into_iter().flat_map(|button| tap(button, 0)));
    player.play("wait:50");
    assert_eq!(player.shelf().place().unwrap().number, 1);
}

#[test]
fn a_search_that_was_cancelled_goes_on_no_longer_than_any_in_the_background() {
    let packs = [Pack {
        name: "x",
        text: CROWD,
    }];
    for way in ["Solve_it", "Fewest_pushes", "Fewest_moves"] {
        let mut player = Player::new(&packs, Layout::Eight);
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        player.play(&format!("pause menu:{way} wait:100 =Solving back =Play"));
        // Nobody thinks in this test: only time passes.
        for _ in 0..=BACKGROUND_MS / 1_000 {
            player.now += 1_000;
            let _ = player.turn([]);
        }
        assert!(!matches!(player.game().wish(), Some(Wish::Solve(_))));
    }
}

#[test]
fn a_quick_ok_in_the_list_of_a_long_pack_keeps_the_level_in_play() {
    let level = |number: usize| {
        let (wall, floor) = ("#".repeat(number % 20 + 5), " ".repeat(number % 20));
        format!(
            "{wall}\n#@$.{floor}#\n#{}#\n{wall}\nTitle: L{number}\n\n",
            " ".repeat(number % 20 + 3)
        )
    };
    let text: String = (1..=300).map(level).collect();
    let packs = [Pack {
        name: "long",
        text: text.as_bytes(),
    }];
    for layout in Layout::ALL {
        let mut player = Player::new(&packs, layout);
        let place = Place {
            pack: 0,
            number: 200,
        };
        player.midend.open(place).unwrap();
        // By then, the list has not come to the level.
        player.play("d moves:1 pause menu:Levels =Levels d d ok wait:2000 =Play moves:1");
        assert_eq!(player.game().play().place(), Some(place));
    }
}

#[test]
fn a_second_ok_does_not_begin_the_search_for_the_next_level_again() {
    let solved = "######\n#@$. #\n######\nTitle: Solved\n\n";
    let text = solved.repeat(400) + "#######\n#@$ . #\n#######\nTitle: Last\n";
    let packs = [Pack {
        name: "long",
        text: text.as_bytes(),
    }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player.play("r =Solved");
    for _ in 0..40 {
        if player.game().screen().name() == "Solved" {
            player.play("ok");
        }
    }
    player.play("=Play");
    assert_eq!(player.game().play().place().unwrap().number, 401);
}

#[test]
fn one_key_wakes_the_display_and_ends_attract_mode() {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play("=Title wait:200000 =Attract");
    assert_eq!(player.game().light(), Light::Off);
    player.play("d =Title");
    assert_eq!(player.game().light(), Light::Full);
    assert_eq!(player.game().cursor(), 0);
}
