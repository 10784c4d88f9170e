//! The memory of the quick search: its own tables, cut from the pool.

use super::cells::Cells;
use super::escape::ENTRIES;
use super::patterns::{PATTERN, PATTERNS, Patterns, VAIN};
use super::pool::{MAX_CELLS, Pool, RECORD};
use super::travel::{MAX_PLACES, Notes};
use crate::solve::base::terrain::Terrain;

/// Squares of a level, rounded up.
const SQUARES: usize = 256;
/// Feature cells, rounded up.
const CELLS: usize = MAX_CELLS + 1;
/// Fewer records than this are not worth a search.
const FEWEST: usize = 64;

/// How the pool is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    squares: usize,
    states: usize,
}

/// The tables, for one piece of work.
#[derive(Debug)]
pub(super) struct Tables<'t> {
    pub(super) notes: Notes<'t>,
    /// The steps of the plan that a box on each square can still serve.
    pub(super) serves: &'t mut [[u32; 2]],
    pub(super) corridors: &'t mut [u8],
    /// Pushes from each state to the nearest goal.
    pub(super) nearest: &'t mut [u8],
    /// Cost of each square for the route.
    pub(super) route: &'t mut [u16],
    pub(super) pocket: &'t mut [[u32; 5]],
    pub(super) patterns: Patterns<'t>,
    pub(super) cells: Cells<'t>,
    pub(super) pool: Pool<'t>,
}

impl Layout {
    /// `None` where the pool is too small.
    pub(super) fn new(terrain: &Terrain<'_>, pool: &mut [u32]) -> Option<Self> {
        let layout = Self {
            squares: terrain.size,
            states: terrain.states(),
        };
        let fixed = layout.fixed();
        (pool.len() >= fixed + FEWEST * RECORD).then_some(layout)
    }

    fn fixed(&self) -> usize {
        let bytes = words(self.squares) + words(self.states);
        bytes
            + SQUARES / 4
            + MAX_PLACES
            + 2 * self.squares
            + SQUARES / 2
            + 5 * ENTRIES
            + CELLS
            + CELLS / 2
            + PATTERN * PATTERNS
            + VAIN
    }

    #[cfg_attr(hot, unsafe(link_section = ".data.hot"), inline(never))]
    pub(super) fn cut<'t>(&self, pool: &'t mut [u32]) -> Tables<'t> {
        let mut rest = pool;
        let mut take = |words: usize| {
            let (table, after) = core::mem::take(&mut rest).split_at_mut(words);
            rest = after;
            table
        };
        let notes = Notes {
            seen: bytemuck::cast_slice_mut(take(SQUARES / 4)),
            queue: bytemuck::cast_slice_mut(take(MAX_PLACES / 2)),
            tags: bytemuck::cast_slice_mut(take(MAX_PLACES / 2)),
        };
        let serves = bytemuck::cast_slice_mut(take(2 * self.squares));
        let mut bytes = |count: usize| {
            let table: &mut [u8] = bytemuck::cast_slice_mut(take(words(count)));
            &mut table[..count]
        };
        let corridors = bytes(self.squares);
        let nearest = bytes(self.states);
        let route = bytemuck::cast_slice_mut(take(SQUARES / 2));
        let pocket = bytemuck::cast_slice_mut(take(5 * ENTRIES));
        let cells = Cells {
            keys: take(CELLS),
            open: bytemuck::cast_slice_mut(take(CELLS / 2)),
        };
        let patterns = Patterns {
            dead: bytemuck::cast_slice_mut(take(PATTERN * PATTERNS)),
            vain: take(VAIN),
        };
        Tables {
            notes,
            serves,
            corridors,
            nearest,
            route,
            pocket,
            patterns,
            cells,
            pool: Pool::new(rest),
        }
    }
}

fn words(bytes: usize) -> usize {
    bytes.div_ceil(4)
}
