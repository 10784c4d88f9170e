//! Boxes: wooden, on a goal, and lettered.

use super::{Tiles, glyph};
use crate::puzzle::Letter;
use crate::view::palette::{Ink, PairColour};

/// A crate: a frame of planks around boards with a brace across them.
pub(super) fn wooden(tiles: Tiles, x: i32, y: i32) -> Option<Ink> {
    let margin = tiles.pick([1, 1, 0, 0, 0, 0]);
    let (across, down) = tiles.depth(x, y);
    let depth = across.min(down) - margin;
    if tiles.side < 8 {
        let last = tiles.side - 1;
        return Some(match (x, y) {
            _ if x == last || y == last => Ink::WoodDark,
            (0, _) | (_, 0) if tiles.side == 6 => Ink::WoodLight,
            _ => Ink::Wood,
        });
    }
    if depth < 0 {
        return None;
    }
    if depth == 0 {
        return Some(Ink::Edge);
    }
    if tiles.is_plain() {
        return Some(Ink::Wood);
    }
    let frame = tiles.pick([3, 2, 1, 1, 0, 0]);
    let lit = x + y < tiles.side - 1;
    if depth <= frame {
        // The planks of the frame meet in a mitre.
        return Some(if depth == 1 && lit || frame > 1 && depth < frame && lit {
            Ink::WoodLight
        } else {
            Ink::Wood
        });
    }
    if depth == frame + 1 && tiles.side > 8 {
        return Some(Ink::WoodDark);
    }
    let off_brace = (x + y - (tiles.side - 1)).abs();
    let brace = tiles.pick([2, 1, 1, 0, 0, 0]);
    let board = tiles.pick([4, 3, 2, 2, 2, 2]);
    Some(if off_brace <= brace {
        Ink::WoodLight
    } else if off_brace == brace + 1
        || (x - tiles.side / 2).rem_euclid(board) == 0 && tiles.side > 12
    {
        Ink::WoodDark
    } else {
        Ink::Wood
    })
}

/// A box on a goal: its corners are cut off and it has a tick, so that it can be recognised
/// by its shape as well as by its colour.
pub(super) fn home(tiles: Tiles, x: i32, y: i32) -> Option<Ink> {
    let margin = tiles.pick([1, 1, 0, 0, 0, 0]);
    let (across, down) = tiles.depth(x, y);
    let (across, down) = (across - margin, down - margin);
    let corner = tiles.pick([5, 3, 3, 2, 1, 1]);
    if across < 0 || down < 0 || across + down < corner {
        return None;
    }
    let at_edge = across == 0 || down == 0 || across + down == corner;
    if tiles.side < 8 {
        let lit = tick(tiles, x, y) || tiles.side == 4 && !at_edge;
        return Some(if lit { Ink::HomeLight } else { Ink::Home });
    }
    if at_edge {
        return Some(Ink::Edge);
    }
    let inner_edge = across == 1 || down == 1 || across + down == corner + 1;
    if tick(tiles, x, y) {
        Some(Ink::HomeLight)
    } else if inner_edge && tiles.side > 8 && !tiles.is_plain() {
        Some(if x + y < tiles.side - 1 {
            Ink::HomeLight
        } else {
            Ink::HomeDark
        })
    } else {
        Some(Ink::Home)
    }
}

fn tick(tiles: Tiles, x: i32, y: i32) -> bool {
    let (left, low, right) = tiles.pick([
        (6, 10, 17),
        (4, 6, 11),
        (3, 5, 8),
        (2, 3, 5),
        (1, 2, 4),
        (1, 1, 2),
    ]);
    let bottom = tiles.pick([17, 11, 8, 5, 4, 2]);
    let thick = tiles.pick([3, 2, 2, 1, 1, 1]);
    let at = bottom - (x - low).abs();
    (left..=right).contains(&x) && (at - thick + 1..=at).contains(&y)
}

/// A box in its pair's colour, with its letter and glyph.
pub(super) fn pair(tiles: Tiles, letter: Letter, over_hole: bool, x: i32, y: i32) -> Option<Ink> {
    let colour = PairColour::of(letter);
    let margin = if over_hole {
        tiles.pick([3, 2, 1, 1, 0, 1])
    } else {
        tiles.pick([1, 1, 0, 0, 0, 0])
    };
    let (across, down) = tiles.depth(x, y);
    let depth = across.min(down) - margin;
    // At six pixels, a hole has its rim on these sides only.
    let on_rim = over_hole && tiles.side == 6 && x.max(y) == tiles.side - 1;
    if depth < 0 || on_rim {
        return None;
    }
    match glyph::label(tiles, letter, x, y) {
        Some(_) => return Some(colour.lettering()),
        None if tiles.side == 4 && x.max(y) == 3 => return Some(Ink::PairDark(colour)),
        None if tiles.side == 4 => return Some(Ink::Pair(colour)),
        None => {}
    }
    let shaded = tiles.pick([2, 1, 0, 0, 0, 0]);
    let dark_side = x + y >= tiles.side - 1 && !tiles.is_plain();
    Some(match depth {
        // Eight pixels have no room for an outline, only for a shaded edge.
        0 if tiles.side < 12 && x.max(y) < tiles.side - 1 - margin => Ink::Pair(colour),
        0 if tiles.side < 12 => Ink::PairDark(colour),
        0 => Ink::Edge,
        _ if depth <= shaded && dark_side => Ink::PairDark(colour),
        _ => Ink::Pair(colour),
    })
}
