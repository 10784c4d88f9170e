//! What is left of a crash, and the screen that tells it.
//!
//! A panic logs its message and faults. The handler of faults notes what happened in
//! memory that a restart leaves alone, and restarts: then the display, the stack and all
//! else are in order again, whatever the fault did to them, and the note is shown before
//! anything else. A restart by the watchdog is told in the same way. So no crash goes
//! unseen, not even one of the stack, after which no handler can run.

use core::fmt::Write;
use core::mem::MaybeUninit;

use cortex_m_rt::{ExceptionFrame, exception};
use rp2040_hal::pac;

use super::report::panic_message;
use crate::format::crc32;

/// The longest message that is kept.
pub(super) const TEXT_BYTES: usize = 240;

/// A message in memory that is not cleared at reset.
#[repr(C)]
struct Note {
    /// Of the bytes; anything else, and there is no note.
    crc: u32,
    length: u32,
    text: [u8; TEXT_BYTES],
}

#[unsafe(link_section = ".uninit.fault")]
#[expect(unsafe_code, reason = "memory that a restart leaves alone")]
static mut NOTE: MaybeUninit<Note> = MaybeUninit::uninit();

/// A checksum that neither zeros nor what memory holds at power-on have.
const SALT: u32 = 0x534f_4b4f;

/// What happened before the restart, if it was no ordinary one. It is told once.
#[expect(
    unsafe_code,
    reason = "all bit patterns are a note, and nobody else looks"
)]
pub(super) fn take(buffer: &mut [u8; TEXT_BYTES]) -> Option<&str> {
    // Volatile: for the compiler, nobody has written what a restart leaves behind.
    let note = unsafe { (&raw const NOTE).read_volatile().assume_init() };
    let length = note.length as usize;
    let noted = note
        .text
        .get(..length)
        .is_some_and(|text| crc32(SALT, text) == note.crc);
    let told = MaybeUninit::new(Note {
        crc: !note.crc,
        ..note
    });
    unsafe { (&raw mut NOTE).write_volatile(told) };
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

/// The text of a note in the making; what is too long is cut off.
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
    let note = Note {
        crc: crc32(SALT, &text.bytes[..text.length]),
        length: text.length as u32,
        text: text.bytes,
    };
    // Volatile: for the compiler, nobody will read it.
    unsafe { (&raw mut NOTE).write_volatile(MaybeUninit::new(note)) };
    rp2040_hal::reset()
}

/// The ring buffer of the log.
pub(super) mod log {
    use super::panic_message;

    /// The block by which a probe finds the log, as SEGGER defined it.
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

    /// Without a probe that reads the log it would be full after a while, and have no room
    /// for the message of a panic: what is old is given up.
    #[expect(unsafe_code, reason = "only a probe reads, and there is none")]
    pub(in super::super) fn drain() {
        if !defmt_rtt::in_blocking_mode() {
            unsafe {
                let write = (&raw const RTT.write).read_volatile();
                (&raw mut RTT.read).write_volatile(write);
            }
        }
    }

    /// The message of a panic, if that is what was logged last.
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
