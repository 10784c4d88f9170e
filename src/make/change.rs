//! A small change to a draft: one wall more or less, or a box or a goal moved by one square.

use super::draft::{Draft, around};
use super::recipe::Recipe;
use crate::puzzle::random::Random;
use crate::puzzle::{Cell, CellSet, Direction, flood};

/// The draft with one random change; `None` if that change is not possible.
pub(super) fn change(draft: &Draft, recipe: &Recipe, random: &mut Random) -> Option<Draft> {
    let mut changed = draft.clone();
    let boxes: CellSet = draft.boxes.iter().copied().collect();
    let goals: CellSet = draft.goals.iter().copied().collect();
    let mut taken = boxes;
    taken.insert(draft.keeper);
    match random.below(4) {
        0 => {
            let cell = random.pick((draft.floor - taken - goals).iter())?;
            changed.floor.remove(cell);
            changed.floor = flood(&changed.floor, draft.keeper);
            let whole = (taken | goals) - changed.floor;
            whole.is_empty().then_some(())?;
        }
        1 => {
            let cell = random.pick(niches(draft, recipe).iter())?;
            changed.floor.insert(cell);
        }
        2 => {
            let which = random.below(draft.boxes.len() as u32) as usize;
            changed.boxes[which] = aside(draft.boxes[which], &(draft.floor - taken), random)?;
        }
        _ => {
            let which = random.below(draft.goals.len() as u32) as usize;
            changed.goals[which] = aside(draft.goals[which], &(draft.floor - goals), random)?;
        }
    }
    Some(changed)
}

/// Walls beside two or more squares of the floor, inside the border of the board.
fn niches(draft: &Draft, recipe: &Recipe) -> CellSet {
    let rows = 1..usize::from(recipe.height()) - 1;
    let columns = 1..usize::from(recipe.width()) - 1;
    let touches = |cell: Cell| {
        let beside = Direction::ALL.map(|way| draft.floor.contains(cell.step(way)));
        beside.iter().filter(|&&floor| floor).count() >= 2
    };
    around(&draft.floor)
        .iter()
        .filter(|&cell| rows.contains(&cell.row()) && columns.contains(&cell.column()))
        .filter(|&cell| touches(cell))
        .collect()
}

/// A free square beside another.
fn aside(cell: Cell, free: &CellSet, random: &mut Random) -> Option<Cell> {
    let beside = Direction::ALL.into_iter().map(|way| cell.step(way));
    random.pick(beside.filter(|&cell| free.contains(cell)))
}
