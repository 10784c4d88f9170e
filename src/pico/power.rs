//! How fast the chip runs: at 125 MHz from a PLL, or, while nobody looks, at the crystal's
//! 12 MHz with that PLL off.
//!
//! The clocks of the timer, the watchdog and the converter come from elsewhere and stay as
//! they are. Light, sound and SPI slow down, but nobody needs them in the dark.

use rp2040_hal::pac;

fn registers() -> (
    &'static pac::clocks::RegisterBlock,
    &'static pac::pll_sys::RegisterBlock,
) {
    #[expect(
        unsafe_code,
        reason = "the HAL sets them up, and is done with them when this module begins"
    )]
    unsafe {
        (&*pac::CLOCKS::ptr(), &*pac::PLL_SYS::ptr())
    }
}

/// Waits until the system clock runs from a source: a number of the register's field `SRC`.
fn select(clocks: &pac::clocks::RegisterBlock, source: u8) {
    clocks
        .clk_sys_ctrl()
        .modify(|_, w| w.src().bit(source == 1));
    while clocks.clk_sys_selected().read().bits() != 1 << source {}
}

const CRYSTAL: u8 = 0;
const PLL: u8 = 1;

/// Slows down to the crystal.
pub(super) fn slow_down() {
    let (clocks, pll) = registers();
    select(clocks, CRYSTAL);
    pll.pwr()
        .modify(|_, w| w.pd().set_bit().vcopd().set_bit().postdivpd().set_bit());
}

/// Speeds up again.
pub(super) fn speed_up() {
    let (clocks, pll) = registers();
    pll.pwr()
        .modify(|_, w| w.pd().clear_bit().vcopd().clear_bit());
    while pll.cs().read().lock().bit_is_clear() {}
    pll.pwr().modify(|_, w| w.postdivpd().clear_bit());
    select(clocks, PLL);
}
