//! The way that codes stand for: a room, play backwards from solved, the position on that
//! way that is as hard as asked for, and then small changes for as long as they help.

use core::ops::ControlFlow::Continue;

use super::change::change;
use super::draft::Draft;
use super::effort::Effort;
use super::meter::{Flow, Meter};
use super::proof::{Proof, prove};
use super::pull::Ladder;
use super::random::Random;
use super::recipe::Recipe;
use super::worth::Worth;
use super::{goals, room};

/// One attempt at a level; `None` where it came to nothing.
pub(super) fn attempt(
    recipe: &Recipe,
    effort: &Effort,
    arena: &mut [u32],
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Flow<Option<Proof>> {
    meter.spend(8)?;
    let Some(mut draft) = plan(recipe, random) else {
        return Continue(None);
    };
    let (mut ladder, arena) = Ladder::new(arena);
    ladder.climb(&draft, arena, effort.width, random, meter)?;
    let (mut low, mut high) = (0, ladder.len());
    let mut best: Option<(Worth, Proof)> = None;
    // The highest rung that is not too hard. Higher is not always harder, but mostly.
    while low < high {
        let rung = (low + high) / 2;
        ladder.apply(rung, &mut draft);
        let proof = prove(&draft, arena, effort.nodes, meter)?;
        match &proof {
            Some(proof) if proof.rating.grade() <= recipe.grade => low = rung + 1,
            _ => high = rung,
        }
        keep(&mut best, proof, recipe);
    }
    for _ in 0..effort.changes {
        let Some((_, proof)) = &best else { break };
        let Some(changed) = change(&proof.draft, recipe, random) else {
            continue;
        };
        let proof = prove(&changed, arena, effort.nodes, meter)?;
        keep(&mut best, proof, recipe);
    }
    Continue(best.map(|(_, proof)| proof))
}

fn keep(best: &mut Option<(Worth, Proof)>, proof: Option<Proof>, recipe: &Recipe) {
    if let Some(proof) = proof {
        let worth = Worth::of(&proof, recipe.grade);
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            *best = Some((worth, proof));
        }
    }
}

/// A room with goals for a recipe, all boxes home; `None` where chance left no room.
fn plan(recipe: &Recipe, random: &mut Random) -> Option<Draft> {
    let boxes = u32::from(recipe.boxes());
    let squares = random
        .within(8 + 4 * boxes, 14 + 7 * boxes)
        .min(MOST_SQUARES);
    let floor = room::room(random, (recipe.width(), recipe.height()), squares);
    let fit = (floor.len() / 5).max(1).min(usize::from(recipe.boxes()));
    let goals = goals::goals(random, &floor, fit);
    let keeper = floor.first()?;
    (!goals.is_empty()).then(|| Draft {
        mode: recipe.mode,
        floor,
        boxes: goals.clone(),
        goals,
        keeper,
    })
}

/// Larger rooms are more to walk than to think.
const MOST_SQUARES: u32 = 90;
