//! Advisors: each knows one way of making progress and names the child that does it best.
//!
//! Moves that an advisor names cost nothing in a cell's order, all others one, so a search
//! follows good advice as deep as it goes before it tries anything else.
//!
//! Worth: without them, 10, 36 and 48.

use super::features::Features;
use super::pool::Record;

/// How many advisors there are.
const COUNT: usize = 9;

/// The children named so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Advice {
    here: Features,
    /// Each advisor's opinion of its child, and the child.
    named: [Option<(i32, Record)>; COUNT],
}

impl Advice {
    /// For the children of a position.
    pub(super) fn new(here: Features) -> Self {
        Self {
            here,
            named: [None; COUNT],
        }
    }

    /// Shows a child to all advisors. The lowest opinion wins.
    pub(super) fn show(&mut self, child: &Features, record: &Record) {
        let here = &self.here;
        let i = |value: u8| i32::from(value);
        let in_plan = child.out_of_plan <= here.out_of_plan;
        let as_packed = child.packed == here.packed;
        let opinions: [Option<i32>; COUNT] = [
            // Packs a box and keeps the plan; packs a box.
            (child.packed > here.packed && in_plan)
                .then(|| 10 * i(child.out_of_plan) + i(child.areas) - 100 * i(child.packed)),
            (child.packed > here.packed).then(|| -i(child.packed)),
            // Joins areas.
            (child.areas < here.areas).then(|| 100 * i(child.areas) + 100 * i(child.out_of_plan)),
            // Clears a corridor.
            (child.corridors < here.corridors)
                .then(|| 100 * i(child.corridors) + 10 * i(child.areas)),
            // Frees a box.
            (child.stuck < here.stuck).then(|| 100 * i(child.stuck) + 10 * i(child.areas)),
            // Gives the keeper room.
            (child.reach > here.reach + 1).then(|| -i32::from(child.reach)),
            // Brings a box back into the plan.
            (child.out_of_plan < here.out_of_plan)
                .then(|| 100 * i(child.out_of_plan) + 10 * i(child.areas)),
            // Clears the way to the next goal; brings a box nearer to it.
            (as_packed && child.blocked < here.blocked && in_plan)
                .then(|| i32::from(child.blocked)),
            (as_packed && child.next < here.next && in_plan).then(|| i32::from(child.next)),
        ];
        for (named, opinion) in self.named.iter_mut().zip(opinions) {
            if let Some(opinion) = opinion
                && named.is_none_or(|(least, best)| (opinion, record.score) < (least, best.score))
            {
                *named = Some((opinion, *record));
            }
        }
    }

    /// The children that were named, each once.
    pub(super) fn named(&self) -> impl Iterator<Item = Record> {
        let named = self.named;
        named
            .into_iter()
            .enumerate()
            .filter_map(move |(index, name)| {
                let (_, record) = name?;
                let again = named[..index]
                    .iter()
                    .flatten()
                    .any(|(_, other)| other.signature == record.signature);
                (!again).then_some(record)
            })
    }
}
