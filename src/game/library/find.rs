//! Finds the level of a saved game, which may have moved within the packs.

use core::task::Poll;

use super::Reading;
use super::packs::{Pack, Place};
use crate::game::progress::LevelId;
use crate::puzzle::text::{Entry, Reader};

/// A search through all packs for the level with an identity.
///
/// It begins with the place where the level was when the game was saved. Then come the boards
/// with the same number in other packs: a pack that was added or removed changes the numbers of
/// packs. Last come all boards.
#[derive(Clone, Debug)]
pub(in crate::game) struct FindLevel<'p> {
    packs: &'p [Pack<'p>],
    id: LevelId,
    seen_at: Place,
    /// The board that is next.
    next: Place,
    reader: Option<Reader<'p>>,
    /// Packs that were searched.
    searched: usize,
    /// Whether all boards are read, not only those with the number it had.
    everywhere: bool,
}

impl<'p> FindLevel<'p> {
    pub(in crate::game) fn new(packs: &'p [Pack<'p>], id: LevelId, seen_at: Place) -> Self {
        let mut find = Self {
            packs,
            id,
            seen_at,
            next: seen_at,
            reader: None,
            searched: 0,
            everywhere: false,
        };
        find.open();
        find
    }

    /// Opens the next pack: the one where the level was, then its neighbours on both sides, one
    /// after the other, in a ring.
    fn open(&mut self) {
        let packs = self.packs.len().max(1);
        let steps = self.searched.div_ceil(2);
        let way = if self.searched % 2 == 1 {
            steps
        } else {
            packs - steps
        };
        let pack = (usize::from(self.seen_at.pack) + way) % packs;
        self.next = Place {
            pack: pack as u8,
            number: 1,
        };
        self.reader = self.packs.get(pack).map(Pack::levels);
    }

    /// Reads a piece of a board, or skips one. Ready with `None` if no pack has the level.
    pub(in crate::game) fn advance(
        &mut self,
        reading: &mut Reading<'p>,
    ) -> Poll<Option<(Place, Entry<'p>)>> {
        let is_skipped = !self.everywhere && self.next.number < self.seen_at.number;
        let has_ended = match &mut self.reader {
            None => true,
            Some(reader) if is_skipped => reader.skip_boards(1) == 0,
            Some(reader) => match reading.next(reader) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Ok((id, entry)))) if id == self.id => {
                    return Poll::Ready(Some((self.next, entry)));
                }
                Poll::Ready(item) => item.is_none() || !self.everywhere,
            },
        };
        self.next.number = self.next.number.saturating_add(1);
        if !has_ended {
            return Poll::Pending;
        }
        self.searched += 1;
        if self.searched >= self.packs.len() {
            if self.everywhere {
                return Poll::Ready(None);
            }
            self.everywhere = true;
            self.searched = 0;
        }
        self.open();
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    /// A room of its own for each width.
    fn board(width: usize) -> String {
        let wall = "#".repeat(width + 5);
        std::format!("{wall}\n#@{}$.#\n{wall}\n\n", " ".repeat(width))
    }

    fn id(width: usize) -> LevelId {
        let text = board(width);
        LevelId::of(&Reader::new(text.as_bytes()).next().unwrap().unwrap().level)
    }

    /// The place where the level is found, and the number of pieces that it took.
    fn found(packs: &[Pack<'_>], width: usize, seen_at: Place) -> (Option<Place>, usize) {
        let mut find = FindLevel::new(packs, id(width), seen_at);
        let mut reading = Reading::NONE;
        for pieces in 1..10_000 {
            if let Poll::Ready(found) = find.advance(&mut reading) {
                return (found.map(|(place, _)| place), pieces);
            }
        }
        panic!("the search does not end");
    }

    #[test]
    fn a_level_is_found_soon_where_it_was_or_in_a_pack_with_another_number() {
        let texts: Vec<String> = [0..3, 3..10, 10..26]
            .map(|widths| widths.map(board).collect())
            .into();
        let packs: Vec<Pack<'_>> = texts
            .iter()
            .map(|text| Pack {
                name: "x",
                text: text.as_bytes(),
            })
            .collect();
        let is = Place {
            pack: 2,
            number: 15,
        };
        for (pack, most) in [(2, 20), (1, 40), (0, 60), (3, 60), (200, 60)] {
            let (place, pieces) = found(&packs, 24, Place { pack, ..is });
            assert_eq!(place, Some(is));
            assert!(pieces <= most, "{pieces} pieces from pack {pack}");
        }
        for number in [0, 1, 16, 999, u16::MAX] {
            assert_eq!(
                found(&packs, 24, Place { number, ..is }).0,
                Some(is),
                "{number}"
            );
        }
        assert_eq!(found(&packs, 26, is).0, None);
        assert_eq!(found(&[], 26, is).0, None);
    }
}
