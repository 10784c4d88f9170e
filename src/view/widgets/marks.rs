//! Signs for the result of a check, and an arrow.

use embedded_graphics::prelude::*;

use crate::game::screens::Mark;
use crate::view::palette::Ink;
use crate::view::surface::Figure;

/// A tick, a cross, an eye or a dash.
#[derive(Clone, Copy, Hash)]
pub(in crate::view) struct MarkFigure {
    mark: Mark,
    side: u8,
}

impl MarkFigure {
    /// The largest one of at most this height, but at least 5 pixels.
    pub(in crate::view) fn fitting(mark: Mark, height: u32) -> Self {
        let side = match height {
            0..8 => 5,
            8..12 => 7,
            _ => 11,
        };
        Self { mark, side }
    }

    /// Its width and height in pixels.
    pub(in crate::view) fn side(self) -> u32 {
        self.side.into()
    }

    fn rows(self) -> &'static [&'static str] {
        match (self.mark, self.side) {
            (Mark::Good, 5) => &[".....", "....#", "#..#.", ".##..", "....."],
            (Mark::Good, 7) => &[
                ".......", "......#", ".....##", "#...##.", "##.##..", ".###...", "..#....",
            ],
            (Mark::Good, _) => &[
                "...........",
                "..........#",
                ".........##",
                "........###",
                "#......###.",
                "##....###..",
                "###..###...",
                ".######....",
                "..####.....",
                "...##......",
                "...........",
            ],
            (Mark::Bad, 5) => &["#...#", ".#.#.", "..#..", ".#.#.", "#...#"],
            (Mark::Bad, 7) => &[
                "##...##", "###.###", ".#####.", "..###..", ".#####.", "###.###", "##...##",
            ],
            (Mark::Bad, _) => &[
                "...........",
                ".##.....##.",
                ".###...###.",
                "..###.###..",
                "...#####...",
                "....###....",
                "...#####...",
                "..###.###..",
                ".###...###.",
                ".##.....##.",
                "...........",
            ],
            (Mark::Look, 5) => &[".....", ".###.", "#.#.#", ".###.", "....."],
            (Mark::Look, 7) => &[
                ".......", "..###..", ".#...#.", "#..#..#", ".#...#.", "..###..", ".......",
            ],
            (Mark::Look, _) => &[
                "...........",
                "...........",
                "...#####...",
                ".##.....##.",
                "#...###...#",
                "#...###...#",
                "#...###...#",
                ".##.....##.",
                "...#####...",
                "...........",
                "...........",
            ],
            (Mark::Absent, 5) => &[".....", ".....", ".###.", ".....", "....."],
            (Mark::Absent, 7) => &[
                ".......", ".......", ".......", ".#####.", ".......", ".......", ".......",
            ],
            (Mark::Absent, _) => &[
                "...........",
                "...........",
                "...........",
                "...........",
                ".#########.",
                ".#########.",
                "...........",
                "...........",
                "...........",
                "...........",
                "...........",
            ],
        }
    }
}

impl Figure for MarkFigure {
    fn size(&self) -> Size {
        Size::new_equal(self.side())
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let row = self.rows().get(usize::try_from(y).ok()?)?;
        let is_set = row.as_bytes().get(usize::try_from(x).ok()?) == Some(&b'#');
        is_set.then_some(match self.mark {
            Mark::Good => Ink::Gauge,
            Mark::Bad => Ink::Warn,
            Mark::Look => Ink::Accent,
            Mark::Absent => Ink::Dim,
        })
    }
}

/// An arrow that points up.
#[derive(Clone, Copy, Hash)]
pub(in crate::view) struct Arrow {
    height: u32,
}

impl Arrow {
    /// An arrow of this height.
    pub(in crate::view) fn new(height: u32) -> Self {
        Self { height }
    }

    /// The distance of its head's tips from its middle.
    fn reach(&self) -> i32 {
        (self.height / 2) as i32
    }
}

impl Figure for Arrow {
    fn size(&self) -> Size {
        Size::new(2 * self.reach() as u32 + 1, self.height)
    }

    fn ink(&self, x: i32, y: i32) -> Option<Ink> {
        let aside = (x - self.reach()).abs();
        let in_head = y <= self.reach() && aside <= y;
        (in_head || aside <= self.reach() / 3).then_some(Ink::Accent)
    }
}
