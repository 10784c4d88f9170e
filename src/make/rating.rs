//! How hard a level is for a person.
//!
//! Length says little: a long corridor is easy. What makes a level hard is read off its
//! shortest solution (after Jarušek and Pelánek, "Difficulty Rating of Sokoban Puzzle"):
//! how often the player has to turn to another box, and come back to one that was already
//! moved, because the level does not fall into parts that can be solved one after the
//! other; how often a box has to go away from its goal; and how many pushes beside the
//! path lose. To that comes how much there is to overlook: squares and boxes.

use super::lost::Lost;
use super::meter::Meter;
use super::recipe::Grade;
use crate::puzzle::{Board, Cell, CellSet, Direction, Level, Step};
use crate::solve::finish;

/// Work units of the walk to a push.
pub(super) const WALK: u32 = 4;
/// Work units of telling whether a push is a detour.
const DETOUR: u32 = 5;

/// What a solution tells about its level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rating {
    /// Pushes of the solution.
    pub pushes: u32,
    /// All its steps.
    pub moves: u32,
    /// Straight runs of one box.
    pub lines: u32,
    /// Times that another box is pushed than before.
    pub changes: u32,
    /// Times that a box is pushed again after another was.
    pub returns: u32,
    /// Pushes that take a box further from the free goals, or off its goal.
    pub detours: u32,
    /// Pushes beside the path that lose at once, wherever a new line begins.
    pub traps: u32,
    /// Pushes beside the path that do not.
    pub choices: u32,
    /// Boxes that are moved.
    pub moved: u32,
    /// All boxes.
    pub boxes: u32,
    /// Squares of the floor.
    pub squares: u32,
}

impl Rating {
    /// Reads the steps of a solution. They are played by the rules; `None` where they do
    /// not solve the level.
    pub fn of(level: &Level, steps: impl Iterator<Item = Step>) -> Option<Self> {
        let spent = core::cell::Cell::new(0);
        let mut meter = Meter::new(u32::MAX, &spent);
        let mut steps = steps.map(|step| step.direction);
        finish(Self::metered(level, &mut steps, &mut meter))
    }

    /// The same, pausing after every slice.
    pub(super) async fn metered(
        level: &Level,
        steps: &mut impl Iterator<Item = Direction>,
        meter: &mut Meter<'_>,
    ) -> Option<Self> {
        let mut lost = Lost::new(level);
        lost.prepare(meter).await;
        let mut rating = Self {
            boxes: level.start().boxes().len() as u32,
            squares: level.floor().len() as u32,
            ..Self::default()
        };
        let mut board = level.start().clone();
        let (mut last, mut touched) = (None, CellSet::EMPTY);
        for direction in steps {
            let step = level.legal_step(&board, direction)?;
            rating.moves += 1;
            if step.is_push() {
                let from = board.keeper().step(step.direction);
                let to = from.step(step.direction);
                let same_box = matches!(last, Some((cell, _)) if cell == from);
                let same_line = same_box && matches!(last, Some((_, way)) if way == step.direction);
                rating.pushes += 1;
                rating.changes += u32::from(!same_box && last.is_some());
                rating.returns += u32::from(!same_box && touched.contains(from));
                rating.moved += u32::from(!touched.contains(from));
                if !same_line {
                    rating.lines += 1;
                    rating.look_around(level, &board, &lost, (from, step.direction));
                    meter.spend(2 * rating.boxes + 2).await;
                }
                rating.detours += u32::from(is_detour(level, &board, from, to));
                meter.spend(WALK + DETOUR).await;
                touched.remove(from);
                touched.insert(to);
                last = Some((to, step.direction));
            }
            level.step(&mut board, direction);
        }
        level.is_solved(&board).then_some(rating)
    }

    /// Counts the pushes that a position offers beside the right one.
    fn look_around(
        &mut self,
        level: &Level,
        board: &Board,
        lost: &Lost<'_>,
        right: (Cell, Direction),
    ) {
        let reach = level.reach(board);
        for cell in board.boxes().iter() {
            for way in Direction::ALL {
                let (stand, to) = (cell.step(way.opposite()), cell.step(way));
                let free = level.floor().contains(to) && !board.boxes().contains(to);
                if !free || !reach.contains(stand) || (cell, way) == right {
                    continue;
                }
                if lost.by(board, cell, to) {
                    self.traps += 1;
                } else {
                    self.choices += 1;
                }
            }
        }
    }

    /// How hard it is: what there is to overlook, and what there is to think of.
    pub fn points(&self) -> u32 {
        8 * self.boxes + self.squares + self.thought()
    }

    /// What the solution takes beyond pushing each box home. A box that has to be taken up
    /// once more counts as much as another box to look after; a detour half of that, since
    /// it may be just a step aside; and of the pushes that lose, most are plainly bad.
    pub fn thought(&self) -> u32 {
        4 * (self.changes + self.returns) + 2 * self.detours + self.traps / 2
    }

    /// From 1 to 5.
    pub fn grade(&self) -> Grade {
        let points = self.points();
        let number = 1 + LIMITS.iter().filter(|&&limit| points >= limit).count() as u8;
        Grade::new(number).unwrap_or(Grade::HARDEST)
    }
}

/// Points from which the grades 2 to 5 begin: about the fifths of a collection for beginners
/// and beyond.
const LIMITS: [u32; 4] = [75, 110, 155, 210];

/// The points that a grade begins with, and those that it ends before.
pub(super) fn band(grade: Grade) -> (u32, u32) {
    let place = usize::from(grade.number());
    let first = place.checked_sub(2).map_or(0, |place| LIMITS[place]);
    (first, LIMITS.get(place - 1).copied().unwrap_or(u32::MAX))
}

/// Whether a push takes a box further from the nearest goal that is free for it.
fn is_detour(level: &Level, board: &Board, from: Cell, to: Cell) -> bool {
    let goals: CellSet = match board.letter_at(from) {
        Some(letter) => level.hole(letter).into_iter().collect(),
        None => {
            let mut others = *board.boxes();
            others.remove(from);
            *level.goals() - others
        }
    };
    let floor = *level.floor();
    let mut near = goals;
    // Rings of pulls around the goals: whichever square they reach first is nearer.
    loop {
        if near.contains(from) {
            return !near.contains(to);
        }
        if near.contains(to) {
            return false;
        }
        let before = near;
        for way in Direction::ALL {
            near |= before.shifted(way) & floor & floor.shifted(way.opposite());
        }
        if near == before {
            return false;
        }
    }
}
