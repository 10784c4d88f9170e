//! The buttons that a board can have.

/// A button by the name a player knows it by. No board has to have them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Button {
    /// Up on the d-pad.
    Up,
    /// Right on the d-pad.
    Right,
    /// Down on the d-pad.
    Down,
    /// Left on the d-pad.
    Left,
    /// The d-pad pressed in its middle.
    Centre,
    /// A.
    A,
    /// B.
    B,
    /// X.
    X,
    /// Y.
    Y,
}

impl Button {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// All of them, in the order in which events of one moment are told.
    pub const ALL: [Button; Self::COUNT] = [
        Self::Up,
        Self::Right,
        Self::Down,
        Self::Left,
        Self::Centre,
        Self::A,
        Self::B,
        Self::X,
        Self::Y,
    ];

    /// The place in [`Button::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
