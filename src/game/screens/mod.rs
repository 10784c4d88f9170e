//! The screens: one file each, with its state, what keys and time do there, and where it
//! leads. The file of the same name in `view::screens` draws it.
//!
//! To add a screen, write those two files and add a line to the list below and one to the
//! match in `view::screens`.

mod about;
mod added;
mod attract;
mod check;
mod chosen;
mod code;
mod erase;
mod generate;
mod generating;
mod instructions;
mod levels;
mod menu;
mod mode;
mod opening;
mod packs;
mod pause;
mod play;
mod playback;
mod remove;
mod settings;
mod solved;
mod solving;
mod stuck;
mod title;

pub use about::About;
pub use added::Added;
pub use attract::Attract;
pub use check::{CHECK_PAGE_MS, Check, CheckPage, Mark};
pub use chosen::Chosen;
pub use code::CodeEntry;
pub use erase::Erase;
pub use generate::Generate;
pub use generating::Generating;
pub use instructions::Instructions;
pub use levels::Levels;
pub use menu::{MAX_ROWS, Row, Rows, Value};
pub use mode::ModeMenu;
pub use opening::Opening;
pub(in crate::game) use opening::{How, Wanted};
pub use packs::PackMenu;
pub use pause::Pause;
pub use play::Playing;
pub use playback::Playback;
pub use remove::Remove;
pub use settings::SettingsMenu;
pub use solved::Solved;
pub use solving::{Solving, Task};
pub use stuck::Stuck;
pub use title::{ATTRACT_MS, Title};

use pause::PauseChoice;
use title::TitleChoice;

use super::banner::Banner;
use super::hardware::{Inspection, Measurement};
use super::input::{Action, Context, Event};
use super::shared::Shared;
use super::thinking::{Answer, Plan, Wish};
use crate::make::{Code, Made, MakingProgress};

/// The screen to go to; `None` to stay.
pub(super) type Next<'p> = Option<Screen<'p>>;

/// How a screen reacts. [`Menu`](menu::Menu) implements it for menus.
pub(super) trait ScreenState<'p> {
    /// Reacts to an action of the player.
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p>;

    /// Called once per turn, with the milliseconds since the last one.
    fn pass(&mut self, _elapsed: u32, _shared: &mut Shared<'p>) -> Next<'p> {
        None
    }

    /// What the worker should do while this screen is shown.
    fn wish(&self, _shared: &Shared<'p>) -> Option<Wish> {
        None
    }

    /// Takes an answer to a question that this screen has asked.
    fn on_answer(&mut self, _answer: Answer, _plan: &Plan, _shared: &mut Shared<'p>) {}

    /// Whether packs are being read, so that turns should follow each other without a break.
    fn is_reading(&self) -> bool {
        false
    }

    /// Takes in how far the making of a level is.
    fn on_making(&mut self, _code: Code, _progress: MakingProgress) {}

    /// Takes a level that was made, if this screen waits for it.
    fn on_made(&mut self, _made: &Made, _shared: &mut Shared<'p>) -> Next<'p> {
        None
    }

    /// The message across the screen.
    fn banner(&self, shared: &Shared<'p>) -> Option<Banner<'p>> {
        shared.banner()
    }

    /// Whether any key leaves this screen, and does nothing else.
    fn ends_with_any_key(&self) -> bool {
        false
    }

    /// Called when a button is released.
    fn released(&mut self) {}

    /// Takes an event of a button before it becomes an action; `true` if it shall not.
    fn takes(&mut self, _event: Event, _shared: &Shared<'p>) -> bool {
        false
    }

    /// What the check of the hardware asks the machine to do now.
    fn inspection(&self, _shared: &Shared<'p>) -> Option<Inspection> {
        None
    }

    /// Takes what was measured for this screen.
    fn on_measured(&mut self, _measurement: Measurement<'_>) {}

    /// The rows of a menu; empty if the screen is not a menu.
    fn rows(&self, _shared: &Shared<'p>) -> Rows<'p> {
        Rows::new()
    }

    /// The index of the chosen row.
    fn cursor(&self) -> usize {
        0
    }

    /// Decides what the buttons mean here.
    fn context(&self) -> Context {
        Context::Menu
    }
}

macro_rules! screens {
    ($($(#[$doc:meta])* $name:ident($state:ty),)*) => {
        /// The screen that is shown, with its state.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
        pub enum Screen<'p> {
            $($(#[$doc])* $name($state),)*
        }

        impl<'p> Screen<'p> {
            /// The name of the variant, for logs and tests.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => stringify!($name),)*
                }
            }

            pub(super) fn state(&self) -> &dyn ScreenState<'p> {
                match self {
                    $(Self::$name(state) => state,)*
                }
            }

            pub(super) fn state_mut(&mut self) -> &mut dyn ScreenState<'p> {
                match self {
                    $(Self::$name(state) => state,)*
                }
            }
        }
    };
}

screens! {
    /// The title and main menu.
    Title(Title<'p>),
    /// The machine plays a level by itself.
    Attract(Attract<'p>),
    /// The menu of modes.
    Mode(ModeMenu),
    /// The menu of packs.
    Packs(PackMenu),
    /// The list of a pack's levels.
    Levels(Levels<'p>),
    /// What to do with a level that was played before.
    Chosen(Chosen<'p>),
    /// A level is about to open.
    Opening(Opening<'p>),
    /// How to play, page by page.
    Instructions(Instructions),
    /// The menu of preferences.
    Settings(SettingsMenu),
    /// The list of added packs.
    Added(Added),
    /// The question whether to remove an added pack.
    Remove(Remove),
    /// The question whether to erase all progress.
    Erase(Erase),
    /// A page about the game.
    About(About),
    /// A check of the hardware, page by page.
    Check(Check),
    /// The menu of new levels.
    Generate(Generate),
    /// The player waits for a new level.
    Generating(Generating),
    /// The player enters a level's code.
    Code(CodeEntry),
    /// The player plays a level.
    Play(Playing),
    /// The pause menu.
    Pause(Pause),
    /// The machine plays its solution.
    Playback(Playback),
    /// The player waits for the solver.
    Solving(Solving),
    /// The result of a solved level, and what to do next.
    Solved(Solved<'p>),
    /// The menu of a lost position.
    Stuck(Stuck),
}

/// Which menu a screen was opened from, if both title and pause menu offer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Title,
    Pause,
}

impl Origin {
    /// Goes back to that menu, with the cursor on the choice that led here.
    fn back<'p>(self, title: TitleChoice, pause: PauseChoice, shared: &Shared<'p>) -> Screen<'p> {
        use menu::Menu;
        match self {
            Self::Title => Screen::Title(Title::default().at(title, shared)),
            Self::Pause => Screen::Pause(Pause::default().at(pause, shared)),
        }
    }
}
