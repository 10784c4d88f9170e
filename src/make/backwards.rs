//! How the levels of codes are made: draw a room, play backwards from its solved position,
//! take a position on that way that has the grade asked for, and improve it by small changes.

use super::change::change;
use super::draft::Draft;
use super::effort::Effort;
use super::meter::Meter;
use super::proof::{Proof, prove};
use super::pull::Ladder;
use super::rating::band;
use super::recipe::Recipe;
use super::worth::Worth;
use super::{goals, room};
use crate::puzzle::random::Random;
use crate::solve::apart;

/// One attempt at a level, after `tried` others. It ends soon after `patience` units of
/// work, with `None` if it found no level.
pub(super) async fn attempt(
    recipe: &Recipe,
    effort: &Effort,
    (tried, patience): (u32, u32),
    arena: &mut [u32],
    random: &mut Random,
    meter: &mut Meter<'_>,
) -> Option<Proof> {
    // Drawing a room takes about forty stamps.
    meter.spend(40).await;
    let mut draft = plan(recipe, tried, random)?;
    let (mut ladder, arena) = Ladder::new(arena);
    // At least half of the work is left for the solver.
    apart!(ladder.climb(&draft, arena, patience / 2, random, meter));
    let (mut low, mut high) = (0, ladder.len());
    let mut best: Option<(Worth, Proof)> = None;
    // The highest rung that is not too hard, by bisection: higher is usually harder.
    while low < high && meter.spent < patience {
        let rung = (low + high) / 2;
        ladder.apply(rung, &mut draft);
        let proof = apart!(prove(&draft, arena, effort.nodes, meter));
        match &proof {
            Some(proof) if proof.rating.grade() <= recipe.grade => low = rung + 1,
            _ => high = rung,
        }
        keep(&mut best, proof, recipe);
    }
    for _ in 0..effort.changes {
        let Some((_, proof)) = &best else { break };
        if meter.spent >= patience || !is_promising(proof, recipe) {
            break;
        }
        let Some(changed) = change(&proof.draft, recipe, random) else {
            continue;
        };
        let proof = apart!(prove(&changed, arena, effort.nodes, meter));
        keep(&mut best, proof, recipe);
    }
    best.map(|(_, proof)| proof)
}

/// Whether small changes may bring it to its grade.
fn is_promising(proof: &Proof, recipe: &Recipe) -> bool {
    let (first, _) = band(recipe.grade);
    proof.rating.points() >= first - first / 5
}

fn keep(best: &mut Option<(Worth, Proof)>, proof: Option<Proof>, recipe: &Recipe) {
    if let Some(proof) = proof {
        let worth = Worth::of(&proof, recipe.grade);
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            *best = Some((worth, proof));
        }
    }
}

/// A room with a box on each goal; `None` if no goal fits in.
fn plan(recipe: &Recipe, tried: u32, random: &mut Random) -> Option<Draft> {
    let boxes = boxes(recipe, tried);
    let squares = random
        .within(8 + 4 * boxes, 14 + 7 * boxes)
        .min(MOST_SQUARES);
    let floor = room::room(random, (recipe.width(), recipe.height()), squares);
    let fit = (floor.len() as u32 / SQUARES_A_BOX).max(1).min(boxes);
    let goals = goals::goals(random, &floor, fit as usize);
    let keeper = floor.first()?;
    (!goals.is_empty()).then(|| Draft {
        mode: recipe.mode,
        floor,
        boxes: goals.clone(),
        goals,
        keeper,
    })
}

/// How many boxes to try: as many as the recipe says and the points of the grade allow, and
/// fewer after many attempts.
fn boxes(recipe: &Recipe, tried: u32) -> u32 {
    let (_, end) = band(recipe.grade);
    let bearable = (end.min(300) * 3 / 4).saturating_sub(8) / 12;
    let most = u32::from(recipe.boxes()).min(bearable);
    let fewer = (tried / TRIES_A_BOX).min(most / 2);
    (most - fewer).max(1)
}

/// Larger rooms add walking, not difficulty.
const MOST_SQUARES: u32 = 90;
/// With less room, boxes only block each other.
const SQUARES_A_BOX: u32 = 5;
/// Attempts after which one box less is tried.
const TRIES_A_BOX: u32 = 12;
