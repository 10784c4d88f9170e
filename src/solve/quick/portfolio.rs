//! The portfolio: many short runs in different styles.
//!
//! No single style solves every level, and a style that can solve a level usually does so
//! soon. So runs are short at first, differ in what they prefer, and grow.
//!
//! Worth: with runs of one kind that differ by chance alone, 32, 40 and 52; without the
//! PI-corrals that most of them look for, 32, 36 and 49.

use super::cells::Sort;
use super::features::Weights;
use super::ideas::{Idea, Ideas};
use super::pocket::Effort;
use crate::puzzle::random::Random;

/// The style of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Feature cells; without them the best position of all comes next.
    pub(super) sort: Option<Sort>,
    /// Whether moves without advice come later.
    pub(super) weighs: bool,
    /// Whether only the pushes of a PI-corral are tried where there is one.
    pub(super) corrals: bool,
    /// Whether goals are filled in one order.
    pub(super) strict: bool,
    /// Whether the plan gives every box a goal of its own, for which it may park boxes.
    pub(super) parking: bool,
    pub(super) effort: Effort,
    pub(super) weights: Weights,
    /// How much the plan depends on random numbers, and their seed: runs of one round share
    /// their plans.
    pub(super) noise: u32,
    pub(super) chance: u32,
    /// Nodes of the run.
    pub(super) nodes: u32,
}

const ALL: Sort = Sort {
    packed: true,
    out_of_plan: true,
    areas: true,
    corridors: true,
};

/// Only by what is done and what no longer fits.
const COARSE: Sort = Sort {
    areas: false,
    corridors: false,
    ..ALL
};

/// Nodes of the first runs; later ones all have as many as memory allows.
const FIRST: [u32; 6] = [100, 200, 1_200, 1_200, 1_200, 800];
const KINDS: u32 = FIRST.len() as u32;

impl Style {
    /// The style of a run; one without nodes is skipped. `advanced` means that many boxes are
    /// home already, in an order that no plan knows.
    pub(super) fn of(run: u32, advanced: bool, ideas: Ideas, random: &mut Random) -> Self {
        let (round, kind) = match ideas.has(Idea::Portfolio) {
            true => (run / KINDS, run % KINDS),
            false => (run, 2),
        };
        let mut style = Self {
            sort: Some(ALL),
            weighs: true,
            corrals: true,
            strict: true,
            parking: true,
            effort: Effort {
                fence: 100,
                extended: 200,
            },
            weights: Weights::USUAL,
            noise: 0,
            chance: round,
            nodes: FIRST.get(run as usize).copied().unwrap_or(u32::MAX),
        };
        match kind {
            0 => style.sort = Some(COARSE),
            1 => {
                style.sort = Some(COARSE);
                style.corrals = false;
                style.strict = false;
                if round == 0 && !advanced {
                    style.nodes = 0;
                }
            }
            2 => {}
            3 => {
                style.corrals = false;
                style.parking = false;
            }
            4 => {
                style.corrals = false;
                style.parking = false;
                style.weighs = false;
            }
            _ => style.sort = None,
        }
        if round > 0 {
            style.parking ^= round % 2 == 1;
            style.noise = 40 * (1 + (round % 6) * (round % 6));
            style.weights = style.weights.shaken(random);
        }
        style.corrals &= ideas.has(Idea::Corrals);
        style.strict &= ideas.has(Idea::Order);
        style.parking &= ideas.has(Idea::Parking);
        if !ideas.has(Idea::Cells) {
            style.sort = None;
        }
        style
    }
}

impl Weights {
    /// The weights, each changed a little at random.
    fn shaken(self, random: &mut Random) -> Self {
        let mut shake =
            |weight: u32| weight * [50, 70, 100, 140, 200][random.below(5) as usize] / 100;
        Self {
            packed: self.packed,
            out_of_plan: shake(self.out_of_plan),
            areas: shake(self.areas),
            corridors: shake(self.corridors),
            stuck: shake(self.stuck),
            next: shake(self.next),
            pushes: shake(self.pushes),
            blocked: shake(self.blocked),
        }
    }
}
