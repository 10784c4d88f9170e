//! Short messages across the screen.

use core::fmt;

use super::play::Source;
use super::progress::result_item::By;
use super::progress::{LoadError, StoreError};
use crate::solve::GaveUp;

/// How long a message is shown, in milliseconds.
pub(super) const BANNER_MS: u32 = 4_000;

/// A message of at most 40 letters, so that it fits into two short lines, unless it has the title
/// of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner<'p> {
    /// A hint was requested before the answer is known.
    Thinking {
        /// Positions searched so far.
        nodes: u32,
    },
    /// The position can be won.
    Solvable {
        /// Pushes of the solution found.
        pushes: u16,
        /// Whether fewer pushes are proven impossible.
        proven: bool,
    },
    /// A solution by pushes or by moves is played.
    Fewest {
        /// What was counted.
        by: By,
        /// How many of them the solution takes.
        count: u32,
        /// Whether fewer are proven impossible.
        proven: bool,
    },
    /// The box to push is shown.
    ThisBox,
    /// One push was played.
    OnePush,
    /// The solver gave up.
    Unknown(GaveUp),
    /// Hints are switched off.
    HintsOff,
    /// Some boxes can no longer reach a goal.
    Stuck {
        /// Number of stuck boxes.
        boxes: u16,
    },
    /// The game was rewound to a position that can be won.
    Rewound {
        /// Number of steps undone.
        steps: u32,
    },
    /// No earlier position was found that can be won.
    NoWayBack,
    /// Undo reached the oldest remembered move.
    Forgotten,
    /// Playback was stopped; the player plays on.
    Stopped,
    /// A saved level was resumed.
    WelcomeBack,
    /// Progress could not be saved.
    NotSaved(StoreError),
    /// Progress could not be read.
    NotLoaded(LoadError),
    /// All progress was erased.
    Erased,
    /// The saved level is not in any pack.
    LevelGone,
    /// The player's solution is not kept: it is too long, or from before solutions were kept.
    NoSolution,
    /// There was no room, so the saved game of this level was given up. `None` if the level is no
    /// longer where it was.
    GameDropped(Option<Source<'p>>),
    /// There was no room for the moves of a best result.
    SolutionDropped,
    /// There was no room for another result, so the oldest was given up.
    ResultDropped,
    /// There was no room, and more was given up than can be named.
    MoreDropped {
        /// How many games and results.
        count: u16,
    },
    /// The battery is nearly empty.
    BatteryLow,
}

impl fmt::Display for Banner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thinking { nodes } => write!(f, "Don't know yet: {nodes} positions"),
            Self::Solvable { pushes, proven } => {
                let most = if *proven { "" } else { "at most " };
                let s = if *pushes == 1 { "" } else { "es" };
                write!(f, "Can be won in {most}{pushes} push{s}")
            }
            Self::Fewest { by, count, proven } => {
                let unit = match by {
                    By::Pushes => "pushes",
                    By::Moves => "moves",
                };
                match proven {
                    true => write!(f, "Fewest {unit}, proven: {count}"),
                    false => write!(f, "Best known, not proven: {count} {unit}"),
                }
            }
            Self::ThisBox => f.write_str("Push this box"),
            Self::OnePush => f.write_str("One push played"),
            Self::Unknown(GaveUp::TooLarge { .. }) => f.write_str("Too large for the solver"),
            Self::Unknown(GaveUp::NodeLimit) => f.write_str("Not yet. Ask again to keep thinking."),
            Self::Unknown(GaveUp::NoMemory | GaveUp::TooLong) => {
                f.write_str("Don't know: not enough memory")
            }
            Self::HintsOff => f.write_str("Hints are off, see settings"),
            Self::Stuck { boxes: 1 } => f.write_str("This box is stuck"),
            Self::Stuck { boxes } => write!(f, "{boxes} boxes are stuck"),
            Self::Rewound { steps: 1 } => f.write_str("One step back: can be won"),
            Self::Rewound { steps } => write!(f, "{steps} steps back: can be won"),
            Self::NoWayBack => f.write_str("No way back found: restart"),
            Self::Forgotten => f.write_str("Earlier moves are forgotten"),
            Self::Stopped => f.write_str("Your turn"),
            Self::WelcomeBack => f.write_str("Welcome back"),
            Self::NotSaved(StoreError::Full) => f.write_str("No room: progress is not saved"),
            Self::NotSaved(StoreError::Worn) => f.write_str("Flash is worn out: nothing is saved"),
            Self::NotSaved(_) => f.write_str("Progress could not be saved"),
            Self::NotLoaded(_) => f.write_str("Some progress could not be read"),
            Self::Erased => f.write_str("Progress erased"),
            Self::LevelGone => f.write_str("Your last level is not in these packs"),
            Self::NoSolution => f.write_str("This solution was too long to keep"),
            Self::GameDropped(Some(Source::Pack(place, title))) => {
                write!(f, "No room: dropped game {} {title}", place.number)
            }
            Self::GameDropped(Some(made)) => write!(f, "No room: dropped game {made}"),
            Self::GameDropped(None) => f.write_str("No room: dropped a removed level's game"),
            Self::SolutionDropped => f.write_str("No room: this solution is not kept"),
            Self::ResultDropped => f.write_str("No room: dropped your oldest result"),
            Self::MoreDropped { count } => write!(f, "No room: dropped {count} more"),
            Self::BatteryLow => f.write_str("Battery low"),
        }
    }
}
