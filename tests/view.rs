//! Every screen on displays of several sizes, compared with approved pictures; and no more
//! is painted than has changed.
//!
//! `SOKOPICO_BLESS=1 cargo test --test view` rewrites the pictures. Look at them before you
//! commit them.

#[path = "common/canvas.rs"]
mod canvas;
#[path = "common/player.rs"]
mod player;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use canvas::Canvas;
use clap::ValueEnum;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use player::Player;
use proptest::prelude::*;
use sokopico::game::STEP_MS;
use sokopico::game::display::{HudPlace, Orientation, Placement, whole_side};
use sokopico::game::hardware::{ClockReport, FlashReport, Inspection, Measurement};
use sokopico::game::input::{Button, Event, Gesture, Layout};
use sokopico::game::packs::{Pack, Place};
use sokopico::host::frame::Frame;
use sokopico::host::made_up;
use sokopico::host::screenshot::{ScreenName, picture};
use sokopico::puzzle::Direction;
use sokopico::view::View;

const SIZES: [Size; 5] = [
    Size::new(240, 240),
    Size::new(240, 135),
    Size::new(128, 64),
    Size::new(80, 48),
    // A terminal of 80 x 24 characters, one line of which shows the keys.
    Size::new(80, 46),
];

const CLASSIC: &[u8] = b"\
#######
#  .  #
#@ $  #
#     #
#######
Title: One for the way
Par: 1

  ######
###    ##
#  $ #  #
# .*.$  #
#  #  @ #
##   ####
 #####
Title: The old mill
Par: 9

##########
#    .   #
# $$ # ..#
#  @   $ #
##      ##
 ########
Title: Two rooms and a very long name
Par: <= 14

######
#    #
# $$ #
# @  #
##  ##
 #  #
 #  #
 #  #
 #  #
##  ##
#    #
# .. #
#    #
######
Title: Chimney
Par: 30

#########
#@ $   .#
#########
Title: Corridor
Par: 4
";

const PAIRS: &[u8] = b"\
########
#a     #
# A  B #
#  @ ###
# C  b #
#c    ##
########
Title: Three doors
Par: 12
";

const PACKS: &[Pack<'static>] = &[
    Pack {
        name: "first steps",
        text: CLASSIC,
    },
    Pack {
        name: "doors",
        text: PAIRS,
    },
];

const LEVELS: &str = "menu:Play menu:Classic menu:first_steps wait:50 =Levels";
const PAIRS_LEVEL: &str = "menu:Play menu:Pairs menu:doors wait:50 ok =Play wait:200";

/// Passes the page of buttons in "Check this board".
const BUTTONS: &str = "r r r r page:Buttons key:Up key:Right key:Down key:Left key:Centre key:A \
    key:B key:X key:Y wait:1100 page:Light";
/// From there to the summary, with everything measured.
const TO_SUMMARY: &str = "r r wait:200 r wait:200 r wait:600 r wait:200 r wait:200 r page:Summary";

