//! A cache of drawn squares.
//!
//! Drawing a square takes about 150 cycles per pixel on the Pico, copying one a tenth of
//! that, and most squares of a board look like another one.

use core::ops::Range;

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use heapless::Vec;

use super::palette::{Ink, Palette};
use super::tiles::{Ground, Mark, Thing, Tiles};

/// Size of the cache in pixels: 10 of the largest squares, 42 of half their side.
const PIXELS: usize = 6 * 1024;

/// Most colours on all squares of the cache. Tiles have 38 of them; a power of two.
const MAX_COLOURS: usize = 64;

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

    /// A number that only equal looks have, to find them fast; `None` for a look with a keeper,
    /// who always may move.
    fn key(&self) -> Option<Key> {
        let ground = match self.ground {
            Ground::Void => 0,
            Ground::Floor => 1,
            Ground::Goal => 2,
            Ground::Hole(letter) => 0x80 | letter.index() as u32,
            Ground::Wall(joins) => 0x100 | u32::from(joins.bits()),
        };
        let thing = match self.thing {
            None => 0,
            Some(Thing::Box) => 1,
            Some(Thing::Home) => 2,
            Some(Thing::Pair { letter, over_hole }) => {
                0x80 | u32::from(over_hole) << 6 | letter.index() as u32
            }
            Some(Thing::Keeper(_)) => return None,
        };
        let mark = match self.mark {
            None => 0,
            Some(Mark::Stuck) => 1,
            Some(Mark::Push(direction)) => 0x10 | direction as u32,
        };
        Some(Key(ground << 16 | thing << 8 | mark))
    }
}

/// Stands for a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key(u32);

/// The cache, for one size and style of tiles and one palette at a time.
#[derive(Clone, Debug)]
pub(super) struct Stamps {
    style: Option<(Tiles, Palette)>,
    looks: Vec<Key, MAX_LOOKS>,
    /// The pixels of each look, row by row, in the order of `looks`: numbers of colours, which
    /// take half the memory of colours.
    pixels: [u8; PIXELS],
    colours: Colours,
    /// Whether a look found no room since the cache was last cleared.
    refused: bool,
}

/// The colours that occur in the cache.
#[derive(Clone, Debug)]
struct Colours {
    list: [Rgb565; MAX_COLOURS],
    count: u8,
}

/// A look in the cache.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp<'s> {
    pixels: &'s [u8],
    colours: &'s [Rgb565; MAX_COLOURS],
}

impl Colours {
    const NONE: Self = Self {
        list: [Rgb565::BLACK; MAX_COLOURS],
        count: 0,
    };

    /// The number of a colour. `last` is a guess.
    fn number(&mut self, colour: Rgb565, last: u8) -> Option<u8> {
        let known = &self.list[..usize::from(self.count)];
        if known.get(usize::from(last)) == Some(&colour) {
            return Some(last);
        }
        if let Some(number) = known.iter().position(|&other| other == colour) {
            return Some(number as u8);
        }
        let number = self.count;
        *self.list.get_mut(usize::from(number))? = colour;
        self.count += 1;
        Some(number)
    }
}

impl<'s> Stamp<'s> {
    /// The colours of some of its pixels, which are counted row by row.
    pub(super) fn colours(self, pixels: Range<usize>) -> impl Iterator<Item = Rgb565> + 's {
        let colours = self.colours;
        let pixels = self.pixels.get(pixels).unwrap_or_default();
        // The remainder changes no number; it spares a comparison for every pixel.
        pixels
            .iter()
            .map(move |&number| colours[usize::from(number) % MAX_COLOURS])
    }
}

impl Stamps {
    pub(super) const fn new() -> Self {
        Self {
            style: None,
            looks: Vec::new(),
            pixels: [0; PIXELS],
            colours: Colours::NONE,
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
        self.colours.count = 0;
        self.refused = false;
    }

    /// The pixels of a look, drawn if needed; `None` if there is no room for it.
    pub(super) fn get(&mut self, tiles: Tiles, palette: Palette, look: Look) -> Option<Stamp<'_>> {
        if self.style != Some((tiles, palette)) {
            self.style = Some((tiles, palette));
            self.clear();
        }
        let key = look.key()?;
        let known = self.looks.iter().position(|&known| known == key);
        let index = known.unwrap_or(self.looks.len());
        if known.is_none() && self.add(tiles, palette, look, key).is_none() {
            self.refused = true;
            return None;
        }
        Some(Stamp {
            pixels: self.pixels.get(place(tiles, index))?,
            colours: &self.colours.list,
        })
    }

