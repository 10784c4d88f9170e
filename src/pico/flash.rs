//! The flash chip, through the ROM's functions.
//!
//! During a write, flash can be read neither for data nor for code, so the code that runs is
//! in RAM and interrupts are off. Afterwards a copy in RAM of the second-stage boot loader
//! makes flash readable again at full speed. The watchdog is fed before every operation, of
//! which the chip's slowest, erasing a sector, takes 400 ms at worst.

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use rp2040_hal::rom_data;

use super::{time, watchdog};
use crate::format::regions::{FLASH, SAVES, SAVES_BYTES};

pub(super) const PAGE: usize = 256;
pub(super) const SECTOR: usize = 4096;
const BOOT2_WORDS: usize = 64;

/// The flash chip. Offsets are from the start of flash.
pub(super) struct FlashChip {
    boot2: [u32; BOOT2_WORDS],
}

impl FlashChip {
    /// Copies the boot loader to RAM.
    #[expect(unsafe_code, reason = "flash begins with the boot loader")]
    pub(super) fn new() -> Self {
        let boot2 = core::array::from_fn(|index| unsafe {
            (FLASH as *const u32).add(index).read_volatile()
        });
        Self { boot2 }
    }

    /// Erases a sector.
    pub(super) fn erase(&self, offset: u32) {
        self.operate(Operation::EraseSector(offset));
    }

    /// Programs a page, which only clears bits.
    pub(super) fn program(&self, offset: u32, page: &[u8; PAGE]) {
        self.operate(Operation::Program(offset, page));
    }

    /// The chip's identity: manufacturer, type and capacity.
    pub(super) fn id(&self) -> [u8; 3] {
        let mut id = [0; 3];
        self.operate(Operation::Identify(&mut id));
        id
    }

    #[expect(unsafe_code, reason = "see the module")]
    fn operate(&self, operation: Operation<'_>) {
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
        time::without_samples(|| unsafe { carry_out(&functions, operation) });
    }
}

enum Operation<'d> {
    EraseSector(u32),
    Program(u32, &'d [u8; PAGE]),
    Identify(&'d mut [u8; 3]),
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
unsafe fn carry_out(functions: &Functions, operation: Operation<'_>) {
    const BLOCK: u32 = 1 << 16;
    const BLOCK_ERASE: u8 = 0xd8;
    unsafe {
        (functions.connect)();
        (functions.leave_xip)();
        match operation {
            Operation::EraseSector(offset) => {
                (functions.erase)(offset, SECTOR, BLOCK, BLOCK_ERASE);
            }
            Operation::Program(offset, page) => (functions.program)(offset, page.as_ptr(), PAGE),
            Operation::Identify(id) => identify(id),
        }
        (functions.flush)();
        (functions.enter_xip)();
    }
}

/// Sends the JEDEC command for the chip's identity. The ROM has no function for that, but has
/// put the serial interface into the mode that it needs: one bit at a time, eight a frame.
#[inline(always)]
#[expect(unsafe_code, reason = "runs from RAM, and nobody else uses flash")]
unsafe fn identify(id: &mut [u8; 3]) {
    const COMMAND: u32 = 0x9f;
    const DATA: *mut u32 = 0x1800_0060 as *mut u32;
    const STATUS: *const u32 = 0x1800_0028 as *const u32;
    const RECEIVED: u32 = 1 << 3;
    // The level of the select wire: as the interface sets it, or as this register says.
    const SELECT: *mut u32 = 0x4001_800c as *mut u32;
    const AUTOMATIC: u32 = 0;
    const LOW: u32 = 2 << 8;
    const HIGH: u32 = 3 << 8;
    unsafe {
        SELECT.write_volatile(LOW);
        DATA.write_volatile(COMMAND);
        // Every byte that is received needs one that is sent.
        DATA.write_volatile(0);
        DATA.write_volatile(0);
        DATA.write_volatile(0);
        while STATUS.read_volatile() & RECEIVED == 0 {}
        // What came while the command was sent.
        DATA.read_volatile();
        for byte in id {
            while STATUS.read_volatile() & RECEIVED == 0 {}
            *byte = DATA.read_volatile() as u8;
        }
        SELECT.write_volatile(HIGH);
        SELECT.write_volatile(AUTOMATIC);
    }
}

/// Reads flash. Volatile, because the compiler does not see what the ROM writes; the cache is
/// flushed after every write. All of the range must be in flash.
#[expect(unsafe_code, reason = "the caller vouches for the range")]
pub(super) unsafe fn read(source: u32, bytes: &mut [u8]) {
    // A word takes hardly longer than a byte. Nearly all buffers begin at one.
    let is_aligned = source.is_multiple_of(4) && bytes.as_ptr().cast::<u32>().is_aligned();
    let words = if is_aligned { bytes.len() / 4 } else { 0 };
    let from = source as *const u32;
    let to = bytes.as_mut_ptr().cast::<u32>();
    for index in 0..words {
        unsafe { to.add(index).write(from.add(index).read_volatile()) };
    }
    for (index, byte) in bytes.iter_mut().enumerate().skip(4 * words) {
        *byte = unsafe { (source as *const u8).add(index).read_volatile() };
    }
}

/// The part of flash that holds saves.
pub(super) struct SaveFlash(FlashChip);

impl SaveFlash {
    /// To be called once, for one owner.
    pub(super) fn new() -> Self {
        Self(FlashChip::new())
    }
}

impl Default for SaveFlash {
    fn default() -> Self {
        Self::new()
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
    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), BadRange> {
        check(offset, bytes.len())?;
        unsafe { read(FLASH + SAVES + offset, bytes) };
        Ok(())
    }

    fn capacity(&self) -> usize {
        SAVES_BYTES
    }
}

impl NorFlash for SaveFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), BadRange> {
        check(from, to.checked_sub(from).ok_or(BadRange)? as usize)?;
        for sector in (from..to).step_by(SECTOR) {
            let start = time::micros();
            self.0.erase(SAVES + sector);
            let took = (time::micros() - start) as u32;
            defmt::info!("erased a sector in {=u32} us", took);
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
            self.0.program(SAVES + offset - at as u32, &page);
            offset += now.len() as u32;
            bytes = rest;
        }
        Ok(())
    }
}
