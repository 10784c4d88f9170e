//! A generated level as it is stored. Its code alone would not do: generating it again takes
//! seconds, and a later firmware may generate another level from the same code.

use core::fmt;

use heapless::Vec;

use super::item_bytes::ItemBytes;
use super::store::StoreError;
use crate::format::{BadRecord, Bytes};
use crate::make::{CODE_LENGTH, Code, DIGITS, Grade, Made, Recipe};
use crate::puzzle::text::Par;
use crate::puzzle::{Cell, CellSet, Letter, Level, Mode, Sketch};

const VERSION: u8 = 1;

/// The characters of a code, of any version of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeText([u8; CODE_LENGTH]);

impl From<Code> for CodeText {
    fn from(code: Code) -> Self {
        Self(code.symbols())
    }
}

impl fmt::Display for CodeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        self.0
            .into_iter()
            .try_for_each(|symbol| f.write_char(char::from(symbol)))
    }
}

/// A generated level and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The code that it was generated from.
    pub code: CodeText,
    /// The level.
    pub level: Level,
    /// Its fewest pushes.
    pub par: Par,
    /// How hard it is.
    pub grade: Grade,
}

impl From<&Made> for Kept {
    fn from(made: &Made) -> Self {
        Self {
            code: made.code.into(),
            level: made.level.clone(),
            par: made.par,
            grade: made.grade(),
        }
    }
}

/// A generated level as the bytes of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptBytes(Vec<u8, KEPT_BYTES>);

/// The longest generated level as bytes.
const KEPT_BYTES: usize = 192;

impl KeptBytes {
    /// The bytes for the store.
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// The level's mode, read from the bytes.
    pub fn mode(&self) -> Mode {
        match self.0.get(1) {
            Some(0) => Mode::Classic,
            _ => Mode::Pairs,
        }
    }

    /// The level's difficulty, read from the bytes.
    pub fn grade(&self) -> Option<Grade> {
        Grade::new(*self.0.get(2)?)
    }
}

impl Kept {
    /// The level as bytes. Every level that the generator makes fits; a larger one may not.
    pub fn encode(&self) -> Result<KeptBytes, StoreError> {
        let level = &self.level;
        let side = usize::from(Recipe::MAX_SIDE);
        if level.width() > side || level.height() > side {
            return Err(StoreError::TooLong);
        }
        let mut item = ItemBytes::default();
        let pairs = u8::from(level.mode() == Mode::Pairs);
        item.put(&[VERSION, pairs, self.grade.number()])?;
        item.put(&self.code.0)?;
        item.put(&self.par.pushes.to_le_bytes())?;
        item.put(&[u8::from(self.par.proven)])?;
        item.put(&[level.width() as u8, level.height() as u8])?;
        for set in [level.walls(), level.floor()] {
            let cells = area(level.width(), level.height());
            let mut bits = cells.map(|cell| set.contains(cell)).peekable();
            while bits.peek().is_some() {
                let byte = (0..8).zip(&mut bits);
                item.put(&[byte.fold(0, |byte, (bit, is)| byte | u8::from(is) << bit)])?;
            }
        }
        let start = level.start();
        let mut put = |cell: Cell| item.put(&[cell.row() as u8, cell.column() as u8]);
        put(start.keeper())?;
        match level.mode() {
            Mode::Classic => {
                for cell in start.boxes().iter().chain(level.goals().iter()) {
                    put(cell)?;
                }
            }
            // In the order of the letters.
            Mode::Pairs => {
                for letter in Letter::all() {
                    for cell in [start.box_of(letter), level.hole(letter)] {
                        cell.map_or(Ok(()), &mut put)?;
                    }
                }
            }
        }
        let bytes = Vec::from_slice(item.as_slice());
        bytes.map(KeptBytes).map_err(|_| StoreError::TooLong)
    }

