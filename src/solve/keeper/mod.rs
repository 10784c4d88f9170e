//! The fewest moves: searches that know the keeper's exact square.
//!
//! A state is where the boxes are and the square from which the keeper has made the last
//! push. What a solution costs is one number made of moves and pushes, so the same searches
//! find the fewest moves, and the fewest moves among the solutions with the fewest pushes.
//! PI-corrals and tunnels, which save the search for the fewest pushes most of its work, can
//! cost moves and are not used.
//!
//! | file | idea |
//! |---|---|
//! | `states` | table of states in a few bytes each, found by their boxes |
//! | `gauge` | moves and pushes in one number |
//! | `expand` | the children of a state |
//! | `dominance` | states that are never better than another one with the same boxes |
//! | `trail` | the way back from a solution, by pulling boxes |
//! | `layers` | breadth first within a bound, layer by layer of pushes, or of moves |

mod dominance;
mod expand;
pub(super) mod gauge;
pub(super) mod layers;
mod states;
mod trail;
