//! Pulse width modulation: the backlight's brightness and the speaker's pitch.

use rp2040_hal::pac;

use super::pins::{self, Function};

/// Frequency of the counters, in Hz.
const CLOCK: u32 = 1_000_000;
const DIVIDER: u8 = 125;

/// Steps of brightness between dark and bright.
const STEPS: u16 = 1_000;

/// A pin that is high for a fraction of the time.
pub(super) struct Pwm {
    pin: u8,
}

impl Pwm {
    /// Starts with the pin low. Two pins whose numbers differ only in the lowest bit, or by
    /// 16, share a counter: use only one of them.
    #[expect(unsafe_code, reason = "any divider but 0 is good")]
    pub(super) fn new(pin: u8) -> Self {
        let pwm = Self { pin };
        pwm.slice().csr().write(|w| w.en().clear_bit());
        pwm.slice()
            .div()
            .write(|w| unsafe { w.int().bits(DIVIDER).frac().bits(0) });
        pwm.set(STEPS - 1, 0);
        pwm.slice().csr().write(|w| w.en().set_bit());
        pins::connect(pin, Function::Pwm);
        pwm
    }

    /// Takes the peripheral out of reset. To be called once.
    pub(super) fn start(_pwm: pac::PWM, resets: &mut pac::RESETS) {
        resets.reset().modify(|_, w| w.pwm().clear_bit());
        while resets.reset_done().read().pwm().bit_is_clear() {}
    }

    /// Sets a brightness from 0 to 100. The duty cycle is its square, because perceived
    /// brightness is not linear.
    pub(super) fn light(&self, percent: u8) {
        let percent = u32::from(percent.min(100));
        self.set(
            STEPS - 1,
            (percent * percent * u32::from(STEPS) / 10_000) as u16,
        );
    }

    /// Plays a tone of `pitch` Hz, or none.
    pub(super) fn tone(&self, pitch: Option<u16>) {
        match pitch {
            Some(pitch) => {
                let period = (CLOCK / u32::from(pitch).max(20)) as u16;
                self.set(period - 1, period / 2);
            }
            None => self.set(STEPS - 1, 0),
        }
    }

    #[expect(unsafe_code, reason = "any values are good")]
    fn set(&self, top: u16, level: u16) {
        self.slice().top().write(|w| unsafe { w.bits(top.into()) });
        let level = u32::from(level) << (16 * (self.pin & 1));
        self.slice().cc().write(|w| unsafe { w.bits(level) });
    }

    #[expect(unsafe_code, reason = "the slice is this pin's alone")]
    fn slice(&self) -> &'static pac::pwm::CH {
        unsafe { (*pac::PWM::ptr()).ch(usize::from(self.pin >> 1 & 7)) }
    }
}