/// A picture: its name, the script that leads to it, and optionally a key that is then
/// pressed and the milliseconds after which the picture is taken.
type Shot = (&'static str, String, Option<(Button, u32)>);

fn shots() -> Vec<Shot> {
    let shot = |name, script: &str| (name, script.to_string(), None);
    let in_level = |name, number: usize, script: &str| {
        let down = "d ".repeat(number - 1);
        let script = format!("{LEVELS} {down} ok =Play wait:200 {script}");
        (name, script, None)
    };
    let check = |name, script: &str| {
        let script = format!("battery:77 menu:Settings menu:Check_this_board =Check {script}");
        (name, script, None)
    };
    let then = |(name, script, _): Shot, button, ms| (name, script, Some((button, ms)));
    vec![
        shot("title", "=Title wait:50"),
        shot("attract", "wait:11000 think wait:2500 =Attract"),
        shot("mode", "menu:Play wait:50 =Mode"),
        shot("packs", "menu:Play menu:Both wait:50 =Packs"),
        in_level(
            "levels",
            1,
            "d r r u =Solved wait:800 menu:Levels d wait:50 =Levels",
        ),
        shot(
            "levels-begun",
            &format!("{LEVELS} d d ok =Play u l wait:1500 pause menu:Levels wait:200 =Levels"),
        ),
        shot(
            "chosen",
            &format!("{LEVELS} ok d r r u =Solved menu:Levels wait:200 ok =Chosen wait:200"),
        ),
        shot(
            "chosen-begun",
            &format!(
                "{LEVELS} d d ok =Play u l pause menu:Levels wait:200 d ok =Play r \
                pause menu:Levels wait:200 u wait:100 ok =Chosen wait:200"
            ),
        ),
        shot(
            "watched",
            &format!(
                "{LEVELS} ok d r r u =Solved menu:Levels wait:200 ok menu:Watch_fewest_pushes \
                =Playback wait:700 ok wait:200"
            ),
        ),
        shot("instructions", "menu:How_to_play =Instructions"),
        shot("keys", "menu:How_to_play r r =Instructions"),
        shot("settings", "menu:Settings d d =Settings"),
        shot("light", "menu:Settings r d r d d =Settings"),
        shot("added", "menu:Settings menu:Remove_packs d =Added"),
        shot("remove", "menu:Settings menu:Remove_packs d ok =Remove"),
        shot(
            "remove-waiting",
            "menu:Settings menu:Remove_packs u ok d =Remove",
        ),
        shot("erase", "menu:Settings menu:Erase_progress =Erase"),
        shot("about", "menu:Settings menu:About =About"),
        check("check-board", "page:Board"),
        check("check-colours", "r page:Colours"),
        check("check-edges", "r r page:Edges"),
        check("check-greys", "r r r page:Greys"),
        check("check-buttons", "r r r r page:Buttons key:Left key:A key:Y"),
        check("check-light", &format!("{BUTTONS} wait:3100 page:Light")),
        check("check-speaker", &format!("{BUTTONS} r page:Speaker")),
        check(
            "check-battery",
            &format!("{BUTTONS} r r wait:200 page:Battery"),
        ),
        check(
            "check-flash",
            &format!("{BUTTONS} r r r wait:200 page:Flash"),
        ),
        check("check-ram", &format!("{BUTTONS} r r r r wait:600 page:RAM")),
        check(
            "check-clock",
            &format!("{BUTTONS} r r r r r wait:200 page:Clock"),
        ),
        check(
            "check-restart",
            &format!("{BUTTONS} r r r r r r wait:200 page:Restart"),
        ),
        check("check-summary", &format!("{BUTTONS} {TO_SUMMARY}")),
        shot("generate", "menu:New_levels wait:3100 stock:2 d d d d r"),
        shot(
            "generating",
            "menu:New_levels d d d d r d r r r d ok wait:1500 =Generating",
        ),
        shot("code", "menu:New_levels menu:Type_a_code r r =Code"),
        shot("code-wrong", "menu:New_levels menu:Type_a_code u =Code"),
        shot(
            "play-made",
            "menu:New_levels menu:Make_one made =Play wait:200",
        ),
        shot(
            "solved-made",
            "menu:New_levels menu:Make_one made solve =Solved wait:2000",
        ),
        shot("battery-title", "battery:80 wait:50"),
        in_level("battery-low", 2, "battery:9 wait:200"),
        in_level("play", 2, "u l wait:200"),
        in_level("play-long", 3, "r"),
        in_level("play-turned", 4, "d"),
        shot("play-pairs", PAIRS_LEVEL),
        shot(
            "play-plain",
            &format!("menu:Settings r d r back {PAIRS_LEVEL} u"),
        ),
        then(in_level("step", 2, ""), Button::Right, STEP_MS / 2),
        then(in_level("push", 2, "u"), Button::Left, STEP_MS / 2),
        then(
            shot("drop", &format!("{PAIRS_LEVEL} u l d l")),
            Button::Up,
            STEP_MS * 3 / 4,
        ),
        in_level("hint", 1, "think hint hint wait:200 says:Push_this_box"),
        in_level("warned", 2, "l u l l l u r r d wait:200 says:stuck"),
        in_level("pause", 2, "pause =Pause"),
        in_level("solved", 1, "d r r u =Solved wait:2000"),
        in_level(
            "solved-better",
            1,
            "r l d r r u =Solved menu:Play_again d r r u =Solved wait:2000",
        ),
        in_level(
            "play-again",
            1,
            "d r r u =Solved menu:Play_again =Play wait:200",
        ),
        in_level(
            "fewest-moves",
            1,
            "pause menu:Fewest_moves think wait:100 =Playback",
        ),
        in_level(
            "solved-with-help",
            5,
            "think hint hint hint wait:500 hint wait:5000 =Solved",
        ),
        in_level(
            "playback",
            5,
            "pause menu:Solve_it think wait:500 =Playback",
        ),
        in_level("stuck", 2, "l u l l l u r r d think hint =Stuck wait:5000"),
        then(
            in_level(
                "looking-back",
                2,
                "l u l l l u r r d think hint =Stuck wait:5000",
            ),
            Button::A,
            700,
        ),
        then(
            shot(
                "solving",
                &format!("menu:Settings d d d d d r back {LEVELS} d ok =Play pause d d =Pause"),
            ),
            Button::A,
            700,
        ),
        then(
            shot(
                "solving-moves",
                &format!("menu:Settings d d d d d r back {LEVELS} d ok =Play pause d d d d =Pause"),
            ),
            Button::A,
            700,
        ),
    ]
}

fn press(player: &mut Player<'_>, button: Button) {
    let event = Event {
        at: player.now,
        button,
        gesture: Gesture::Press,
        held_for: 0,
    };
    let _ = player.turn([event]);
}

/// The game of a shot, and its time.
fn scene((_, script, key): &Shot) -> (Player<'static>, u32) {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(script);
    let now = player.now;
    match *key {
        None => (player, now),
        Some((button, ms)) => {
            press(&mut player, button);
            (player, now + ms)
        }
    }
}

#[test]
fn every_screen_looks_as_approved() {
    let pictures = shots().into_iter().flat_map(|shot| {
        let (player, now) = scene(&shot);
        SIZES.map(|size| {
            let name = format!("{}-{}x{}", shot.0, size.width, size.height);
            (name, Canvas::of(player.game(), now, size))
        })
    });
    compare("tests/golden", pictures);
}

/// A board on which everything that is measured is bad.
fn bad_answers(inspection: Inspection) -> Option<Measurement<'static>> {
    Some(match made_up::answer(inspection)? {
        Measurement::Battery(_) => Measurement::Battery(5_013),
        Measurement::Flash(_) => Measurement::Flash(FlashReport {
            id: [0xff; 3],
            erase_us: 12,
            program_us: 9,
            kept: false,
        }),
        Measurement::Clock(report) => Measurement::Clock(ClockReport {
            system_khz: 12_000,
            ring_khz: 0,
            ..report
        }),
        Measurement::Restart(_) => Measurement::Restart(Some(
            "panicked at src/game/progress/autosave.rs:1234:56:\ncalled `Result::unwrap()` on an \
             `Err` value: Length { expected: 1234, found: 5678, of the record: 42 } and so on, as \
             long as the longest message that a crash leaves behind: 240 bytes",
        )),
        other => other,
    })
}

