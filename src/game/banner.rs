//! Short messages across the screen.

use core::fmt;

use super::progress::{LoadError, StoreError};
use crate::solve::GaveUp;

/// How long a message stays, in milliseconds.
pub(super) const BANNER_MS: u32 = 4_000;

/// A message. At most 40 letters, so that two short lines hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Banner {
    /// The hint was asked for before the answer is known.
    Thinking {
        /// Positions looked at so far.
        nodes: u32,
    },
    /// The position can be won.
    Solvable {
        /// In so many pushes.
        pushes: u16,
        /// Whether no fewer will do.
        proven: bool,
    },
    /// The box to push is shown.
    ThisBox,
    /// One push was played.
    OnePush,
    /// The machine gave up.
    Unknown(GaveUp),
    /// Hints are switched off.
    HintsOff,
    /// Some boxes cannot get home any more.
    Stuck {
        /// How many.
        boxes: u8,
    },
    /// A way back was found and taken.
    Rewound {
        /// So many steps.
        steps: u32,
    },
    /// No way back was found.
    NoWayBack,
    /// The oldest moves are forgotten.
    Forgotten,
    /// The machine stopped playing.
    Stopped,
    /// A level goes on where it was left.
    WelcomeBack,
    /// Progress could not be saved.
    NotSaved(StoreError),
    /// Progress could not be read.
    NotLoaded(LoadError),
    /// All progress was erased.
    Erased,
    /// The level that was in play is in no pack.
    LevelGone,
}

impl fmt::Display for Banner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thinking { nodes } => write!(f, "Don't know yet: {nodes} positions"),
            Self::Solvable { pushes, proven } => {
                let most = if *proven { "" } else { "at most " };
                let s = if *pushes == 1 { "" } else { "es" };
                write!(f, "Can be won in {most}{pushes} push{s}")
            }
            Self::ThisBox => f.write_str("Push this box"),
            Self::OnePush => f.write_str("One push played"),
            Self::Unknown(GaveUp::TooLarge) => f.write_str("Too large a level for me"),
            Self::Unknown(GaveUp::NodeLimit) => f.write_str("Don't know. Ask again: I think on"),
            Self::Unknown(GaveUp::NoMemory | GaveUp::TooLong) => {
                f.write_str("Too big for my memory: I don't know")
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
            Self::NotSaved(_) => f.write_str("Progress could not be saved"),
            Self::NotLoaded(_) => f.write_str("Some progress could not be read"),
            Self::Erased => f.write_str("Progress erased"),
            Self::LevelGone => f.write_str("Your last game was in other levels"),
        }
    }
}
