//! What makes one proven draft better than another.

use super::proof::Proof;
use super::rating::band;
use super::recipe::Grade;

/// How well a draft suits a grade: larger is better. The grade counts first, then how few
/// flaws it has, then how much thought goes into each step: walking is dull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// Less one for each point beside the grade.
    nearness: u32,
    merit: u8,
    thought: u32,
}

impl Worth {
    /// Of what is no better than nothing.
    pub(super) const LEAST: Self = Self {
        nearness: 0,
        merit: 0,
        thought: 0,
    };

    pub(super) fn of(proof: &Proof, grade: Grade) -> Self {
        let rating = &proof.rating;
        let (points, (first, end)) = (rating.points(), band(grade));
        let beside = first.saturating_sub(points) + (points + 1).saturating_sub(end);
        Self {
            nearness: u32::MAX - beside,
            merit: u8::MAX - flaws(proof).min(255) as u8,
            thought: rating.thought() * 256 / (rating.moves + 16),
        }
    }

    /// Whether it is of the grade, and without flaws.
    pub(super) fn is_good(self) -> bool {
        self.nearness == u32::MAX && self.merit == u8::MAX
    }
}

/// What is dull: boxes that stay where they are, boxes that begin at home beyond one in
/// four, and boxes that all go home in one straight run each.
fn flaws(proof: &Proof) -> u32 {
    let rating = &proof.rating;
    let idle = rating.boxes - rating.moved.min(rating.boxes);
    let home = proof.home().saturating_sub(rating.boxes / 4);
    let straight = u32::from(rating.lines <= rating.moved);
    idle + home + straight
}
