//! The Pico's 2 MB of flash: firmware, then packs, then saves. `memory.x` gives the first
//! part to the linker.

/// Bytes reserved for the firmware.
pub const FIRMWARE_BYTES: usize = 1024 * 1024;

/// Where packs begin, as an offset from the start of flash.
pub const PACKS: u32 = FIRMWARE_BYTES as u32;

/// Bytes reserved for packs.
pub const PACKS_BYTES: usize = FLASH_BYTES - FIRMWARE_BYTES - SAVES_BYTES;

/// Where saves begin, as an offset. Installing a firmware or a pack leaves them alone.
pub const SAVES: u32 = (FLASH_BYTES - SAVES_BYTES) as u32;

/// Bytes reserved for saves.
pub const SAVES_BYTES: usize = 64 * 1024;

/// Bytes of the whole flash chip.
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// The processor's address of the start of flash.
pub const FLASH: u32 = 0x1000_0000;
