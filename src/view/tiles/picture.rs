//! Pictures drawn by hand, one character per pixel.

use crate::view::palette::Ink;

/// Rows of a picture from the top, one character per pixel.
pub(super) type Picture = &'static [&'static str];

/// The ink of a pixel; `None` where the picture is transparent, and outside it.
pub(super) fn ink(picture: Picture, x: i32, y: i32) -> Option<Ink> {
    let row = picture.get(usize::try_from(y).ok()?)?;
    match row.as_bytes().get(usize::try_from(x).ok()?)? {
        b'o' => Some(Ink::Edge),
        b'w' => Some(Ink::White),
        b's' => Some(Ink::Skin),
        b'S' => Some(Ink::SkinDark),
        b'c' => Some(Ink::Cap),
        b'C' => Some(Ink::CapDark),
        b'r' => Some(Ink::Warn),
        b'x' => Some(Ink::WarnText),
        b'h' => Some(Ink::WoodDark),
        b'b' => Some(Ink::Coat),
        b'B' => Some(Ink::CoatDark),
        _ => None,
    }
}
