//! Menus: a column of choices with a cursor.

use heapless::Vec;

use super::input::{Action, Context};
use super::library::MAX_PACKS;
use super::progress::Count;
use super::screens::{Next, ScreenState};
use super::shared::Shared;
use super::thinking::Wish;
use crate::puzzle::Direction;

/// Choices of the longest menu.
pub const MAX_ROWS: usize = MAX_PACKS;

/// What stands beside a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// A word.
    Word(&'static str),
    /// A level out of a highest one.
    Bar(u8, u8),
    /// How far the player got.
    Count(Count),
}

impl Value {
    pub(super) const fn switch(on: bool) -> Self {
        Self::Word(if on { "on" } else { "off" })
    }
}

/// A line of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'p> {
    /// What the choice is called: at most 16 letters, but for a pack's name.
    pub label: &'p str,
    /// What stands beside it.
    pub value: Value,
}

impl<'p> Row<'p> {
    pub(super) const fn plain(label: &'p str) -> Self {
        Self {
            label,
            value: Value::None,
        }
    }

    pub(super) const fn new(label: &'p str, value: Value) -> Self {
        Self { label, value }
    }
}

/// All lines of a menu.
pub type Rows<'p> = Vec<Row<'p>, MAX_ROWS>;

/// The choices of a menu, in their order.
pub(super) type Choices<C> = Vec<C, MAX_ROWS>;

/// Choices from several lists. What does not fit is not offered.
pub(super) fn choices<C: Clone>(lists: &[&[C]]) -> Choices<C> {
    let mut all = Choices::new();
    for choice in lists.iter().copied().flatten() {
        let _ = all.push(choice.clone());
    }
    all
}

/// A screen that is a menu: what it offers, and what each choice does.
pub(super) trait Menu<'p> {
    /// Something to choose.
    type Choice: Copy + PartialEq;

    fn choices(&self, shared: &Shared<'p>) -> Choices<Self::Choice>;

    fn row(&self, choice: Self::Choice, shared: &Shared<'p>) -> Row<'p>;

    fn choose(&mut self, choice: Self::Choice, shared: &mut Shared<'p>) -> Next<'p>;

    /// Left or right on a choice: its next value or the one before.
    fn change(&mut self, _choice: Self::Choice, _forward: bool, _shared: &mut Shared<'p>) {}

    fn back(&mut self, shared: &mut Shared<'p>) -> Next<'p>;

    /// Which choice the cursor is on.
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

    /// Puts the cursor on a choice, where it is offered.
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
                // Round the ends, but not while the key is held.
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

/// The cursor of a menu is a field of that name.
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
pub(super) use has_cursor;

/// The next of some values, or the one before, round the ends.
pub(super) fn turned<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let place = all.iter().position(|&this| this == now).unwrap_or(0);
    let by = if forward { 1 } else { all.len() - 1 };
    all[(place + by) % all.len()]
}
