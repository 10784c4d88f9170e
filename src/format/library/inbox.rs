//! Taking in what is in the inbox.
//!
//! The boot ROM writes a UF2 file to fixed addresses and cannot know what lies there. So a
//! pack arrives in the inbox, and at the next start it is copied into the library. The inbox
//! is cleared last: until then, whatever a power cut leaves undone is done again at the next
//! start.

use core::ops::Range;

use embedded_storage::nor_flash::MultiwriteNorFlash;

use super::{Library, PAGE, Slot, Slots, offset};
use crate::format::pack_file::{HEADER_BYTES, MAGIC, PackError, PackHeader, PackName};
use crate::format::regions::SECTOR;

/// What became of the pack in the inbox. It stays there unless it was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// There was none.
    Nothing,
    /// It is in the library now.
    Added(PackName),
    /// It cannot be read.
    Unreadable(PackError),
    /// The library has as many packs as it may have.
    TooMany(PackName),
    /// There is no room for it.
    NoRoom {
        /// Its name.
        name: PackName,
        /// Sectors by which it is larger than the largest free room.
        missing: u16,
        /// Without the packs in these sectors, there is room. Fewer packs cannot make room.
        full: Range<u16>,
    },
    /// The flash chip did not keep what was written.
    NotKept(PackName),
}

impl<F: MultiwriteNorFlash> Library<F> {
    /// Copies the pack in the inbox into the library, of which it replaces the one with the
    /// same name. The library will have at most `most` packs. `progress` is told the number of
    /// sectors copied and of those in all.
    ///
    /// If there is no room for old and new at once, the old one is removed first: the new one
    /// is safe in the inbox.
    pub fn take_in(&mut self, most: usize, progress: impl FnMut(u16, u16)) -> Arrival {
        let Some(slot) = self.inbox() else {
            return Arrival::Nothing;
        };
        match self.header(0) {
            Ok(pack) if slot.is_good => {
                let result = self.add(&pack, most, progress);
                result.unwrap_or(Arrival::NotKept(pack.name))
            }
            Ok(_) => Arrival::Unreadable(PackError::Corrupt),
            Err(error) => Arrival::Unreadable(error),
        }
    }

    fn add(
        &mut self,
        pack: &PackHeader,
        most: usize,
        progress: impl FnMut(u16, u16),
    ) -> Result<Arrival, F::Error> {
        let mut slots = self.slots();
        // The same pack is there if a cut came before the inbox was cleared, or if it was
        // copied twice.
        let is_twin = |slot: &Slot| slot.is_good && self.header(slot.first).as_ref() == Ok(pack);
        let twin = slots.iter().find(is_twin);
        let place = match twin {
            Some(twin) => twin.first,
            None => {
                let place = match self.find_place(pack, most, &mut slots)? {
                    Ok(place) => place,
                    Err(refusal) => return Ok(refusal),
                };
                self.copy(pack, place, progress)?;
                if !self.is_copied(pack, place) {
                    return Ok(Arrival::NotKept(pack.name));
                }
                place
            }
        };
        // If a cut came while these bits were programmed, they may be weak: again does no harm.
        self.flash.write(offset(place), &MAGIC)?;
        if self.header(place).as_ref() != Ok(pack) {
            return Ok(Arrival::NotKept(pack.name));
        }
        for slot in slots.iter().filter(|slot| slot.first != place) {
            if self.has_name(slot.first, &pack.name) {
                self.remove(slot.first)?;
            }
        }
        self.remove(0)?;
        Ok(Arrival::Added(pack.name))
    }

    /// A place for a pack, for which packs with the same name are removed if they have to be.
    fn find_place(
        &mut self,
        pack: &PackHeader,
        most: usize,
        slots: &mut Slots,
    ) -> Result<Result<u16, Arrival>, F::Error> {
        let mut others = slots.clone();
        others
            .list
            .retain(|slot| !self.has_name(slot.first, &pack.name));
        if others.iter().filter(|slot| slot.is_good).count() >= most {
            return Ok(Err(Arrival::TooMany(pack.name)));
        }
        let sectors = pack.sectors() as u16;
        if let Some(place) = slots.room(sectors) {
            return Ok(Ok(place));
        }
        let Some(place) = others.room(sectors) else {
            return Ok(Err(Arrival::NoRoom {
                name: pack.name,
                missing: sectors - others.largest_room(),
                full: others.easiest(sectors),
            }));
        };
        for slot in slots.iter() {
            if self.has_name(slot.first, &pack.name) {
                self.remove(slot.first)?;
            }
        }
        *slots = others;
        Ok(Ok(place))
    }

    /// Copies everything but the magic from the inbox.
    fn copy(
        &mut self,
        pack: &PackHeader,
        place: u16,
        mut progress: impl FnMut(u16, u16),
    ) -> Result<(), F::Error> {
        let sectors = pack.sectors() as u16;
        for sector in 0..sectors {
            progress(sector, sectors);
            let target = offset(place + sector);
            // Even if it looks blank: the erase that made it so may have been cut short.
            self.flash.erase(target, target + SECTOR as u32)?;
            for at in (0..SECTOR as u32).step_by(PAGE) {
                let source = offset(sector) + at;
                let left = pack.total().saturating_sub(source as usize);
                let mut page = [0; PAGE];
                let bytes = &mut page[..left.min(PAGE)];
                self.flash.read(source, bytes)?;
                let skipped = if source == 0 { MAGIC.len() } else { 0 };
                let start = target + at + skipped as u32;
                self.flash.write(start, &bytes[skipped..])?;
            }
        }
        Ok(())
    }

    /// Whether everything but the magic is in its place.
    fn is_copied(&mut self, pack: &PackHeader, place: u16) -> bool {
        let mut bytes: [u8; HEADER_BYTES] = self.header_bytes(place);
        bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
        PackHeader::read(&bytes).as_ref() == Ok(pack) && self.is_whole(place, pack)
    }
}
