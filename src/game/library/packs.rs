//! Packs of levels, and places in them.

use crate::puzzle::Mode;
use crate::puzzle::text::{Entry, Reader};

/// A pack of levels.
#[derive(Clone, Copy, Debug)]
pub struct Pack<'p> {
    /// The name that menus show. For built-in packs it is the file's name without its number.
    pub name: &'p str,
    /// The levels as text.
    pub text: &'p [u8],
}

impl Place {
    /// Stands for levels that were generated on this machine, which are in no pack.
    pub const MADE: Self = Self {
        pack: u8::MAX,
        number: 0,
    };

    /// Whether the level was generated.
    pub fn is_made(self) -> bool {
        self.pack == Self::MADE.pack
    }
}

impl<'p> Pack<'p> {
    /// Its levels in order.
    pub fn levels(&self) -> Reader<'p> {
        Reader::new(self.text)
    }

    /// A level by its number, counted from 1. Boards with errors are counted too.
    pub fn level(&self, number: u16) -> Option<Entry<'p>> {
        let index = usize::from(number).checked_sub(1)?;
        self.levels().nth(index)?.ok()
    }

    /// A reader that begins at a byte of the text, as returned by [`Pack::offset`].
    pub(in crate::game) fn levels_from(&self, offset: u32) -> Reader<'p> {
        Reader::new(self.text.get(offset as usize..).unwrap_or_default())
    }

    /// The byte of the text at which a reader will read next.
    pub(in crate::game) fn offset(&self, reader: &Reader<'p>) -> u32 {
        (self.text.len() - reader.rest().len()) as u32
    }
}

/// Where a level is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The pack's index, from 0; see also [`Place::MADE`].
    pub pack: u8,
    /// The level's number in the pack, from 1.
    pub number: u16,
}

/// Which levels menus offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// Levels of both modes.
    #[default]
    All,
    /// Levels of one mode.
    Only(Mode),
}

impl Filter {
    /// All filters, in the order of the menu.
    pub const ALL: [Self; 3] = [
        Self::Only(Mode::Classic),
        Self::Only(Mode::Pairs),
        Self::All,
    ];

    /// Whether levels of this mode are offered.
    pub fn takes(self, mode: Mode) -> bool {
        match self {
            Self::All => true,
            Self::Only(only) => only == mode,
        }
    }
}

/// The packs that were in `levels/` when the program was built, in the order of file names.
pub static BUILT_IN: &[Pack<'static>] = &include!(concat!(env!("OUT_DIR"), "/packs.rs"));
