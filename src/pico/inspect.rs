//! What "Check this board" measures: battery, flash chip, clocks and the last crash.

use rp2040_hal::pac;

use super::battery::Battery;
use super::boards::BOARD;
use super::flash::{FlashChip, PAGE, SECTOR};
use super::{fault, time};
use crate::format::regions::{FLASH, SCRATCH};
use crate::game::Midend;
use crate::game::hardware::{ClockReport, FlashReport, Hardware, Measurable, Measurement};

/// The board as the check shows it.
pub(super) static HARDWARE: Hardware = Hardware {
    name: BOARD.name,
    buttons: BOARD.buttons,
    backlight: BOARD.display.backlight,
    speaker: BOARD.speaker,
    battery: BOARD.battery,
    ram_kb: 264,
};

const SYSTEM_KHZ: u32 = 125_000;
/// The crystal, against which clocks are counted.
const REFERENCE_KHZ: u32 = 12_000;

/// Measures something and tells the midend.
#[inline(never)]
pub(super) fn measure(what: Measurable, battery: &Battery, midend: &mut Midend<'_>) {
    match what {
        Measurable::Battery => {
            // It was measured in the first turn. No voltage shows as a fault.
            let millivolts = battery.millivolts().unwrap_or(0);
            let millivolts = u16::try_from(millivolts).unwrap_or(u16::MAX);
            midend.measured(Measurement::Battery(millivolts));
        }
        Measurable::Flash => midend.measured(Measurement::Flash(flash())),
        Measurable::Clock => midend.measured(Measurement::Clock(ClockReport {
            system_khz: count(Source::System),
            expected_khz: SYSTEM_KHZ,
            ring_khz: count(Source::Ring),
        })),
        Measurable::Restart => {
            let mut buffer = [0; fault::TEXT_BYTES];
            midend.measured(Measurement::Restart(fault::last(&mut buffer)));
        }
    }
}

/// Asks the flash chip who it is, and writes to the scratch sector. All of it takes less than
/// half a second even at the chip's slowest.
fn flash() -> FlashReport {
    let chip = FlashChip::new();
    let id = chip.id();
    let erase_us = timed(|| chip.erase(SCRATCH));
    let is_erased = scratch().all(|byte| byte == 0xff);
    let page: [u8; PAGE] = core::array::from_fn(|index| (index as u8).wrapping_mul(0x35) ^ 0x5a);
    let program_us = timed(|| chip.program(SCRATCH, &page));
    let report = FlashReport {
        id,
        erase_us,
        program_us,
        kept: is_erased && scratch().take(PAGE).eq(page),
    };
    let [maker, kind, capacity] = id;
    defmt::info!(
        "flash {=u32:06x}: erased in {=u32} us, programmed in {=u32} us",
        u32::from_be_bytes([0, maker, kind, capacity]),
        erase_us,
        program_us
    );
    report
}

/// The bytes of the scratch sector.
#[expect(unsafe_code, reason = "this part of flash holds nothing else")]
fn scratch() -> impl Iterator<Item = u8> {
    let start = (FLASH + SCRATCH) as *const u8;
    (0..SECTOR).map(move |index| unsafe { start.add(index).read_volatile() })
}

/// How long something takes, in microseconds.
fn timed(work: impl FnOnce()) -> u32 {
    let start = time::micros();
    work();
    (time::micros() - start) as u32
}

/// A clock by its number in the frequency counter's register `FC0_SRC`.
#[derive(Clone, Copy)]
enum Source {
    Ring = 3,
    System = 9,
}

/// The frequency of a clock in kHz; 0 if the counter does not finish.
#[expect(
    unsafe_code,
    reason = "the counter is this module's, and takes any numbers"
)]
fn count(source: Source) -> u32 {
    /// The counter counts for about this many microseconds, as a power of two: it is then exact
    /// to 1 kHz.
    const INTERVAL: u8 = 12;
    const LONGEST_US: u64 = 50_000;
    let clocks = unsafe { &*pac::CLOCKS::ptr() };
    let start = time::micros();
    let in_time = || time::micros() - start < LONGEST_US;
    while clocks.fc0_status().read().running().bit_is_set() && in_time() {}
    unsafe {
        clocks.fc0_ref_khz().write(|w| w.bits(REFERENCE_KHZ));
        clocks.fc0_interval().write(|w| w.bits(INTERVAL.into()));
        clocks.fc0_min_khz().write(|w| w.bits(0));
        clocks.fc0_max_khz().reset();
        // This starts it.
        clocks.fc0_src().write(|w| w.bits(source as u32));
    }
    while clocks.fc0_status().read().done().bit_is_clear() && in_time() {}
    let khz = match clocks.fc0_status().read().done().bit_is_set() {
        true => clocks.fc0_result().read().khz().bits(),
        false => 0,
    };
    clocks.fc0_src().reset();
    defmt::info!("clock {=u8} at {=u32} kHz", source as u8, khz);
    khz
}
