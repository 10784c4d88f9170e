//! The buttons that a board can have.

/// A button by its printed name. No board has all of them.
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
    /// Number of buttons.
    pub const COUNT: usize = 9;

    /// All buttons, in the order of events that happen at the same time.
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

    /// Its name on a display.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "Up",
            Self::Right => "Right",
            Self::Down => "Down",
            Self::Left => "Left",
            Self::Centre => "Centre",
            Self::A => "A",
            Self::B => "B",
            Self::X => "X",
            Self::Y => "Y",
        }
    }

    /// The index in [`Button::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
