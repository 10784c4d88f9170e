//! The message of a panic, read from the log, and the screen that shows it.
//!
//! A panic writes its message to defmt's log, which is encoded in frames that end in a zero
//! and are decoded from the back (reverse zero-compressing COBS).

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_6X10;
use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::text::{Baseline, Text};

use crate::view::text::wrap;

/// The beginning of a panic's message.
const BEGINNING: &[u8] = b"panicked at ";
/// The byte that ends a text in the log.
const END: u8 = 0xff;

/// The message of a panic, if it is the last entry of the log. It is copied to a buffer and
/// cut off where that is full. The log is a ring; `newest` is the index of its last byte.
pub fn panic_message<'b>(log: &[u8], newest: usize, buffer: &'b mut [u8]) -> Option<&'b str> {
    let back = |distance: usize| {
        log.get((newest + log.len() - distance) % log.len())
            .copied()
    };
    if log.is_empty() || back(0)? != 0 {
        return None;
    }
    let frame = (1..log.len()).map_while(back).take_while(|&byte| byte != 0);
    // The frame is decoded from the back, so its length is needed first.
    let length = Backwards::new(frame.clone()).count();
    let mut text = heapless::Vec::<u8, 512>::new();
    for byte in Backwards::new(frame).skip(length.saturating_sub(text.capacity())) {
        text.push(byte).ok()?;
    }
    text.reverse();
    let begin = text
        .windows(BEGINNING.len())
        .position(|at| at == BEGINNING)?;
    let message = &text[begin..];
    let end = message.iter().position(|&byte| byte == END);
    let message = &message[..end.unwrap_or(message.len())];
    let place = buffer.get_mut(..message.len().min(buffer.len()))?;
    place.copy_from_slice(&message[..place.len()]);
    for byte in place.iter_mut().filter(|byte| !byte.is_ascii()) {
        *byte = b'?';
    }
    core::str::from_utf8(place).ok()
}

/// Decodes a frame from its last byte to its first.
struct Backwards<I> {
    frame: I,
    /// Bytes that the current code still covers: literal ones, or ones selected by `zeros`.
    plain: u8,
    coded: u8,
    zeros: u8,
    zero_first: bool,
}

impl<I: Iterator<Item = u8>> Backwards<I> {
    fn new(frame: I) -> Self {
        Self {
            frame,
            plain: 0,
            coded: 0,
            zeros: 0,
            zero_first: false,
        }
    }
}

impl<I: Iterator<Item = u8>> Iterator for Backwards<I> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if core::mem::take(&mut self.zero_first) {
                return Some(0);
            }
            if self.plain > 0 {
                self.plain -= 1;
                return self.frame.next();
            }
            if self.coded > 0 {
                self.coded -= 1;
                return match self.zeros >> self.coded & 1 {
                    0 => self.frame.next(),
                    _ => Some(0),
                };
            }
            match self.frame.next()? {
                0xff => self.plain = 134,
                code @ 0x80.. => {
                    self.zero_first = true;
                    self.plain = (code & 0x7f) + 7;
                }
                zeros => {
                    self.zeros = zeros;
                    self.coded = 7;
                }
            }
        }
    }
}