#[test]
fn a_check_of_a_bad_board_looks_as_approved() {
    let buttons = "r r r r page:Buttons key:A key:Right";
    let skip = format!("{buttons} wait:8000 page:Light r r");
    let pages = [
        ("bad-battery", format!("{skip} wait:200 page:Battery")),
        ("bad-flash", format!("{skip} r wait:200 page:Flash")),
        ("bad-clock", format!("{skip} r r r wait:200 page:Clock")),
        (
            "bad-restart",
            format!("{skip} r r r r wait:200 page:Restart"),
        ),
        (
            "bad-summary",
            format!("{skip} wait:200 r wait:200 r r wait:200 r wait:200 r page:Summary"),
        ),
    ];
    let mut players = pages.map(|(name, script)| {
        let mut player = Player::new(PACKS, Layout::Eight);
        player.answer = bad_answers;
        player.play(&format!("menu:Settings menu:Check_this_board {script}"));
        (name, player)
    });
    // A button that is not released.
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play(&format!("menu:Settings menu:Check_this_board {buttons}"));
    press(&mut player, Button::Down);
    player.play("wait:2100 page:Buttons");
    let stuck = ("bad-buttons", &player);
    let others = players.iter_mut().map(|(name, player)| (*name, &*player));
    let pictures = others.chain([stuck]).flat_map(|(name, player)| {
        SIZES.map(|size| {
            let name = format!("check-{name}-{}x{}", size.width, size.height);
            (name, Canvas::of(player.game(), player.now, size))
        })
    });
    compare("tests/golden", pictures);
}

