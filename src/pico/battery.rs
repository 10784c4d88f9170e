//! The battery's charge, from a pin that carries a third of its voltage.

use rp2040_hal::pac;

use super::pins;

/// The first of the four analogue inputs.
const FIRST_PIN: u8 = 26;

/// Voltages of an empty and of a full battery, in millivolts.
const EMPTY: u32 = 3_200;
const FULL: u32 = 4_100;

/// From one measurement to the next, in milliseconds.
const EVERY_MS: u32 = 5_000;
/// Samples of one measurement: the backlight's pulses and the display make noise.
const SAMPLES: u32 = 16;
/// How many measurements the value that is shown goes back, about.
const MEMORY: u32 = 4;

/// The battery, if the board can measure one.
pub(super) struct Battery {
    channel: Option<u8>,
    /// When it was measured last, and the mean voltage of late, in millivolts.
    measured: Option<(u32, u32)>,
}

impl Battery {
    /// Starts the analogue-to-digital converter.
    pub(super) fn new(_adc: pac::ADC, pin: Option<u8>, resets: &mut pac::RESETS) -> Self {
        let channel = pin.and_then(|pin| pin.checked_sub(FIRST_PIN));
        if let Some(pin) = pin {
            resets.reset().modify(|_, w| w.adc().clear_bit());
            while resets.reset_done().read().adc().bit_is_clear() {}
            adc().cs().write(|w| w.en().set_bit());
            while adc().cs().read().ready().bit_is_clear() {}
            pins::analog(pin);
        }
        Self {
            channel,
            measured: None,
        }
    }

    /// The charge in per cent, if a new measurement is due.
    pub(super) fn measure(&mut self, now: u32) -> Option<u8> {
        let channel = self.channel?;
        let before = match self.measured {
            Some((at, _)) if now.wrapping_sub(at) < EVERY_MS => return None,
            Some((_, millivolts)) => Some(millivolts),
            None => None,
        };
        let sum: u32 = (0..SAMPLES).map(|_| sample(channel)).sum();
        let millivolts = sum * 3 / SAMPLES * 3_300 / 4_096;
        let mean = before.map_or(millivolts, |mean| {
            (mean * (MEMORY - 1) + millivolts) / MEMORY
        });
        self.measured = Some((now, mean));
        Some(charge(mean))
    }

    /// The mean voltage of late, in millivolts.
    pub(super) fn millivolts(&self) -> Option<u32> {
        self.measured.map(|(_, millivolts)| millivolts)
    }
}

fn charge(millivolts: u32) -> u8 {
    let percent = millivolts.saturating_sub(EMPTY) * 100 / (FULL - EMPTY);
    percent.min(100) as u8
}

/// One conversion, which takes two microseconds: 4,096 stands for 3.3 volts.
#[expect(unsafe_code, reason = "the channel is one of four")]
fn sample(channel: u8) -> u32 {
    adc().cs().write(|w| unsafe {
        w.en()
            .set_bit()
            .ainsel()
            .bits(channel)
            .start_once()
            .set_bit()
    });
    while adc().cs().read().ready().bit_is_clear() {}
    adc().result().read().result().bits().into()
}

fn adc() -> &'static pac::adc::RegisterBlock {
    #[expect(unsafe_code, reason = "the converter is this module's")]
    unsafe {
        &*pac::ADC::ptr()
    }
}
