//! Why bytes cannot be read as a record.

use core::fmt;

/// What is wrong with the bytes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRecord {
    /// There are too few or too many bytes.
    Length,
    /// They are in this later version of the format, from a newer game.
    Future(u8),
    /// A value is out of range.
    Corrupt,
}

impl BadRecord {
    /// Checks the version that a record begins with. Versions start at 1.
    pub(crate) fn check_version(found: u8, known: u8) -> Result<(), Self> {
        match found {
            0 => Err(Self::Corrupt),
            found if found > known => Err(Self::Future(found)),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "a saved record has the wrong length"),
            Self::Future(version) => write!(
                f,
                "a saved record has version {version}: update the game to read it"
            ),
            Self::Corrupt => write!(f, "a saved record is damaged"),
        }
    }
}

impl core::error::Error for BadRecord {}
