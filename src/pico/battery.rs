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

/// The battery, if the board can measure one.
pub(super) struct Battery {
    channel: Option<u8>,
    measured: Option<u32>,
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
    #[expect(unsafe_code, reason = "the channel is one of four")]
    pub(super) fn measure(&mut self, now: u32) -> Option<u8> {
        let channel = self.channel?;
        let waited = |at: u32| now.wrapping_sub(at) >= EVERY_MS;
        if !self.measured.is_none_or(waited) {
            return None;
        }
        self.measured = Some(now);
        // This takes two microseconds.
        adc().cs().write(|w| unsafe {
            w.en()
                .set_bit()
                .ainsel()
                .bits(channel)
                .start_once()
                .set_bit()
        });
        while adc().cs().read().ready().bit_is_clear() {}
        let third = u32::from(adc().result().read().result().bits()) * 3_300 / 4_096;
        let percent = (third * 3).saturating_sub(EMPTY) * 100 / (FULL - EMPTY);
        Some(percent.min(100) as u8)
    }
}

fn adc() -> &'static pac::adc::RegisterBlock {
    #[expect(unsafe_code, reason = "the converter is this module's")]
    unsafe {
        &*pac::ADC::ptr()
    }
}
