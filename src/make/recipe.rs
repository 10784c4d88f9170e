//! What kind of level is asked for.

use crate::puzzle::Mode;

/// How hard a level is, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Grade(u8);

impl Grade {
    /// Grade 1.
    pub const EASIEST: Self = Self(1);
    /// Grade 5.
    pub const HARDEST: Self = Self(5);

    /// The grade with this number; `None` if it is not from 1 to 5.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::EASIEST.0 && number <= Self::HARDEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// From 1 to 5.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All five, the easiest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::EASIEST.0..=Self::HARDEST.0).map(Self)
    }

    /// A word for players.
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "gentle",
            2 => "easy",
            3 => "tricky",
            4 => "hard",
            _ => "fiendish",
        }
    }
}

/// What kind of level to make. Size and boxes are upper limits; the grade is a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Classic or Pairs.
    pub mode: Mode,
    width: u8,
    height: u8,
    boxes: u8,
    /// The grade to aim at.
    pub grade: Grade,
    seed: u32,
}

impl Recipe {
    /// The fewest columns or rows of a board, walls included.
    pub const MIN_SIDE: u8 = 5;
    /// The most columns or rows of a board, walls included.
    pub const MAX_SIDE: u8 = Self::MIN_SIDE + 15;
    /// The most boxes.
    pub const MAX_BOXES: u8 = 16;

    /// A recipe for boards of up to `width` columns and `height` rows, walls included, with
    /// up to `boxes` boxes. All three are clamped to their limits; the seed keeps its low 24 bits.
    pub fn new(mode: Mode, (width, height): (u8, u8), boxes: u8, grade: Grade, seed: u32) -> Self {
        Self {
            mode,
            width: width.clamp(Self::MIN_SIDE, Self::MAX_SIDE),
            height: height.clamp(Self::MIN_SIDE, Self::MAX_SIDE),
            boxes: boxes.clamp(1, Self::MAX_BOXES),
            grade,
            seed: seed & 0xff_ffff,
        }
    }

    /// A recipe with the size and the number of boxes that suit a grade.
    pub fn usual(mode: Mode, grade: Grade, seed: u32) -> Self {
        let (size, boxes) = match grade.number() {
            1 => ((8, 7), 3),
            2 => ((8, 8), 4),
            3 => ((9, 8), 5),
            4 => ((10, 9), 6),
            _ => ((11, 10), 7),
        };
        Self::new(mode, size, boxes, grade, seed)
    }

    /// The most columns, walls included.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The most rows, walls included.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The most boxes. There are fewer if the board has no room for them.
    pub const fn boxes(&self) -> u8 {
        self.boxes
    }

    /// The number that tells recipes apart that are otherwise the same, 24 bits.
    pub const fn seed(&self) -> u32 {
        self.seed
    }

    /// The same kind of level, but small and easy, for when nothing else succeeds.
    #[must_use]
    pub(super) fn simplest(self) -> Self {
        let usual = Self::usual(self.mode, Grade::EASIEST, self.seed);
        Self {
            width: usual.width.min(self.width),
            height: usual.height.min(self.height),
            boxes: usual.boxes.min(self.boxes),
            ..usual
        }
    }

    /// This recipe with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u32) -> Self {
        let size = (self.width, self.height);
        Self::new(self.mode, size, self.boxes, self.grade, seed)
    }
}
