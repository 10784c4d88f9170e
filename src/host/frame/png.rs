//! Pictures as PNG files.

use std::io::{self, BufRead, Seek, Write};

use embedded_graphics::pixelcolor::{Rgb565, Rgb888};
use embedded_graphics::prelude::*;
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

use super::Frame;

/// The longest side of a picture; a larger one is refused before memory is allocated.
const MAX_SIDE: u32 = 8192;

impl Frame {
    /// Writes the picture, each pixel as `scale` by `scale` pixels.
    pub fn write_png(&self, out: impl Write, scale: u32) -> io::Result<()> {
        let scale = scale.max(1);
        let side = |length: u32| {
            length
                .checked_mul(scale)
                .filter(|&side| side <= MAX_SIDE)
                .ok_or_else(|| bad("the picture is too large"))
        };
        let mut encoder = Encoder::new(out, side(self.size.width)?, side(self.size.height)?);
        encoder.set_color(ColorType::Rgb);
        encoder.set_depth(BitDepth::Eight);
        let mut bytes = Vec::new();
        for row in self.rows() {
            let start = bytes.len();
            for &pixel in row {
                let wide = Rgb888::from(pixel);
                for _ in 0..scale {
                    bytes.extend([wide.r(), wide.g(), wide.b()]);
                }
            }
            let end = bytes.len();
            for _ in 1..scale {
                bytes.extend_from_within(start..end);
            }
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        writer.finish().map_err(io::Error::from)
    }

    /// Reads a picture without scaling. Colours are rounded to those of a display; those
    /// written by [`Frame::write_png`] are read back unchanged.
    pub fn read_png(file: impl BufRead + Seek) -> io::Result<Self> {
        let mut decoder = Decoder::new(file);
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(io::Error::other)?;
        let (width, height) = (reader.info().width, reader.info().height);
        if width.max(height) > MAX_SIDE {
            return Err(bad("the picture is too large"));
        }
        let size = reader.output_buffer_size();
        let mut bytes = vec![0; size.ok_or_else(|| bad("the picture is too large"))?];
        let info = reader.next_frame(&mut bytes).map_err(io::Error::other)?;
        let pixels = bytes[..info.buffer_size()]
            .chunks_exact(info.color_type.samples())
            .map(|samples| match *samples {
                [grey] | [grey, _] => Rgb888::new(grey, grey, grey),
                [red, green, blue, ..] => Rgb888::new(red, green, blue),
                [] => Rgb888::BLACK,
            });
        Ok(Self {
            size: Size::new(width, height),
            pixels: pixels.map(Rgb565::from).collect(),
        })
    }
}

fn bad(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_graphics::pixelcolor::raw::RawU16;
    use std::io::Cursor;

    /// All 65,536 colours.
    fn rainbow() -> Frame {
        let mut frame = Frame::new(Size::new(256, 256));
        let area = frame.bounding_box();
        let colours = (0..=u16::MAX).map(|code| Rgb565::from(RawU16::new(code)));
        frame.fill_contiguous(&area, colours).unwrap();
        frame
    }

    fn file(frame: &Frame, scale: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        frame.write_png(&mut bytes, scale).unwrap();
        bytes
    }

    #[test]
    fn every_colour_is_read_back_unchanged() {
        let frame = rainbow();
        let read = Frame::read_png(Cursor::new(file(&frame, 1))).unwrap();
        assert!(read == frame);
    }

    #[test]
    fn a_scale_makes_squares_of_pixels() {
        let frame = rainbow();
        let read = Frame::read_png(Cursor::new(file(&frame, 3))).unwrap();
        assert_eq!(read.size(), frame.size() * 3);
        for point in read.bounding_box().points() {
            assert_eq!(read.pixel(point), frame.pixel(point / 3));
        }
    }

    #[test]
    fn other_bytes_are_an_error() {
        let whole = file(&Frame::new(Size::new(20, 10)), 1);
        for length in 0..whole.len() - 12 {
            assert!(Frame::read_png(Cursor::new(&whole[..length])).is_err());
        }
        let too_large = Frame::new(Size::new(90, 1)).write_png(Vec::new(), 100);
        assert!(too_large.is_err());
        assert!(Frame::new(Size::zero()).write_png(Vec::new(), 1).is_err());
    }
}
