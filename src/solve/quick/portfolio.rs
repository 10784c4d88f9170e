//! The portfolio: many short runs that go about it differently.
//!
//! No one way of searching solves every level, and most levels that a way can solve it
//! solves soon. So runs are short at first, differ in what they prefer, and grow.

use super::cells::Sort;
use super::features::Weights;
use super::pocket::Effort;
use super::random::Random;

/// How a run goes about it.
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
    pub(super) effort: Effort,
    pub(super) weights: Weights,
    /// How much chance has a say in the plan.
    pub(super) noise: u32,
    /// Nodes of the run.
    pub(super) nodes: u32,
}

const ALL: Sort = Sort {
    packed: true,
    out_of_plan: true,
    areas: true,
    corridors: true,
};

impl Style {
    pub(super) fn of(run: u32, random: &mut Random) -> Self {
        let mut style = Self {
            sort: Some(ALL),
            weighs: true,
            corrals: false,
            strict: true,
            effort: Effort {
                fence: 40,
                extended: 80,
            },
            weights: Weights::USUAL,
            noise: 0,
            nodes: 2_500,
        };
        let (round, kind) = (run / 6, run % 6);
        match kind {
            0 => {}
            1 => style.corrals = true,
            2 => {
                style.corrals = true;
                style.strict = false;
                style.effort = Effort {
                    fence: 100,
                    extended: 200,
                };
            }
            3 => style.weighs = false,
            4 => {
                style.corrals = true;
                style.sort = Some(Sort {
                    areas: false,
                    corridors: false,
                    ..ALL
                });
            }
            _ => {
                style.sort = None;
                style.corrals = round % 2 == 1;
                style.strict = round % 2 == 0;
            }
        }
        if round > 0 {
            style.noise = 40 * (1 + (round % 6) * (round % 6));
            style.weights = style.weights.shaken(random);
        }
        style
    }
}

impl Weights {
    /// The weights, each changed a little by chance.
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
