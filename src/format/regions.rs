//! The Pico's 2 MB of flash: firmware, packs, saves. `memory.x` gives the linker the first.

/// Bytes of the firmware's part.
pub const FIRMWARE_BYTES: usize = 1024 * 1024;

/// Where packs begin, from the start of flash.
pub const PACKS: u32 = FIRMWARE_BYTES as u32;

/// Bytes for packs.
pub const PACKS_BYTES: usize = FLASH_BYTES - FIRMWARE_BYTES - SAVES_BYTES;

/// Where saves begin. A new firmware or pack leaves them alone.
pub const SAVES: u32 = (FLASH_BYTES - SAVES_BYTES) as u32;

/// Bytes for saves.
pub const SAVES_BYTES: usize = 64 * 1024;

/// Bytes of the chip.
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// Where the processor reads flash.
pub const FLASH: u32 = 0x1000_0000;
