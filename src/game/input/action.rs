//! What a player wants to do, whichever button it came from.

use crate::puzzle::Direction;

/// Where a key is pressed: the same key means one thing in play and another in a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// A level is being played.
    Play,
    /// A series of pages that can also be left with one key: the check of the board.
    Pages,
    /// Any other screen: menus, single pages, waiting.
    Menu,
}

/// What a player wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// In play, a step of the keeper; in a menu, the next choice that way.
    Walk {
        /// Which way.
        direction: Direction,
        /// Whether it comes from holding the key. Such a step continues a walk but never
        /// starts a push.
        repeated: bool,
    },
    /// The next rung of the hint ladder.
    Hint,
    /// Take back one move.
    Undo,
    /// Take back moves in a row. It is sent again and again while the key is held, so there
    /// is nothing to end if a release gets lost.
    Rewind {
        /// Milliseconds that the key has been held: the longer, the faster the rewind.
        held_for: u32,
    },
    /// Play an undone move again.
    Redo,
    /// Back to the start of the level.
    Restart,
    /// Open the pause menu.
    Pause,
    /// Choose the selected line of a menu.
    Ok,
    /// Leave a menu, or go back a page.
    Back,
    /// Leave a series of pages.
    Leave,
}
