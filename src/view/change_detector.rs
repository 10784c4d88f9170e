//! Remembers what a display shows, as fingerprints of its parts, to find what changed.

use core::hash::{Hash, Hasher};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::board::{Scene, Shown};
use super::changes::Changes;
use super::fingerprint::Fingerprint;
use super::palette::Ink;
use super::surface::{Figure, Font, Surface};

/// Most parts of a screen that are remembered.
const MAX_PARTS: usize = 80;

/// A part of the screen, in 12 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    top_left: (i16, i16),
    size: (u16, u16),
    fingerprint: Fingerprint,
}

impl Part {
    /// A part of a display, whose sides are below 32,768 pixels.
    fn new(area: Rectangle) -> Self {
        let Rectangle { top_left, size } = area;
        Self {
            top_left: (top_left.x as i16, top_left.y as i16),
            size: (size.width as u16, size.height as u16),
            fingerprint: Fingerprint::EMPTY,
        }
    }

    fn area(&self) -> Rectangle {
        let top_left = Point::new(self.top_left.0.into(), self.top_left.1.into());
        Rectangle::new(top_left, Size::new(self.size.0.into(), self.size.1.into()))
    }
}

/// A [`Surface`] that compares the screen drawn on it with the previous one.
#[derive(Clone, Debug)]
pub(super) struct ChangeDetector {
    /// Identifies the screen; when it changes, everything is painted again.
    key: Option<u64>,
    bounds: Rectangle,
    parts: Vec<Part, MAX_PARTS>,
    board: Option<Shown>,
    /// Whether the new screen has a board.
    has_board: bool,
    /// Number of finished parts of the new screen.
    count: usize,
    /// The part being drawn.
    current: Option<Part>,
    changes: Changes,
}

impl ChangeDetector {
    pub(super) const fn new() -> Self {
        Self {
            key: None,
            bounds: Rectangle::new(Point::zero(), Size::zero()),
            parts: Vec::new(),
            board: None,
            has_board: false,
            count: 0,
            current: None,
            changes: Changes::none(),
        }
    }

    /// Forgets what the display shows.
    pub(super) fn forget(&mut self) {
        self.key = None;
    }

    /// Begins a screen on a display of this size.
    pub(super) fn begin(&mut self, key: &impl Hash, size: Size) {
        let mut fingerprint = Fingerprint::EMPTY;
        key.hash(&mut fingerprint);
        let key = Some(fingerprint.finish());
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
        self.current = None;
    }

    /// Ends the screen and returns what must be painted.
    pub(super) fn end(&mut self) -> Changes {
        self.close();
        for part in self.parts.iter().skip(self.count) {
            self.changes.add(part.area());
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
        let Some(part) = self.current.take() else {
            return;
        };
        match self.parts.get_mut(self.count) {
            Some(before) if *before == part => {}
            Some(before) => {
                self.changes.add(before.area());
                self.changes.add(part.area());
                *before = part;
            }
            None => {
                self.changes.add(part.area());
                // A part that does not fit is painted every time.
                let _ = self.parts.push(part);
            }
        }
        self.count += 1;
    }

    fn record(&mut self, what: impl Hash) {
        if let Some(part) = &mut self.current {
            what.hash(&mut part.fingerprint);
        }
    }
}

impl Surface for ChangeDetector {
    fn part(&mut self, area: Rectangle, paper: Ink) -> bool {
        self.close();
        self.current = Some(Part::new(area.intersection(&self.bounds)));
        self.record(paper);
        true
    }

    fn fill(&mut self, area: Rectangle, ink: Ink) {
        self.record((area, ink));
    }

    fn text(&mut self, text: &str, at: Point, font: Font, ink: Ink) {
        self.record((text, at, font.character_size, ink));
    }

    fn figure(&mut self, at: Point, figure: &impl Figure) {
        self.record(at);
        self.record(figure);
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
