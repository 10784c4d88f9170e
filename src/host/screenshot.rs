//! Pictures of every screen, drawn by the same view as on any display.

#[cfg(feature = "cli")]
pub(super) mod command;

use embedded_graphics::prelude::Size;

use super::frame::Frame;
use super::made_up;
use super::script::Player;
use crate::game::display::Display;
use crate::game::input::Layout;
use crate::game::packs::BUILT_IN;
use crate::game::{Device, Midend};
use crate::view::View;

/// The script that leads to the levels used in pictures.
const LEVELS: &str = "menu:Play menu:Both menu:Storerooms wait:500";

/// The name of a screen, as `--screen` accepts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ScreenName {
    /// The title screen
    Title,
    /// Attract mode: the machine plays by itself
    Attract,
    /// Choosing a mode
    Mode,
    /// Choosing a pack
    Packs,
    /// Choosing a level
    Levels,
    /// How to play
    Instructions,
    /// The settings
    Settings,
    /// Choosing an added pack to remove
    Added,
    /// Confirming that a pack is removed
    Remove,
    /// Confirming that all progress is erased
    Erase,
    /// About the game
    About,
    /// A page of "Check this board"
    Check,
    /// Choosing a level to generate
    Generate,
    /// Generating a level
    Generating,
    /// Typing a level's code
    Code,
    /// A level in play
    Play,
    /// A hint
    Hint,
    /// The pause menu
    Pause,
    /// Playback of a solution
    Playback,
    /// A solved level
    Solved,
    /// A level that can no longer be solved
    Stuck,
    /// The solver at work
    Solving,
}

impl ScreenName {
    /// The script that leads to the screen, after some levels are solved.
    fn script(self) -> String {
        // Far enough down the list for an interesting level.
        let in_level = |script: &str| format!("{LEVELS} {} ok {script}", "d ".repeat(46));
        let words = match self {
            Self::Title => "wait:100",
            Self::Attract => "wait:10100 think wait:4000",
            Self::Mode => "menu:Play wait:200",
            Self::Packs => "menu:Play menu:Both wait:200",
            Self::Levels => LEVELS,
            Self::Instructions => "menu:How_to_play r r",
            Self::Settings => "menu:Settings d",
            Self::Added => "menu:Settings menu:Remove_packs d",
            Self::Remove => "menu:Settings menu:Remove_packs d ok",
            Self::Erase => "menu:Settings menu:Erase_progress",
            Self::About => "menu:Settings menu:About",
            Self::Check => "menu:Settings menu:Check_this_board r",
            // By then, two of the three levels kept in stock are ready.
            Self::Generate => "menu:New_levels wait:3000 stock:2 d d d d d d",
            Self::Generating => "menu:New_levels d d d d r d r r r d ok wait:1500",
            Self::Code => "menu:New_levels menu:Type_a_code r r",
            Self::Play => return in_level("solve:3 wait:200"),
            Self::Hint => return in_level("solve:2 think hint hint wait:200"),
            Self::Pause => return in_level("solve:3 pause"),
            Self::Playback => {
                return in_level("solve:2 pause menu:Solve_it think wait:2000 ok wait:200");
            }
            Self::Solved => return in_level("solve wait:2000"),
            Self::Stuck => return in_level("solve:1 lose wait:200 hint wait:5000"),
            // With hints off, the solver has not started yet.
            Self::Solving => {
                "menu:Settings menu:Hints back menu:Play menu:Both menu:Great_halls wait:300 ok \
                pause menu:Fewest_pushes wait:1500"
            }
        };
        words.to_owned()
    }

    /// A game on this screen, on a handheld with these buttons.
    pub fn game(self, layout: Layout, light: bool) -> Player<'static> {
        let device = Device {
            layout,
            display: Display::NONE,
            backlight: true,
            quit: false,
            usb_drive: true,
            hardware: Some(made_up::hardware(layout)),
            added: Some(made_up::added()),
        };
        let mut midend = Box::new(Midend::EMPTY);
        midend
            .start(BUILT_IN, device, 0)
            .expect("levels are built in");
        let mut player = Player::new(midend, 0);
        let theme = if light { "menu:Settings r back" } else { "" };
        let some_progress = format!(
            "{LEVELS} ok solve wait:100 menu:Next_unsolved solve menu:Levels back back back"
        );
        for script in [theme, &some_progress, &self.script()] {
            player.play(script).expect("the script can be played");
        }
        player
    }
}

/// What a display of this size shows of a game.
pub fn picture(player: &Player<'_>, size: Size) -> Frame {
    let mut frame = Frame::new(size);
    let mut view = View::new(size);
    let mut picture = view.picture(player.game(), player.now);
    for area in picture.refresh().iter() {
        match picture.paint(*area, &mut frame) {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
    frame
}
