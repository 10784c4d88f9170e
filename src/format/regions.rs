//! The Pico's 2 MB of flash: firmware, a scratch sector, then packs, then saves. `memory.x`
//! gives the first part to the linker.

/// Bytes reserved for the firmware.
pub const FIRMWARE_BYTES: usize = 1024 * 1024 - SCRATCH_BYTES;

/// Where the scratch sector begins, as an offset from the start of flash. It holds nothing:
/// writing it shows how fast the chip is.
pub const SCRATCH: u32 = FIRMWARE_BYTES as u32;

/// Bytes of the scratch sector.
pub const SCRATCH_BYTES: usize = 4096;

/// Where packs begin, as an offset.
pub const PACKS: u32 = SCRATCH + SCRATCH_BYTES as u32;

/// Bytes reserved for packs.
pub const PACKS_BYTES: usize = SAVES as usize - PACKS as usize;

/// Where saves begin, as an offset. Installing a firmware or a pack leaves them alone.
pub const SAVES: u32 = (FLASH_BYTES - SAVES_BYTES) as u32;

/// Bytes reserved for saves.
pub const SAVES_BYTES: usize = 64 * 1024;

/// Bytes of the whole flash chip.
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// The processor's address of the start of flash.
pub const FLASH: u32 = 0x1000_0000;
