//! The microsecond timer as a clock, and the tick that samples the buttons.

use core::cell::RefCell;

use critical_section::Mutex;
use rp2040_hal::pac::{self, interrupt};

use super::boards::BOARD;
use super::pins;
use crate::game::input::{Buttons, Event, Keypad};

/// Microseconds from one sample of the buttons to the next: a fraction of the debouncing
/// time.
const TICK_MICROS: u32 = 1_000;

static KEYPAD: Mutex<RefCell<Keypad>> = Mutex::new(RefCell::new(Keypad::new()));

fn timer() -> &'static pac::timer::RegisterBlock {
    #[expect(unsafe_code, reason = "the timer is this module's")]
    unsafe {
        &*pac::TIMER::ptr()
    }
}

/// Microseconds since power-on.
pub(super) fn micros() -> u64 {
    let timer = timer();
    let mut high = timer.timerawh().read().bits();
    loop {
        let low = timer.timerawl().read().bits();
        let again = timer.timerawh().read().bits();
        if high == again {
            return u64::from(high) << 32 | u64::from(low);
        }
        high = again;
    }
}

/// Milliseconds since power-on, wrapping around after seven weeks.
pub(super) fn millis() -> u32 {
    (micros() / 1000) as u32
}

/// Starts the clock and the sampling of the buttons.
#[expect(unsafe_code, reason = "the handler is in place")]
pub(super) fn start(_timer: pac::TIMER, resets: &mut pac::RESETS) {
    resets.reset().modify(|_, w| w.timer().clear_bit());
    while resets.reset_done().read().timer().bit_is_clear() {}
    for &(_, pin) in BOARD.buttons {
        pins::input(pin);
    }
    timer().inte().write(|w| w.alarm_0().set_bit());
    set_alarm();
    unsafe { pac::NVIC::unmask(pac::Interrupt::TIMER_IRQ_0) };
}

/// Sleeps for some milliseconds.
pub(super) fn sleep(ms: u32) {
    let end = micros() + u64::from(ms) * 1000;
    while micros() < end {
        cortex_m::asm::wfi();
    }
}

/// Takes the next event of a button.
pub(super) fn next_event() -> Option<Event> {
    critical_section::with(|cs| KEYPAD.borrow_ref_mut(cs).next_event())
}

/// Whether an event of a button waits to be taken.
pub(super) fn has_event() -> bool {
    critical_section::with(|cs| KEYPAD.borrow_ref(cs).has_event())
}

/// The buttons that are down, without their bounce.
pub(super) fn held() -> Buttons {
    critical_section::with(|cs| KEYPAD.borrow_ref(cs).held())
}

/// Milliseconds since a button was last down.
pub(super) fn idle_for() -> u32 {
    critical_section::with(|cs| KEYPAD.borrow_ref(cs).idle_for())
}

/// The buttons that are pressed at this moment, before debouncing.
pub(super) fn buttons() -> Buttons {
    let levels = pins::levels();
    BOARD
        .buttons
        .iter()
        .filter(|&&(_, pin)| levels >> pin & 1 == 0)
        .map(|&(button, _)| button)
        .collect()
}

/// A longer time without samples is a gap, in which a whole tap may go unseen; in a shorter one
/// a contact may only bounce. In milliseconds.
const GAP_MS: u32 = 20;

/// Runs something during which interrupts are off. Buttons that are tapped meanwhile count.
pub(super) fn without_samples(run: impl FnOnce()) {
    critical_section::with(|cs| {
        let start = millis();
        let before = buttons();
        let pins = || BOARD.buttons.iter();
        pins().for_each(|&(_, pin)| pins::forget_fall(pin));
        run();
        let now = millis();
        if now.wrapping_sub(start) >= GAP_MS {
            let fallen = pins().filter(|&&(_, pin)| pins::has_fallen(pin));
            let pressed: Buttons = fallen.map(|&(button, _)| button).collect();
            let mut keypad = KEYPAD.borrow_ref_mut(cs);
            keypad.update_after_gap(now, buttons(), before | pressed);
        }
    });
}

/// Sets the next alarm relative to now, not to the last alarm: after an erase of flash that
/// time would be in the past, and the alarm would come only when the counter wraps around.
#[expect(unsafe_code, reason = "any time will do")]
fn set_alarm() {
    let now = timer().timerawl().read().bits();
    timer()
        .alarm0()
        .write(|w| unsafe { w.bits(now.wrapping_add(TICK_MICROS)) });
}

#[interrupt]
fn TIMER_IRQ_0() {
    timer().intr().write(|w| w.alarm_0().clear_bit_by_one());
    set_alarm();
    let (now, sample) = (millis(), buttons());
    critical_section::with(|cs| KEYPAD.borrow_ref_mut(cs).update(now, sample));
}
