//! What a display shows, remembered as marks of its parts.

use core::hash::{Hash, Hasher};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::board::{Scene, Shown};
use super::changes::Changes;
use super::fingerprint::Mark;
use super::palette::Ink;
use super::surface::{Figure, Font, Surface};

/// Parts that are remembered.
const MAX_PARTS: usize = 80;

/// A part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    area: Rectangle,
    mark: Mark,
}

/// Remembers what a display shows, and finds what is different in what it should show.
#[derive(Clone, Debug)]
pub(super) struct Glass {
    /// What the parts of the screen belong to: with another key, everything is new.
    key: Option<u64>,
    bounds: Rectangle,
    parts: Vec<Part, MAX_PARTS>,
    board: Option<Shown>,
    /// Whether the new screen has a board.
    has_board: bool,
    /// How many parts the new screen has so far, and the last of them.
    count: usize,
    last: Option<Part>,
    changes: Changes,
}

impl Glass {
    pub(super) const fn new() -> Self {
        Self {
            key: None,
            bounds: Rectangle::new(Point::zero(), Size::zero()),
            parts: Vec::new(),
            board: None,
            has_board: false,
            count: 0,
            last: None,
            changes: Changes::none(),
        }
    }

    /// Begins a screen of so many pixels.
    pub(super) fn begin(&mut self, key: &impl Hash, size: Size) {
        let mut mark = Mark::EMPTY;
        key.hash(&mut mark);
        let key = Some(mark.finish());
        self.bounds = Rectangle::new(Point::zero(), size);
        self.changes = Changes::none();
        if self.key != key {
            self.key = key;
            self.parts.clear();
            self.board = None;
            self.changes.add(self.bounds);
        }
        self.has_board = false;
        self.count = 0;
        self.last = None;
    }

    /// Ends it: what has to be painted.
    pub(super) fn end(&mut self) -> Changes {
        self.close();
        for part in self.parts.iter().skip(self.count) {
            self.changes.add(part.area);
        }
        self.parts.truncate(self.count);
        if !self.has_board
            && let Some(gone) = self.board.take()
        {
            self.changes.add(gone.pane);
        }
        core::mem::take(&mut self.changes)
    }

    fn close(&mut self) {
        let Some(part) = self.last.take() else {
            return;
        };
        match self.parts.get_mut(self.count) {
            Some(before) if *before == part => {}
            Some(before) => {
                self.changes.add(before.area);
                self.changes.add(part.area);
                *before = part;
            }
            None => {
                self.changes.add(part.area);
                // What is not remembered is painted every time.
                let _ = self.parts.push(part);
            }
        }
        self.count += 1;
    }

    fn mark(&mut self, what: impl Hash) {
        if let Some(part) = &mut self.last {
            what.hash(&mut part.mark);
        }
    }
}

impl Surface for Glass {
    fn part(&mut self, area: Rectangle, paper: Ink) -> bool {
        self.close();
        self.last = Some(Part {
            area: area.intersection(&self.bounds),
            mark: Mark::EMPTY,
        });
        self.mark(paper);
        true
    }

    fn fill(&mut self, area: Rectangle, ink: Ink) {
        self.mark((area, ink));
    }

    fn text(&mut self, text: &str, at: Point, font: Font, ink: Ink) {
        self.mark((text, at, font.character_size, ink));
    }

    fn figure(&mut self, at: Point, figure: &impl Figure) {
        self.mark(at);
        self.mark(figure);
    }

    fn board(&mut self, scene: &Scene<'_>) {
        self.close();
        let shown = Shown::new(scene);
        match &self.board {
            Some(before) => shown.compare(before, scene, &mut self.changes),
            None => self.changes.add(scene.stage.pane()),
        }
        self.board = Some(shown);
        self.has_board = true;
    }
}
