//! The ideas of the optimal searches by name, so that each can be left out and its worth
//! measured: `sokopico solve --ablate --optimal FILE` does that for all of them.
//!
//! Only a host can leave one out. Elsewhere the set has no bits, and no test for an idea is
//! left in the program.

/// An idea that the optimal searches use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptimalIdea {
    /// Boxes are assigned to different goals.
    Matching,
    /// A box's distances depend on the keeper's side of it.
    Sides,
    /// Boxes that freeze each other are lost.
    Freeze,
    /// Pairs and triples of boxes that cannot be brought home are lost.
    Groups,
    /// Only the pushes of a PI-corral are tried where there is one.
    Corrals,
    /// A push goes on through a tunnel.
    Tunnels,
    /// The best pushes are tried first.
    Order,
    /// IDA* remembers positions that have failed.
    Table,
}

impl OptimalIdea {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Matching,
        Self::Sides,
        Self::Freeze,
        Self::Groups,
        Self::Corrals,
        Self::Tunnels,
        Self::Order,
        Self::Table,
    ];

    /// The idea's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Matching => "matching",
            Self::Sides => "sides",
            Self::Freeze => "freeze",
            Self::Groups => "groups",
            Self::Corrals => "corrals",
            Self::Tunnels => "tunnels",
            Self::Order => "order",
            Self::Table => "table",
        }
    }
}

/// A set of ideas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptimalIdeas {
    #[cfg(feature = "std")]
    missing: u16,
}

impl OptimalIdeas {
    /// Every idea.
    pub const ALL: Self = Self {
        #[cfg(feature = "std")]
        missing: 0,
    };

    /// The set without an idea.
    #[cfg(feature = "std")]
    #[must_use]
    pub const fn without(self, idea: OptimalIdea) -> Self {
        Self {
            missing: self.missing | 1 << idea as u8,
        }
    }

    /// Whether an idea is in the set.
    #[inline(always)]
    pub(crate) const fn has(self, idea: OptimalIdea) -> bool {
        #[cfg(feature = "std")]
        return self.missing >> idea as u8 & 1 == 0;
        #[cfg(not(feature = "std"))]
        {
            let _ = idea;
            true
        }
    }
}
