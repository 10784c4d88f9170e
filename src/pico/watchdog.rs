//! The watchdog: it restarts a firmware that no longer feeds it.
//!
//! Not only a hang restarts through its timer: the ROM does, too, when a UF2 file has been
//! copied. To tell them apart, a number stands in a scratch register while the firmware runs,
//! which the ROM overwrites before it restarts.

use rp2040_hal::fugit::ExtU32;
use rp2040_hal::{Watchdog, pac};

/// Longer than any turn and any operation of the flash chip takes, and short enough for a
/// player to wait after a hang.
const MILLIS: u32 = 4_000;

/// Erratum RP2040-E1: the counter goes down by two every microsecond.
const COUNT: u32 = MILLIS * 1_000 * 2;

/// In scratch register 4, whose one value that means something to the ROM is `0xb007c0d3`.
const RUNNING: u32 = u32::from_le_bytes(*b"SOKO");

fn registers() -> &'static pac::watchdog::RegisterBlock {
    #[expect(
        unsafe_code,
        reason = "the HAL sets it up, and is done with it when this module begins"
    )]
    unsafe {
        &*pac::WATCHDOG::ptr()
    }
}

/// Whether it restarted a firmware that hung. To be called before [`start`].
pub(super) fn has_bitten() -> bool {
    let by_timer = registers().reason().read().timer().bit_is_set();
    by_timer && registers().scratch4().read().bits() == RUNNING
}

/// Starts it: from now on it has to be fed.
#[expect(unsafe_code, reason = "a scratch register takes any number")]
pub(super) fn start(mut watchdog: Watchdog) {
    registers().scratch4().write(|w| unsafe { w.bits(RUNNING) });
    watchdog.start(MILLIS.millis());
}

/// Starts its time anew.
#[expect(unsafe_code, reason = "the count fits the register")]
pub(super) fn feed() {
    registers().load().write(|w| unsafe { w.bits(COUNT) });
}
