//! Solutions as text: the letters `l`, `u`, `r`, `d`, with capitals for pushes.

use core::fmt;

use crate::puzzle::cell::Direction;
use crate::puzzle::rules::Step;

/// A character in a solution that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLurd {
    /// Its position in the text in bytes, from 1.
    pub place: usize,
    /// The character.
    pub symbol: u8,
}

impl fmt::Display for BadLurd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = self.symbol.escape_ascii();
        write!(
            f,
            "character {}, '{symbol}', is not a move: use l u r d, capitals for pushes, counts from 1",
            self.place
        )
    }
}

impl core::error::Error for BadLurd {}

/// One letter of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lurd {
    /// The direction the keeper moves in.
    pub direction: Direction,
    /// Whether the letter is a capital, which claims that a box moves.
    pub push: bool,
    /// Its position in the text in bytes, from 1.
    pub place: usize,
}

impl From<Step> for char {
    fn from(step: Step) -> char {
        let letter = match step.direction {
            Direction::Up => 'u',
            Direction::Right => 'r',
            Direction::Down => 'd',
            Direction::Left => 'l',
        };
        if step.is_push() {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    }
}

/// Reads a solution letter by letter. White space is skipped, and a count repeats the
/// letter after it, as in some collections: `3r` is `rrr`.
#[derive(Clone, Debug)]
pub struct LurdReader<'t> {
    text: &'t [u8],
    place: usize,
    again: usize,
}

impl<'t> LurdReader<'t> {
    /// A reader over a whole solution.
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            place: 0,
            again: 0,
        }
    }

    fn letter(&self) -> Result<Lurd, BadLurd> {
        // A count at the very end has no letter after it, so the error points at the count.
        let index = self.place.min(self.text.len() - 1);
        let symbol = self.text[index];
        let direction = match symbol.to_ascii_lowercase() {
            b'u' => Direction::Up,
            b'r' => Direction::Right,
            b'd' => Direction::Down,
            b'l' => Direction::Left,
            _ => {
                return Err(BadLurd {
                    place: index + 1,
                    symbol,
                });
            }
        };
        Ok(Lurd {
            direction,
            push: symbol.is_ascii_uppercase(),
            place: index + 1,
        })
    }
}

impl Iterator for LurdReader<'_> {
    type Item = Result<Lurd, BadLurd>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.again == 0 {
            while self
                .text
                .get(self.place)
                .is_some_and(u8::is_ascii_whitespace)
            {
                self.place += 1;
            }
            let rest = &self.text[self.place..];
            let width = match rest {
                [] => return None,
                // `0r` is not a count: the zero is read as a letter and rejected.
                [b'0', ..] => 0,
                _ => rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
            };
            let count = rest[..width].iter().fold(0usize, |count, digit| {
                count
                    .saturating_mul(10)
                    .saturating_add(usize::from(digit - b'0'))
            });
            self.place += width;
            self.again = count.max(1);
        }
        let letter = self.letter();
        self.again = if letter.is_err() { 0 } else { self.again - 1 };
        if self.again == 0 {
            self.place = (self.place + 1).min(self.text.len());
        }
        Some(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, BadLurd> {
        LurdReader::new(text.as_bytes())
            .map(|letter| {
                letter.map(
                    |Lurd {
                         direction, push, ..
                     }| {
                        let kind = if push {
                            crate::puzzle::Kind::Push
                        } else {
                            crate::puzzle::Kind::Walk
                        };
                        char::from(Step { direction, kind })
                    },
                )
            })
            .collect()
    }

    #[test]
    fn letters_counts_and_white_space_are_read() {
        assert_eq!(read("lurdLURD").unwrap(), "lurdLURD");
        assert_eq!(read(" r3R\n 2d ").unwrap(), "rRRRdd");
        assert_eq!(read("").unwrap(), "");
    }

    #[test]
    fn errors_name_the_character_and_its_position() {
        assert_eq!(
            read("rx"),
            Err(BadLurd {
                place: 2,
                symbol: b'x'
            })
        );
        assert_eq!(
            read("r2"),
            Err(BadLurd {
                place: 2,
                symbol: b'2'
            })
        );
        assert_eq!(
            read("r0d"),
            Err(BadLurd {
                place: 2,
                symbol: b'0'
            })
        );
        assert_eq!(read("10d").unwrap().len(), 10);
        let all: Vec<_> = LurdReader::new(b"x9").collect();
        assert_eq!(all.len(), 2);
    }
}
