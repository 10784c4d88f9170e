//! The Pico's 2 MB of flash: firmware, a scratch sector, the inbox and the library of packs,
//! then saves. `memory.x` gives the first part to the linker.

/// Bytes reserved for the firmware.
pub const FIRMWARE_BYTES: usize = 1024 * 1024 - SCRATCH_BYTES;

/// Where the scratch sector begins, as an offset from the start of flash. It holds nothing:
/// writing it shows how fast the chip is.
pub const SCRATCH: u32 = FIRMWARE_BYTES as u32;

/// Bytes of the scratch sector.
pub const SCRATCH_BYTES: usize = SECTOR;

/// Where the inbox begins, as an offset: the place that the UF2 file of a pack is copied to.
/// It must not depend on anything that may change, or older files would miss it.
pub const INBOX: u32 = SCRATCH + SCRATCH_BYTES as u32;

/// Bytes of the inbox, and so of the largest pack.
pub const INBOX_BYTES: usize = 256 * 1024;

/// Where the library begins, as an offset: packs that were taken in, side by side.
pub const LIBRARY: u32 = INBOX + INBOX_BYTES as u32;

/// Bytes of the library.
pub const LIBRARY_BYTES: usize = SAVES as usize - LIBRARY as usize;

/// Where saves begin, as an offset. Installing a firmware or a pack leaves them alone.
pub const SAVES: u32 = (FLASH_BYTES - SAVES_BYTES) as u32;

/// Bytes reserved for saves.
pub const SAVES_BYTES: usize = 256 * 1024;

/// Bytes of the whole flash chip.
pub const FLASH_BYTES: usize = 2 * 1024 * 1024;

/// Bytes of a sector: what is erased at once.
pub const SECTOR: usize = 4096;

/// The processor's address of the start of flash.
pub const FLASH: u32 = 0x1000_0000;

// An empty library takes any pack.
const _: () = assert!(INBOX_BYTES <= LIBRARY_BYTES);
