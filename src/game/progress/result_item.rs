//! A result as it is stored, with the player's best solutions.
//!
//! | bytes | hold |
//! |---|---|
//! | 1 | version |
//! | 8 | the level's identity |
//! | 2 | stamp: when it was solved, compared with others |
//! | 6 | the result |
//! | rest | the solution with the fewest pushes, if it is known |
//!
//! The solution with the fewest moves has an item of its own if it is another one: the
//! version, the level's identity, and the solution. A solution is two bytes of pushes, three
//! of moves, and the moves, packed. One that is too long for an item is not kept.

use super::LoadError;
use super::best::Best;
use super::item_bytes::ItemBytes;
use super::level_id::LevelId;
use super::moves::{PackedMoves, pack, packed_bytes};
use super::store::{ITEM_BYTES, Key, Store, StoreError};
use crate::format::{BadRecord, Bytes};
#[cfg(feature = "std")]
use crate::puzzle::Direction;
use crate::puzzle::{History, Level, Record, Tally};

const VERSION: u8 = 1;

/// The most moves of a solution that is kept.
pub const SOLUTION_MOVES: usize = 3_900;

/// Bytes of a result before its solution.
const RESULT_BYTES: usize = 1 + 8 + 2 + Best::BYTES;

const _: () = assert!(RESULT_BYTES + 5 + packed_bytes(SOLUTION_MOVES) <= ITEM_BYTES);

/// A result as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultItem {
    /// The level.
    pub id: LevelId,
    /// Orders results by when their levels were last solved.
    pub stamp: u16,
    /// The bytes of a valid [`Best`].
    pub(super) best: [u8; Best::BYTES],
}

impl ResultItem {
    /// What was achieved.
    pub fn best(&self) -> Result<Best, BadRecord> {
        Best::from_bytes(self.best)
    }
}

/// Which of a player's solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// That with the fewest pushes, and of those the fewest moves.
    Pushes,
    /// That with the fewest moves, and of those the fewest pushes.
    Moves,
}

/// The solution at the end of a history.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'h> {
    id: LevelId,
    history: &'h History,
    /// The first record that belongs to it.
    first: usize,
}

impl<'h> Solution<'h> {
    /// The moves since the level's start; `None` if they do not solve it, if the history has
    /// forgotten some of them, or if they are too many to be kept.
    pub fn of((id, level): (LevelId, &Level), history: &'h History) -> Option<Self> {
        if !level.is_solved(history.board()) {
            return None;
        }
        let played = history.undoable();
        let restart = (0..played)
            .rev()
            .find(|&index| history.record(index) == Some(Record::Restart));
        let first = match restart {
            Some(restart) => restart + 1,
            None if history.forgotten() == 0 => 0,
            None => return None,
        };
        (played - first <= SOLUTION_MOVES).then_some(Self { id, history, first })
    }

    fn records(&self) -> impl Iterator<Item = Option<Record>> + Clone + use<'h> {
        let history = self.history;
        (self.first..history.undoable()).map(|index| history.record(index))
    }
}

/// A solution that is stored already: its counts, and all its bytes.
#[derive(Clone, Copy)]
struct Known<'b> {
    tally: Tally,
    bytes: &'b [u8],
}

impl<'b> Known<'b> {
    fn decode(bytes: &'b [u8]) -> Result<Self, BadRecord> {
        let mut fields = Bytes::new(bytes);
        let pushes = fields.u16()?.into();
        let [m0, m1, m2] = fields.array()?;
        let moves = u32::from_le_bytes([m0, m1, m2, 0]);
        PackedMoves::all(fields.rest(), moves as usize)?;
        let tally = Tally { moves, pushes };
        Ok(Self { tally, bytes })
    }

    fn moves(&self) -> Result<PackedMoves<'b>, BadRecord> {
        PackedMoves::all(&self.bytes[5..], self.tally.moves as usize)
    }
}

/// Reads a result without its solutions.
#[inline(never)]
pub fn read(store: &mut impl Store, slot: u16) -> Result<Option<ResultItem>, LoadError> {
    let mut buffer = [0; RESULT_BYTES];
    match store.read_start(Key::Result { slot }, &mut buffer)? {
        Some(bytes) => Ok(Some(split(bytes)?.0)),
        None => Ok(None),
    }
}

fn split(bytes: &[u8]) -> Result<(ResultItem, &[u8]), BadRecord> {
    let mut fields = Bytes::new(bytes);
    BadRecord::check_version(fields.u8()?, VERSION)?;
    let item = ResultItem {
        id: LevelId::from_bytes(fields.array()?),
        stamp: fields.u16()?,
        best: fields.array()?,
    };
    item.best()?;
    Ok((item, fields.rest()))
}

fn split_fewest_moves(bytes: &[u8]) -> Result<(LevelId, &[u8]), BadRecord> {
    let mut fields = Bytes::new(bytes);
    BadRecord::check_version(fields.u8()?, VERSION)?;
    let id = LevelId::from_bytes(fields.array()?);
    Ok((id, fields.rest()))
}

