//! The portfolio: many short runs in different styles.
//!
//! No single style solves every level, and a style that can solve a level usually does so
//! soon. So runs differ in what they prefer, and most of them are short. Where few pushes seem to
//! be left, the second one goes straight home.
//!
//! Worth: with runs of one kind that differ by chance alone, 39, 49 and 67: other kinds are for
//! levels that take more nodes. Without the PI-corrals that most runs look for, 39, 51 and 58.

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
    /// Whether every other attempt at a plan parks boxes where the keeper keeps room.
    pub(super) roomy: bool,
    /// Whether every other turn is that of the foremost cell.
    pub(super) foremost: bool,
    /// Whether the children of a tour share their routes, which costs half as much, but does not
    /// see what the box that moves gets in the way of.
    pub(super) shares_routes: bool,
    pub(super) effort: Effort,
    pub(super) weights: Weights,
    /// How much the plan depends on random numbers, and their seed: runs of one round share
    /// their plans.
    pub(super) noise: u32,
    pub(super) chance: u32,
    /// Makes the run's signatures its own.
    pub(super) salt: u32,
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

/// How long to search for deadlocks in the first run, in which most levels are solved and a
/// deadlock that is missed costs little; in the rest of the first round; and after it.
const FIRST_EFFORT: Effort = Effort {
    whole: 40,
    ..ROUND_EFFORT
};
const ROUND_EFFORT: Effort = Effort {
    fence: 40,
    extended: 60,
    whole: 100,
};
const EFFORT: Effort = Effort {
    fence: 100,
    extended: 200,
    whole: 400,
};
/// None in a run that goes straight home: it is short, and a deadlock costs it little.
const NO_EFFORT: Effort = Effort {
    fence: 0,
    extended: 0,
    whole: 0,
};

/// On small levels, after the first round, every fourth run has all nodes that memory allows: a
/// small level can be searched through, and some want just that.
const LONG: u32 = 4;

/// Kinds of runs; a round has one of each.
const KINDS: u32 = 6;
/// Nodes of the first run, so that easy levels are done with soon and others wait little for the
/// optimal search, and of the shortest of the others.
const FIRST: u32 = 100;
const SHORTEST: u32 = 300;

/// What the styles depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Whether many boxes are home already, in an order that no plan knows.
    pub(super) advanced: bool,
    /// Whether the level has few squares.
    pub(super) small: bool,
    /// Whether few pushes seem to be left.
    pub(super) near: bool,
}

impl Style {
    /// The style of a run; one without nodes is skipped.
    pub(super) fn of(
        run: u32,
        Kind {
            advanced,
            small,
            near,
        }: Kind,
        ideas: Ideas,
        random: &mut Random,
    ) -> Self {
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
            roomy: ideas.has(Idea::Room),
            foremost: ideas.has(Idea::Foremost),
            shares_routes: round % 2 == 0 && ideas.has(Idea::SharedRoutes),
            effort: match (run, round) {
                (0, _) => FIRST_EFFORT,
                (_, 0) => ROUND_EFFORT,
                _ => EFFORT,
            },
            weights: Weights::USUAL,
            noise: 0,
            chance: round,
            salt: run << 20,
            nodes: match run {
                0 => FIRST,
                _ if small && run >= KINDS && run % LONG == LONG - 1 => u32::MAX,
                _ => SHORTEST * luby(run + 1),
            },
        };
        match kind {
            // Whatever is packed may have to make way once more, which neither a plan nor
            // advisors tell: straight home takes few nodes where it is the way at all.
            1 if near && round == 0 => {
                style.sort = None;
                style.weighs = false;
                style.corrals = false;
                style.strict = false;
                style.weights = Weights::NEAREST;
                style.nodes = FIRST;
                style.effort = NO_EFFORT;
            }
            0 => style.sort = Some(COARSE),
            1 => {
                style.sort = Some(COARSE);
                style.corrals = false;
                style.strict = false;
                if !advanced {
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

/// 1, 1, 2, 1, 1, 2, 4 and so on (Luby, Sinclair and Zuckerman): whatever length of run a
/// level wants, it comes soon and often enough.
const fn luby(place: u32) -> u32 {
    let mut place = place;
    loop {
        let size = u32::BITS - place.leading_zeros();
        if place == (1 << size) - 1 {
            return 1 << (size - 1);
        }
        place -= (1 << (size - 1)) - 1;
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
