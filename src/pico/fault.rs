//! Crash reports that survive a restart.
//!
//! A panic logs its message and faults. The fault handler writes a note to memory that a
//! restart does not clear, and restarts. Then the display, the stack and everything else
//! work again, whatever the fault did to them, and the note is shown first. A restart by the
//! watchdog is reported in the same way, so that no crash goes unnoticed, not even a stack
//! overflow, after which no handler can run.

use core::fmt::Write;
use core::mem::MaybeUninit;

use cortex_m_rt::{ExceptionFrame, exception};
use rp2040_hal::pac;

use super::report::panic_message;
use crate::format::crc32;

/// Length of the longest note.
pub(super) const TEXT_BYTES: usize = 240;

/// A message in memory that is not cleared at reset.
#[repr(C)]
struct CrashNote {
    /// The checksum of the text; if it is wrong, there is no note.
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

/// The cause of the last restart if it was a crash. Taking it clears it.
#[expect(
    unsafe_code,
    reason = "all bit patterns are a note, and nobody else looks"
)]
pub(super) fn take(buffer: &mut [u8; TEXT_BYTES]) -> Option<&str> {
    // Volatile, because the compiler sees no write before this read.
    let note = unsafe { (&raw const NOTE).read_volatile().assume_init() };
    let length = note.length as usize;
    let noted = note
        .text
        .get(..length)
        .is_some_and(|text| crc32(SALT, text) == note.crc);
    let cleared = MaybeUninit::new(CrashNote {
        crc: !note.crc,
        ..note
    });
    unsafe { (&raw mut NOTE).write_volatile(cleared) };
    if noted {
        buffer.copy_from_slice(&note.text);
        return core::str::from_utf8(&buffer[..length]).ok();
    }
    let reason = unsafe { (*pac::WATCHDOG::ptr()).reason().read() };
    reason
        .timer()
        .bit_is_set()
        .then_some("The game stopped answering.")
}

/// A buffer for the text of a note. Text that does not fit is cut off.
struct Text {
    bytes: [u8; TEXT_BYTES],
    length: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
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
    let mut text = Text {
        bytes: [0; TEXT_BYTES],
        length: 0,
    };
    let mut buffer = [0; TEXT_BYTES];
    let _ = match log::panic_text(&mut buffer) {
        Some(message) => text.write_str(message),
        None => write!(
            text,
            "fault at {:08x}, called from {:08x}",
            frame.pc(),
            frame.lr()
        ),
    };
    let note = CrashNote {
        crc: crc32(SALT, &text.bytes[..text.length]),
        length: text.length as u32,
        text: text.bytes,
    };
    // Volatile, because the compiler sees no read after this write.
    unsafe { (&raw mut NOTE).write_volatile(MaybeUninit::new(note)) };
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
