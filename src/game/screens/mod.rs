//! The screens: one file each, with its state, what keys and time do there, and where it
//! leads. The file of the same name in `view::screens` draws it.
//!
//! To add a screen, write those two files and add a line to the list below and one to the
//! match in `view::screens`.

mod about;
mod attract;
mod code;
mod erase;
mod generate;
mod generating;
mod instructions;
mod levels;
mod mode;
mod packs;
mod pause;
mod play;
mod playback;
mod settings;
mod solved;
mod solving;
mod stuck;
mod title;

pub use about::About;
pub use attract::Attract;
pub use code::CodeEntry;
pub use erase::Erase;
pub use generate::Generate;
pub use generating::Generating;
pub use instructions::Instructions;
pub use levels::Levels;
pub use mode::ModeMenu;
pub use packs::PackMenu;
pub use pause::Pause;
pub use play::Playing;
pub use playback::Playback;
pub use settings::SettingsMenu;
pub use solved::Solved;
pub use solving::{Solving, Task};
pub use stuck::Stuck;
pub use title::{ATTRACT_MS, Title};

use pause::PauseChoice;
use title::TitleChoice;

use super::input::{Action, Context};
use super::menu::Rows;
use super::shared::Shared;
use super::thinking::{Answer, Plan, Wish};

/// Where a key or time leads: another screen, or nowhere.
pub(super) type Next<'p> = Option<Screen<'p>>;

/// What a screen does.
pub(super) trait ScreenState<'p> {
    /// What a key does.
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p>;

    /// What time does by itself, in milliseconds since the last turn.
    fn pass(&mut self, _elapsed: u32, _shared: &mut Shared<'p>) -> Next<'p> {
        None
    }

    /// What the machine should think about or make while this is shown.
    fn wish(&self, _shared: &Shared<'p>) -> Option<Wish> {
        None
    }

    /// Takes in an answer to a question of this screen's own.
    fn on_answer(&mut self, _answer: Answer, _plan: &Plan, _shared: &mut Shared<'p>) {}

    /// A key came up.
    fn released(&mut self) {}

    /// The lines of a menu; none where nothing is chosen.
    fn rows(&self, _shared: &Shared<'p>) -> Rows<'p> {
        Rows::new()
    }

    /// Which of them is chosen.
    fn cursor(&self) -> usize {
        0
    }

    /// What keys mean here.
    fn context(&self) -> Context {
        Context::Menu
    }
}

macro_rules! screens {
    ($($(#[$doc:meta])* $name:ident($state:ty),)*) => {
        /// What a player looks at.
        #[derive(Clone, Debug)]
        #[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
        pub enum Screen<'p> {
            $($(#[$doc])* $name($state),)*
        }

        impl<'p> Screen<'p> {
            /// The name of the screen, the same for all its states.
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
    /// Where it begins.
    Title(Title),
    /// The machine plays by itself.
    Attract(Attract<'p>),
    /// Which mode to play.
    Mode(ModeMenu),
    /// Which pack to play.
    Packs(PackMenu),
    /// Which level to play.
    Levels(Levels<'p>),
    /// How to play, page by page.
    Instructions(Instructions),
    /// The player's choices.
    Settings(SettingsMenu),
    /// Whether to erase all progress.
    Erase(Erase),
    /// What this is.
    About(About),
    /// Which level to make.
    Generate(Generate),
    /// A level is being made, and the player waits.
    Generating(Generating),
    /// A code is being typed.
    Code(CodeEntry),
    /// A level is played.
    Play(Playing),
    /// A level is interrupted.
    Pause(Pause),
    /// The machine plays its solution.
    Playback(Playback),
    /// The machine is thinking, and the player waits.
    Solving(Solving),
    /// The level is solved.
    Solved(Solved<'p>),
    /// The level cannot be solved any more.
    Stuck(Stuck),
}

/// Where a screen was opened from that both the title and the pause menu offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Title,
    Pause,
}

impl Origin {
    /// Back there, on the choice that led here.
    fn back<'p>(self, title: TitleChoice, pause: PauseChoice, shared: &Shared<'p>) -> Screen<'p> {
        use super::menu::Menu;
        match self {
            Self::Title => Screen::Title(Title::default().at(title, shared)),
            Self::Pause => Screen::Pause(Pause::default().at(pause, shared)),
        }
    }
}
