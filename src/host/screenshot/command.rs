//! `sokopico screenshot`: a screen as a PNG file.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use embedded_graphics::prelude::Size;

use super::{ScreenName, picture};
use crate::game::input::Layout;
use crate::view::View;

/// What a picture is of, and where it goes.
#[derive(Args)]
pub(in crate::host) struct ScreenshotOptions {
    /// The screen to draw
    #[arg(long, value_enum)]
    screen: ScreenName,
    /// The display's size, from 80x46 up
    #[arg(long, value_name = "WxH", default_value = "240x240")]
    size: PictureSize,
    /// Draw in the light theme
    #[arg(long)]
    light: bool,
    /// Enlarge each pixel this many times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    scale: u32,
    /// The PNG to write
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
}

#[derive(Clone, Copy, Debug)]
struct PictureSize(Size);

impl FromStr for PictureSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse().ok().filter(|&side: &u32| side <= 4_096);
        let size = text
            .split_once('x')
            .and_then(|(width, height)| Some(Size::new(number(width)?, number(height)?)))
            .ok_or("use WIDTHxHEIGHT, each at most 4096")?;
        if size.width < View::SMALLEST.width || size.height < View::SMALLEST.height {
            return Err("the smallest display is 80x46".into());
        }
        Ok(Self(size))
    }
}

pub(in crate::host) fn run(options: &ScreenshotOptions) -> io::Result<()> {
    let player = options.screen.game(Layout::Eight, options.light);
    let frame = picture(&player, options.size.0);
    let file = BufWriter::new(File::create(&options.output)?);
    frame.write_png(file, options.scale)
}
