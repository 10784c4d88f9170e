//! Which of two proven drafts is the better one.

use super::proof::Proof;
use super::rating::band;
use super::recipe::Grade;

/// How well a draft suits a grade: larger is better. The grade counts first, then the number
/// of flaws, then the thought for each move, because walking is dull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// The largest number, less the points by which it misses the grade.
    nearness: u32,
    merit: u8,
    thought: u32,
}

impl Worth {
    /// Any draft is better.
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

    /// Whether it has the grade and no flaws.
    pub(super) fn is_good(self) -> bool {
        self.nearness == u32::MAX && self.merit == u8::MAX
    }
}

/// Counts what makes a level dull: boxes that are never moved, boxes that start on a goal
/// beyond one in four, and no box that needs more than one straight line.
fn flaws(proof: &Proof) -> u32 {
    let rating = &proof.rating;
    let idle = rating.boxes - rating.moved.min(rating.boxes);
    let home = proof.home().saturating_sub(rating.boxes / 4);
    let straight = u32::from(rating.lines <= rating.moved);
    idle + home + straight
}
