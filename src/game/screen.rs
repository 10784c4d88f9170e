//! Which screens there are.

use super::progress::{Best, Outcome, Stars};
use crate::puzzle::Tally;
use crate::puzzle::text::Par;

/// What a player looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Where it begins.
    Title,
    /// The machine plays by itself.
    Attract,
    /// Which mode to play.
    Mode,
    /// Which pack to play.
    Packs,
    /// Which level to play.
    Levels,
    /// How to play, page by page.
    Instructions {
        /// From 0.
        page: u8,
    },
    /// The player's choices.
    Settings,
    /// Whether all progress shall be erased.
    Erase,
    /// What this is.
    About,
    /// Which level to make.
    Generate,
    /// A level is made, and the player waits.
    Generating,
    /// A code is typed.
    Code,
    /// A level is played.
    Play,
    /// A level is interrupted.
    Pause,
    /// The machine plays its solution.
    Playback,
    /// The machine is thinking and the player waits.
    Solving(Task),
    /// The level is solved.
    Solved,
    /// The level cannot be solved any more.
    Stuck,
}

impl Screen {
    /// What logs call it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Attract => "Attract",
            Self::Mode => "Mode",
            Self::Packs => "Packs",
            Self::Levels => "Levels",
            Self::Instructions { .. } => "Instructions",
            Self::Settings => "Settings",
            Self::Erase => "Erase",
            Self::About => "About",
            Self::Generate => "Generate",
            Self::Generating => "Generating",
            Self::Code => "Code",
            Self::Play => "Play",
            Self::Pause => "Pause",
            Self::Playback => "Playback",
            Self::Solving(_) => "Solving",
            Self::Solved => "Solved",
            Self::Stuck => "Stuck",
        }
    }
}

/// What the machine is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Any solution.
    Any,
    /// A solution with the fewest pushes.
    Shortest,
    /// The last position that could still be won.
    Rewind,
}

/// How a level was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// In so many moves and pushes.
    pub tally: Tally,
    /// In so many milliseconds.
    pub elapsed: u32,
    /// The level's par.
    pub par: Option<Par>,
    /// What it earned.
    pub stars: Stars,
    /// The best result, this one included.
    pub best: Best,
    /// What this result changed about it.
    pub outcome: Outcome,
    /// Whether the machine gave a hand.
    pub assisted: bool,
    /// Where the machine played its own solution: for how many milliseconds it searched.
    pub searched: Option<u32>,
    /// When it was.
    pub at: u32,
}

/// How a solution is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playback {
    /// Whether it waits for the player.
    pub paused: bool,
    /// Whether it ends after one push.
    pub(super) one_push: bool,
    /// The depth of the history at which it began.
    pub(super) from: u32,
    /// When the next step is due.
    pub(super) due: u32,
}
