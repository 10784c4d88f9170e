//! Pictures of every screen, through the same view as on any display.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use embedded_graphics::prelude::Size;

use super::frame::Frame;
use super::script::Player;
use crate::game::input::Layout;
use crate::game::packs::BUILT_IN;
use crate::game::display::Display;
use crate::game::{Device, Midend};
use crate::view::View;

/// The way to the levels that pictures are of.
const LEVELS: &str = "menu:Play menu:Both menu:Storerooms wait:500";

/// What a picture is of, and where it goes.
#[derive(Args)]
pub(super) struct Options {
    /// The screen
    #[arg(long, value_enum)]
    screen: ScreenName,
    /// The display, from 80x46 up
    #[arg(long, value_name = "WxH", default_value = "240x240")]
    size: PictureSize,
    /// Draw in the light theme
    #[arg(long)]
    light: bool,
    /// Draw each pixel this many times larger
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    scale: u32,
    /// The PNG to write
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
}

/// A screen by its name, as `--screen` takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ScreenName {
    /// Where it begins
    Title,
    /// The machine plays by itself
    Attract,
    /// Which mode to play
    Mode,
    /// Which pack to play
    Packs,
    /// Which level to play
    Levels,
    /// How to play
    Instructions,
    /// The player's choices
    Settings,
    /// Whether to erase all progress
    Erase,
    /// What this is
    About,
    /// Which level to make
    Generate,
    /// A level is being made
    Generating,
    /// A code is being typed
    Code,
    /// A level in play
    Play,
    /// A hint
    Hint,
    /// A level interrupted
    Pause,
    /// The machine plays its solution
    Playback,
    /// A level solved
    Solved,
    /// A level that cannot be solved any more
    Stuck,
    /// The machine is thinking
    Solving,
}

impl ScreenName {
    /// What a player does to see it, after some levels are solved.
    fn script(self) -> String {
        // Far enough down the list for a level that is worth looking at.
        let in_level = |script: &str| format!("{LEVELS} {} ok {script}", "d ".repeat(46));
        let words = match self {
            Self::Title => "wait:100",
            Self::Attract => "wait:10100 think wait:4000",
            Self::Mode => "menu:Play wait:200",
            Self::Packs => "menu:Play menu:Both wait:200",
            Self::Levels => LEVELS,
            Self::Instructions => "menu:How_to_play r r",
            Self::Settings => "menu:Settings d",
            Self::Erase => "menu:Settings menu:Erase_progress",
            Self::About => "menu:Settings menu:About",
            // Two of the three levels at hand are there by then.
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
            // Without hints nothing was thought about before.
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
            player
                .play(script)
                .expect("the built-in levels are solved, and every menu has its line");
        }
        player
    }
}

#[derive(Clone, Copy, Debug)]
struct PictureSize(Size);

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|&side: &u32| side <= 4_096);
        let size = text
            .split_once('x')
            .and_then(|(width, height)| Some(Size::new(number(width)?, number(height)?)))
            .ok_or("write it as WIDTHxHEIGHT, each at most 4096")?;
        if size.width < View::SMALLEST.width || size.height < View::SMALLEST.height {
            return Err("the smallest display is 80x46".into());
        }
        Ok(Self(size))
    }
}

pub(super) fn run(options: &Options) -> io::Result<()> {
    let player = options.screen.game(Layout::Eight, options.light);
    let frame = picture(&player, options.size.0);
    let file = BufWriter::new(File::create(&options.output)?);
    frame.write_png(file, options.scale)
}

/// What a display of this size shows of a game.
pub fn picture(player: &Player<'_>, size: Size) -> Frame {
    let mut frame = Frame::new(size);
    let mut view = View::new(size);
    for area in view.refresh(player.game(), player.now).iter() {
        match view.paint(player.game(), player.now, *area, &mut frame) {
            Ok(()) => {}
            Err(never) => match never {},
        }
    }
    frame
}
