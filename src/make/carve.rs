//! Carving: dig a room by a random walk, place boxes, play at random, and put goals where
//! the boxes end up. A reference to compare `backwards` with.

use super::draft::{Draft, Squares};
use super::layout_score::layout_score;
use super::meter::Meter;
use super::proof::{Proof, prove};
use super::recipe::Recipe;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, Direction};
use crate::solve::apart;

/// Percentage of the squares within the border that are carved at least.
const CARVED: u32 = 70;
/// Steps of random play.
const STEPS: u32 = 20_000;
/// Steps that take about as long as a flood fill.
const STEPS_A_UNIT: u32 = 50;
/// Drafts with a lower [`layout_score`] are thrown away.
const ENOUGH: u32 = 6_000;

/// One attempt; `None` if its layout is too plain or the solver gives up on it.
pub(super) async fn attempt(
    recipe: &Recipe,
    arena: &mut [u32],
    nodes: u32,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    let draft = apart!(carve(recipe, random, meter))?;
    apart!(prove(&draft, arena, nodes, meter))
}

/// A draft that random play shows to be solvable; `None` if its layout is too plain.
async fn carve(recipe: &Recipe, random: &mut Random, meter: &mut Meter<'_>) -> Option<Draft> {
    let floor = walk(random, recipe);
    let mut boxes = Squares::new();
    let mut free = floor;
    for _ in 0..recipe.boxes() {
        // There is room for all boxes of a recipe.
        if let Some(cell) = random.pick(free.iter()) {
            free.remove(cell);
            let _ = boxes.push(cell);
        }
    }
    let keeper = random.pick(free.iter())?;
    let mut goals = boxes.clone();
    play(random, &floor, keeper, &mut goals, meter).await;
    let moved = |(from, to): &(&Cell, &Cell)| from != to;
    let pairs = || boxes.iter().zip(&goals).filter(moved);
    let draft = Draft {
        mode: recipe.mode,
        floor,
        goals: pairs().map(|(_, &goal)| goal).collect(),
        boxes: pairs().map(|(&cell, _)| cell).collect(),
        keeper,
    };
    let level = draft.level()?;
    (layout_score(&level) >= ENOUGH).then_some(draft)
}

/// The squares that a random walk visits until there are enough of them.
fn walk(random: &mut Random, recipe: &Recipe) -> CellSet {
    let (width, height) = (u32::from(recipe.width()), u32::from(recipe.height()));
    let enough = (width - 2) * (height - 2) * CARVED / 100;
    let (mut row, mut column) = (height / 2, width / 2);
    let mut floor = CellSet::EMPTY;
    let mut carved = 0;
    // Nearly every walk gets there much sooner.
    for _ in 0..50 * enough {
        let cell = Cell::at(row as usize, column as usize);
        carved += u32::from(!floor.contains(cell));
        floor.insert(cell);
        if carved >= enough {
            break;
        }
        match Direction::from_index(random.below(4) as u8) {
            Direction::Up => row = (row - 1).max(1),
            Direction::Down => row = (row + 1).min(height - 2),
            Direction::Left => column = (column - 1).max(1),
            Direction::Right => column = (column + 1).min(width - 2),
        }
    }
    floor
}

/// Walks at random, pushing boxes that are in the way.
async fn play(
    random: &mut Random,
    floor: &CellSet,
    mut keeper: Cell,
    boxes: &mut [Cell],
    meter: &mut Meter<'_>,
) {
    let mut occupied: CellSet = boxes.iter().copied().collect();
    for step in 0..STEPS {
        if step % STEPS_A_UNIT == 0 {
            meter.spend(1).await;
        }
        let way = Direction::from_index(random.below(4) as u8);
        let next = keeper.step(way);
        if occupied.contains(next) {
            let beyond = next.step(way);
            let pushed = boxes.iter_mut().find(|cell| **cell == next);
            let Some(pushed) = pushed.filter(|_| (*floor - occupied).contains(beyond)) else {
                continue;
            };
            *pushed = beyond;
            occupied.remove(next);
            occupied.insert(beyond);
        }
        if floor.contains(next) {
            keeper = next;
        }
    }
}