#[test]
fn the_pictures_in_the_readme_are_up_to_date() {
    let pictures = ScreenName::value_variants().iter().map(|screen| {
        let name = format!("{screen:?}").to_lowercase();
        let player = screen.game(Layout::Eight, false);
        (name, picture(&player, Size::new(240, 240)))
    });
    compare("tests/golden/screenshot", pictures);
}

/// Compares pictures with the approved ones, or approves them.
fn compare(folder: &str, pictures: impl Iterator<Item = (String, Frame)>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let bless = std::env::var_os("SOKOPICO_BLESS").is_some();
    let mut wrong = Vec::new();
    for (name, frame) in pictures {
        let path = folder.join(&name).with_extension("png");
        if bless {
            frame.write_png(File::create(&path).unwrap(), 1).unwrap();
        } else if !is_approved(&path, &frame) {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "not as approved: {wrong:#?}");
}

fn is_approved(path: &Path, frame: &Frame) -> bool {
    File::open(path)
        .and_then(|file| Frame::read_png(BufReader::new(file)))
        .is_ok_and(|golden| golden == *frame)
}

/// Pixels painted in each frame of a while, and that the display is right after each.
fn frames(player: &mut Player<'_>, size: Size, key: Button) -> Vec<u32> {
    let from = player.now;
    let mut view = View::new(size);
    let mut canvas = Canvas::new(size);
    canvas.refresh(&mut view, player.game(), from);
    let mut frames = Vec::new();
    press(player, key);
    for now in (from..from + 300).step_by(10) {
        player.now = now;
        let _ = player.turn([]);
        frames.push(canvas.refresh(&mut view, player.game(), now));
        assert!(
            canvas.frame == Canvas::of(player.game(), now, size),
            "{now}"
        );
    }
    frames
}

#[test]
fn a_step_and_a_push_paint_three_squares_and_the_changed_digits() {
    // For each display, the side of a square and the pixels of a digit.
    let displays = [(24, 60), (16, 60), (8, 40), (6, 24)];
    for (size, (side, digit)) in SIZES.into_iter().zip(displays) {
        for (what, script, key, squares, digits) in [
            ("step", "", Button::Right, 2, 1),
            ("push", "u", Button::Left, 3, 2),
        ] {
            let script = format!("{LEVELS} d ok =Play wait:5000 {script} wait:200");
            let mut player = Player::new(PACKS, Layout::Eight);
            player.play(&script);
            let frames = frames(&mut player, size, key);
            let most = frames.iter().max().unwrap();
            println!("{size}: a {what} paints {most} pixels at most in a frame");
            assert!(
                *most <= squares * side * side + digits * digit,
                "{frames:?}"
            );
            assert!(*most >= side * side, "nothing was painted");
            assert_eq!(frames.last(), Some(&0), "{frames:?}");
        }
    }
}

#[test]
fn steps_in_a_row_never_paint_more_than_three_squares() {
    for (size, side) in SIZES.into_iter().zip([24, 24, 12, 8]) {
        let mut player = Player::new(PACKS, Layout::Eight);
        player.play(&format!("{LEVELS} d d d d ok =Play wait:5000"));
        let from = player.now;
        let mut view = View::new(size);
        let mut canvas = Canvas::new(size);
        canvas.refresh(&mut view, player.game(), from);
        for now in (from..from + 900).step_by(10) {
            // Faster than the animation of a step, so that some are cut short.
            player.now = now;
            if (now - from).is_multiple_of(70) && player.game().play().tally().pushes < 3 {
                press(&mut player, Button::Right);
            } else {
                let _ = player.turn([]);
            }
            let pixels = canvas.refresh(&mut view, player.game(), now);
            assert!(pixels <= 3 * side * side + 4 * 60, "{size} {now}: {pixels}");
        }
        assert_eq!(player.game().play().tally().pushes, 3);
    }
}

#[test]
fn a_move_in_a_menu_paints_two_lines() {
    for size in SIZES {
        let mut player = Player::new(PACKS, Layout::Eight);
        player.play("=Title wait:50");
        let frames = frames(&mut player, size, Button::Down);
        let all = size.width * size.height;
        println!("{size}: a menu move paints {} of {all} pixels", frames[0]);
        assert!(frames[0] <= all * 2 / 5);
        assert!(frames[1..].iter().all(|&pixels| pixels == 0));
    }
}

#[test]
fn a_display_that_is_too_small_shows_part_of_the_picture() {
    let sides = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 200];
    for shot in shots() {
        let (player, now) = scene(&shot);
        for size in sides.iter().flat_map(|&w| sides.map(|h| Size::new(w, h))) {
            let mut canvas = Canvas::new(size);
            let mut view = View::new(size);
            canvas.refresh(&mut view, player.game(), now);
            assert!(
                canvas.frame == Canvas::of(player.game(), now, size),
                "{size}"
            );
        }
    }
}

