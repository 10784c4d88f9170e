//! Progress in flash: items written one after the other, in a ring of sectors.
//!
//! The crate sequential-storage keeps items whole through power cuts and wears all sectors
//! evenly. This store adds three things, each to avoid reading all of flash: a list of
//! existing keys, because looking up a missing key reads everything; a copy of all items in
//! memory that is unused at startup, because each look-up reads everything again; and
//! removal by an empty item, because removing every old copy would read everything, too.
//!
//! Wear: an item takes its length and [`OVERHEAD`] bytes. A save of a position is 44 bytes
//! of head and at most 206 of moves, so the 60 KB that are free for writing take about 240
//! saves, for which each of the 16 sectors is erased once. Flash endures 100,000 erases:
//! 24 million saves, one every ten seconds for eight hours a day for 22 years.

use embedded_storage_async::nor_flash::NorFlash;
use sequential_storage::Error;
use sequential_storage::cache::Cache;
use sequential_storage::cache::key_pointers::ArrayKeyPointers;
use sequential_storage::cache::page_pointers::ArrayPagePointers;
use sequential_storage::cache::page_states::ArrayPageStates;
use sequential_storage::map::{MapConfig, MapStorage};

use crate::format::regions::SAVES_BYTES;
use crate::game::progress::{ITEM_BYTES, Key, Store, StoreError};
// What is asynchronous about the crate never waits: flash here answers at once.
use crate::solve::finish;

/// Bytes that an item takes besides its own: checksums, length and key.
pub const OVERHEAD: usize = 10;

const SECTOR: usize = 4096;
const SECTORS: usize = SAVES_BYTES / SECTOR;
/// Room for the keys of a full store: settings, position, an order for new levels, five
/// levels, 24 pages of results, and 44 slots of moves in two copies each are 120.
const KEYS: usize = 136;
/// An item and its key.
const BUFFER: usize = ITEM_BYTES + 8;

type Pages =
    Cache<ArrayPageStates<SECTORS>, ArrayPagePointers<SECTORS>, ArrayKeyPointers<u16, KEYS>, u16>;

/// A store in flash.
pub struct FlashStore<F: NorFlash> {
    map: MapStorage<u16, F, Pages>,
    keys: heapless::Vec<u16, KEYS>,
    /// Number of keys that have been looked up since the start.
    warm: usize,
    buffer: [u8; BUFFER],
}

/// All items as they were at startup, in borrowed memory. Read-only.
pub struct Snapshot<'m> {
    /// Items as key, length and bytes padded to words, oldest first.
    words: &'m [u32],
}

impl<F: NorFlash> FlashStore<F> {
    /// Opens the store in flash, repairs what a power cut interrupted, and copies all items
    /// to memory, of which it needs [`SAVES_BYTES`].
    ///
    /// [`StoreError::Corrupt`] if repair is impossible: then only [`FlashStore::format`]
    /// helps.
    pub fn open(flash: F, memory: &mut [u32]) -> Result<(Self, Snapshot<'_>), (F, StoreError)> {
        let config = const { MapConfig::new(0..SAVES_BYTES as u32) };
        let cache = Cache::new(
            ArrayPageStates::new(),
            ArrayPagePointers::new(),
            ArrayKeyPointers::new(),
        );
        let mut store = Self {
            map: MapStorage::new(flash, config, cache),
            keys: heapless::Vec::new(),
            warm: 0,
            buffer: [0; BUFFER],
        };
        match store.read_all(memory) {
            Ok(used) => Ok((
                store,
                Snapshot {
                    words: &memory[..used],
                },
            )),
            Err(error) => Err((store.map.destroy().0, error)),
        }
    }

    /// Erases everything and opens the empty store.
    pub fn format(
        mut flash: F,
        memory: &mut [u32],
    ) -> Result<(Self, Snapshot<'_>), (F, StoreError)> {
        match finish(flash.erase(0, SAVES_BYTES as u32)) {
            Ok(()) => Self::open(flash, memory),
            Err(_) => Err((flash, StoreError::Failed)),
        }
    }

    /// Whether items of `bytes` bytes, overhead included, can be written without erasing a
    /// sector, which takes long and keeps interrupts off.
    pub fn has_room(&mut self, bytes: usize) -> bool {
        // An item that ends in 0xff looks free there, for at most its own length.
        self.free_bytes() >= bytes + BUFFER
    }

