//! Why bytes are no record.

use core::fmt;

/// What is wrong with the bytes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadRecord {
    /// There are too few or too many of them.
    Length,
    /// A later version of the game wrote them in this version of the format.
    Future(u8),
    /// They say something that no record says.
    Corrupt,
}

impl BadRecord {
    /// Checks the version that a record begins with; 0 was never one.
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
                "a saved record is of version {version}: update the game to read it"
            ),
            Self::Corrupt => write!(f, "a saved record is damaged"),
        }
    }
}

impl core::error::Error for BadRecord {}
