//! A test of the worker's memory: every word is written with a number of its own and read
//! back after all others were written, then the same with all bits inverted. So a bit that is
//! stuck shows, and so does an address that reaches the wrong word.

use core::hint::black_box;

use super::desk::{Desk, Wish};
use crate::game::hardware::MemoryReport;
use crate::solve::pause;

/// Words per slice: well below a millisecond on the Pico.
const SLICE: usize = 2_048;

/// Tests all of the arena, which holds nothing between two questions. Stops when the wish
/// changes.
pub(super) async fn test_memory(desk: &Desk, arena: &mut [u32]) {
    let mut wrong = 0;
    for flip in [0, u32::MAX] {
        for writes in [true, false] {
            for (number, slice) in (0..).zip(arena.chunks_mut(SLICE)) {
                let first = number * SLICE as u32;
                if writes {
                    write(slice, first, flip);
                } else {
                    wrong += count_wrong(slice, first, flip);
                }
                pause().await;
                if desk.wish() != Some(Wish::TestMemory) {
                    return;
                }
            }
        }
    }
    desk.report_memory(MemoryReport {
        words: arena.len() as u32,
        wrong,
    });
    // Until the midend has taken it, the wish is still there.
    while desk.wish() == Some(Wish::TestMemory) {
        pause().await;
    }
}

/// The number of a word: different for every word, with ones and zeros in all places.
fn number(index: u32, flip: u32) -> u32 {
    index.wrapping_mul(0x9e37_79b9) ^ flip
}

fn write(slice: &mut [u32], first: u32, flip: u32) {
    for (index, word) in (first..).zip(slice.iter_mut()) {
        *word = number(index, flip);
    }
    // The compiler must not keep the numbers to itself.
    black_box(slice);
}

fn count_wrong(slice: &mut [u32], first: u32, flip: u32) -> u32 {
    let slice: &[u32] = black_box(slice);
    let wrong = (first..)
        .zip(slice)
        .filter(|&(index, &word)| word != number(index, flip));
    wrong.count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory with a fault: what a write leaves behind.
    fn after_writes(words: usize, flip: u32, fault: impl Fn(&mut [u32])) -> u32 {
        let mut memory = vec![0; words];
        for (number, slice) in (0..).zip(memory.chunks_mut(SLICE)) {
            write(slice, number * SLICE as u32, flip);
        }
        fault(&mut memory);
        let slices = (0..).zip(memory.chunks_mut(SLICE));
        slices
            .map(|(number, slice)| count_wrong(slice, number * SLICE as u32, flip))
            .sum()
    }

    #[test]
    fn good_memory_has_no_wrong_words() {
        assert_eq!(after_writes(5_000, 0, |_| {}), 0);
        assert_eq!(after_writes(5_000, u32::MAX, |_| {}), 0);
    }

    #[test]
    fn every_bit_that_is_stuck_shows_in_one_of_the_two_rounds() {
        for bit in 0..32 {
            for place in [0, 1, 2_047, 2_048, 4_999] {
                let stuck = |level: u32| {
                    move |memory: &mut [u32]| {
                        memory[place] = memory[place] & !(1 << bit) | level << bit;
                    }
                };
                for level in [0, 1] {
                    let rounds = [0, u32::MAX];
                    let wrong = rounds.map(|flip| after_writes(5_000, flip, stuck(level)));
                    assert_eq!(wrong.iter().sum::<u32>(), 1, "bit {bit} of word {place}");
                }
            }
        }
    }

    #[test]
    fn an_address_line_that_is_missing_shows() {
        let aliased = |memory: &mut [u32]| memory.copy_within(4_096..5_000, 0);
        assert_eq!(after_writes(5_000, 0, aliased), 904);
    }
}
