//! The part of flash that holds the inbox and the library of packs.

use embedded_storage::nor_flash::{ErrorType, MultiwriteNorFlash, NorFlash, ReadNorFlash};

use super::flash::{BadRange, FlashChip, PAGE, read};
use crate::format::regions::{FLASH, INBOX, INBOX_BYTES, LIBRARY_BYTES, SECTOR};

const BYTES: usize = INBOX_BYTES + LIBRARY_BYTES;

/// Inbox and library. Offsets are from the start of the inbox.
pub(super) struct PackFlash(FlashChip);

impl PackFlash {
    pub(super) fn new() -> Self {
        Self(FlashChip::new())
    }
}

/// Bytes of inbox and library. They must not be written as long as the reference is used.
#[expect(unsafe_code, reason = "the range is that of inbox and library")]
pub(super) fn mapped(offset: usize, length: usize) -> &'static [u8] {
    let (offset, length) = match offset.checked_add(length) {
        Some(end) if end <= BYTES => (offset, length),
        _ => (0, 0),
    };
    let start = (FLASH + INBOX) as usize + offset;
    unsafe { core::slice::from_raw_parts(start as *const u8, length) }
}

fn check(offset: u32, length: usize) -> Result<(), BadRange> {
    let end = (offset as usize).checked_add(length);
    end.filter(|&end| end <= BYTES).map(|_| ()).ok_or(BadRange)
}

impl ErrorType for PackFlash {
    type Error = BadRange;
}

impl ReadNorFlash for PackFlash {
    const READ_SIZE: usize = 1;

    #[expect(unsafe_code, reason = "the range is checked")]
    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), BadRange> {
        check(offset, bytes.len())?;
        unsafe { read(FLASH + INBOX + offset, bytes) };
        Ok(())
    }

    fn capacity(&self) -> usize {
        BYTES
    }
}

impl NorFlash for PackFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), BadRange> {
        check(from, to.checked_sub(from).ok_or(BadRange)? as usize)?;
        for sector in (from..to).step_by(SECTOR) {
            self.0.erase(INBOX + sector);
        }
        Ok(())
    }

    /// Pages are padded with ones, which leave the chip's bytes unchanged.
    fn write(&mut self, mut offset: u32, mut bytes: &[u8]) -> Result<(), BadRange> {
        check(offset, bytes.len())?;
        while !bytes.is_empty() {
            let at = offset as usize % PAGE;
            let (now, rest) = bytes.split_at(bytes.len().min(PAGE - at));
            let mut page = [0xff; PAGE];
            page[at..at + now.len()].copy_from_slice(now);
            self.0.program(INBOX + offset - at as u32, &page);
            offset += now.len() as u32;
            bytes = rest;
        }
        Ok(())
    }
}

/// The chip clears further bits of a page that was programmed before.
impl MultiwriteNorFlash for PackFlash {}
