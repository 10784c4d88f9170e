//! A cache of drawn squares.
//!
//! Drawing a square takes about 150 cycles per pixel on the Pico, copying one a tenth of
//! that, and most squares of a board look like another one.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use heapless::Vec;

use super::palette::{Ink, Palette};
use super::tiles::{Ground, Mark, Thing, Tiles};

/// Size of the cache in pixels: 10 of the largest squares, 42 of half their side.
const PIXELS: usize = 6 * 1024;

/// Most looks in the cache.
const MAX_LOOKS: usize = 42;

/// What is on a square where nothing moves. Equal looks have equal pixels.
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

/// The cache, for one size and style of tiles and one palette at a time.
#[derive(Clone, Debug)]
pub(super) struct Stamps {
    style: Option<(Tiles, Palette)>,
    looks: Vec<Look, MAX_LOOKS>,
    /// The pixels of each look, row by row, in the order of `looks`.
    colours: [Rgb565; PIXELS],
    /// Whether a look found no room since the cache was last cleared.
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

    /// Begins a picture. Clears the cache if a look found no room in the last picture.
    /// Nothing is evicted within a picture, or looks would keep evicting each other.
    pub(super) fn begin(&mut self) {
        if self.refused {
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.looks.clear();
        self.refused = false;
    }

    /// The pixels of a look, row by row, drawn if needed; `None` if there is no room for it.
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
    fn cached_pixels_equal_drawn_ones() {
        let mut stamps = Stamps::new();
        let palette = Palette::new(Theme::Dark);
        for side in SIDES {
            let tiles = Tiles::new(side, TileStyle::Drawn);
            // Twice: drawn, then from the cache.
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
    fn a_look_without_room_is_cached_in_the_next_picture() {
        let mut stamps = Stamps::new();
        let palette = Palette::new(Theme::Dark);
        let tiles = Tiles::new(24, TileStyle::Drawn);
        let refused = walls().find(|&look| stamps.get(tiles, palette, look).is_none());
        let refused = refused.expect("there are more looks than fit");
        assert_eq!(stamps.get(tiles, palette, refused), None);
        stamps.begin();
        assert!(stamps.get(tiles, palette, refused).is_some());
    }
}
