//! What every search stands on: the level's tables, the position, its lower bound, its key,
//! and the deadlocks that all of them look for.
//!
//! [`Terrain`](terrain::Terrain) is computed once for a question and never changes.
//! [`Position`](position::Position) is the one position being looked at; searches push boxes
//! in it and take the pushes back. [`Workplace`](workplace::Workplace) holds both, together
//! with the rest of the arena, which the searches use one after the other.
//!
//! | file | idea |
//! |---|---|
//! | `arena` | hands out the caller's memory as typed tables |
//! | `terrain` | numbered squares, box states by keeper side, push distances, dead squares |
//! | `square` | all that is known about one square, in one record |
//! | `assignment` | lower bound: minimum-cost matching of boxes and goals, kept up to date |
//! | `position` | boxes and keeper; makes pushes and takes them back |
//! | `follow` | the keeper's region after a push, usually without a flood fill |
//! | `key` | positions as numbers, exact where they are small enough |
//! | `mix` | numbers with their bits mixed, and back |
//! | `walks` | how far the keeper has to walk |
//! | `freeze`, `corral` | freeze deadlocks; PI-corrals, whose pushes come first |
//! | `groups` | dead pairs and triples, as tables; how they are built in pieces |
//! | `retrograde` | which groups of boxes can be brought home, found backwards |
//! | `solution` | a solution as pushes, and as the keeper's steps |
//! | `ideas` | what can be left out of the optimal searches |
//! | `workplace` | all of these together, for the searches |
//!
//! Nothing here knows a search. Items are `pub(crate)`, but the folder is private to `solve`.

#![cfg_attr(hot, allow(unsafe_code))]

pub(crate) mod arena;
pub(crate) mod assignment;
pub(crate) mod corral;
pub(crate) mod follow;
pub(crate) mod freeze;
pub(crate) mod groups;
pub(crate) mod ideas;
pub(crate) mod key;
pub(crate) mod mix;
pub(crate) mod position;
pub(crate) mod retrograde;
pub(crate) mod solution;
pub(crate) mod square;
pub(crate) mod terrain;
pub(crate) mod walks;
pub(crate) mod workplace;
