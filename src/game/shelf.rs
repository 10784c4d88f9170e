//! The levels of one pack to choose from.

use heapless::Vec;

use super::packs::{Filter, Pack, Place};
use super::progress::{Best, Bests, LevelId};
use crate::puzzle::Level;
use crate::puzzle::text::{Entry, Reader, Text};

/// Levels around the chosen one that are at hand.
pub const WINDOW: usize = 9;

/// Places in the text that are remembered. A longer pack is remembered more sparsely.
const MARKS: usize = 128;

/// A level as a list shows it.
#[derive(Clone, Copy, Debug)]
pub struct Spine<'p> {
    /// Its number in the pack, from 1.
    pub number: u16,
    /// Its title.
    pub title: Text<'p>,
    /// The best that was done on it.
    pub best: Option<Best>,
}

/// The levels of one pack and filter, read a few at a time, with a chosen one.
///
/// Text is read where it lies: of a level there is a mark in the text at best, and those
/// around the chosen one are kept as the list shows them.
#[derive(Clone, Debug)]
pub struct Shelf<'p> {
    pack: u8,
    filter: Filter,
    text: Pack<'p>,
    /// Where every `stride`-th level begins, and the number of the board before it.
    marks: Vec<(u32, u16), MARKS>,
    stride: u16,
    len: u16,
    /// What is still to be indexed, and the boards before it.
    reading: Option<(Reader<'p>, u16)>,
    chosen: u16,
    /// Until the player chooses, the first unsolved level is chosen as soon as it is found.
    seeking: bool,
    window: Vec<Spine<'p>, WINDOW>,
    /// The index of the window's first level.
    window_first: u16,
    preview: Option<Level>,
}

impl<'p> Shelf<'p> {
    /// A pack with nothing read yet.
    pub(super) fn new(packs: &[Pack<'p>], pack: u8, filter: Filter) -> Self {
        let text = packs.get(usize::from(pack)).copied().unwrap_or(Pack {
            name: "",
            text: b"",
        });
        Self {
            pack,
            filter,
            text,
            marks: Vec::new(),
            stride: 1,
            len: 0,
            reading: Some((text.levels(), 0)),
            chosen: 0,
            seeking: true,
            window: Vec::new(),
            window_first: 0,
            preview: None,
        }
    }

    /// Which pack it is of, from 0.
    pub fn pack(&self) -> u8 {
        self.pack
    }

    /// The pack's name.
    pub fn name(&self) -> &'p str {
        self.text.name
    }

    /// Which levels of the pack are here.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// How many levels there are, as far as is known.
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Whether there is no level, as far as is known.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether all levels are known.
    pub fn is_read(&self) -> bool {
        self.reading.is_none()
    }

    /// The chosen level's place in the list, from 0.
    pub fn chosen(&self) -> u16 {
        self.chosen
    }

