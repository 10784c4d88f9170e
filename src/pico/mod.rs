//! The RP2040: what is particular to the chip and its boards.
//!
//! The firmware boots, logs what the core costs in memory, and sleeps. Display, buttons
//! and saving are not here yet.

use defmt_rtt as _;
use panic_probe as _;

use crate::puzzle::{Board, History, Level};

/// Read by the ROM before anything else: sets the flash chip up for fast reads.
#[expect(unsafe_code, reason = "the ROM finds the boot loader by its section")]
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The firmware from reset on.
pub fn run() -> ! {
    defmt::info!(
        "sokopico: level {} bytes, board {} bytes, history {} bytes",
        size_of::<Level>(),
        size_of::<Board>(),
        size_of::<History>(),
    );
    loop {
        cortex_m::asm::wfi();
    }
}
