//! The flash chip, through the ROM's functions.
//!
//! During a write, flash can be read neither for data nor for code, so the code that runs is
//! in RAM and interrupts are off. Afterwards a copy in RAM of the second-stage boot loader
//! makes flash readable again at full speed. The watchdog is fed before every operation, of
//! which the chip's slowest, erasing a sector, takes 400 ms at worst.

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use rp2040_hal::rom_data;

use super::watchdog;
use crate::format::regions::{FLASH, SAVES, SAVES_BYTES};

const PAGE: usize = 256;
const SECTOR: usize = 4096;
const BOOT2_WORDS: usize = 64;

/// The part of flash that holds saves.
pub(super) struct SaveFlash {
    boot2: [u32; BOOT2_WORDS],
}

impl SaveFlash {
    /// Copies the boot loader to RAM. To be called once, for one owner.
    #[expect(unsafe_code, reason = "flash begins with the boot loader")]
    pub(super) fn new() -> Self {
        let boot2 = core::array::from_fn(|index| unsafe {
            (FLASH as *const u32).add(index).read_volatile()
        });
        Self { boot2 }
    }

    #[expect(unsafe_code, reason = "see the module")]
    fn change(&self, offset: u32, change: Change<'_>) {
        let functions = Functions {
            connect: rom_data::connect_internal_flash::ptr(),
            leave_xip: rom_data::flash_exit_xip::ptr(),
            erase: rom_data::flash_range_erase::ptr(),
            program: rom_data::flash_range_program::ptr(),
            flush: rom_data::flash_flush_cache::ptr(),
            // Thumb code has the lowest bit of its address set.
            enter_xip: unsafe {
                core::mem::transmute::<usize, unsafe extern "C" fn()>(
                    self.boot2.as_ptr() as usize | 1,
                )
            },
        };
        watchdog::feed();
        critical_section::with(|_| unsafe { carry_out(&functions, SAVES + offset, change) });
    }
}

impl Default for SaveFlash {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Clone, Copy)]
enum Change<'d> {
    EraseSector,
    Program(&'d [u8; PAGE]),
}

/// The ROM's functions, looked up while code in flash can still run.
struct Functions {
    connect: unsafe extern "C" fn(),
    leave_xip: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush: unsafe extern "C" fn(),
    enter_xip: unsafe extern "C" fn(),
}

#[inline(never)]
#[unsafe(link_section = ".data.ram_func")]
#[expect(unsafe_code, reason = "runs from RAM and calls nothing in flash")]
unsafe fn carry_out(functions: &Functions, offset: u32, change: Change<'_>) {
    const BLOCK: u32 = 1 << 16;
    const BLOCK_ERASE: u8 = 0xd8;
    unsafe {
        (functions.connect)();
        (functions.leave_xip)();
        match change {
            Change::EraseSector => (functions.erase)(offset, SECTOR, BLOCK, BLOCK_ERASE),
            Change::Program(page) => (functions.program)(offset, page.as_ptr(), PAGE),
        }
        (functions.flush)();
        (functions.enter_xip)();
    }
}

/// A range outside the saves.
#[derive(Clone, Copy, Debug)]
pub(super) struct BadRange;

impl NorFlashError for BadRange {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::OutOfBounds
    }
}

fn check(offset: u32, length: usize) -> Result<(), BadRange> {
    let end = offset as usize + length;
    (end <= SAVES_BYTES).then_some(()).ok_or(BadRange)
}

impl ErrorType for SaveFlash {
    type Error = BadRange;
}

impl ReadNorFlash for SaveFlash {
    const READ_SIZE: usize = 1;

    #[expect(unsafe_code, reason = "the range is that of the saves")]
    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), BadRange> {
        check(offset, bytes.len())?;
        // The cache is flushed after every write.
        let source = (FLASH + SAVES + offset) as *const u8;
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = unsafe { source.add(index).read_volatile() };
        }
        Ok(())
    }

    fn capacity(&self) -> usize {
        SAVES_BYTES
    }
}

impl NorFlash for SaveFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), BadRange> {
        check(from, to.checked_sub(from).ok_or(BadRange)? as usize)?;
        for sector in (from..to).step_by(SECTOR) {
            let start = super::time::micros();
            self.change(sector, Change::EraseSector);
            let took = (super::time::micros() - start) as u32;
            defmt::info!("erased a sector in {=u32} us", took);
        }
        Ok(())
    }

    /// Pages are padded with ones, which leave the chip's bytes unchanged.
    async fn write(&mut self, mut offset: u32, mut bytes: &[u8]) -> Result<(), BadRange> {
        check(offset, bytes.len())?;
        while !bytes.is_empty() {
            let at = offset as usize % PAGE;
            let (now, rest) = bytes.split_at(bytes.len().min(PAGE - at));
            let mut page = [0xff; PAGE];
            page[at..at + now.len()].copy_from_slice(now);
            self.change(offset - at as u32, Change::Program(&page));
            offset += now.len() as u32;
            bytes = rest;
        }
        Ok(())
    }
}
