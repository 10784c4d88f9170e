//! Divides a display into areas.

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

/// The top `height` pixels of an area, and the rest.
pub(super) fn split_top(area: Rectangle, height: u32) -> (Rectangle, Rectangle) {
    let height = height.min(area.size.height);
    let Size { width, height: all } = area.size;
    let below = area.top_left + Point::new(0, height as i32);
    (
        Rectangle::new(area.top_left, Size::new(width, height)),
        Rectangle::new(below, Size::new(width, all - height)),
    )
}

/// The bottom `height` pixels of an area, and the rest.
pub(super) fn split_bottom(area: Rectangle, height: u32) -> (Rectangle, Rectangle) {
    let (rest, bottom) = split_top(area, area.size.height.saturating_sub(height));
    (bottom, rest)
}

/// The leftmost `width` pixels of an area, and the rest.
pub(super) fn split_left(area: Rectangle, width: u32) -> (Rectangle, Rectangle) {
    let width = width.min(area.size.width);
    let Size { width: all, height } = area.size;
    let beside = area.top_left + Point::new(width as i32, 0);
    (
        Rectangle::new(area.top_left, Size::new(width, height)),
        Rectangle::new(beside, Size::new(all - width, height)),
    )
}

/// The rightmost `width` pixels of an area, and the rest.
pub(super) fn split_right(area: Rectangle, width: u32) -> (Rectangle, Rectangle) {
    let (rest, right) = split_left(area, area.size.width.saturating_sub(width));
    (right, rest)
}

/// An area reduced by `pixels` on each side.
pub(super) fn inset(area: Rectangle, pixels: u32) -> Rectangle {
    let Size { width, height } = area.size;
    let size = Size::new(
        width.saturating_sub(2 * pixels),
        height.saturating_sub(2 * pixels),
    );
    Rectangle::new(area.top_left + Point::new_equal(pixels as i32), size)
}

/// The `y` at which something of this height is vertically centred in an area.
pub(super) fn middle(area: Rectangle, height: u32) -> i32 {
    area.top_left.y + (area.size.height as i32 - height as i32) / 2
}

/// The rectangle of this size centred in an area.
pub(super) fn centred(area: Rectangle, size: Size) -> Rectangle {
    let spare = |all: u32, this: u32| (all as i32 - this as i32) / 2;
    let offset = Point::new(
        spare(area.size.width, size.width),
        spare(area.size.height, size.height),
    );
    Rectangle::new(area.top_left + offset, size)
}
