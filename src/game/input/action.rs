//! What a player wants, whichever keys said so.

use crate::puzzle::Direction;

/// Where a key is pressed: the same key means one thing in play and another in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// A level is being played.
    Play,
    /// Anything that is chosen from, read or waited for.
    Menu,
}

/// What a player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// In play, a step of the keeper; in a menu, the next choice that way.
    Walk {
        /// Which way.
        direction: Direction,
        /// Whether it comes from holding the key. Such a step may go on with a walk, but
        /// never start a push.
        repeated: bool,
    },
    /// The next rung of the hint ladder.
    Hint,
    /// Take one step back.
    Undo,
    /// Take a step back in a row of them. It comes again and again while the key is held
    /// and needs no end: nothing runs on if a release gets lost.
    Rewind {
        /// Milliseconds that the key has been held: a long way back may go in larger
        /// strides.
        held_for: u32,
    },
    /// Take back an undo.
    Redo,
    /// Back to the start of the level.
    Restart,
    /// Open the pause menu.
    Pause,
    /// Take the choice of a menu.
    Ok,
    /// Leave a menu.
    Back,
}
