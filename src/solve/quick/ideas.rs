//! The ideas of the quick search by name, so that each can be left out and its worth
//! measured: `sokopico solve --ablate FILE` does that for all of them.

/// An idea that the quick search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// Boxes that freeze each other are lost.
    Freeze,
    /// Small searches for deadlocks round areas out of reach.
    Pockets,
    /// In these, boxes that can leave do so at once.
    Leaving,
    /// Their sets grow by what is in the way of an escape.
    Conflicts,
    /// Deadlocks are remembered and looked for in every child.
    Patterns,
    /// Only the pushes of a PI-corral are tried where there is one.
    Corrals,
    /// Positions are sorted into feature cells that take turns.
    Cells,
    /// Every other turn is that of the cell that has come farthest.
    Foremost,
    /// Advisors name the moves that come first.
    Advisors,
    /// Goals are filled in the order of a plan.
    Order,
    /// Plans may park boxes.
    Parking,
    /// Every other attempt at a plan parks boxes where the keeper keeps room.
    Room,
    /// Boxes that no longer fit into the plan count.
    OutOfPlan,
    /// The way to the next goal and what is in it count.
    Routes,
    /// The children of a tour share these ways.
    SharedRoutes,
    /// Runs differ.
    Portfolio,
}

impl Idea {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Freeze,
        Self::Pockets,
        Self::Leaving,
        Self::Conflicts,
        Self::Patterns,
        Self::Corrals,
        Self::Cells,
        Self::Foremost,
        Self::Advisors,
        Self::Order,
        Self::Parking,
        Self::Room,
        Self::OutOfPlan,
        Self::Routes,
        Self::SharedRoutes,
        Self::Portfolio,
    ];

    /// The idea's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freeze => "freeze",
            Self::Pockets => "pockets",
            Self::Leaving => "leaving",
            Self::Conflicts => "conflicts",
            Self::Patterns => "patterns",
            Self::Corrals => "corrals",
            Self::Cells => "cells",
            Self::Foremost => "foremost",
            Self::Advisors => "advisors",
            Self::Order => "order",
            Self::Parking => "parking",
            Self::Room => "room",
            Self::OutOfPlan => "out of plan",
            Self::Routes => "routes",
            Self::SharedRoutes => "shared routes",
            Self::Portfolio => "portfolio",
        }
    }
}

/// A set of ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ideas(u16);

impl Ideas {
    /// Every idea.
    pub const ALL: Self = Self(u16::MAX);

    /// The set without an idea.
    #[must_use]
    pub const fn without(self, idea: Idea) -> Self {
        Self(self.0 & !(1 << idea as u16))
    }

    /// Whether an idea is in the set.
    pub const fn has(self, idea: Idea) -> bool {
        self.0 >> idea as u16 & 1 != 0
    }
}
