//! The list of a pack's levels, read in the background.

use core::task::Poll;

use heapless::Vec;

use super::packs::{Filter, Pack, Place};
use super::reading::{Identified, Reading};
use crate::game::progress::{Best, Bests, Games, LevelId};
use crate::puzzle::Level;
use crate::puzzle::text::{Entry, Reader, Text};

/// Number of levels around the chosen one that a list can show.
pub const WINDOW: usize = 9;

/// Number of marks in the text. A longer pack has marks further apart.
const MARKS: usize = 128;

/// A level as a list shows it.
#[derive(Clone, Copy, Debug)]
pub struct ListedLevel<'p> {
    /// Its number in the pack, from 1.
    pub number: u16,
    /// Its title.
    pub title: Text<'p>,
    /// The best result on it.
    pub best: Option<Best>,
    /// Whether it has a saved game, or is in play.
    pub begun: bool,
}

/// What is known about the levels of a list.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Known<'k> {
    pub(in crate::game) bests: &'k Bests,
    pub(in crate::game) games: &'k Games,
    /// The level in play.
    pub(in crate::game) in_play: Option<LevelId>,
}

/// The levels of a pack that pass a filter, one of which is chosen, read a piece of a board
/// per turn.
///
/// To save memory, most levels are known only by marks in the text; titles and results are
/// kept for those around the chosen one, and the whole level only for the chosen one.
#[derive(Clone, Debug)]
pub struct Shelf<'p> {
    pack: u8,
    filter: Filter,
    text: Pack<'p>,
    /// For every `stride`-th level: the byte where it begins, and the number of the board
    /// before it.
    marks: Vec<(u32, u16), MARKS>,
    stride: u16,
    len: u16,
    /// The text that is not indexed yet, and the number of boards before it.
    indexing: Option<(Reader<'p>, u16)>,
    chosen: u16,
    seek: Seek<'p>,
    window: [Option<ListedLevel<'p>>; WINDOW],
    /// The index of the window's first level.
    window_first: u16,
    /// Reads the levels of the window.
    near: Option<Cursor<'p>>,
    /// The chosen level and its index; the previously chosen one until it is read.
    preview: Option<(u16, Entry<'p>)>,
}

/// Which level is to be chosen as soon as it is found.
#[derive(Clone, Debug)]
enum Seek<'p> {
    Nothing,
    /// The first unsolved level, until the player chooses another.
    FirstUnsolved,
    /// The level with this number in the pack.
    Number(u16),
    /// The nearest unsolved level in one direction.
    Unsolved(Scan<'p>),
}

/// A search for an unsolved level. Backward, it reads forward from one mark after another.
#[derive(Clone, Debug)]
struct Scan<'p> {
    forward: bool,
    cursor: Cursor<'p>,
    /// The indices of the levels that are being searched: from `first` to before `end`.
    first: u16,
    end: u16,
    found: Option<u16>,
}

/// A reader in the middle of the text, with its place in the list.
#[derive(Clone, Debug)]
struct Cursor<'p> {
    reader: Reader<'p>,
    /// The number of the last board it read.
    number: u16,
    /// The index that the next listed level will have.
    index: u16,
}

impl<'p> Cursor<'p> {
    /// Reads a piece of a board. Ready with `None` at the end of the text, `Some(None)` if the
    /// board is not in the list, else the level with its index in the list.
    fn next(
        &mut self,
        filter: Filter,
        reading: &mut Reading<'p>,
    ) -> Poll<Option<Option<(u16, Identified<'p>)>>> {
        reading.next(&mut self.reader).map(|item| {
            let item = item?;
            self.number = self.number.saturating_add(1);
            let listed = item
                .ok()
                .filter(|(_, entry)| filter.takes(entry.level.mode()));
            Some(listed.map(|level| {
                let index = self.index;
                self.index = index.saturating_add(1);
                (index, level)
            }))
        })
    }
}

impl<'p> Shelf<'p> {
    /// A pack of which nothing is read yet; the first unsolved level will be chosen.
    pub(in crate::game) fn new(packs: &[Pack<'p>], pack: u8, filter: Filter) -> Self {
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
            indexing: Some((text.levels(), 0)),
            chosen: 0,
            seek: Seek::FirstUnsolved,
            window: [None; WINDOW],
            window_first: 0,
            near: None,
            preview: None,
        }
    }

    /// The same, but the level at a place will be chosen.
    pub(in crate::game) fn at(packs: &[Pack<'p>], place: Place, filter: Filter) -> Self {
        Self {
            seek: Seek::Number(place.number),
            ..Self::new(packs, place.pack, filter)
        }
    }

    /// The pack's index, from 0.
    pub fn pack(&self) -> u8 {
        self.pack
    }

    /// The pack's name.
    pub fn name(&self) -> &'p str {
        self.text.name
    }

