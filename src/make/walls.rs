//! Wall adding: draw a random level and add one wall after the other, taking back each wall
//! with which the solver finds no solution. A reference to compare `backwards` with.

use super::draft::{Draft, Squares};
use super::meter::Meter;
use super::proof::{Proof, prove};
use super::recipe::Recipe;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, flood};
use crate::solve::apart;

/// Walls to try.
const WALLS: u32 = 12;

/// One attempt, which starts with boxes and goals anywhere in an open room with a few walls;
/// `None` if that cannot be solved.
pub(super) async fn attempt(
    recipe: &Recipe,
    arena: &mut [u32],
    nodes: u32,
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    let rows = 1..usize::from(recipe.height()) - 1;
    let columns = 1..usize::from(recipe.width()) - 1;
    let mut floor = CellSet::EMPTY;
    for cell in rows.flat_map(|row| columns.clone().map(move |column| Cell::at(row, column))) {
        if !random.one_in(6) {
            floor.insert(cell);
        }
    }
    let keeper = random.pick(floor.iter())?;
    floor = flood(&floor, keeper);
    let mut free = floor;
    free.remove(keeper);
    let (mut boxes, mut goals) = (Squares::new(), Squares::new());
    for _ in 0..usize::from(recipe.boxes()).min(floor.len() / 5) {
        for squares in [&mut boxes, &mut goals] {
            // There is room for all boxes of a recipe.
            if let Some(cell) = random.pick(free.iter()) {
                free.remove(cell);
                let _ = squares.push(cell);
            }
        }
    }
    let mut draft = Draft {
        mode: recipe.mode,
        floor,
        goals,
        boxes,
        keeper,
    };
    let mut best = apart!(prove(&draft, arena, nodes, meter))?;
    for _ in 0..WALLS {
        let before = draft.floor;
        let Some(cell) = random.pick((free & before).iter()) else {
            break;
        };
        draft.floor.remove(cell);
        draft.floor = flood(&draft.floor, keeper);
        match apart!(prove(&draft, arena, nodes, meter)) {
            Some(proof) => best = proof,
            None => draft.floor = before,
        }
    }
    Some(best)
}
