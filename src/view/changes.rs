//! The rectangles of a display that must be painted again.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

/// Most rectangles that are kept separate; beyond that all are merged into one.
pub const MAX_CHANGES: usize = 16;

/// The rectangles of a display that must be painted again. None is empty. They may overlap
/// a little, which only costs time.
#[derive(Clone, Debug, Default)]
pub struct Changes(Vec<Rectangle, MAX_CHANGES>);

impl Changes {
    /// Nothing.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Adds a rectangle and merges it with others if that paints no extra pixels.
    pub(super) fn add(&mut self, mut area: Rectangle) {
        if area.is_zero_sized() {
            return;
        }
        while let Some(place) = self.0.iter().position(|&other| is_free(area, other)) {
            area = around(area, self.0.swap_remove(place));
        }
        if let Err(area) = self.0.push(area) {
            let all = self.0.iter().fold(area, |all, &other| around(all, other));
            self.0.clear();
            // Cannot fail: the list is empty.
            let _ = self.0.push(all);
        }
    }

    /// Number of pixels to paint.
    pub fn pixels(&self) -> u32 {
        self.iter().map(|area| pixels(*area)).sum()
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rectangles.
    pub fn iter(&self) -> core::slice::Iter<'_, Rectangle> {
        self.0.iter()
    }
}

impl<'c> IntoIterator for &'c Changes {
    type Item = &'c Rectangle;
    type IntoIter = core::slice::Iter<'c, Rectangle>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn pixels(area: Rectangle) -> u32 {
    area.size.width * area.size.height
}

/// The smallest rectangle that covers both; neither may be empty.
fn around(a: Rectangle, b: Rectangle) -> Rectangle {
    let end = |area: Rectangle| area.top_left + area.size;
    let corner = a.top_left.component_min(b.top_left);
    let size = end(a).component_max(end(b)) - corner;
    Rectangle::new(corner, Size::new(size.x as u32, size.y as u32))
}

/// Whether painting both as one rectangle takes no more pixels than painting each.
fn is_free(a: Rectangle, b: Rectangle) -> bool {
    pixels(around(a, b)) <= pixels(a) + pixels(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
        Rectangle::new(Point::new(x, y), Size::new(width, height))
    }

    #[test]
    fn neighbours_in_a_row_become_one_rectangle() {
        let mut changes = Changes::none();
        changes.add(area(0, 0, 8, 8));
        changes.add(area(16, 0, 8, 8));
        assert_eq!(changes.iter().len(), 2);
        changes.add(area(8, 0, 8, 8));
        assert_eq!(changes.0, [area(0, 0, 24, 8)]);
        changes.add(area(2, 2, 3, 3));
        changes.add(area(5, 5, 0, 9));
        assert_eq!(changes.pixels(), 192);
    }

    #[test]
    fn too_many_rectangles_become_one_that_covers_them_all() {
        let mut changes = Changes::none();
        for place in 0..MAX_CHANGES as i32 {
            changes.add(area(place * 10, place * 10, 5, 5));
        }
        assert_eq!(changes.iter().len(), MAX_CHANGES);
        changes.add(area(300, 0, 1, 1));
        assert_eq!(changes.0, [area(0, 0, 301, 155)]);
    }
}
