//! The library: packs that lie side by side in flash, each from a sector's start.
//!
//! A pack is there if its first bytes are [`MAGIC`]. They are the last that is written of it
//! and the first that is cleared, each by one operation of a few bits in one direction. So a
//! power cut at any moment leaves a pack or free room, never a part of a pack.
//!
//! Packs are found by looking at every sector, so a damaged one hides no other. Whatever else
//! is in these sectors is free room: removed packs, copies that were cut short, and what
//! other programs left.

use core::ops::Range;

use embedded_storage::nor_flash::MultiwriteNorFlash;

use super::crc32;
use super::pack_file::{HEADER_BYTES, MAGIC, PackError, PackHeader, PackName, claimed_length};
use super::regions::{INBOX_BYTES, SECTOR};

mod inbox;
#[cfg(test)]
mod tests;

pub use inbox::Arrival;

/// Bytes that are read or written at a time: a page of flash.
const PAGE: usize = 256;

/// The most packs that are distinguished, damaged ones included. What lies behind them counts
/// as used until some are removed.
const MAX_SLOTS: usize = 48;

/// The inbox, and the library behind it.
///
/// Sectors are counted from the start of the inbox, so the inbox is sector 0.
#[derive(Debug)]
pub struct Library<F> {
    flash: F,
    inbox: u16,
}

/// Sectors that hold a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The first sector.
    pub first: u16,
    /// Number of sectors.
    pub sectors: u16,
    /// Whether the pack is whole and can be read.
    pub is_good: bool,
}

/// The packs of a library in the order of their places, which do not overlap.
#[derive(Clone, Debug)]
pub struct Slots {
    list: heapless::Vec<Slot, MAX_SLOTS>,
    /// The sectors that were looked at.
    all: Range<u16>,
}

impl<F: MultiwriteNorFlash> Library<F> {
    /// The inbox of the size that it has on the Pico, and the library in the rest of `flash`.
    pub fn new(flash: F) -> Self {
        Self::with_inbox(flash, INBOX_BYTES)
    }

    fn with_inbox(flash: F, bytes: usize) -> Self {
        const { assert!(F::WRITE_SIZE == 1 && F::ERASE_SIZE == SECTOR) }
        let inbox = (bytes / SECTOR) as u16;
        Self { flash, inbox }
    }

    /// All packs of the library.
    pub fn slots(&mut self) -> Slots {
        let mut slots = Slots {
            list: heapless::Vec::new(),
            all: self.inbox..(self.flash.capacity() / SECTOR) as u16,
        };
        let mut sector = slots.all.start;
        while sector < slots.all.end {
            let Some(slot) = self.slot_at(sector, slots.all.end) else {
                sector += 1;
                continue;
            };
            // The length that a damaged pack claims ends at the next pack at the latest.
            if let Some(before) = slots.list.last_mut() {
                before.sectors = before.sectors.min(sector - before.first);
            }
            if slots.list.push(slot).is_err() {
                slots.all.end = sector;
                break;
            }
            sector += if slot.is_good { slot.sectors } else { 1 };
        }
        slots
    }

    /// What is in the inbox; `None` if that is no pack.
    pub fn inbox(&mut self) -> Option<Slot> {
        self.slot_at(0, self.inbox)
    }

    /// The header of the pack that begins in a sector. For a good [`Slot`] there is one; a
    /// damaged pack may have lost it.
    pub fn header(&mut self, first: u16) -> Result<PackHeader, PackError> {
        PackHeader::read(&self.header_bytes(first))
    }

    /// Removes the pack that begins in a sector, be it damaged or not. Its levels stay readable
    /// until another pack takes their place.
    pub fn remove(&mut self, first: u16) -> Result<(), F::Error> {
        const REST: usize = HEADER_BYTES - MAGIC.len();
        let at = offset(first);
        self.flash.write(at, &[0; MAGIC.len()])?;
        // Without the rest of its header, an erase that is cut short cannot bring it back.
        self.flash.write(at + MAGIC.len() as u32, &[0; REST])
    }

