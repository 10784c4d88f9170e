//! Pins by number, because boards are data. In the HAL every pin is a type of its own.

use rp2040_hal::pac;

/// What a pin is connected to inside the chip: values of the field `FUNCSEL`.
#[derive(Clone, Copy)]
pub(super) enum Function {
    /// One of the two SPIs.
    Spi = 1,
    /// Pulse width modulation.
    Pwm = 4,
    /// The processor itself.
    Sio = 5,
}

fn sio() -> &'static pac::sio::RegisterBlock {
    #[expect(unsafe_code, reason = "its set and clear registers can be shared")]
    unsafe {
        &*pac::SIO::ptr()
    }
}

/// Connects a pin.
#[expect(unsafe_code, reason = "only this module configures pins, each once")]
pub(super) fn connect(pin: u8, function: Function) {
    let (io, pads) = unsafe { (&*pac::IO_BANK0::ptr(), &*pac::PADS_BANK0::ptr()) };
    pads.gpio(usize::from(pin))
        .modify(|_, w| w.ie().set_bit().od().clear_bit().pde().clear_bit());
    io.gpio(usize::from(pin))
        .gpio_ctrl()
        .write(|w| unsafe { w.funcsel().bits(function as u8) });
}

/// Makes a pin an output, starting at a level.
#[expect(unsafe_code, reason = "any bits are good for these registers")]
pub(super) fn output(pin: u8, high: bool) {
    set(pin, high);
    sio().gpio_oe_set().write(|w| unsafe { w.bits(1 << pin) });
    connect(pin, Function::Sio);
}

/// Makes a pin an input with a pull-up.
#[expect(unsafe_code, reason = "only this module configures pins, each once")]
pub(super) fn input(pin: u8) {
    connect(pin, Function::Sio);
    let pads = unsafe { &*pac::PADS_BANK0::ptr() };
    pads.gpio(usize::from(pin)).modify(|_, w| w.pue().set_bit());
}

/// Makes a pin an analogue input: neither driven nor pulled, digital input off.
#[expect(unsafe_code, reason = "only this module configures pins, each once")]
pub(super) fn analog(pin: u8) {
    let pads = unsafe { &*pac::PADS_BANK0::ptr() };
    pads.gpio(usize::from(pin)).modify(|_, w| {
        w.ie().clear_bit().od().set_bit();
        w.pde().clear_bit().pue().clear_bit()
    });
}

/// Sets the level of an output.
#[expect(unsafe_code, reason = "any bits are good for these registers")]
pub(super) fn set(pin: u8, high: bool) {
    let bits = 1 << pin;
    if high {
        sio().gpio_out_set().write(|w| unsafe { w.bits(bits) });
    } else {
        sio().gpio_out_clr().write(|w| unsafe { w.bits(bits) });
    }
}

/// The bit of its register that says that a pin's level fell, and that clears this.
fn fell(pin: u8) -> u32 {
    const EDGE_LOW: u32 = 2;
    1 << (u32::from(pin) % 8 * 4 + EDGE_LOW)
}

/// Whether a pin's level fell since [`forget_fall`]. The chip notes it even while the processor
/// is busy and interrupts are off.
#[expect(unsafe_code, reason = "a register that is only read")]
pub(super) fn has_fallen(pin: u8) -> bool {
    let io = unsafe { &*pac::IO_BANK0::ptr() };
    io.intr(usize::from(pin) / 8).read().bits() & fell(pin) != 0
}

/// Forgets that a pin's level fell.
#[expect(unsafe_code, reason = "a one clears its bit, a zero does nothing")]
pub(super) fn forget_fall(pin: u8) {
    let io = unsafe { &*pac::IO_BANK0::ptr() };
    io.intr(usize::from(pin) / 8)
        .write(|w| unsafe { w.bits(fell(pin)) });
}

/// The levels of all pins, one bit each.
pub(super) fn levels() -> u32 {
    sio().gpio_in().read().bits()
}
