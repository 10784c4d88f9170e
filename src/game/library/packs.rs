//! Packs: levels as the texts they come in.

use crate::puzzle::Mode;
use crate::puzzle::text::{Entry, Reader};

/// A pack of levels: one text.
#[derive(Clone, Copy, Debug)]
pub struct Pack<'p> {
    /// What a player knows it by: of the built-in ones the file's name, less its number.
    pub name: &'p str,
    /// The levels as text.
    pub text: &'p [u8],
}

impl Place {
    /// Stands for no pack, but for the levels that are made here: their numbers say which
    /// of them is kept in which item of the store.
    pub const MADE: u8 = u8::MAX;
}

impl<'p> Pack<'p> {
    /// Its levels in their order.
    pub fn levels(&self) -> Reader<'p> {
        Reader::new(self.text)
    }

    /// Its level of a number, counted from 1; boards with an error count too.
    pub fn level(&self, number: u16) -> Option<Entry<'p>> {
        let index = usize::from(number).checked_sub(1)?;
        self.levels().nth(index)?.ok()
    }

    /// A reader that goes on at a byte of the text, where another reader had come to.
    pub(in crate::game) fn levels_from(&self, offset: u32) -> Reader<'p> {
        Reader::new(self.text.get(offset as usize..).unwrap_or_default())
    }

    /// Where in the text a reader over it has come to.
    pub(in crate::game) fn offset(&self, reader: &Reader<'p>) -> u32 {
        (self.text.len() - reader.rest().len()) as u32
    }
}

/// Where a level stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Which pack, from 0.
    pub pack: u8,
    /// Which level of the pack, from 1.
    pub number: u16,
}

/// Which levels a player looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Those of both modes.
    #[default]
    All,
    /// Those of one mode.
    Only(Mode),
}

impl Filter {
    /// In the order in which a menu offers them.
    pub const ALL: [Self; 3] = [
        Self::Only(Mode::Classic),
        Self::Only(Mode::Pairs),
        Self::All,
    ];

    /// Whether levels of this mode are among them.
    pub fn takes(self, mode: Mode) -> bool {
        match self {
            Self::All => true,
            Self::Only(only) => only == mode,
        }
    }
}

/// Every pack that was there when the program was built, in the order of their files.
pub static BUILT_IN: &[Pack<'static>] = &include!(concat!(env!("OUT_DIR"), "/packs.rs"));
