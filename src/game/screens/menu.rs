//! Menus: a column of choices with a cursor.

use heapless::Vec;

use super::{Next, ScreenState};
use crate::game::input::{Action, Context};
use crate::game::library::MAX_PACKS;
use crate::game::progress::Count;
use crate::game::shared::Shared;
use crate::game::thinking::Wish;
use crate::puzzle::Direction;

/// The most rows that a menu can have: the menu of packs is the longest.
pub const MAX_ROWS: usize = MAX_PACKS;

/// What is shown to the right of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// A word.
    Word(&'static str),
    /// A bar: its length, and its greatest length.
    Bar(u8, u8),
    /// Number of levels, and how many are solved.
    Count(Count),
    /// Number of levels of a pack, and the room that it takes.
    Pack {
        /// Number of levels.
        levels: u16,
        /// The room in KB.
        kb: u16,
    },
}

impl Value {
    pub(in crate::game) const fn switch(on: bool) -> Self {
        Self::Word(if on { "on" } else { "off" })
    }
}

/// A row of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'p> {
    /// The name of the choice, at most 16 letters except for the name of a pack.
    pub label: &'p str,
    /// What is shown to the right of it.
    pub value: Value,
}

impl<'p> Row<'p> {
    pub(in crate::game) const fn plain(label: &'p str) -> Self {
        Self {
            label,
            value: Value::None,
        }
    }

    pub(in crate::game) const fn new(label: &'p str, value: Value) -> Self {
        Self { label, value }
    }
}

/// All rows of a menu.
pub type Rows<'p> = Vec<Row<'p>, MAX_ROWS>;

/// The choices of a menu, in the order of its rows.
pub(in crate::game) type Choices<C> = Vec<C, MAX_ROWS>;

/// Joins several lists of choices. Choices beyond [`MAX_ROWS`] are left out.
pub(in crate::game) fn choices<C: Clone>(lists: &[&[C]]) -> Choices<C> {
    let mut all = Choices::new();
    for choice in lists.iter().copied().flatten() {
        let _ = all.push(choice.clone());
    }
    all
}

/// A screen that is a menu. Everything else of [`ScreenState`] follows from this.
pub(in crate::game) trait Menu<'p> {
    /// Identifies a row, whatever its position.
    type Choice: Copy + PartialEq;

    fn choices(&self, shared: &Shared<'p>) -> Choices<Self::Choice>;

    fn row(&self, choice: Self::Choice, shared: &Shared<'p>) -> Row<'p>;

    fn choose(&mut self, choice: Self::Choice, shared: &mut Shared<'p>) -> Next<'p>;

    /// Left or right on a choice: goes to its previous or next value.
    fn change(&mut self, _choice: Self::Choice, _forward: bool, _shared: &mut Shared<'p>) {}

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p>;

    /// The index of the row under the cursor.
    fn place(&self) -> u8;

    fn set_place(&mut self, place: u8);

    /// See [`ScreenState::pass`].
    fn pass(&mut self, _shared: &mut Shared<'p>) -> Next<'p> {
        None
    }

    /// See [`ScreenState::wish`].
    fn wish(&self, _shared: &Shared<'p>) -> Option<Wish> {
        None
    }

    /// See [`ScreenState::is_reading`].
    fn is_reading(&self) -> bool {
        false
    }

    /// Puts the cursor on a choice; on the first row if the choice is not offered.
    fn at(mut self, choice: Self::Choice, shared: &Shared<'p>) -> Self
    where
        Self: Sized,
    {
        let choices = self.choices(shared);
        let place = choices.iter().position(|&this| this == choice);
        self.set_place(place.unwrap_or(0) as u8);
        self
    }
}

impl<'p, M: Menu<'p>> ScreenState<'p> for M {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        let choices = self.choices(shared);
        let last = choices.len().saturating_sub(1) as u8;
        let place = self.place();
        let chosen = choices.get(usize::from(place)).copied();
        match action {
            Action::Walk {
                direction,
                repeated,
            } => {
                // The cursor wraps around, but not while the key is held.
                match direction {
                    Direction::Up if place == 0 && !repeated => self.set_place(last),
                    Direction::Up => self.set_place(place.saturating_sub(1)),
                    Direction::Down if place >= last && !repeated => self.set_place(0),
                    Direction::Down => self.set_place((place + 1).min(last)),
                    Direction::Left | Direction::Right => {
                        self.change(chosen?, direction == Direction::Right, shared);
                    }
                }
                None
            }
            Action::Ok => self.choose(chosen?, shared),
            Action::Back => self.back(shared),
            _ => None,
        }
    }

    fn pass(&mut self, _elapsed: u32, shared: &mut Shared<'p>) -> Next<'p> {
        Menu::pass(self, shared)
    }

    fn wish(&self, shared: &Shared<'p>) -> Option<Wish> {
        Menu::wish(self, shared)
    }

    fn is_reading(&self) -> bool {
        Menu::is_reading(self)
    }

    fn rows(&self, shared: &Shared<'p>) -> Rows<'p> {
        let choices = self.choices(shared);
        let rows = choices.iter().map(|&choice| self.row(choice, shared));
        rows.collect()
    }

    fn cursor(&self) -> usize {
        usize::from(self.place())
    }

    fn context(&self) -> Context {
        Context::Menu
    }
}

/// Implements [`Menu::place`] and [`Menu::set_place`] with a field `cursor`.
macro_rules! has_cursor {
    () => {
        fn place(&self) -> u8 {
            self.cursor
        }

        fn set_place(&mut self, place: u8) {
            self.cursor = place;
        }
    };
}
pub(in crate::game) use has_cursor;

/// The value after `now`, or the one before, wrapping around at the ends.
pub(in crate::game) fn turned<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let place = all.iter().position(|&this| this == now).unwrap_or(0);
    let by = if forward { 1 } else { all.len() - 1 };
    all[(place + by) % all.len()]
}
