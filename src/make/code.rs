//! Seed codes: ten characters from which a level can be made again.
//!
//! Crockford's base 32 has no I, L, O or U, so a code survives being read aloud or copied
//! by hand. From the top bit: version 3, mode 1, width 4, height 4, boxes 4, grade 3,
//! seed 24, and a CRC of 7, which finds every single wrong character.

use core::fmt;
use core::str::FromStr;

use super::recipe::{Grade, Recipe};
use crate::puzzle::Mode;

/// Version of the generator, part of every code. It changes whenever a change of the
/// generator, the rating or the optimal searches gives another level for the same recipe,
/// which `tests/codes.rs` finds out.
pub const VERSION: u8 = 2;

/// Characters of a code.
pub const CODE_LENGTH: usize = 10;

/// The characters of codes, in the order of their values.
pub const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The name of a made level, which is also all that is needed to make it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(Recipe);

/// Why a text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeError {
    /// It has this number of characters, not [`CODE_LENGTH`].
    Length(usize),
    /// It has a character that is not in [`DIGITS`].
    Symbol(char),
    /// The checksum is wrong.
    Check,
    /// It is for another version of the generator.
    Version(u8),
    /// It asks for a grade that does not exist.
    Grade(u8),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(length) => {
                write!(f, "a code has {CODE_LENGTH} characters, not {length}")
            }
            Self::Symbol(symbol) => write!(
                f,
                "'{}' cannot be in a code: use digits and letters other than U",
                symbol.escape_default()
            ),
            Self::Check => write!(f, "this code has a wrong character"),
            Self::Version(version) => write!(
                f,
                "this code is for version {version} of the generator, and this is version {VERSION}"
            ),
            Self::Grade(grade) => {
                write!(f, "this code asks for grade {grade}, which does not exist")
            }
        }
    }
}

impl core::error::Error for CodeError {}

impl Code {
    /// The code of a recipe.
    pub const fn new(recipe: Recipe) -> Self {
        Self(recipe)
    }

    /// What to make.
    pub const fn recipe(self) -> Recipe {
        self.0
    }

    /// The characters in the order in which they are written.
    pub fn symbols(self) -> [u8; CODE_LENGTH] {
        let bits = self.bits();
        core::array::from_fn(|place| {
            let shift = 5 * (CODE_LENGTH - 1 - place);
            DIGITS[(bits >> shift & 31) as usize]
        })
    }

    fn bits(self) -> u64 {
        let recipe = self.0;
        let mut bits = u64::from(VERSION);
        bits = bits << 1 | u64::from(recipe.mode == Mode::Pairs);
        bits = bits << 4 | u64::from(recipe.width() - Recipe::MIN_SIDE);
        bits = bits << 4 | u64::from(recipe.height() - Recipe::MIN_SIDE);
        bits = bits << 4 | u64::from(recipe.boxes() - 1);
        bits = bits << 3 | u64::from(recipe.grade.number());
        bits = bits << 24 | u64::from(recipe.seed());
        bits << 7 | u64::from(crc(bits))
    }

    fn from_bits(bits: u64) -> Result<Self, CodeError> {
        let data = bits >> 7;
        if u64::from(crc(data)) != bits & 127 {
            return Err(CodeError::Check);
        }
        let field = |shift: u32, width: u32| (data >> shift & ((1 << width) - 1)) as u8;
        let version = field(40, 3);
        if version != VERSION {
            return Err(CodeError::Version(version));
        }
        let grade = field(24, 3);
        let mode = match field(39, 1) {
            0 => Mode::Classic,
            _ => Mode::Pairs,
        };
        Ok(Self(Recipe::new(
            mode,
            (
                field(35, 4) + Recipe::MIN_SIDE,
                field(31, 4) + Recipe::MIN_SIDE,
            ),
            field(27, 4) + 1,
            Grade::new(grade).ok_or(CodeError::Grade(grade))?,
            (data & 0xff_ffff) as u32,
        )))
    }
}

/// CRC-7 (x^7 + x^3 + 1) of 43 bits.
fn crc(data: u64) -> u8 {
    let mut rest = data << 7;
    for bit in (7..50).rev() {
        if rest >> bit & 1 != 0 {
            rest ^= 0x89 << (bit - 7);
        }
    }
    // So that all zeros are not a code.
    rest as u8 ^ 0x55
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.symbols()
            .into_iter()
            .try_for_each(|symbol| f.write_char(char::from(symbol)))
    }
}

impl FromStr for Code {
    type Err = CodeError;

    /// Reads a code in either case, with O for 0, and I or L for 1. Hyphens and spaces are
    /// ignored.
    fn from_str(text: &str) -> Result<Self, CodeError> {
        let (mut bits, mut length) = (0, 0);
        for symbol in text.chars().filter(|&c| c != '-' && c != ' ') {
            let digit = match symbol.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let value = DIGITS.iter().position(|&known| char::from(known) == digit);
            let value = value.ok_or(CodeError::Symbol(symbol))?;
            bits = bits << 5 | value as u64;
            length += 1;
        }
        if length != CODE_LENGTH {
            return Err(CodeError::Length(length));
        }
        Self::from_bits(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Result<Code, CodeError> {
        text.parse()
    }

    fn some() -> Code {
        let grade = Grade::new(3).unwrap();
        Code::new(Recipe::new(Mode::Pairs, (9, 7), 4, grade, 0xabc_def))
    }

    #[test]
    fn a_code_reads_back_however_it_is_typed() {
        let text = some().to_string();
        let typed = text.to_lowercase().replace('0', "o").replace('1', "l");
        for text in [&text, &typed, &text.replace('1', "I")] {
            assert_eq!(code(text), Ok(some()));
            assert_eq!(code(&format!(" {}-{}", &text[..5], &text[5..])), Ok(some()));
        }
    }

    #[test]
    fn every_single_wrong_character_is_noticed() {
        let symbols = some().symbols();
        for place in 0..CODE_LENGTH {
            for &digit in DIGITS.iter().filter(|&&digit| digit != symbols[place]) {
                let mut wrong = symbols;
                wrong[place] = digit;
                let text = core::str::from_utf8(&wrong).unwrap();
                assert_eq!(code(text), Err(CodeError::Check), "{text}");
            }
        }
    }

    #[test]
    fn each_mistake_has_its_own_error() {
        assert_eq!(code(""), Err(CodeError::Length(0)));
        assert_eq!(code("0000000000000"), Err(CodeError::Length(13)));
        assert_eq!(code("000000000U"), Err(CodeError::Symbol('U')));
        assert_eq!(code("00000é0000"), Err(CodeError::Symbol('é')));
        let with = |bits: u64| Code::from_bits(bits << 7 | u64::from(crc(bits)));
        let bits = some().bits() >> 7;
        assert_eq!(with(bits), Ok(some()));
        assert_eq!(with(bits ^ 7 << 40), Err(CodeError::Version(VERSION ^ 7)));
        assert_eq!(with(bits | 7 << 24), Err(CodeError::Grade(7)));
        assert_eq!(with(bits & !(7 << 24)), Err(CodeError::Grade(0)));
    }
}
