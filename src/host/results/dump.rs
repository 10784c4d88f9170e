//! A copy of the Pico's flash in memory, of which only the saves are kept.

use std::fmt;

use embedded_storage::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};

use crate::format::journal::{MAGIC, SECTOR_BYTES};
use crate::format::regions::{FLASH, SAVES, SAVES_BYTES};
use crate::format::uf2::Image;

/// The saves of a Pico. Opening a store in them may repair this copy, but never the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dump {
    saves: Vec<u8>,
    missing: usize,
}

/// Why a file is not a copy of flash with saves in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadDump {
    /// It looks like UF2, but is damaged or for another chip.
    Uf2,
    /// It ends before the saves.
    Short,
    /// No sector of the saves was ever used.
    NoSaves,
}

impl fmt::Display for BadDump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uf2 => write!(f, "this is not a UF2 file of an RP2040"),
            Self::Short => write!(
                f,
                "this is neither the whole flash nor its saves, the {SAVES_BYTES} bytes from {:#x} on",
                FLASH + SAVES
            ),
            Self::NoSaves => write!(f, "there is no saved progress in it"),
        }
    }
}

impl std::error::Error for BadDump {}

impl Dump {
    /// Flash that was never written.
    pub fn blank() -> Self {
        Self {
            saves: vec![0xff; SAVES_BYTES],
            missing: 0,
        }
    }

    /// Reads a file: the whole flash, its saves alone, or either as UF2. What a shorter file
    /// lacks of the saves is blank.
    pub fn read(file: &[u8]) -> Result<Self, BadDump> {
        let mut dump = Self::blank();
        if file.starts_with(b"UF2\n") {
            let image = Image::from_uf2(file).ok_or(BadDump::Uf2)?;
            let first = FLASH + SAVES;
            for (address, sector) in (first..)
                .step_by(SECTOR_BYTES)
                .zip(dump.saves.chunks_mut(SECTOR_BYTES))
            {
                let bytes = image.bytes_at(address);
                dump.missing += SECTOR_BYTES - overlay(sector, &bytes);
            }
        } else {
            let saves = match file.len() {
                0..=SAVES_BYTES => file,
                _ => file.get(SAVES as usize..).ok_or(BadDump::Short)?,
            };
            dump.missing = SAVES_BYTES - overlay(&mut dump.saves, saves);
        }
        let mut sectors = dump.saves.chunks(SECTOR_BYTES);
        match sectors.any(|sector| sector.starts_with(&MAGIC)) {
            true => Ok(dump),
            false => Err(BadDump::NoSaves),
        }
    }

    /// Bytes of the saves that the file did not have.
    pub fn missing(&self) -> usize {
        self.missing
    }

    /// The bytes of the saves.
    pub fn saves(&self) -> &[u8] {
        &self.saves
    }

    fn part(&mut self, start: u32, length: usize) -> Result<&mut [u8], NorFlashErrorKind> {
        let part = self.saves.get_mut(start as usize..);
        part.and_then(|part| part.get_mut(..length))
            .ok_or(NorFlashErrorKind::OutOfBounds)
    }
}

/// Copies bytes over others, as many as fit, and returns their number.
fn overlay(place: &mut [u8], bytes: &[u8]) -> usize {
    let length = place.len().min(bytes.len());
    place[..length].copy_from_slice(&bytes[..length]);
    length
}

impl ErrorType for Dump {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for Dump {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        bytes.copy_from_slice(self.part(offset, bytes.len())?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.saves.len()
    }
}

impl NorFlash for Dump {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        let length = to.checked_sub(from).ok_or(NorFlashErrorKind::OutOfBounds)?;
        self.part(from, length as usize)?.fill(0xff);
        Ok(())
    }

    /// As in flash, a program can only clear bits.
    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        for (place, byte) in self.part(offset, bytes.len())?.iter_mut().zip(bytes) {
            *place &= byte;
        }
        Ok(())
    }
}