    /// A level near the chosen one, if there is one so many places after it.
    pub fn spine(&self, distance: i16) -> Option<Spine<'p>> {
        let index = self.chosen.checked_add_signed(distance)?;
        let place = index.checked_sub(self.window_first)?;
        self.window.get(usize::from(place)).copied()
    }

    /// The chosen level, to be drawn small.
    pub fn preview(&self) -> Option<&Level> {
        self.preview.as_ref()
    }

    /// Where the chosen level stands.
    pub fn place(&self) -> Option<Place> {
        self.spine(0).map(|spine| Place {
            pack: self.pack,
            number: spine.number,
        })
    }

    /// Reads on, for so many boards.
    pub(super) fn advance(&mut self, bests: &Bests, boards: usize) {
        let (before, chosen) = (self.len, self.chosen);
        for _ in 0..boards {
            let Some((reader, number)) = &mut self.reading else {
                break;
            };
            let offset = self.text.offset(reader);
            let Some(item) = reader.next() else {
                self.reading = None;
                break;
            };
            let mark = (offset, *number);
            *number = number.saturating_add(1);
            let Ok(entry) = item else { continue };
            if !self.filter.takes(entry.level.mode()) {
                continue;
            }
            if self.seeking && bests.get(LevelId::of(&entry.level)).is_none() {
                self.seeking = false;
                self.chosen = self.len;
            }
            self.remember(mark);
        }
        let last = self.window_first + self.window.len() as u16;
        let grew = self.len != before && usize::from(last - self.window_first) < WINDOW;
        if grew || self.chosen != chosen {
            self.look(bests);
        }
    }

    fn remember(&mut self, mark: (u32, u16)) {
        if self.len.is_multiple_of(self.stride) {
            if self.marks.is_full() {
                self.stride *= 2;
                let mut odd = false;
                self.marks.retain(|_| {
                    odd = !odd;
                    odd
                });
            }
            if self.len.is_multiple_of(self.stride) {
                // There is room: half of the marks just went if there was none.
                let _ = self.marks.push(mark);
            }
        }
        self.len = self.len.saturating_add(1);
    }

    /// Chooses another level, as far from this one; at an end it stays there.
    pub(super) fn walk(&mut self, distance: i16, bests: &Bests) {
        let last = self.len.saturating_sub(1);
        let chosen = self.chosen.saturating_add_signed(distance).min(last);
        self.choose(chosen, bests);
    }

    /// Chooses the next unsolved level that way, if there is one.
    pub(super) fn next_unsolved(&mut self, forward: bool, bests: &Bests) {
        let unsolved = |level: &Level| bests.get(LevelId::of(level)).is_none();
        let mut found = None;
        let range = if forward {
            self.chosen.saturating_add(1)..self.len
        } else {
            0..self.chosen
        };
        let mut levels = self.levels(range.start);
        for index in range {
            let Some((_, entry)) = levels.next() else {
                break;
            };
            if unsolved(&entry.level) {
                found = Some(index);
                if forward {
                    break;
                }
            }
        }
        if let Some(index) = found {
            self.choose(index, bests);
        }
    }

    /// Chooses the level of a number, once it is read.
    pub(super) fn choose_number(&mut self, number: u16, bests: &Bests) {
        let index = self
            .levels(0)
            .take_while(|&(this, _)| this <= number)
            .count()
            .saturating_sub(1);
        self.choose(index as u16, bests);
    }

    fn choose(&mut self, index: u16, bests: &Bests) {
        self.seeking = false;
        if self.chosen != index {
            self.chosen = index;
            self.look(bests);
        }
    }

    /// The levels from a place in the list on, with their numbers.
    fn levels(&self, first: u16) -> impl Iterator<Item = (u16, Entry<'p>)> + use<'p> {
        let mark = usize::from(first / self.stride);
        let (offset, before) = self.marks.get(mark).copied().unwrap_or_default();
        let filter = self.filter;
        self.text
            .levels_from(offset)
            .zip(before.saturating_add(1)..)
            .filter_map(move |(item, number)| Some((number, item.ok()?)))
            .filter(move |(_, entry)| filter.takes(entry.level.mode()))
            .skip(usize::from(first % self.stride))
            .take(usize::from(self.len.saturating_sub(first)))
    }

    /// Fills the window around the chosen level.
    pub(super) fn look(&mut self, bests: &Bests) {
        let half = WINDOW as u16 / 2;
        let last_first = self.len.saturating_sub(WINDOW as u16);
        self.window_first = self.chosen.saturating_sub(half).min(last_first);
        self.window.clear();
        self.preview = None;
        let mut preview = None;
        let mut window = Vec::new();
        for (index, (number, entry)) in
            (self.window_first..).zip(self.levels(self.window_first).take(WINDOW))
        {
            let spine = Spine {
                number,
                title: entry.title,
                best: bests.get(LevelId::of(&entry.level)),
            };
            // No more than the window holds are taken.
            let _ = window.push(spine);
            if index == self.chosen {
                preview = Some(entry.level);
            }
        }
        self.window = window;
        self.preview = preview;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::progress::Deed;
    use crate::puzzle::{Mode, Tally};

    /// So many levels, each with one more floor square; every third is a Pairs level.
    fn pack(levels: usize) -> String {
        (1..=levels)
            .map(|number| {
                let boxes = if number % 3 == 0 { "Aa" } else { "$." };
                let (wall, floor) = ("#".repeat(number % 20 + 5), " ".repeat(number % 20));
                format!("{wall}\n#@{boxes}{floor}#\n{wall}\nTitle: L{number}\n\n")
            })
            .collect()
    }

    fn shelf<'p>(text: &'p str, filter: Filter, bests: &Bests) -> Shelf<'p> {
        let packs = [Pack {
            name: "test",
            text: text.as_bytes(),
        }];
        let mut shelf = Shelf::new(&packs, 0, filter);
        while !shelf.is_read() {
            shelf.advance(bests, 3);
        }
        shelf
    }

    #[test]
    fn every_level_of_a_long_pack_can_be_chosen() {
        let text = pack(700);
        let bests = Bests::new();
        for (filter, count) in [(Filter::All, 700), (Filter::Only(Mode::Pairs), 233)] {
            let mut shelf = shelf(&text, filter, &bests);
            assert_eq!(shelf.len(), count);
            for index in 0..count {
                assert_eq!(shelf.chosen(), index);
                let number = match filter {
                    Filter::All => index + 1,
                    Filter::Only(_) => (index + 1) * 3,
                };
                for (distance, number) in [(-1, number), (0, number), (1, number)] {
                    let Some(spine) = shelf.spine(distance) else {
                        continue;
                    };
                    let step = if filter == Filter::All { 1 } else { 3 };
                    let number = number.saturating_add_signed(distance * step);
                    assert_eq!(spine.number, number);
                    assert_eq!(spine.title.to_string(), format!("L{number}"));
                }
                assert!(shelf.preview().is_some());
                shelf.walk(1, &bests);
            }
            shelf.walk(1, &bests);
            assert_eq!(shelf.chosen(), count - 1);
        }
    }

    #[test]
    fn the_first_unsolved_level_is_chosen_and_the_next_found() {
        let text = pack(40);
        let mut bests = Bests::new();
        let source = Pack {
            name: "",
            text: text.as_bytes(),
        };
        let deed = Deed {
            tally: Tally {
                moves: 1,
                pushes: 1,
            },
            par: None,
            assisted: false,
        };
        for number in [1, 2, 3, 5, 6, 20] {
            let level = source.level(number).unwrap().level;
            bests.record(LevelId::of(&level), deed);
        }
        let mut shelf = shelf(&text, Filter::All, &bests);
        assert_eq!(shelf.place().unwrap().number, 4);
        shelf.next_unsolved(true, &bests);
        assert_eq!(shelf.place().unwrap().number, 7);
        shelf.next_unsolved(false, &bests);
        assert_eq!(shelf.place().unwrap().number, 4);
        shelf.next_unsolved(false, &bests);
        assert_eq!(shelf.place().unwrap().number, 4);
        shelf.choose_number(30, &bests);
        assert_eq!(shelf.place().unwrap().number, 30);
    }

    #[test]
    fn an_empty_or_broken_pack_has_nothing_to_choose() {
        let bests = Bests::new();
        for text in ["", "#####\n#@$ #\n#####\n"] {
            let mut shelf = shelf(text, Filter::All, &bests);
            assert!(shelf.is_empty() && shelf.place().is_none());
            shelf.walk(1, &bests);
            shelf.next_unsolved(true, &bests);
            assert!(shelf.preview().is_none());
        }
    }
}
