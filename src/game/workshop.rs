//! Generated levels: what the player orders, and the stock of new ones.

use super::progress::{BadRecord, ITEM_BYTES, Kept, KeptBytes, Key, LoadError, Store, StoreError};
use crate::make::{CODE_LENGTH, Code, Grade, Recipe, scatter};
use crate::puzzle::Mode;

const ORDER_VERSION: u8 = 1;

/// The lengths of the levels in stock, one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Grade 2: about a minute.
    Short,
    /// Grade 3: some minutes.
    Medium,
    /// Grade 4: longer.
    Long,
}

impl Length {
    /// All lengths, the shortest first.
    pub const ALL: [Self; 3] = [Self::Short, Self::Medium, Self::Long];

    /// Its name in menus.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Short => "Short",
            Self::Medium => "Medium",
            Self::Long => "Long",
        }
    }

    fn recipe(self, mode: Mode, seed: u32) -> Recipe {
        let grade = match self {
            Self::Short => 2,
            Self::Medium => 3,
            Self::Long => 4,
        };
        Recipe::usual(mode, Grade::new(grade).unwrap_or(Grade::EASIEST), seed)
    }

    /// The item of the store that holds it.
    const fn key(self) -> Key {
        Key::Stock { slot: self as u8 }
    }
}

/// The size of a level that the player orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// 8 x 8 squares, up to 4 boxes.
    Small,
    /// 9 x 9 squares, up to 5 boxes.
    Medium,
    /// 12 x 10 squares, up to 7 boxes.
    Large,
}

impl Extent {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Its name in menus.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    const fn size_and_boxes(self) -> ((u8, u8), u8) {
        match self {
            Self::Small => ((8, 8), 4),
            Self::Medium => ((9, 9), 5),
            Self::Large => ((12, 10), 7),
        }
    }
}

/// The player's order, and the stock.
#[derive(Clone, Debug)]
pub(super) struct Workshop {
    pub(super) mode: Mode,
    pub(super) extent: Extent,
    pub(super) grade: Grade,
    /// A code that the player has begun to type.
    pub(super) typed: Option<[u8; CODE_LENGTH]>,
    /// The code that was ordered last.
    last: Option<Code>,
    fresh: [Fresh; 3],
    chance: u32,
    order_unsaved: bool,
}

/// A place in the stock: its level, and the seed for the next one.
#[derive(Clone, Debug)]
struct Fresh {
    level: Option<KeptBytes>,
    seed: u32,
    unsaved: bool,
}

impl Workshop {
    pub(super) const fn new() -> Self {
        const NOTHING: Fresh = Fresh {
            level: None,
            seed: 0,
            unsaved: false,
        };
        Self {
            mode: Mode::Classic,
            extent: Extent::Medium,
            grade: Grade::EASIEST,
            typed: None,
            last: None,
            fresh: [NOTHING; 3],
            chance: 0,
            order_unsaved: false,
        }
    }

    /// Mixes entropy into the seeds to come.
    pub(super) fn stir(&mut self, entropy: u32) {
        self.chance = scatter(self.chance ^ entropy);
    }

    /// Chooses new seeds for the whole stock.
    pub(super) fn reseed(&mut self, entropy: u32) {
        self.stir(entropy);
        for index in 0..self.fresh.len() {
            self.fresh[index].seed = self.seed();
        }
    }

    /// Call this when the player changes mode, size or grade.
    pub(super) fn order_changed(&mut self) {
        self.order_unsaved = true;
    }

    fn seed(&mut self) -> u32 {
        self.stir(1);
        self.chance
    }

    /// A new code with the mode, size and grade of the menu.
    pub(super) fn order(&mut self) -> Code {
        let (size, boxes) = self.extent.size_and_boxes();
        let seed = self.seed();
        Code::new(Recipe::new(self.mode, size, boxes, self.grade, seed))
    }

    /// A new code of the same kind as the last order.
    pub(super) fn order_another(&mut self) -> Code {
        let seed = self.seed();
        match self.last {
            Some(code) => Code::new(code.recipe().with_seed(seed)),
            None => self.order(),
        }
    }

    /// The code from which the next level of this length will be made.
    pub(super) fn order_fresh(&self, length: Length) -> Code {
        let seed = self.fresh[length as usize].seed;
        Code::new(length.recipe(self.mode, seed))
    }

    /// Remembers a code as the last order.
    pub(super) fn ordered(&mut self, code: Code) {
        self.last = Some(code);
    }