    /// Which levels of the pack are listed.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// Number of levels indexed so far.
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Whether no level is indexed yet.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether all levels are indexed.
    pub fn is_indexed(&self) -> bool {
        self.indexing.is_none()
    }

    /// The chosen level's index in the list, from 0.
    pub fn chosen(&self) -> u16 {
        self.chosen
    }

    /// The level at a distance from the chosen one, if it is in the window and already read.
    pub fn listed(&self, distance: i16) -> Option<ListedLevel<'p>> {
        let index = self.chosen.checked_add_signed(distance)?;
        *self.window.get(self.slot(index)?)?
    }

    /// The chosen level, for a preview; the previously chosen one until it is read.
    pub fn preview(&self) -> Option<&Level> {
        self.preview.as_ref().map(|(_, entry)| &entry.level)
    }

    /// The chosen level and its place, as soon as it is read.
    pub(in crate::game) fn level(&self) -> Option<(Place, &Entry<'p>)> {
        let (index, entry) = self.preview.as_ref()?;
        let number = self.listed(0)?.number;
        let place = Place {
            pack: self.pack,
            number,
        };
        (*index == self.chosen && !self.is_finding()).then_some((place, entry))
    }

    /// The place of the chosen level, as soon as it is read.
    pub fn place(&self) -> Option<Place> {
        self.level().map(|(place, _)| place)
    }

    /// Reads a piece of a board: first of those in the window, then of those of a search, then
    /// of the rest of the pack.
    pub(in crate::game) fn advance(&mut self, known: Known<'_>, reading: &mut Reading<'p>) {
        let _ = self.read_near(known, reading)
            || self.scan(known, reading)
            || self.index(known, reading);
    }

    /// Chooses the level at a distance from this one, or the last in that direction.
    pub(in crate::game) fn walk(&mut self, distance: i16) {
        if self.is_finding() {
            return;
        }
        let last = self.len.saturating_sub(1);
        self.choose(self.chosen.saturating_add_signed(distance).min(last));
    }

    /// Starts a search for the next unsolved level in a direction, which will be chosen.
    pub(in crate::game) fn seek_unsolved(&mut self, forward: bool) {
        if self.is_finding() {
            return;
        }
        let (first, end) = match (forward, self.chosen.checked_sub(1)) {
            (true, _) => (self.chosen.saturating_add(1), u16::MAX),
            (false, Some(last)) => (last / self.stride * self.stride, self.chosen),
            (false, None) => return self.stay(),
        };
        self.seek = Seek::Unsolved(Scan {
            forward,
            cursor: self.cursor(first),
            first,
            end,
            found: None,
        });
    }

    /// Cancels a search for an unsolved level and keeps the chosen one.
    pub(in crate::game) fn stay(&mut self) {
        if !self.is_finding() {
            self.seek = Seek::Nothing;
        }
    }

    /// Whether the level that the list was opened for is not found yet. Until then there is
    /// nothing to choose from.
    pub fn is_finding(&self) -> bool {
        matches!(self.seek, Seek::Number(_))
    }

    /// Whether there is more to read.
    pub(in crate::game) fn is_reading(&self) -> bool {
        let seeking = matches!(self.seek, Seek::Unsolved(_));
        seeking || self.indexing.is_some() || self.missing().is_some()
    }

    fn choose(&mut self, index: u16) {
        self.seek = Seek::Nothing;
        self.chosen = index;
        self.move_window();
    }

    /// The position of a level in the window.
    fn slot(&self, index: u16) -> Option<usize> {
        let slot = usize::from(index.checked_sub(self.window_first)?);
        (slot < WINDOW).then_some(slot)
    }

    /// Centres the window on the chosen level, keeping the entries that stay in it.
    fn move_window(&mut self) {
        let half = WINDOW as u16 / 2;
        let last_first = self.len.saturating_sub(WINDOW as u16);
        let first = self.chosen.saturating_sub(half).min(last_first);
        if first != self.window_first {
            self.window = core::array::from_fn(|slot| {
                let index = first + slot as u16;
                self.window[self.slot(index)?]
            });
            self.window_first = first;
        }
    }

    /// A level in the window that is not read yet, the chosen one first.
    fn missing(&self) -> Option<u16> {
        let is_chosen = |(index, _): &(u16, _)| *index == self.chosen;
        if !self.is_empty() && !self.preview.as_ref().is_some_and(is_chosen) {
            return Some(self.chosen);
        }
        let end = self.len.min(self.window_first + WINDOW as u16);
        let mut indices = self.window_first..end;
        indices.find(|&index| {
            self.slot(index)
                .is_some_and(|slot| self.window[slot].is_none())
        })
    }

    /// Reads a piece of a board on the way to a level in the window. Returns whether there was
    /// one to read.
    fn read_near(&mut self, known: Known<'_>, reading: &mut Reading<'p>) -> bool {
        let Some(wanted) = self.missing() else {
            self.near = None;
            return false;
        };
        let mark = wanted / self.stride * self.stride;
        let is_near = |cursor: &Cursor<'_>| (mark..=wanted).contains(&cursor.index);
        let near = self.near.take().filter(is_near);
        let mut near = near.unwrap_or_else(|| self.cursor(wanted));
        let read = match near.next(self.filter, reading) {
            Poll::Ready(None) => return false,
            Poll::Ready(Some(read)) => read,
            Poll::Pending => None,
        };
        if let Some((index, (id, entry))) = read {
            if let Some(slot) = self.slot(index) {
                self.window[slot] = Some(ListedLevel {
                    number: near.number,
                    title: entry.title,
                    best: known.bests.get(id),
                    begun: known.in_play == Some(id) || known.games.has(id),
                });
            }
            if index == self.chosen {
                self.preview = Some((index, entry));
            }
        }
        self.near = Some(near);
        true
    }

    /// Reads a piece of a board in search of an unsolved level. Returns whether there was one to
    /// read.
    fn scan(&mut self, known: Known<'_>, reading: &mut Reading<'p>) -> bool {
        let Seek::Unsolved(scan) = &mut self.seek else {
            return false;
        };
        let ended = scan.cursor.index >= scan.end.min(self.len);
        if ended && scan.forward && self.indexing.is_some() {
            return false;
        }
        let read = match ended {
            true => None,
            false => match scan.cursor.next(self.filter, reading) {
                Poll::Ready(read) => read,
                Poll::Pending => return true,
            },
        };
        let (forward, first) = (scan.forward, scan.first);
        match read {
            Some(Some((index, (id, _)))) => {
                let is_unsolved = known.bests.get(id).is_none();
                if is_unsolved && (first..scan.end).contains(&index) {
                    scan.found = Some(index);
                    if forward {
                        self.choose(index);
                    }
                }
            }
            Some(None) => {}
            None => match (scan.found, first.checked_sub(1)) {
                (Some(index), _) => self.choose(index),
                (None, Some(last)) if !forward => {
                    let first = last / self.stride * self.stride;
                    let cursor = self.cursor(first);
                    self.seek = Seek::Unsolved(Scan {
                        forward,
                        cursor,
                        first,
                        end: last + 1,
                        found: None,
                    });
                }
                _ => self.seek = Seek::Nothing,
            },
        }
        true
    }

    /// Indexes a piece of one more board. Returns whether there was one.
    fn index(&mut self, known: Known<'_>, reading: &mut Reading<'p>) -> bool {
        let Some((reader, number)) = &mut self.indexing else {
            return false;
        };
        let offset = self.text.offset(reader);
        let item = match reading.next(reader) {
            Poll::Pending => return true,
            Poll::Ready(Some(item)) => item,
            Poll::Ready(None) => {
                self.indexing = None;
                if self.is_finding() {
                    self.seek = Seek::Nothing;
                }
                return false;
            }
        };
        let mark = (offset, *number);
        *number = number.saturating_add(1);
        let number = *number;
        let Ok((id, entry)) = item else { return true };
        if !self.filter.takes(entry.level.mode()) {
            return true;
        }
        let is_sought = match self.seek {
            Seek::FirstUnsolved => known.bests.get(id).is_none(),
            Seek::Number(sought) => number >= sought,
            Seek::Nothing | Seek::Unsolved(_) => false,
        };
        let index = self.len;
        self.remember(mark);
        if is_sought {
            self.choose(index);
        } else {
            self.move_window();
        }
        true
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
                // There is room: if there was none, half of the marks were just removed.
                let _ = self.marks.push(mark);
            }
        }
        self.len = self.len.saturating_add(1);
    }

    /// A cursor at the last mark at or before a level.
    fn cursor(&self, index: u16) -> Cursor<'p> {
        let mark = index / self.stride;
        let (mark, (offset, number)) = match self.marks.get(usize::from(mark)) {
            Some(&place) => (mark, place),
            None => (0, (0, 0)),
        };
        Cursor {
            reader: self.text.levels_from(offset),
            number,
            index: mark * self.stride,
        }
    }
}

#[cfg(test)]
mod tests;
