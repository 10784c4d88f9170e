//! How a position of a level looks.

#![cfg_attr(hot, allow(unsafe_code))]

use core::hash::{Hash, Hasher};

use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;

use super::changes::Changes;
use super::fingerprint::Fingerprint;
use super::palette::Ink;
use super::stage::Stage;
use super::stamps::Look;
use super::tiles::{self, Gait, Ground, Joins, Pose, Thing, Tiles};
use crate::game::Motion;
use crate::puzzle::{Board, Cell, CellSet, Direction, Kind, Letter, Level, Step};

/// A position of a level on its stage, with warnings and hints.
#[derive(Clone, Debug)]
pub struct Scene<'s> {
    /// The level.
    pub level: &'s Level,
    /// The position.
    pub board: &'s Board,
    /// Where its squares are.
    pub stage: Stage,
    /// How they are drawn.
    pub tiles: Tiles,
    /// The direction the keeper faces.
    pub facing: Direction,
    /// The step that led to the position, while it is animated.
    pub motion: Option<Moving>,
    /// The boxes to mark as stuck.
    pub stuck: CellSet,
    /// The box to mark with an arrow, and the direction to push it.
    pub arrow: Option<(Cell, Direction)>,
}

/// A step that is being animated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moving {
    step: Step,
    from: Cell,
    eighths: u8,
}

impl Moving {
    /// A step at time `now`; `None` once its animation is over.
    pub fn at(motion: Option<Motion>, now: u32) -> Option<Self> {
        let motion = motion?;
        let eighths = motion.eighths(now).min(8) as u8;
        (eighths < 8).then_some(Self {
            step: motion.step,
            from: motion.from,
            eighths,
        })
    }

    fn keeper(self) -> Cell {
        self.from.step(self.step.direction)
    }

    /// The square that the pushed box moves to.
    fn pushed(self) -> Option<Cell> {
        let beyond = self.keeper().step(self.step.direction);
        self.step.is_push().then_some(beyond)
    }

    /// The squares on which keeper and box appear. At the very start nothing has moved yet.
    fn touches(self) -> impl Iterator<Item = Cell> {
        let ahead = self.pushed().filter(|_| self.eighths > 0);
        [Some(self.from), Some(self.keeper()), ahead]
            .into_iter()
            .flatten()
    }
}

impl<'s> Scene<'s> {
    /// A level's starting position without animation, warnings or hints.
    pub fn still(level: &'s Level, stage: Stage, tiles: Tiles) -> Self {
        Self {
            level,
            board: level.start(),
            stage,
            tiles,
            facing: Direction::Down,
            motion: None,
            stuck: CellSet::EMPTY,
            arrow: None,
        }
    }

    /// The things that may overlap several squares, with their top left pixels; the one in
    /// front comes last.
    fn movers(&self) -> [Option<(Thing, Point)>; 2] {
        let keeper = self.board.keeper();
        let is_even = (keeper.row() + keeper.column()).is_multiple_of(2);
        let pose = Pose {
            facing: self.stage.seen(self.facing),
            gait: match self.motion {
                // The legs alternate from square to square.
                Some(Moving { eighths: 1..6, .. }) if is_even => Gait::Left,
                Some(Moving { eighths: 1..6, .. }) => Gait::Right,
                _ => Gait::Stand,
            },
            pushing: self.motion.is_some_and(|motion| motion.step.is_push()),
        };
        let behind = self.motion.map_or(Point::zero(), |motion| {
            let back = self.stage.seen(motion.step.direction.opposite());
            let pixels = self.tiles.side() * (8 - i32::from(motion.eighths)) / 8;
            unit_vector(back) * pixels
        });
        let pushed = self.motion.and_then(Moving::pushed).and_then(|cell| {
            let thing = self.box_at(cell).or_else(|| self.dropping(cell))?;
            Some((thing, self.stage.corner(cell) + behind))
        });
        let keeper = (Thing::Keeper(pose), self.stage.corner(keeper) + behind);
        [pushed, Some(keeper)]
    }

