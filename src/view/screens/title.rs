//! Draws the title.

use embedded_graphics::prelude::*;

use super::Show;
use crate::view::layout::{centred, split_top};
use crate::view::palette::Ink;
use crate::view::surface::{Figure, Surface};
use crate::view::widgets::{Logo, Parade, footer};

impl Show<'_, '_> {
    pub(super) fn title(&self, surface: &mut impl Surface) {
        let area = footer(surface, self.area, self.keys_of_menus());
        self.battery(surface);
        let Size { width, height } = area.size;
        let logo = Logo::fitting(width - width / 30);
        let above = if height < 60 { 1 } else { height / 16 };
        let (top, mut area) = split_top(area, logo.size().height + above);
        if surface.part(top, Ink::Paper) {
            let place = centred(top, logo.size()).top_left;
            surface.figure(place + Point::new(0, above as i32 / 2), &logo);
        }
        if height >= 160 {
            let parade = Parade {
                tiles: self.tiles(24),
            };
            let (strip, rest) = split_top(area, parade.size().height + height / 10);
            if surface.part(strip, Ink::Paper) {
                surface.figure(centred(strip, parade.size()).top_left, &parade);
            }
            area = rest;
        }
        let (_, area) = split_top(area, height / 60);
        self.list(surface, area, 6);
    }
}