    /// Reads a level. Any level that is returned is valid, whatever the bytes are.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadRecord> {
        let mut bytes = Bytes::new(bytes);
        BadRecord::check_version(bytes.u8()?, VERSION)?;
        let mode = match bytes.u8()? {
            0 => Mode::Classic,
            1 => Mode::Pairs,
            _ => return Err(BadRecord::Corrupt),
        };
        let grade = Grade::new(bytes.u8()?).ok_or(BadRecord::Corrupt)?;
        let code: [u8; CODE_LENGTH] = bytes.array()?;
        if code.iter().any(|symbol| !DIGITS.contains(symbol)) {
            return Err(BadRecord::Corrupt);
        }
        let par = Par {
            pushes: bytes.u16()?,
            proven: bytes.u8()? != 0,
        };
        let (width, height) = (usize::from(bytes.u8()?), usize::from(bytes.u8()?));
        let most = usize::from(Recipe::MAX_SIDE);
        if width > most || height > most {
            return Err(BadRecord::Corrupt);
        }
        let walls = squares(&mut bytes, width, height)?;
        let floor = squares(&mut bytes, width, height)?;
        let mut sketch = Sketch::new();
        walls.iter().for_each(|cell| sketch.draw(cell, b'#'));
        let keeper = cell(&mut bytes)?;
        let rest = bytes.rest();
        if !rest.len().is_multiple_of(4) {
            return Err(BadRecord::Length);
        }
        let cells = |part: &[u8]| -> Result<CellSet, BadRecord> {
            let mut part = Bytes::new(part);
            let mut cells = CellSet::EMPTY;
            while !part.is_empty() {
                cells.insert(cell(&mut part)?);
            }
            Ok(cells)
        };
        match mode {
            Mode::Classic => {
                let (boxes, goals) = rest.split_at(rest.len() / 2);
                let (boxes, goals) = (cells(boxes)?, cells(goals)?);
                for cell in floor.iter() {
                    let stands = (cell == keeper, boxes.contains(cell));
                    sketch.draw(
                        cell,
                        match (stands, goals.contains(cell)) {
                            ((true, _), false) => b'@',
                            ((true, _), true) => b'+',
                            ((false, true), false) => b'$',
                            ((false, true), true) => b'*',
                            ((false, false), true) => b'.',
                            ((false, false), false) => b' ',
                        },
                    );
                }
            }
            Mode::Pairs => {
                floor.iter().for_each(|cell| sketch.draw(cell, b' '));
                sketch.draw(keeper, b'@');
                let (pairs, _) = rest.as_chunks::<4>();
                for (letter, pair) in Letter::all().zip(pairs) {
                    let mut pair = Bytes::new(pair);
                    sketch.draw(cell(&mut pair)?, letter.box_symbol());
                    let hole = cell(&mut pair)?;
                    sketch.dig(hole, letter).map_err(|_| BadRecord::Length)?;
                }
            }
        }
        Ok(Self {
            code: CodeText(code),
            level: sketch.validate().map_err(|_| BadRecord::Corrupt)?,
            par,
            grade,
        })
    }
}

/// The squares of a rectangle, in reading order.
fn area(width: usize, height: usize) -> impl Iterator<Item = Cell> {
    (0..height).flat_map(move |row| (0..width).filter_map(move |column| Cell::new(row, column)))
}

/// Reads a set of squares, eight to a byte.
fn squares(bytes: &mut Bytes<'_>, width: usize, height: usize) -> Result<CellSet, BadRecord> {
    let mut set = CellSet::EMPTY;
    let mut cells = area(width, height).peekable();
    while cells.peek().is_some() {
        let bits = bytes.u8()?;
        for (bit, cell) in (0..8).zip(&mut cells) {
            if bits >> bit & 1 != 0 {
                set.insert(cell);
            }
        }
    }
    Ok(set)
}

fn cell(bytes: &mut Bytes<'_>) -> Result<Cell, BadRecord> {
    let (row, column) = (bytes.u8()?, bytes.u8()?);
    Cell::new(row.into(), column.into()).ok_or(BadRecord::Corrupt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::make::Maker;
    use crate::solve::ARENA_WORDS;
    use proptest::prelude::*;

    fn made(mode: Mode, size: (u8, u8), boxes: u8, seed: u32) -> Kept {
        let recipe = Recipe::new(mode, size, boxes, Grade::EASIEST, seed);
        let mut maker = Maker::new(Code::new(recipe));
        let mut arena = std::vec![0; ARENA_WORDS];
        let made = maker.finish(&mut arena);
        made.unwrap().into()
    }

    #[test]
    fn a_level_comes_back_as_it_was() {
        for mode in [Mode::Classic, Mode::Pairs] {
            for seed in 0..10 {
                let kept = made(mode, (9, 8), 4, seed);
                let bytes = kept.encode().unwrap();
                assert_eq!((bytes.mode(), bytes.grade()), (mode, Some(kept.grade)));
                assert_eq!(Kept::decode(bytes.as_slice()), Ok(kept));
            }
        }
    }

    #[test]
    fn the_largest_generated_level_fits() {
        let kept = made(Mode::Pairs, (Recipe::MAX_SIDE, Recipe::MAX_SIDE), 16, 1);
        assert!(kept.encode().is_ok());
        let side = usize::from(Recipe::MAX_SIDE);
        let squares = (side * side).div_ceil(8) * 2;
        let most = 18 + squares + 2 + usize::from(Recipe::MAX_BOXES) * 4;
        assert!(most <= KEPT_BYTES, "{most}");
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_good_level_or_an_error(
            bytes in proptest::collection::vec(any::<u8>(), 0..2 * KEPT_BYTES),
        ) {
            if let Ok(kept) = Kept::decode(&bytes) {
                let again = kept.encode().unwrap();
                prop_assert_eq!(Kept::decode(again.as_slice()), Ok(kept));
            }
        }

        #[test]
        fn any_damage_is_an_error_or_a_good_level(
            pairs: bool, seed in 0u32..5, at in 0usize..KEPT_BYTES, change in 1u8..,
        ) {
            let mode = if pairs { Mode::Pairs } else { Mode::Classic };
            let bytes = made(mode, (7, 7), 2, seed).encode().unwrap();
            let mut damaged = bytes.as_slice().to_vec();
            let at = at % damaged.len();
            damaged[at] ^= change;
            if let Ok(kept) = Kept::decode(&damaged) {
                let again = kept.encode().unwrap();
                prop_assert_eq!(Kept::decode(again.as_slice()), Ok(kept));
            }
        }
    }
}
