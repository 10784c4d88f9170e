//! Crash reports that survive a restart.
//!
//! A panic logs its message and faults. The fault handler writes a note to memory that a
//! restart does not clear, and restarts. Then the display, the stack and everything else
//! work again, whatever the fault did to them, and the note is shown first. A restart by the
//! watchdog is reported in the same way, so that no crash goes unnoticed, not even a stack
//! overflow, after which no handler can run.

use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use cortex_m_rt::{ExceptionFrame, exception};

use super::report::panic_message;
use super::watchdog;
use crate::format::crc32;

/// Length of the longest note.
pub(super) const TEXT_BYTES: usize = 240;

/// A message in memory that is not cleared at reset.
#[repr(C)]
#[derive(Clone, Copy)]
struct CrashNote {
    /// The checksum of the text, inverted once the note was shown; otherwise there is no
    /// note.
    crc: u32,
    length: u32,
    text: [u8; TEXT_BYTES],
}

#[unsafe(link_section = ".uninit.fault")]
#[expect(unsafe_code, reason = "memory that a restart leaves alone")]
static mut NOTE: MaybeUninit<CrashNote> = MaybeUninit::uninit();

/// Where the checksum starts, so that neither zeros nor memory after power-on look like a
/// note.
const SALT: u32 = 0x534f_4b4f;

impl CrashNote {
    /// Formats a message; what does not fit is cut off.
    fn new(message: fmt::Arguments<'_>) -> Self {
        let mut text = Text {
            bytes: [0; TEXT_BYTES],
            length: 0,
        };
        // Writing to this buffer never fails.
        let _ = text.write_fmt(message);
        Self {
            crc: crc32(SALT, &text.bytes[..text.length]),
            length: text.length as u32,
            text: text.bytes,
        }
    }

    // Volatile, because the compiler sees none of what happens before and after a restart.
    #[expect(
        unsafe_code,
        reason = "all bit patterns are a note, and nobody else looks"
    )]
    fn read() -> Self {
        unsafe { (&raw const NOTE).read_volatile().assume_init() }
    }

    #[expect(unsafe_code, reason = "nobody else looks")]
    fn write(self) {
        unsafe { (&raw mut NOTE).write_volatile(MaybeUninit::new(self)) }
    }

    /// The text if the note is valid, and whether it is new.
    fn check(&self) -> Option<(&str, bool)> {
        let text = self.text.get(..self.length as usize)?;
        let crc = crc32(SALT, text);
        let known = crc == self.crc || crc == !self.crc;
        let text = core::str::from_utf8(text).ok()?;
        known.then_some((text, crc == self.crc))
    }
}

/// Whether the last restart was a crash. Call it once, before the watchdog starts; [`last`]
/// has the message.
pub(super) fn has_crashed() -> bool {
    let note = CrashNote::read();
    let is_new = note.check().is_some_and(|(_, is_new)| is_new);
    let hung = watchdog::has_bitten();
    let note = match hung && !is_new {
        true => CrashNote::new(format_args!("The game stopped answering.")),
        false => note,
    };
    if is_new || hung {
        let crc = !note.crc;
        CrashNote { crc, ..note }.write();
    }
    is_new || hung
}

/// The message of the last crash since power-on.
pub(super) fn last(buffer: &mut [u8; TEXT_BYTES]) -> Option<&str> {
    let note = CrashNote::read();
    let length = note.check()?.0.len();
    buffer.copy_from_slice(&note.text);
    core::str::from_utf8(&buffer[..length]).ok()
}

/// A buffer for the text of a note. Text that does not fit is cut off.
struct Text {
    bytes: [u8; TEXT_BYTES],
    length: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes().filter(u8::is_ascii) {
            if let Some(place) = self.bytes.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
        }
        Ok(())
    }
}

#[exception]
#[allow(unsafe_code, reason = "nothing else runs any more")]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    let mut buffer = [0; TEXT_BYTES];
    let note = match log::panic_text(&mut buffer) {
        Some(message) => CrashNote::new(format_args!("{message}")),
        None => CrashNote::new(format_args!(
            "fault at {:08x}, called from {:08x}",
            frame.pc(),
            frame.lr()
        )),
    };
    note.write();
    rp2040_hal::reset()
}

/// The ring buffer of the log.
pub(super) mod log {
    use super::panic_message;

    /// The control block by which a probe finds the log, as defined by SEGGER.
    #[repr(C)]
    struct Rtt {
        id: [u8; 16],
        channels: [u32; 2],
        name: *const u8,
        buffer: *const u8,
        size: u32,
        write: u32,
        read: u32,
        flags: u32,
    }

    #[expect(
        unsafe_code,
        reason = "defmt-rtt defines it, and lays it out like this"
    )]
    unsafe extern "C" {
        #[link_name = "_SEGGER_RTT"]
        static mut RTT: Rtt;
    }

    /// Drops old log entries when no probe reads them. Otherwise the log would fill up and
    /// have no room for a panic's message.
    #[expect(unsafe_code, reason = "only a probe reads, and there is none")]
    pub(in super::super) fn drain() {
        if !defmt_rtt::in_blocking_mode() {
            unsafe {
                let write = (&raw const RTT.write).read_volatile();
                (&raw mut RTT.read).write_volatile(write);
            }
        }
    }

    /// The message of a panic, if it is the last entry of the log.
    #[expect(unsafe_code, reason = "nothing logs any more")]
    pub(super) fn panic_text(buffer: &mut [u8]) -> Option<&str> {
        let (ring, write) = unsafe {
            let size = (&raw const RTT.size).read_volatile() as usize;
            let start = (&raw const RTT.buffer).read_volatile();
            (
                core::slice::from_raw_parts(start, size),
                (&raw const RTT.write).read_volatile() as usize,
            )
        };
        panic_message(ring, write.checked_add(ring.len())? - 1, buffer)
    }
}
