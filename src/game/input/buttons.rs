//! A set of buttons, such as one sample of a whole board.

use core::fmt;
use core::ops::{BitAnd, BitOr, Sub};

use super::button::Button;

/// A set of buttons, with the set operators `&`, `|` and `-`. As a sample, it holds the
/// buttons whose contacts are closed, before debouncing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Buttons(u16);

impl Buttons {
    /// No button.
    pub const NONE: Self = Self(0);

    /// Whether the button is in the set.
    pub const fn contains(self, button: Button) -> bool {
        self.0 >> button.index() & 1 != 0
    }

    /// Adds a button.
    pub const fn insert(&mut self, button: Button) {
        self.0 |= 1 << button.index();
    }

    /// Removes a button.
    pub const fn remove(&mut self, button: Button) {
        self.0 &= !(1 << button.index());
    }

    /// Whether no button is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of buttons in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The buttons in the order of [`Button::ALL`].
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

impl From<Button> for Buttons {
    fn from(button: Button) -> Self {
        Self(1 << button.index())
    }
}

impl BitAnd for Buttons {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Buttons {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Buttons {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Button> for Buttons {
    fn from_iter<I: IntoIterator<Item = Button>>(buttons: I) -> Self {
        let mut set = Self::NONE;
        buttons.into_iter().for_each(|button| set.insert(button));
        set
    }
}

impl IntoIterator for Buttons {
    type Item = Button;
    type IntoIter = Iter;
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl fmt::Debug for Buttons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The buttons of a set in the order of [`Button::ALL`].
#[derive(Clone, Debug)]
pub struct Iter(Buttons);

impl Iterator for Iter {
    type Item = Button;
    fn next(&mut self) -> Option<Button> {
        let button = *Button::ALL.get(self.0.0.trailing_zeros() as usize)?;
        self.0.remove(button);
        Some(button)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn indices(set: Buttons) -> BTreeSet<usize> {
        set.iter().map(Button::index).collect()
    }

    #[test]
    fn all_sets_agree_with_a_plain_set() {
        let all = 0..1 << Button::COUNT;
        for (a, b) in all.map(|bits| (Buttons(bits), Buttons(bits.wrapping_mul(7) & 0x1ff))) {
            assert_eq!(a.iter().collect::<Buttons>(), a);
            assert_eq!(a.len(), indices(a).len());
            assert_eq!(a.is_empty(), indices(a).is_empty());
            assert_eq!(indices(a & b), &indices(a) & &indices(b));
            assert_eq!(indices(a | b), &indices(a) | &indices(b));
            assert_eq!(indices(a - b), &indices(a) - &indices(b));
        }
    }

    #[test]
    fn every_button_has_its_own_place() {
        for (index, button) in Button::ALL.into_iter().enumerate() {
            assert_eq!(button.index(), index);
            assert!(Buttons::from(button).contains(button));
            assert_eq!(Buttons::from(button).len(), 1);
        }
    }
}
