//! Turns a sketch into a level. Everything a level guarantees is checked here.

use super::board::Board;
use super::cell::{Cell, Direction};
use super::cell_set::CellSet;
use super::letter::{ByLetter, Letter};
use super::level::{Level, Mode};
use super::limits::MAX_SIDE;
use super::problem::Problem;
use super::reach::flood;
use super::sketch::Sketch;

/// What is wrong with a sketch, and on which square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The square to look at.
    pub cell: Cell,
    /// What is wrong there.
    pub problem: Problem,
}

impl Sketch {
    /// Checks a sketch and turns it into a level: one player, boxes that match goals or
    /// holes, a closed wall around the player's region, all within the limits.
    ///
    /// A box that the player can never reach, for example in a sealed room, is legal even
    /// off its goal. It is the solver's job to prove that such a level has no solution.
    pub fn validate(&self) -> Result<Level, Fault> {
        let parts = Parts::collect(self)?;
        let keeper = parts
            .keeper
            .ok_or(fault(Cell::at(0, 0), Problem::NoPlayer))?;
        parts.check_inside()?;
        match parts.mode {
            Mode::Classic => parts.check_balance()?,
            Mode::Pairs => parts.check_pairs()?,
        }
        if parts.boxes.is_empty() {
            return Err(fault(keeper, Problem::NoBoxes));
        }

        let (width, height) = self.size();
        let floor = flood(&parts.inside(), keeper);
        if let Some(cell) = parts.gap(&floor, height) {
            return Err(fault(cell, Problem::Open));
        }
        Ok(Level {
            mode: parts.mode,
            width: width as u8,
            height: height as u8,
            walls: parts.walls,
            floor,
            goals: parts.goals,
            holes: parts.hole_cells,
            start: Board {
                boxes: parts.boxes,
                keeper,
                lettered: parts.box_cells,
            },
        })
    }
}

fn fault(cell: Cell, problem: Problem) -> Fault {
    Fault { cell, problem }
}

/// The things drawn on a sketch, sorted by what they are.
struct Parts {
    mode: Mode,
    walls: CellSet,
    goals: CellSet,
    boxes: CellSet,
    keeper: Option<Cell>,
    box_cells: ByLetter,
    hole_cells: ByLetter,
}

impl Parts {
    fn collect(sketch: &Sketch) -> Result<Self, Fault> {
        let lettered = sketch
            .iter()
            .any(|(_, symbol)| symbol.is_ascii_alphabetic());
        let mut parts = Self {
            mode: if lettered { Mode::Pairs } else { Mode::Classic },
            walls: CellSet::EMPTY,
            goals: CellSet::EMPTY,
            boxes: CellSet::EMPTY,
            keeper: None,
            box_cells: ByLetter::EMPTY,
            hole_cells: ByLetter::EMPTY,
        };
        for (cell, symbol) in sketch.iter() {
            parts.add(cell, symbol)?;
        }
        for &(cell, letter) in sketch.holes() {
            if !lettered {
                return Err(fault(cell, Problem::HoleInClassic));
            }
            parts.add_hole(cell, letter)?;
        }
        Ok(parts)
    }

    fn add(&mut self, cell: Cell, symbol: u8) -> Result<(), Fault> {
        if self.mode == Mode::Pairs && matches!(symbol, b'$' | b'*' | b'.' | b'+') {
            return Err(fault(cell, Problem::Mixed(symbol)));
        }
        match symbol {
            b'#' => self.walls.insert(cell),
            b'.' => self.goals.insert(cell),
            b'$' => self.boxes.insert(cell),
            b'*' => {
                self.goals.insert(cell);
                self.boxes.insert(cell);
            }
            b'@' | b'+' => {
                if self.keeper.replace(cell).is_some() {
                    return Err(fault(cell, Problem::SecondPlayer));
                }
                if symbol == b'+' {
                    self.goals.insert(cell);
                }
            }
            b' ' => {}
            _ => {
                let letter =
                    Letter::from_symbol(symbol).ok_or(fault(cell, Problem::NotASymbol(symbol)))?;
                if symbol.is_ascii_lowercase() {
                    self.add_hole(cell, letter)?;
                } else {
                    if self.box_cells.get(letter).is_some() {
                        return Err(fault(cell, Problem::SecondBox(letter)));
                    }
                    self.box_cells.set(letter, Some(cell));
                    self.boxes.insert(cell);
                }
            }
        }
        Ok(())
    }