/// Random words of a script, mostly ones that play a level.
fn words() -> impl Strategy<Value = Vec<&'static str>> {
    let word = prop::sample::select(vec![
        "u",
        "d",
        "l",
        "r",
        "u",
        "d",
        "l",
        "r",
        "ok",
        "ok",
        "back",
        "hint",
        "hint",
        "undo",
        "redo",
        "pause",
        "restart",
        "rewind:700",
        "hold:r:600",
        "hold:d:500",
        "think",
        "wait:30",
        "wait:700",
        "wait:4100",
        "wait:12000",
        "press:u",
        "press:d",
        "press:l",
        "press:r",
        "press:l",
        "press:r",
    ]);
    prop::collection::vec(word, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn refreshing_gives_the_same_picture_as_painting_everything(
        words in words(),
        size in prop::sample::select(vec![SIZES[2], SIZES[3], Size::new(97, 71), SIZES[1]]),
        begin in prop::sample::select(vec!["", "ok ok ok wait:50 ok", "ok u ok d ok wait:50 ok"]),
        layout in prop::sample::select(Layout::ALL.to_vec()),
    ) {
        let mut player = Player::new(PACKS, layout);
        let mut view = View::new(size);
        let mut canvas = Canvas::new(size);
        for word in begin.split_whitespace().chain(words) {
            if let Some(way) = word.strip_prefix("press:") {
                let button = match way {
                    "u" => Button::Up,
                    "d" => Button::Down,
                    "l" => Button::Left,
                    _ => Button::Right,
                };
                player.now += 5;
                press(&mut player, button);
                for _ in 0..3 {
                    let now = player.now;
                    canvas.refresh(&mut view, player.game(), now);
                    prop_assert!(canvas.frame == Canvas::of(player.game(), now, size));
                    player.now += 20;
                    let _ = player.turn([]);
                }
            } else {
                // Not every word is possible on every screen.
                let _ = player.act(word);
            }
            canvas.refresh(&mut view, player.game(), player.now);
            prop_assert!(
                canvas.frame == Canvas::of(player.game(), player.now, size),
                "after {word} on {:?}",
                player.game().screen().name()
            );
        }
    }

    #[test]
    fn painting_in_strips_gives_the_same_picture(height in 1u32..20, shot in 0..shots().len()) {
        let (player, now) = scene(&shots()[shot]);
        let size = Size::new(128, 64);
        let mut view = View::new(size);
        let mut picture = view.picture(player.game(), now);
        let mut canvas = Canvas::new(size);
        let mut top = 0;
        while top < size.height {
            let height = height.min(size.height - top);
            let strip = embedded_graphics::primitives::Rectangle::new(
                Point::new(0, top as i32),
                Size::new(size.width, height),
            );
            canvas.paint(&mut picture, strip);
            top += height;
        }
        prop_assert!(canvas.frame == Canvas::of(player.game(), now, size));
    }
}