    /// Free bytes in the sector that is being filled; 0 if there is none.
    fn free_bytes(&mut self) -> usize {
        let mut chunk = [0; 64];
        let flash = self.map.flash();
        for start in (0..SAVES_BYTES).step_by(SECTOR) {
            let mut marks = [[0; 1]; 2];
            let [first, last] = &mut marks;
            let end = start + SECTOR - 1;
            if finish(flash.read(start as u32, first)).is_err()
                || finish(flash.read(end as u32, last)).is_err()
            {
                return 0;
            }
            // A used sector is marked at its beginning, a full one also at its end.
            let [first, last] = marks.map(|[mark]: [u8; 1]| mark.count_zeros() >= 4);
            if !first || last {
                continue;
            }
            let mut free = 0;
            for offset in (start..start + SECTOR).step_by(chunk.len()).rev() {
                if finish(flash.read(offset as u32, &mut chunk)).is_err() {
                    return 0;
                }
                let blank = chunk.iter().rev().take_while(|&&byte| byte == 0xff).count();
                free += blank;
                if blank < chunk.len() {
                    break;
                }
            }
            return free;
        }
        0
    }

    /// Looks up one more key, so that the next change of sector does not have to. Returns
    /// whether there are more. To be called while the machine is idle.
    pub fn warm_up(&mut self) -> bool {
        if let Some(key) = self.keys.get(self.warm) {
            // An error will be reported when the item is read.
            let _ = finish(self.map.fetch_item::<&[u8]>(&mut self.buffer, key));
            self.warm += 1;
        }
        self.warm < self.keys.len()
    }

    /// Copies all items to memory, oldest first, and returns the number of words used.
    fn read_all(&mut self, memory: &mut [u32]) -> Result<usize, StoreError> {
        let Self {
            map, keys, buffer, ..
        } = self;
        // Looking up one item repairs an interrupted erase, which iterating over all items
        // does not (sequential-storage 8.0).
        finish(map.fetch_item::<&[u8]>(buffer, &Key::Settings.code())).map_err(store_error)?;
        let mut items = finish(map.fetch_all_items(buffer)).map_err(store_error)?;
        let mut used = 0;
        while let Some((key, item)) = finish(items.next::<&[u8]>(buffer)).map_err(store_error)? {
            let next = used + 1 + item.len().div_ceil(4);
            let place = memory.get_mut(used..next).ok_or(StoreError::Full)?;
            place[0] = u32::from(key) << 16 | item.len() as u32;
            bytemuck::cast_slice_mut(&mut place[1..])[..item.len()].copy_from_slice(item);
            used = next;
            if !keys.contains(&key) {
                keys.push(key).map_err(|_| StoreError::Corrupt)?;
            }
        }
        Ok(used)
    }
}

impl<F: NorFlash> Store for FlashStore<F> {
    fn read<'b>(&mut self, key: Key, place: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        let key = key.code();
        if !self.keys.contains(&key) {
            return Ok(None);
        }
        let item = finish(self.map.fetch_item::<&[u8]>(&mut self.buffer, &key));
        item.map_err(store_error)?
            .map_or(Ok(None), |item| copied(item, place))
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.len() > ITEM_BYTES {
            return Err(StoreError::TooLong);
        }
        let key = key.code();
        if !self.keys.contains(&key) {
            self.keys.push(key).map_err(|_| StoreError::Full)?;
        }
        finish(self.map.store_item(&mut self.buffer, &key, &bytes)).map_err(store_error)
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        if self.read(key, &mut [0; ITEM_BYTES])?.is_none() {
            return Ok(());
        }
        self.write(key, &[])
    }
}

impl Store for Snapshot<'_> {
    fn read<'b>(&mut self, key: Key, place: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        let mut latest: &[u8] = &[];
        let mut rest = self.words;
        while let Some((&head, words)) = rest.split_first() {
            let length = (head & 0xffff) as usize;
            let (item, after) = words.split_at(length.div_ceil(4));
            if head >> 16 == u32::from(key.code()) {
                latest = &bytemuck::cast_slice(item)[..length];
            }
            rest = after;
        }
        copied(latest, place)
    }

    /// Snapshots are read-only.
    fn write(&mut self, _: Key, _: &[u8]) -> Result<(), StoreError> {
        Err(StoreError::Failed)
    }

    fn remove(&mut self, _: Key) -> Result<(), StoreError> {
        Err(StoreError::Failed)
    }
}

/// Copies an item to the caller's buffer. An empty item was removed.
fn copied<'b>(item: &[u8], place: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
    if item.is_empty() {
        return Ok(None);
    }
    let place = place.get_mut(..item.len()).ok_or(StoreError::TooLong)?;
    place.copy_from_slice(item);
    Ok(Some(place))
}

fn store_error<E>(error: Error<E>) -> StoreError {
    match error {
        Error::FullStorage => StoreError::Full,
        Error::ItemTooBig | Error::BufferTooSmall(_) | Error::BufferTooBig => StoreError::TooLong,
        Error::Storage { .. } => StoreError::Failed,
        _ => StoreError::Corrupt,
    }
}

#[cfg(test)]
mod tests;
