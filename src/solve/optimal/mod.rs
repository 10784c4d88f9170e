//! The optimal searches: the fewest pushes, proven.
//!
//! A* runs until its table is full, breadth-first search until its layers no longer fit,
//! and IDA* after that. Each hands the bound it has proven to the next one.
//!
//! | file | idea |
//! |---|---|
//! | `moves` | the pushes of a position, in the order in which to try them |
//! | `tunnel` | pushes that go on to the end of a tunnel |
//! | `positions` | table of A* and breadth-first search: exact positions in a few bytes |
//! | `expand` | the children of a position in that table |
//! | `trail` | the way back from a solution, by pulling boxes |
//! | `astar` | A*: the positions with the least bound first |
//! | `bfhs` | breadth-first heuristic search: layer by layer within a bound |
//! | `transpositions` | table of IDA*: positions that have failed |
//! | `ida` | IDA*: depth first within a bound that rises |

#![cfg_attr(hot, allow(unsafe_code))]

pub(super) mod astar;
pub(super) mod bfhs;
mod expand;
pub(super) mod ida;
mod moves;
mod positions;
mod trail;
mod transpositions;
mod tunnel;
