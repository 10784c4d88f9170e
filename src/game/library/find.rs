//! Finds the level of a saved game, which may have moved within the packs.

use core::task::Poll;

use super::packs::{Pack, Place};
use crate::game::progress::LevelId;
use crate::puzzle::text::{Entry, Reader};

/// A search through all packs for the level with an identity. It starts where the level was
/// when the game was saved.
#[derive(Clone, Debug)]
pub(in crate::game) struct FindLevel<'p> {
    packs: &'p [Pack<'p>],
    id: LevelId,
    /// The board that is read next.
    next: Place,
    /// Boards with a smaller number are skipped.
    first: u16,
    reader: Option<Reader<'p>>,
    /// Whether the search has gone on to all packs, from the first one.
    everywhere: bool,
}

impl<'p> FindLevel<'p> {
    pub(in crate::game) fn new(packs: &'p [Pack<'p>], id: LevelId, seen_at: Place) -> Self {
        let mut find = Self {
            packs,
            id,
            next: Place::default(),
            first: seen_at.number,
            reader: None,
            everywhere: false,
        };
        find.open(seen_at.pack);
        find
    }

    fn open(&mut self, pack: u8) {
        self.next = Place { pack, number: 1 };
        self.reader = self.packs.get(usize::from(pack)).map(Pack::levels);
    }

    /// Reads at most `boards` boards. Ready with `None` if no pack has the level.
    pub(in crate::game) fn advance(&mut self, boards: usize) -> Poll<Option<(Place, Entry<'p>)>> {
        for _ in 0..boards {
            let Some(item) = self.reader.as_mut().and_then(Iterator::next) else {
                if !self.everywhere {
                    self.everywhere = true;
                    self.first = 0;
                    self.open(0);
                } else if usize::from(self.next.pack) + 1 < self.packs.len() {
                    self.open(self.next.pack + 1);
                } else {
                    return Poll::Ready(None);
                }
                continue;
            };
            let place = self.next;
            self.next.number = place.number.saturating_add(1);
            if let Ok(entry) = item
                && place.number >= self.first
                && LevelId::of(&entry.level) == self.id
            {
                return Poll::Ready(Some((place, entry)));
            }
        }
        Poll::Pending
    }
}
