//! Packs that the player has added to the machine, besides the built-in ones.

use super::census::MAX_PACKS;

/// The added packs, as the machine found them when it started.
#[derive(Clone, Debug, Default)]
pub struct AddedPacks {
    /// The packs in the order of the menu, then those that cannot be played.
    pub list: heapless::Vec<AddedPack, MAX_PACKS>,
    /// The largest pack for which there is room, in KB.
    pub free_kb: u16,
}

/// A pack that can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddedPack {
    /// Its name; `None` if that cannot be read.
    pub name: Option<&'static str>,
    /// The room that it takes, in KB.
    pub kb: u16,
    /// Whether it can be played.
    pub state: AddedState,
    /// Where it is. The machine knows what this means.
    pub place: u16,
}

/// Whether an added pack can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddedState {
    /// It can, and has this many levels.
    Good(u16),
    /// There is no room for it yet. It has this many levels.
    Waiting(u16),
    /// It is damaged.
    Damaged,
    /// It was made for another version of the game.
    OtherVersion,
}