    fn has_name(&mut self, first: u16, name: &PackName) -> bool {
        self.header(first).is_ok_and(|header| header.name == *name)
    }

    /// The pack that begins in a sector and may reach up to `end`.
    fn slot_at(&mut self, first: u16, end: u16) -> Option<Slot> {
        let room = usize::from(end - first);
        let bytes = self.header_bytes(first);
        let (sectors, is_good) = match PackHeader::read(&bytes) {
            Err(PackError::NotAPack) => return None,
            Ok(header) if header.sectors() <= room => {
                (header.sectors(), self.is_whole(first, &header))
            }
            Err(PackError::Version(_)) => {
                let total = HEADER_BYTES.saturating_add(claimed_length(&bytes) as usize);
                (total.div_ceil(SECTOR).min(room), false)
            }
            Ok(_) | Err(PackError::Corrupt) => (1, false),
        };
        Some(Slot {
            first,
            sectors: sectors as u16,
            is_good,
        })
    }

    /// Flash that cannot be read holds no pack.
    fn header_bytes(&mut self, first: u16) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        match self.flash.read(offset(first), &mut bytes) {
            Ok(()) => bytes,
            Err(_) => [0; HEADER_BYTES],
        }
    }

    /// Whether the text that follows a header has its checksum.
    fn is_whole(&mut self, first: u16, header: &PackHeader) -> bool {
        let start = offset(first) + HEADER_BYTES as u32;
        let mut page = [0; PAGE];
        let mut crc = 0;
        for at in (0..header.length).step_by(PAGE) {
            let bytes = &mut page[..PAGE.min((header.length - at) as usize)];
            if self.flash.read(start + at, bytes).is_err() {
                return false;
            }
            crc = crc32(crc, bytes);
        }
        crc == header.crc
    }
}

impl Slots {
    /// The packs, in the order of their places.
    pub fn iter(&self) -> impl Iterator<Item = Slot> + Clone {
        self.list.iter().copied()
    }

    /// The packs that reach into some sectors.
    pub fn within(&self, sectors: &Range<u16>) -> impl Iterator<Item = Slot> + Clone {
        self.iter()
            .filter(|slot| slot.first < sectors.end && sectors.start < slot.end())
    }

    /// Sectors of the largest pack for which there is room.
    pub fn largest_room(&self) -> u16 {
        let lengths = self.gaps().map(|gap| gap.end - gap.start);
        lengths.max().unwrap_or(0)
    }

    /// The first sector of the first place where this many are free.
    fn room(&self, sectors: u16) -> Option<u16> {
        let fits = |gap: &Range<u16>| gap.end - gap.start >= sectors;
        self.gaps().find(fits).map(|gap| gap.start)
    }

    /// The sectors that are the easiest to free for a pack: of which the fewest packs have to be
    /// removed and, of those, the smallest.
    fn easiest(&self, sectors: u16) -> Range<u16> {
        let starts = [self.all.start];
        let starts = starts.into_iter().chain(self.iter().map(|slot| slot.end()));
        let places = starts.map(|start| start..start.saturating_add(sectors));
        let effort = |place: &Range<u16>| {
            let lengths = self.within(place).map(|slot| slot.sectors);
            lengths.fold((0, 0), |(packs, sum), sectors| (packs + 1, sum + sectors))
        };
        places
            .filter(|place| place.end <= self.all.end)
            .min_by_key(effort)
            .unwrap_or(self.all.clone())
    }

    /// The free stretches between packs, some of which are empty.
    fn gaps(&self) -> impl Iterator<Item = Range<u16>> {
        let ends = [self.all.start].into_iter();
        let ends = ends.chain(self.iter().map(|slot| slot.end()));
        let starts = self.iter().map(|slot| slot.first);
        ends.zip(starts.chain([self.all.end]))
            .map(|(from, to)| from..to)
    }
}

impl Slot {
    /// The sector after the last one.
    fn end(&self) -> u16 {
        self.first + self.sectors
    }
}

/// The offset of a sector, from the start of the inbox.
fn offset(sector: u16) -> u32 {
    u32::from(sector) * SECTOR as u32
}
