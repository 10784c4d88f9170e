//! The one board that is being read.

use core::task::Poll;

use crate::game::progress::LevelId;
use crate::puzzle::text::{self, Entry, Reader, TextError};

/// A level that was read, and its identity.
pub(in crate::game) type Identified<'p> = (LevelId, Entry<'p>);

/// Reads levels in pieces, for whoever reads at the moment: there is room for one board. Whoever
/// interrupts somebody else makes them begin their board again.
#[derive(Clone, Debug)]
pub(in crate::game) struct Reading<'p> {
    /// Where the board is looked for, and how far that has come.
    readers: Option<[Reader<'p>; 2]>,
    stage: Stage<'p>,
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is no heap to put it on")]
enum Stage<'p> {
    Read(text::Reading<'p>),
    Identify(Entry<'p>),
}

impl<'p> Reading<'p> {
    /// Nothing is being read.
    pub(in crate::game) const NONE: Self = Self {
        readers: None,
        stage: Stage::Read(text::Reading::new()),
    };

    /// Reads one piece of the reader's next board. The reader stays where it is until this is
    /// ready: with an item as that of [`Reader::next`](Iterator::next), and after it.
    pub(in crate::game) fn next(
        &mut self,
        reader: &mut Reader<'p>,
    ) -> Poll<Option<Result<Identified<'p>, TextError>>> {
        let [_, after] = match &mut self.readers {
            Some(readers) if readers[0].is_at(reader) => readers,
            readers => {
                self.stage = Stage::Read(text::Reading::new());
                readers.insert([reader.clone(), reader.clone()])
            }
        };
        let item = match &mut self.stage {
            Stage::Read(reading) => match reading.advance(after) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(Ok(entry))) => {
                    self.stage = Stage::Identify(entry);
                    return Poll::Pending;
                }
                Poll::Ready(Some(Err(error))) => Some(Err(error)),
                Poll::Ready(None) => None,
            },
            Stage::Identify(entry) => Some(Ok((LevelId::of(&entry.level), entry.clone()))),
        };
        reader.clone_from(after);
        self.readers = None;
        Poll::Ready(item)
    }
}