    /// Draws a new look; `None` if there is no room for it.
    #[inline(never)]
    fn add(&mut self, tiles: Tiles, palette: Palette, look: Look, key: Key) -> Option<()> {
        let pixels = self.pixels.get_mut(place(tiles, self.looks.len()))?;
        if self.looks.is_full() {
            return None;
        }
        let side = tiles.side();
        let points = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let mut last = 0;
        for (pixel, (x, y)) in pixels.iter_mut().zip(points) {
            // Neighbours often have the same colour.
            last = self
                .colours
                .number(palette.colour(look.ink(tiles, x, y)), last)?;
            *pixel = last;
        }
        self.looks.push(key).ok()
    }
}

/// Where the pixels of a look are.
fn place(tiles: Tiles, index: usize) -> Range<usize> {
    let pixels = (tiles.side() * tiles.side()) as usize;
    index * pixels..(index + 1) * pixels
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::vec::Vec;

    use super::*;
    use crate::game::progress::{Theme, TileStyle};
    use crate::puzzle::{Direction, Letter};
    use crate::view::tiles::{Joins, SIDES};

    fn walls() -> impl Iterator<Item = Look> {
        (0..=u8::MAX).map(|pattern| Look {
            ground: Ground::Wall(Joins::new(|down, right| {
                let place = (down + 1) * 3 + right + 1;
                // The square itself is not among its neighbours.
                let bit = place - i32::from(place > 4);
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
                let pixels = (side * side) as usize;
                assert_eq!(stamp.colours(0..pixels).count(), pixels);
                for (index, colour) in (0..).zip(stamp.colours(0..pixels)) {
                    let ink = look.ink(tiles, index % side, index / side);
                    assert_eq!(colour, palette.colour(ink));
                }
            }
        }
    }

    #[test]
    fn looks_that_differ_have_different_keys() {
        let grounds = [Ground::Void, Ground::Floor, Ground::Goal].into_iter();
        let grounds = grounds.chain(Letter::all().map(Ground::Hole));
        let grounds = grounds.chain(walls().map(|look| look.ground));
        let pairs = Letter::all().flat_map(|letter| {
            [false, true].map(|over_hole| Some(Thing::Pair { letter, over_hole }))
        });
        let things: Vec<_> = [None, Some(Thing::Box), Some(Thing::Home)]
            .into_iter()
            .chain(pairs)
            .collect();
        let marks = Direction::ALL.map(|direction| Some(Mark::Push(direction)));
        let marks: Vec<_> = [None, Some(Mark::Stuck)].into_iter().chain(marks).collect();
        let mut keys = HashSet::new();
        for ground in grounds {
            for &thing in &things {
                for &mark in &marks {
                    let look = Look {
                        ground,
                        thing,
                        mark,
                    };
                    assert!(keys.insert(look.key().unwrap().0), "{look:?}");
                }
            }
        }
        assert_eq!(keys.len(), (256 + 3 + 26) * 55 * 6);
    }

    #[test]
    fn there_is_a_number_for_every_colour_of_tiles() {
        let tiles = Tiles::new(24, TileStyle::Drawn);
        let grounds = [Ground::Void, Ground::Floor, Ground::Goal];
        let holes = Letter::all().map(Ground::Hole);
        let pairs = Letter::all().flat_map(|letter| {
            [false, true].map(|over_hole| Some(Thing::Pair { letter, over_hole }))
        });
        let things = [None, Some(Thing::Box), Some(Thing::Home)];
        let marks = Direction::ALL.map(|direction| Some(Mark::Push(direction)));
        let mut colours = Colours::NONE;
        let mut note = |ground, thing, mark| {
            let look = Look {
                ground,
                thing,
                mark,
            };
            for (x, y) in (0..24).flat_map(|y| (0..24).map(move |x| (x, y))) {
                let colour = Palette::new(Theme::Dark).colour(look.ink(tiles, x, y));
                assert!(colours.number(colour, 0).is_some());
            }
        };
        walls().for_each(|wall| note(wall.ground, None, None));
        for ground in grounds.into_iter().chain(holes) {
            note(ground, None, None);
        }
        for thing in things.into_iter().chain(pairs) {
            note(Ground::Floor, thing, Some(Mark::Stuck));
            for mark in marks {
                note(Ground::Floor, thing, mark);
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
        assert!(stamps.get(tiles, palette, refused).is_none());
        stamps.begin();
        assert!(stamps.get(tiles, palette, refused).is_some());
    }
}
