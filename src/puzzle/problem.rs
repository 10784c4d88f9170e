//! What can be wrong with a level's text. Each message tells the author what to change.

use core::fmt;

use super::letter::Letter;
use super::limits::MAX_SIDE;

/// Why a level was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The text contains no board.
    NoLevel,
    /// A row of a board has a symbol with no meaning there.
    NotASymbol(u8),
    /// A row of a board does not start and end with a wall.
    RowNotClosed,
    /// A tab in a row, which could stand for any number of squares.
    Tab,
    /// The board is wider than the grid.
    TooWide,
    /// The board is taller than the grid.
    TooTall,
    /// Valid both as XSB and as pysokoban symbols, with different meanings.
    Ambiguous,
    /// No player.
    NoPlayer,
    /// More than one player.
    SecondPlayer,
    /// No box.
    NoBoxes,
    /// A Classic level with different numbers of boxes and goals.
    Unbalanced {
        /// Boxes on the board.
        boxes: u16,
        /// Goals on the board.
        goals: u16,
    },
    /// The player could walk out here.
    Open,
    /// A box or a goal outside the walls of its row.
    Outside,
    /// A Classic symbol on a board with letters.
    Mixed(u8),
    /// A second box of this letter.
    SecondBox(Letter),
    /// A second hole of this letter.
    SecondHole(Letter),
    /// A box whose hole is missing.
    BoxWithoutHole(Letter),
    /// A hole whose box is missing.
    HoleWithoutBox(Letter),
    /// A box that starts on its own hole.
    BoxOnOwnHole(Letter),
    /// Two holes on one square.
    TwoHoles,
    /// A hole on a wall or outside the walls of its row.
    HoleOffBoard,
    /// A `Hole:` line in a level without letters.
    HoleInClassic,
    /// A `Hole:` line that cannot be read.
    BadHole,
    /// A `Par:` line that cannot be read.
    BadPar,
}

impl Problem {
    /// Whether the error is about the hole on a square, not about what stands on it.
    pub(super) fn is_about_holes(self) -> bool {
        matches!(
            self,
            Self::SecondHole(_)
                | Self::HoleWithoutBox(_)
                | Self::BoxOnOwnHole(_)
                | Self::TwoHoles
                | Self::HoleOffBoard
                | Self::HoleInClassic
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let upper = |letter: Letter| letter.box_symbol() as char;
        let lower = |letter: Letter| letter.hole_symbol() as char;
        match *self {
            Self::NoLevel => write!(
                f,
                "no level found: the rows of a board start and end with a wall (#)"
            ),
            Self::NotASymbol(symbol) => {
                write!(
                    f,
                    "'{}' is not a board symbol: use # @ + $ * . - _ space, or letters for pairs; or W B G P X Y space",
                    symbol.escape_ascii()
                )
            }
            Self::RowNotClosed => write!(
                f,
                "a row must start and end with a wall: close this one, or separate it from the board with a blank line"
            ),
            Self::Tab => write!(f, "a tab in a row of the board: use spaces"),
            Self::TooWide => write!(f, "the board is too wide: at most {MAX_SIDE} columns"),
            Self::TooTall => write!(f, "the board is too tall: at most {MAX_SIDE} rows"),
            Self::Ambiguous => write!(
                f,
                "'-' and '+' can be read in two ways here: use spaces for floor, or the letters W B G P X Y"
            ),
            Self::NoPlayer => write!(f, "no player: draw one @, or + on a goal"),
            Self::SecondPlayer => write!(f, "a second player: leave only one @ or +"),
            Self::NoBoxes => write!(
                f,
                "no box: draw at least one $ with a goal, or a pair of letters"
            ),
            Self::Unbalanced { boxes, goals } => {
                write!(
                    f,
                    "{boxes} boxes but {goals} goals: draw as many boxes as goals"
                )
            }
            Self::Open => write!(f, "the player can walk out here: close the wall"),
            Self::Outside => write!(
                f,
                "this is outside the walls of its row: move it in, or close the wall around it"
            ),
            Self::Mixed(symbol) => write!(
                f,
                "'{}' cannot be mixed with letters: in a pairs level boxes are A-Z, holes a-z, and a hole under the player or a box is a Hole: line",
                symbol.escape_ascii()
            ),
            Self::SecondBox(letter) => {
                write!(f, "a second box {}: each letter has one box", upper(letter))
            }
            Self::SecondHole(letter) => write!(
                f,
                "a second hole {}: each letter has one hole",
                lower(letter)
            ),
            Self::BoxWithoutHole(letter) => {
                write!(
                    f,
                    "box {} has no hole: draw {} or add a Hole: line",
                    upper(letter),
                    lower(letter)
                )
            }
            Self::HoleWithoutBox(letter) => write!(
                f,
                "hole {} has no box: draw {}",
                lower(letter),
                upper(letter)
            ),
            Self::BoxOnOwnHole(letter) => {
                write!(
                    f,
                    "box {} starts on its own hole, where it would disappear: move one of them",
                    upper(letter)
                )
            }
            Self::TwoHoles => write!(f, "two holes on one square: move one of them"),
            Self::HoleOffBoard => write!(
                f,
                "no floor for this hole: row and column count from 1 at the board's top left"
            ),
            Self::HoleInClassic => write!(f, "a Hole: line needs a board with letters"),
            Self::BadHole => write!(
                f,
                "cannot read this hole: write 'Hole: ROW COLUMN LETTER', like 'Hole: 3 5 a'"
            ),
            Self::BadPar => write!(
                f,
                "cannot read this par: write 'Par: 97' if proven, 'Par: <= 97' if not"
            ),
        }
    }
}

impl core::error::Error for Problem {}
