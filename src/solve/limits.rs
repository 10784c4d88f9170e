//! The largest level that the solver takes. A larger one can still be played.

use super::answer::GaveUp;
use crate::puzzle::Level;

/// Most floor squares: they are numbered in a byte, of which one value means none.
pub const MAX_SQUARES: usize = u8::MAX as usize;

/// Most boxes on the floor: tables and positions have room for this many.
pub const MAX_BOXES: usize = 40;

/// Whether the solver takes a level. Boxes that the keeper can never reach do not count.
pub fn check_size(level: &Level) -> Result<(), GaveUp> {
    let floor = *level.floor();
    let squares = floor.len();
    let boxes = (*level.start().boxes() & floor).len();
    if squares > MAX_SQUARES || boxes > MAX_BOXES {
        return Err(GaveUp::TooLarge {
            squares: squares as u16,
            boxes: boxes as u16,
        });
    }
    Ok(())
}