/// Draws a message over the whole display, in wrapped lines.
pub fn draw<D>(
    title: &str,
    message: &str,
    hint: &str,
    size: Size,
    target: &mut D,
) -> Result<(), D::Error>
where
    D: DrawTarget<Color = Rgb565>,
{
    const MARGIN: i32 = 4;
    let font = FONT_6X10;
    let line = font.character_size.height as i32 + 2;
    let columns = (size.width.saturating_sub(2 * MARGIN as u32) / font.character_size.width).max(1);
    let plain = MonoTextStyle::new(&font, Rgb565::WHITE);
    let strong = MonoTextStyle::new(&font, Rgb565::new(30, 56, 8));
    target.fill_solid(&target.bounding_box(), Rgb565::new(2, 4, 8))?;
    let mut y = MARGIN;
    let mut paragraph = |text: &str, style, y: &mut i32| -> Result<(), D::Error> {
        for row in text.lines().flat_map(|line| wrap(line, columns as usize)) {
            Text::with_baseline(row, Point::new(MARGIN, *y), style, Baseline::Top).draw(target)?;
            *y += line;
        }
        *y += line / 2;
        Ok(())
    };
    paragraph(title, strong, &mut y)?;
    paragraph(message, plain, &mut y)?;
    paragraph(hint, strong, &mut y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The encoder, as defmt describes its format.
    fn frame(bytes: &[u8]) -> Vec<u8> {
        let (mut out, mut run, mut zeros) = (Vec::new(), 0u8, 0u8);
        for &byte in bytes {
            if run < 7 {
                if byte == 0 {
                    zeros |= 1 << run;
                } else {
                    out.push(byte);
                }
                run += 1;
                if run == 7 && zeros != 0 {
                    out.push(zeros);
                    (run, zeros) = (0, 0);
                }
            } else if byte == 0 {
                out.push((run - 7) | 0x80);
                (run, zeros) = (0, 0);
            } else {
                out.push(byte);
                run += 1;
                if run == 134 {
                    out.push(0xff);
                    (run, zeros) = (0, 0);
                }
            }
        }
        match run {
            0 => {}
            1..=6 => out.push((zeros | 0xff << run) & 0x7f),
            _ => out.push((run - 7) | 0x80),
        }
        out.push(0);
        out
    }

    fn log(frames: &[&[u8]], size: usize) -> (Vec<u8>, usize) {
        let mut log = vec![0x55; size];
        let bytes: Vec<u8> = frames.iter().flat_map(|bytes| frame(bytes)).collect();
        for (index, byte) in bytes.iter().enumerate() {
            log[index % size] = *byte;
        }
        (log, (bytes.len() - 1) % size)
    }

    #[test]
    fn the_message_of_a_panic_is_found_wherever_the_ring_ends() {
        let mut panic = vec![7, 0, 0, 0, 1, 2];
        panic.extend(b"panicked at src/x.rs:1:2:\nno box here\xff");
        for padding in 0..150 {
            let other = vec![b'z'; padding];
            let (log, newest) = log(&[b"boot", &other, &panic], 128);
            let mut buffer = [0; 64];
            assert_eq!(
                panic_message(&log, newest, &mut buffer),
                Some("panicked at src/x.rs:1:2:\nno box here"),
                "{padding}"
            );
            assert_eq!(panic_message(&log, newest, &mut [0; 8]), Some("panicked"));
        }
    }

    #[test]
    fn a_log_without_a_panic_has_none() {
        for frames in [
            &[&b"boot"[..]][..],
            &[b"panicked at x\xff", b"again"],
            &[&[0; 300]],
        ] {
            let (log, newest) = log(frames, 512);
            assert_eq!(panic_message(&log, newest, &mut [0; 64]), None);
        }
        assert_eq!(panic_message(&[], 0, &mut [0; 64]), None);
        assert_eq!(panic_message(&[1, 2, 3], 1, &mut [0; 64]), None);
    }

    proptest! {
        #[test]
        fn frames_read_backwards_are_what_was_written(bytes in prop::collection::vec(prop_oneof![Just(0), any::<u8>(), 1u8..], 0..400)) {
            let frame = frame(&bytes);
            let mut back: Vec<u8> = Backwards::new(frame.iter().rev().skip(1).copied()).collect();
            back.reverse();
            // Zeros that pad the last code cannot be distinguished from real ones.
            prop_assert!(back.starts_with(&bytes));
            prop_assert!(back[bytes.len()..].iter().all(|&byte| byte == 0));
        }

        #[test]
        fn any_log_does_no_harm(log in prop::collection::vec(any::<u8>(), 0..300), newest in 0usize..300) {
            panic_message(&log, newest, &mut [0; 40]);
        }
    }
}
