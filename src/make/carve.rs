//! S3's way: carve a room by a random walk, place boxes, play at random, and make goals of
//! where the boxes have come to. A reference for the better way of `pull`.

use super::draft::{Draft, Squares};
use super::meter::Meter;
use super::proof::{Proof, prove};
use super::random::Random;
use super::recipe::Recipe;
use super::score::drawing_score;
use crate::puzzle::{Cell, CellSet, Direction};

/// Of a hundred squares within the border, so many are carved at least.
const CARVED: u32 = 70;
/// Steps of random play.
const STEPS: u32 = 20_000;
/// Steps that take about as long as a flood fill.
const STEPS_A_UNIT: u32 = 50;
/// Drawings with a lower score are thrown away.
const ENOUGH: u32 = 6_000;

/// One attempt; `None` where its drawing is too plain or the solver gives up on it.
pub(super) async fn attempt(
    recipe: &Recipe,
    arena: &mut [u32],
    nodes: u32,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    let draft = carve(recipe, random, meter).await?;
    prove(&draft, arena, nodes, meter).await
}

/// A draft that random play shows to be solvable; `None` where its drawing is too plain.
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
    (drawing_score(&level) >= ENOUGH).then_some(draft)
}

/// A random walk that digs until enough is open.
fn walk(random: &mut Random, recipe: &Recipe) -> CellSet {
    let (width, height) = (u32::from(recipe.width()), u32::from(recipe.height()));
    let enough = (width - 2) * (height - 2) * CARVED / 100;
    let (mut row, mut column) = (height / 2, width / 2);
    let mut floor = CellSet::EMPTY;
    let mut carved = 0;
    // A walk that has been everywhere ends sooner; this is for one that never gets there.
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

/// Steps in random directions, with all that they push.
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