/// A room of this size, walls included, with the keeper in the middle.
fn room(columns: usize, rows: usize) -> String {
    let wall = "#".repeat(columns);
    (0..rows)
        .map(|row| match row {
            0 => format!("{wall}\n"),
            _ if row + 1 == rows => format!("{wall}\n"),
            1 => format!("#$.{}#\n", " ".repeat(columns - 4)),
            _ if row == rows / 2 => {
                let left = " ".repeat(columns / 2 - 1);
                format!("#{left}@{}#\n", " ".repeat(columns - 3 - left.len()))
            }
            _ => format!("#{}#\n", " ".repeat(columns - 2)),
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn board_and_figures_share_the_display_and_the_keys_move_as_it_shows(
        width in 0u32..330, height in 0u32..330,
        columns in 6usize..=32, rows in 5usize..=32,
        right in any::<bool>(),
    ) {
        let size = Size::new(width, height);
        let text = room(columns, rows);
        let packs = [Pack { name: "x", text: text.as_bytes() }];
        let mut player = Player::new(&packs, Layout::Eight);
        player.midend.set_display(View::display(size));
        player.midend.open(Place { pack: 0, number: 1 }).unwrap();
        let level = player.game().play().level().clone();
        let Placement { pane, hud, turned } = View::display(size).place(&level);
        let huds = match hud {
            HudPlace::Bars { top, bottom } => vec![top, bottom],
            HudPlace::Panel(panel) => vec![panel],
        };
        let whole = Rectangle::new(Point::zero(), size);
        let pixels = |area: &Rectangle| area.size.width * area.size.height;
        for area in huds.iter().chain([&pane]) {
            prop_assert_eq!(pixels(&area.intersection(&whole)), pixels(area));
        }
        for (place, area) in huds.iter().enumerate() {
            for other in huds[place + 1..].iter().chain([&pane]) {
                prop_assert_eq!(pixels(&area.intersection(other)), 0);
            }
        }
        let upright = (columns as i32, rows as i32);
        let Some(side) = whole_side(upright, pane.size, Orientation::BestFit) else {
            return Ok(());
        };
        // The keeper steps; what changes of the board is two squares in a row.
        let before = Canvas::of(player.game(), player.now, size);
        let keeper = player.game().play().board().keeper();
        player.play(if right { "r moves:1" } else { "d moves:1" });
        player.play("wait:200");
        let after = Canvas::of(player.game(), player.now, size);
        let changed: Vec<_> = pane
            .points()
            .filter(|&point| before.pixel(point) != after.pixel(point))
            .collect();
        let across = |of: fn(&Point) -> i32| {
            let ends = changed.iter().map(of).min().zip(changed.iter().map(of).max());
            ends.map_or(0, |(first, last)| last - first + 1)
        };
        let (wide, high) = (across(|point| point.x), across(|point| point.y));
        if right {
            prop_assert!(wide > side && high <= side, "{wide} x {high}, side {side}");
        } else {
            prop_assert!(high > side && wide <= side, "{wide} x {high}, side {side}");
        }
        // In the level it is the step that the turn of the display makes of it.
        let moved = player.game().play().board().keeper();
        let seen = if right { Direction::Right } else { Direction::Down };
        let way = if turned { seen.anticlockwise() } else { seen };
        prop_assert_eq!(moved, keeper.step(way));
    }
}
