//! Squares as they were drawn before.
//!
//! To draw a square takes some 150 cycles a pixel on the Pico, to copy one a tenth of that,
//! and most squares of a board look like another one.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use heapless::Vec;

use super::palette::{Ink, Palette};
use super::tiles::{Ground, Mark, Thing, Tiles};

/// Pixels kept: 10 of the largest squares, 42 of those that are half as wide.
const PIXELS: usize = 6 * 1024;

/// Looks kept.
const MAX_LOOKS: usize = 42;

/// How a square looks on which nothing moves: equal looks are equal pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) ground: Ground,
    pub(super) thing: Option<Thing>,
    pub(super) mark: Option<Mark>,
}

impl Look {
    /// The ink of a pixel, counted from the square's top left.
    pub(super) fn ink(&self, tiles: Tiles, x: i32, y: i32) -> Ink {
        if let Some(ink) = self.mark.and_then(|mark| tiles.mark(mark, x, y)) {
            return ink;
        }
        self.thing
            .and_then(|thing| tiles.thing(thing, x, y))
            .unwrap_or_else(|| tiles.ground(self.ground, x, y))
    }
}

/// The looks that were drawn last.
#[derive(Clone, Debug)]
pub(super) struct Stamps {
    style: Option<(Tiles, Palette)>,
    looks: Vec<Look, MAX_LOOKS>,
    /// Their pixels in the same order, each look's row by row.
    colours: [Rgb565; PIXELS],
    /// Whether there was no room for a look.
    refused: bool,
}

impl Stamps {
    pub(super) const fn new() -> Self {
        Self {
            style: None,
            looks: Vec::new(),
            colours: [Rgb565::BLACK; PIXELS],
            refused: false,
        }
    }

    /// Begins a picture. Looks that may be out of use make room where others found none;
    /// within one picture they stay, or each would drive out the next.
    pub(super) fn begin(&mut self) {
        if self.refused {
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.looks.clear();
        self.refused = false;
    }

    /// The pixels of a look, row by row; `None` where there is no room for it.
    pub(super) fn get(&mut self, tiles: Tiles, palette: Palette, look: Look) -> Option<&[Rgb565]> {
        if self.style != Some((tiles, palette)) {
            self.style = Some((tiles, palette));
            self.clear();
        }
        let known = self.looks.iter().position(|&known| known == look);
        let index = known.unwrap_or(self.looks.len());
        let side = tiles.side();
        let pixels = (side * side) as usize;
        let place = index * pixels..(index + 1) * pixels;
        let Some(colours) = self.colours.get_mut(place) else {
            self.refused = true;
            return None;
        };
        if known.is_none() {
            if self.looks.push(look).is_err() {
                self.refused = true;
                return None;
            }
            let points = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
            for (colour, (x, y)) in colours.iter_mut().zip(points) {
                *colour = palette.colour(look.ink(tiles, x, y));
            }
        }
        Some(colours)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::progress::{Theme, TileStyle};
    use crate::view::tiles::{Joins, SIDES};

    fn walls() -> impl Iterator<Item = Look> {
        (0..=u8::MAX).map(|pattern| Look {
            ground: Ground::Wall(Joins::new(|down, right| {
                let bit = ((down + 1) * 3 + right + 1) % 8;
                pattern >> bit & 1 == 0
            })),
            thing: None,
            mark: None,
        })
    }

    #[test]
    fn a_stamp_is_what_would_be_drawn() {
        let mut stamps = Stamps::new();
        let palette = Palette::new(Theme::Dark);
        for side in SIDES {
            let tiles = Tiles::new(side, TileStyle::Drawn);
            // Twice: as they are drawn, and as they were.
            for look in walls().take(10).chain(walls().take(10)) {
                let stamp = stamps.get(tiles, palette, look).unwrap();
                assert_eq!(stamp.len(), (side * side) as usize);
                for (index, &colour) in (0..).zip(stamp) {
                    let ink = look.ink(tiles, index % side, index / side);
                    assert_eq!(colour, palette.colour(ink));
                }
            }
        }
    }

    #[test]
    fn what_finds_no_room_finds_it_in_the_next_picture() {
        let mut stamps = Stamps::new();
        let palette = Palette::new(Theme::Dark);
        let tiles = Tiles::new(24, TileStyle::Drawn);
        let refused = walls().find(|&look| stamps.get(tiles, palette, look).is_none());
        let refused = refused.expect("there are more looks than room");
        assert_eq!(stamps.get(tiles, palette, refused), None);
        stamps.begin();
        assert!(stamps.get(tiles, palette, refused).is_some());
    }
}