    fn add_hole(&mut self, cell: Cell, letter: Letter) -> Result<(), Fault> {
        if self.hole_cells.get(letter).is_some() {
            return Err(fault(cell, Problem::SecondHole(letter)));
        }
        if self.goals.contains(cell) {
            return Err(fault(cell, Problem::TwoHoles));
        }
        self.hole_cells.set(letter, Some(cell));
        self.goals.insert(cell);
        Ok(())
    }

    /// Checks that no box or goal is outside the walls of its row, which the writer would
    /// leave out. A player outside is reported later, as a gap in the wall.
    fn check_inside(&self) -> Result<(), Fault> {
        let goal_problem = match self.mode {
            Mode::Classic => Problem::Outside,
            Mode::Pairs => Problem::HoleOffBoard,
        };
        let inside = self.inside();
        for (cells, problem) in [(self.boxes, Problem::Outside), (self.goals, goal_problem)] {
            if let Some(cell) = (cells - inside).first() {
                return Err(fault(cell, problem));
            }
        }
        Ok(())
    }

    /// The squares between the first and the last wall of their row.
    fn inside(&self) -> CellSet {
        CellSet::from_rows(self.walls.rows().map(|walls| {
            let up_to_last = u32::MAX.checked_shr(walls.leading_zeros()).unwrap_or(0);
            let from_first = u32::MAX.checked_shl(walls.trailing_zeros()).unwrap_or(0);
            up_to_last & from_first & !walls
        }))
    }

    /// The first square where the wall around the keeper's region is missing.
    fn gap(&self, region: &CellSet, height: usize) -> Option<Cell> {
        let edge = region
            .iter()
            .filter(|cell| cell.row() == 0 || cell.row() + 1 == height);
        let next = *region | region.shifted(Direction::Up) | region.shifted(Direction::Down);
        let beyond = next - self.inside() - self.walls;
        edge.chain(beyond).min()
    }

    fn check_balance(&self) -> Result<(), Fault> {
        let (boxes, goals) = (self.boxes.len(), self.goals.len());
        // Point at one of the surplus boxes or goals.
        let extra = if boxes > goals {
            self.boxes - self.goals
        } else {
            self.goals - self.boxes
        };
        match extra.first() {
            Some(cell) if boxes != goals => {
                let problem = Problem::Unbalanced {
                    boxes: boxes as u16,
                    goals: goals as u16,
                };
                Err(fault(cell, problem))
            }
            _ => Ok(()),
        }
    }

    fn check_pairs(&self) -> Result<(), Fault> {
        for letter in Letter::all() {
            match (self.box_cells.get(letter), self.hole_cells.get(letter)) {
                (Some(cell), None) => return Err(fault(cell, Problem::BoxWithoutHole(letter))),
                (None, Some(cell)) => return Err(fault(cell, Problem::HoleWithoutBox(letter))),
                (Some(cell), Some(hole)) if cell == hole => {
                    return Err(fault(cell, Problem::BoxOnOwnHole(letter)));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

const _: () = assert!(
    MAX_SIDE <= u8::MAX as usize,
    "a level's size is stored in bytes"
);

#[cfg(test)]
mod tests {
    use super::*;

    /// A valid level with one more symbol drawn on it.
    fn with(row: usize, column: usize, symbol: u8) -> Result<Level, Problem> {
        let mut sketch = Sketch::new();
        for (row, line) in ["######", "#@$.##", "####"].into_iter().enumerate() {
            for (column, symbol) in line.bytes().enumerate() {
                sketch.draw(Cell::at(row, column), symbol);
            }
        }
        sketch.draw(Cell::at(row, column), symbol);
        sketch.validate().map_err(|fault| fault.problem)
    }

    #[test]
    fn nothing_may_stand_outside_the_walls_of_its_row() {
        assert!(with(0, 0, b'#').is_ok());
        for (row, column) in [(1, 7), (2, 4), (5, 1)] {
            for symbol in [b'$', b'*', b'.'] {
                assert_eq!(with(row, column, symbol), Err(Problem::Outside));
            }
        }
    }
}