    /// The visible squares that overlap an area.
    pub(super) fn squares(&self, area: Rectangle) -> impl Iterator<Item = Square> + '_ {
        let movers = self.movers();
        let (columns, rows) = self.stage.in_sight();
        let first_column = columns.start;
        let (start, end) = (area.top_left, area.top_left + area.size);
        let side = self.tiles.side();
        rows.filter_map(move |row| {
            // A strip misses most rows, so test each row once.
            let top = self.stage.corner_at(first_column, row).y;
            let (top, bottom) = (top.max(start.y), (top + side).min(end.y));
            (top < bottom).then_some((row, top, bottom))
        })
        .flat_map(move |row| columns.clone().map(move |column| (column, row)))
        .filter_map(move |(column, (row, top, bottom))| {
            let left = self.stage.corner_at(column, row).x;
            let (left, right) = (left.max(start.x), (left + side).min(end.x));
            let size = Size::new((right - left).max(0) as u32, (bottom - top) as u32);
            let area = Rectangle::new(Point::new(left, top), size);
            (left < right).then(|| self.square(column, row, area, movers))
        })
    }

    #[cfg_attr(hot, unsafe(link_section = ".text.draw"))]
    fn square(
        &self,
        column: i32,
        row: i32,
        area: Rectangle,
        movers: [Option<(Thing, Point)>; 2],
    ) -> Square {
        let corner = self.stage.corner_at(column, row);
        let side = self.tiles.side();
        let across = |(_, at): &(Thing, Point)| {
            (at.x - corner.x).abs() < side && (at.y - corner.y).abs() < side
        };
        let cell = self.stage.cell(column, row);
        let moves = |cell| self.motion.and_then(Moving::pushed) == Some(cell);
        Square {
            tiles: self.tiles,
            corner,
            area,
            look: Look {
                ground: cell.map_or(Ground::Void, |cell| self.ground(cell, column, row)),
                thing: cell
                    .filter(|&cell| !moves(cell))
                    .and_then(|cell| self.box_at(cell)),
                mark: cell.and_then(|cell| self.mark(cell)),
            },
            movers: movers.map(|mover| mover.filter(across)),
        }
    }

    fn ground(&self, cell: Cell, column: i32, row: i32) -> Ground {
        if self.level.walls().contains(cell) {
            return Ground::Wall(Joins::new(|down, right| {
                let neighbour = self.stage.cell(column + right, row + down);
                neighbour.is_some_and(|cell| self.level.walls().contains(cell))
            }));
        }
        if !self.level.floor().contains(cell) {
            return Ground::Void;
        }
        match self.open_hole(cell) {
            Some(letter) => Ground::Hole(letter),
            None if self.level.goals().contains(cell) && self.level.hole_at(cell).is_none() => {
                Ground::Goal
            }
            None => Ground::Floor,
        }
    }

    /// The hole on a square, if it is open or a box is still dropping into it.
    fn open_hole(&self, cell: Cell) -> Option<Letter> {
        let letter = self.level.hole_at(cell)?;
        let open = self.board.box_of(letter).is_some() || self.dropping(cell).is_some();
        open.then_some(letter)
    }

    /// The box that is dropping into the hole on a square.
    fn dropping(&self, cell: Cell) -> Option<Thing> {
        let motion = self.motion?;
        let drops = motion.step.kind == Kind::Drop && motion.pushed() == Some(cell);
        let letter = self.level.hole_at(cell).filter(|_| drops)?;
        Some(Thing::Pair {
            letter,
            over_hole: motion.eighths >= 4,
        })
    }

    fn box_at(&self, cell: Cell) -> Option<Thing> {
        if !self.board.boxes().contains(cell) {
            return None;
        }
        Some(match self.board.letter_at(cell) {
            Some(letter) => Thing::Pair {
                letter,
                over_hole: self.open_hole(cell).is_some(),
            },
            None if self.level.goals().contains(cell) => Thing::Home,
            None => Thing::Box,
        })
    }

    /// The warning or hint on a box that is not moving.
    fn mark(&self, cell: Cell) -> Option<tiles::Mark> {
        if self.motion.and_then(Moving::pushed) == Some(cell) {
            return None;
        }
        match self.arrow {
            Some((at, direction)) if at == cell => {
                Some(tiles::Mark::Push(self.stage.seen(direction)))
            }
            _ if self.stuck.contains(cell) => Some(tiles::Mark::Stuck),
            _ => None,
        }
    }

    /// The fingerprint of everything that does not change in play.
    fn ground_fingerprint(&self) -> Fingerprint {
        let mut fingerprint = Fingerprint::EMPTY;
        (self.stage, self.tiles).hash(&mut fingerprint);
        for set in [self.level.walls(), self.level.floor(), self.level.goals()] {
            for &row in set.rows() {
                fingerprint.write_u32(row);
            }
        }
        for letter in Letter::all() {
            let hole = self.level.hole(letter).map_or(u16::MAX, Cell::index);
            fingerprint.write_u32(u32::from(hole));
        }
        fingerprint
    }
}