/// Reads a solution of a level into a buffer; `None` if none is kept.
fn find<'b>(
    store: &mut impl Store,
    (slot, id): (u16, LevelId),
    by: By,
    buffer: &'b mut [u8],
) -> Result<Option<Known<'b>>, LoadError> {
    let key = match by {
        By::Pushes => Key::Result { slot },
        By::Moves => Key::FewestMoves { slot },
    };
    let Some(bytes) = store.read(key, buffer)? else {
        return Ok(None);
    };
    let (owner, rest) = match by {
        By::Pushes => {
            let (item, rest) = split(bytes)?;
            (item.id, rest)
        }
        By::Moves => split_fewest_moves(bytes)?,
    };
    match owner == id && !rest.is_empty() {
        true => Ok(Some(Known::decode(rest)?)),
        false => Ok(None),
    }
}

/// Writes a result, with a new solution if there is one and it is of the same level. Solutions
/// that are stored already stay if they are better.
#[inline(never)]
pub(super) fn write(
    store: &mut impl Store,
    slot: u16,
    result: ResultItem,
    solution: Option<Solution<'_>>,
) -> Result<(), StoreError> {
    let mut buffers = [[0; ITEM_BYTES]; 2];
    let [first, second] = &mut buffers;
    let level = (slot, result.id);
    // When an earlier save has failed, another level may be in play by now.
    let solution = solution.filter(|solution| solution.id == result.id);
    // What cannot be read is replaced.
    let fewest_pushes = find(store, level, By::Pushes, first).unwrap_or(None);
    let fewest_moves = find(store, level, By::Moves, second).unwrap_or(None);
    let mut new = ItemBytes::default();
    if let Some(solution) = solution {
        let tally = solution.history.tally();
        let [m0, m1, m2, _] = tally.moves.to_le_bytes();
        let pushes = u16::try_from(tally.pushes).unwrap_or(u16::MAX);
        new.put(&pushes.to_le_bytes())?;
        new.put(&[m0, m1, m2])?;
        pack(&mut new, solution.records())?;
    }
    let new = match solution {
        Some(_) => Known::decode(new.as_slice()).ok(),
        None => None,
    };
    let all = [fewest_pushes, fewest_moves, new];
    let known = all.iter().flatten();
    let by_pushes = known
        .clone()
        .min_by_key(|known| (known.tally.pushes, known.tally.moves));
    let by_moves = known.min_by_key(|known| (known.tally.moves, known.tally.pushes));

    let mut item = ItemBytes::default();
    item.put(&[VERSION])?;
    item.put(&result.id.to_bytes())?;
    item.put(&result.stamp.to_le_bytes())?;
    item.put(&result.best)?;
    if let Some(known) = by_pushes {
        item.put(known.bytes)?;
    }
    store.write(Key::Result { slot }, item.as_slice())?;
    match by_moves.zip(by_pushes) {
        Some((moves, pushes)) if moves.tally != pushes.tally => {
            let mut item = ItemBytes::default();
            item.put(&[VERSION])?;
            item.put(&result.id.to_bytes())?;
            item.put(moves.bytes)?;
            store.write(Key::FewestMoves { slot }, item.as_slice())
        }
        _ => store.remove(Key::FewestMoves { slot }),
    }
}

/// Puts a solution of a level into a history, as moves that can be redone from the start.
/// Returns its moves and pushes, or `None` if none is kept. Either way, and after an error,
/// the history is at the start.
#[inline(never)]
pub fn restore(
    store: &mut impl Store,
    slot: u16,
    by: By,
    level: &Level,
    history: &mut History,
) -> Result<Option<Tally>, LoadError> {
    history.reset(level);
    let mut buffer = [0; ITEM_BYTES];
    let id = LevelId::of(level);
    // If one solution has both the fewest pushes and the fewest moves, it is stored once.
    let by = match by {
        By::Moves if find(store, (slot, id), by, &mut buffer)?.is_some() => by,
        _ => By::Pushes,
    };
    let Some(known) = find(store, (slot, id), by, &mut buffer)? else {
        return Ok(None);
    };
    let moves = known.moves()?;
    for index in 0..known.tally.moves as usize {
        if !moves.play(index, level, history) {
            history.reset(level);
            return Err(LoadError::Illegal);
        }
    }
    let tally = history.tally();
    while history.undo(level).is_ok() {}
    Ok(Some(tally))
}

/// The level whose solution with the fewest moves is stored in a slot. It is known even if the
/// result itself cannot be read.
#[cfg(feature = "std")]
pub fn fewest_moves_owner(store: &mut impl Store, slot: u16) -> Result<Option<LevelId>, LoadError> {
    let mut buffer = [0; ITEM_BYTES];
    match store.read(Key::FewestMoves { slot }, &mut buffer)? {
        Some(bytes) => Ok(Some(split_fewest_moves(bytes)?.0)),
        None => Ok(None),
    }
}

/// Calls a function with the directions of a stored solution; `None` if none is kept.
#[cfg(feature = "std")]
pub fn solution<T>(
    store: &mut impl Store,
    level: (u16, LevelId),
    by: By,
    use_it: impl FnOnce(Tally, &mut dyn Iterator<Item = Direction>) -> T,
) -> Result<Option<T>, LoadError> {
    let mut buffer = [0; ITEM_BYTES];
    let Some(known) = find(store, level, by, &mut buffer)? else {
        return Ok(None);
    };
    let moves = known.moves()?;
    let mut directions = (0..known.tally.moves as usize).filter_map(|index| moves.direction(index));
    Ok(Some(use_it(known.tally, &mut directions)))
}

#[cfg(test)]
mod tests;