    /// The level of this length in stock, if it is of the chosen mode.
    pub(super) fn at_hand(&self, length: Length) -> Option<&KeptBytes> {
        let level = self.fresh[length as usize].level.as_ref();
        level.filter(|level| level.mode() == self.mode)
    }

    /// Takes a level from the stock; another will be made in its place.
    pub(super) fn take(&mut self, length: Length) -> Option<Kept> {
        let kept = Kept::decode(self.at_hand(length)?.as_slice()).ok();
        let seed = self.seed();
        let fresh = &mut self.fresh[length as usize];
        *fresh = Fresh {
            level: None,
            seed,
            unsaved: true,
        };
        self.last = Some(Code::new(length.recipe(self.mode, seed)));
        kept
    }

    /// The code of a level that is missing in the stock.
    pub(super) fn missing(&self) -> Option<Code> {
        let mut lengths = Length::ALL.into_iter();
        let length = lengths.find(|&length| self.at_hand(length).is_none())?;
        Some(self.order_fresh(length))
    }

    /// Puts a finished level into the stock, if it was made for it.
    pub(super) fn put(&mut self, code: Code, kept: &Kept) {
        let mut lengths = Length::ALL.into_iter();
        let length = lengths.find(|&length| self.order_fresh(length) == code);
        let Some(length) = length else { return };
        let seed = self.seed();
        // Every generated level fits.
        let level = kept.encode().ok();
        self.fresh[length as usize] = Fresh {
            level,
            seed,
            unsaved: true,
        };
    }

    /// Call this when the player gets the level of a code, so that the stock does not make
    /// the same level.
    pub(super) fn delivered(&mut self, code: Code) {
        for length in Length::ALL {
            if self.order_fresh(length) == code {
                self.fresh[length as usize].seed = self.seed();
            }
        }
    }

    /// Loads the last order and the stock; returns an error if any record is bad.
    pub(super) fn load(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let mut result = self.load_order(store);
        for length in Length::ALL {
            match read(store, length.key()) {
                Ok(Some(kept)) => self.fresh[length as usize].level = kept.encode().ok(),
                Ok(None) => {}
                Err(error) => result = result.and(Err(error)),
            }
        }
        result
    }

    fn load_order(&mut self, store: &mut impl Store) -> Result<(), LoadError> {
        let mut buffer = [0; ITEM_BYTES];
        let Some(bytes) = store.read(Key::Order, &mut buffer)? else {
            return Ok(());
        };
        let &[version, mode, extent, grade] = bytes else {
            return Err(BadRecord::Length.into());
        };
        if version != ORDER_VERSION {
            return Err(BadRecord::Future(version).into());
        }
        // Unknown values of size and grade are ignored.
        self.mode = if mode == 1 {
            Mode::Pairs
        } else {
            Mode::Classic
        };
        self.extent = *Extent::ALL.get(usize::from(extent)).unwrap_or(&self.extent);
        self.grade = Grade::new(grade).unwrap_or(self.grade);
        Ok(())
    }

    pub(super) fn is_unsaved(&self) -> bool {
        self.order_unsaved || self.fresh.iter().any(|fresh| fresh.unsaved)
    }

    /// What is unsaved stays so: there is no room for it.
    pub(super) fn give_up_saving(&mut self) {
        self.order_unsaved = false;
        for fresh in &mut self.fresh {
            fresh.unsaved = false;
        }
    }

    /// Saves the last order and the stock.
    pub(super) fn save(&mut self, store: &mut impl Store) -> Result<(), StoreError> {
        if self.order_unsaved {
            let mode = u8::from(self.mode == Mode::Pairs);
            let order = [ORDER_VERSION, mode, self.extent as u8, self.grade.number()];
            store.write(Key::Order, &order)?;
            store.commit()?;
            self.order_unsaved = false;
        }
        for length in Length::ALL {
            let fresh = &mut self.fresh[length as usize];
            if !fresh.unsaved {
                continue;
            }
            match &fresh.level {
                Some(level) => store.write(length.key(), level.as_slice())?,
                None => store.remove(length.key())?,
            }
            store.commit()?;
            fresh.unsaved = false;
        }
        Ok(())
    }
}

fn read(store: &mut impl Store, key: Key) -> Result<Option<Kept>, LoadError> {
    let mut buffer = [0; ITEM_BYTES];
    let bytes = store.read(key, &mut buffer)?;
    Ok(bytes.map(Kept::decode).transpose()?)
}