/// One square of the board, ready to paint.
pub(super) struct Square {
    pub(super) tiles: Tiles,
    pub(super) corner: Point,
    /// The part of it to paint.
    pub(super) area: Rectangle,
    pub(super) look: Look,
    movers: [Option<(Thing, Point)>; 2],
}

impl Square {
    /// The ink of a pixel of the display.
    pub(super) fn ink(&self, at: Point) -> Ink {
        let Point { x, y } = at - self.corner;
        if let Some(ink) = self.look.mark.and_then(|mark| self.tiles.mark(mark, x, y)) {
            return ink;
        }
        let mut movers = self.movers.iter().rev().flatten();
        let moving = movers.find_map(|&(thing, corner)| {
            let Point { x, y } = at - corner;
            self.tiles.thing(thing, x, y)
        });
        moving.unwrap_or_else(|| self.look.ink(self.tiles, x, y))
    }

    /// Whether nothing that may move overlaps it.
    pub(super) fn is_still(&self) -> bool {
        self.movers.iter().all(Option::is_none)
    }

    /// Its ink, if all its pixels have the same one.
    pub(super) fn flat(&self) -> Option<Ink> {
        let is_bare = self.look.thing.is_none() && self.look.mark.is_none();
        (is_bare && self.is_still())
            .then(|| self.tiles.flat(self.look.ground))
            .flatten()
    }
}

/// What a display shows of a scene, to compare with the next one.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) pane: Rectangle,
    ground: Fingerprint,
    board: Board,
    facing: Direction,
    motion: Option<Moving>,
    stuck: CellSet,
    arrow: Option<(Cell, Direction)>,
}

impl Shown {
    pub(super) fn new(scene: &Scene<'_>) -> Self {
        Self {
            pane: scene.stage.pane(),
            ground: scene.ground_fingerprint(),
            board: scene.board.clone(),
            facing: scene.facing,
            motion: scene.motion,
            stuck: scene.stuck,
            arrow: scene.arrow,
        }
    }

    /// The squares of a set without the one that a box is moving to.
    fn at_rest(&self, cells: &CellSet) -> CellSet {
        let mut cells = *cells;
        if let Some(arriving) = self.motion.and_then(Moving::pushed) {
            cells.remove(arriving);
        }
        cells
    }

    /// Adds what must be painted to show this scene instead of `before`.
    pub(super) fn compare(&self, before: &Self, scene: &Scene<'_>, changes: &mut Changes) {
        if self.ground != before.ground {
            changes.add(before.pane);
            return changes.add(self.pane);
        }
        let mut cells = self.at_rest(self.board.boxes()) ^ before.at_rest(before.board.boxes());
        cells |= self.at_rest(&self.stuck) ^ before.at_rest(&before.stuck);
        for letter in Letter::all() {
            let (now, then) = (self.board.box_of(letter), before.board.box_of(letter));
            if now != then {
                // A box that dropped in, or came back, changes its hole as well.
                let all = [now, then, scene.level.hole(letter)];
                let all = CellSet::from_iter(all.into_iter().flatten());
                cells |= self.at_rest(&before.at_rest(&all));
            }
        }
        if self.arrow != before.arrow {
            for (cell, _) in [self.arrow, before.arrow].into_iter().flatten() {
                cells.insert(cell);
            }
        }
        let keeper = |shown: &Self| (shown.board.keeper(), shown.facing, shown.motion);
        if keeper(self) != keeper(before) {
            for shown in [self, before] {
                cells.insert(shown.board.keeper());
                for cell in shown.motion.into_iter().flat_map(Moving::touches) {
                    cells.insert(cell);
                }
            }
        }
        for cell in cells {
            changes.add(scene.stage.area(cell));
        }
    }
}

fn unit_vector(direction: Direction) -> Point {
    match direction {
        Direction::Up => Point::new(0, -1),
        Direction::Right => Point::new(1, 0),
        Direction::Down => Point::new(0, 1),
        Direction::Left => Point::new(-1, 0),
    }
}
