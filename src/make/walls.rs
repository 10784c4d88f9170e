//! S0's way: a random level, and then one wall after the other for as long as the solver
//! still solves it. A reference for the better way of `pull`. A wall that the solver gives
//! up on is taken away again.

use super::draft::{Draft, Squares};
use super::meter::Meter;
use super::proof::{Proof, prove};
use super::random::Random;
use super::recipe::Recipe;
use crate::puzzle::{Cell, CellSet, flood};

/// Walls that are tried.
const WALLS: u32 = 12;

/// Boxes and goals anywhere in an open room with a few walls, and then more walls.
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
    let mut best = prove(&draft, arena, nodes, meter).await?;
    for _ in 0..WALLS {
        let before = draft.floor;
        let Some(cell) = random.pick((free & before).iter()) else {
            break;
        };
        draft.floor.remove(cell);
        draft.floor = flood(&draft.floor, keeper);
        match prove(&draft, arena, nodes, meter).await {
            Some(proof) => best = proof,
            None => draft.floor = before,
        }
    }
    Some(best)
}
