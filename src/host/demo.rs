//! `sokopico play` without a terminal: prints how to play, and a level with its solution.

use std::io::{self, Write};

use crate::game::input::Layout;
use crate::game::instructions::pages;
use crate::game::packs::Pack;
use crate::puzzle::text::Entry;
use crate::puzzle::{Board, Level, Step};
use crate::solve::{ARENA_WORDS, Solver, Status, check_size};

const INTRODUCTION: &str = "sokopico is played in a terminal, but standard output is not one.

In a terminal, the keys a, b, x and y are the buttons; with Shift they are held.
The arrows or k, j, h, l are the d-pad, and Enter presses it. q quits.";

/// Most positions shown.
const BOARDS: usize = 6;
/// Fewest pushes of a level worth showing.
const MIN_PUSHES: u16 = 6;
/// Columns of output.
const WIDTH: usize = 80;
/// Node limit of the solver: a few seconds at most.
const MAX_NODES: u32 = 100_000;

/// The level to show: the requested one, else the first with at least [`MIN_PUSHES`].
pub(super) fn choice<'p>(pack: &Pack<'p>, number: Option<u32>) -> Option<(u32, Entry<'p>)> {
    let levels = || {
        let good = |(number, item): (u32, Result<Entry<'p>, _>)| Some((number, item.ok()?));
        (1..).zip(pack.levels()).filter_map(good)
    };
    let is_it = |(this, entry): &(u32, Entry<'_>)| match number {
        Some(number) => *this == number,
        None => entry.par.is_some_and(|par| par.pushes >= MIN_PUSHES),
    };
    levels().find(is_it).or_else(|| levels().next())
}

pub(super) fn run(
    number: u32,
    entry: &Entry<'_>,
    layout: Layout,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{INTRODUCTION}\n")?;
    for page in pages(layout) {
        let mut heading = page.heading;
        for paragraph in page.paragraphs {
            writeln!(out, "{heading:<12}{paragraph}")?;
            heading = "";
        }
    }
    let level = &entry.level;
    let mode = level.mode().name();
    writeln!(out, "\nLevel {number}: {} ({mode})\n", entry.title)?;
    let Some(steps) = solution(level) else {
        writeln!(out, "{}", level.picture(level.start()))?;
        return match check_size(level) {
            Ok(()) => writeln!(out, "The solver found no solution in a short time."),
            Err(reason) => writeln!(out, "This level is {reason}."),
        };
    };
    let (mut board, mut after_pushes) = (level.start().clone(), vec![level.start().clone()]);
    for step in &steps {
        level.step(&mut board, step.direction);
        if step.is_push() {
            after_pushes.push(board.clone());
        }
    }
    let last = after_pushes.len() - 1;
    let shown = last.min(BOARDS - 1);
    let pushes: Vec<usize> = (0..=shown)
        .map(|index| (last * index).checked_div(shown).unwrap_or(0))
        .collect();
    write_boards(level, &after_pushes, &pushes, out)?;
    let moves: String = steps.iter().copied().map(char::from).collect();
    writeln!(
        out,
        "Solved in {} moves, {last} pushes: {moves}",
        steps.len()
    )
}

/// The solver's solution, if it finds one within [`MAX_NODES`].
fn solution(level: &Level) -> Option<Vec<Step>> {
    let mut arena = vec![0; ARENA_WORDS];
    let mut solver = Solver::new(level, level.start(), &mut arena).with_node_limit(MAX_NODES);
    loop {
        match solver.step(u32::MAX) {
            Status::Working(_) => {}
            Status::Solved(solution) => return Some(solution.steps().collect()),
            Status::Unsolvable | Status::GaveUp(_) => return None,
        }
    }
}

/// Writes positions side by side, as many as fit, each below its number of pushes.
fn write_boards(
    level: &Level,
    boards: &[Board],
    pushes: &[usize],
    out: &mut impl Write,
) -> io::Result<()> {
    let caption = |pushes: usize| match pushes {
        0 => "start".to_owned(),
        1 => "1 push".to_owned(),
        _ => format!("{pushes} pushes"),
    };
    let column = level.width().max(caption(boards.len()).len());
    for chunk in pushes.chunks(((WIDTH + 3) / (column + 3)).max(1)) {
        let mut lines = vec![String::new(); level.height() + 1];
        for &pushes in chunk {
            let picture = level.picture(&boards[pushes]).to_string();
            let rows = picture.lines().map(str::to_owned);
            for (line, text) in lines
                .iter_mut()
                .zip([caption(pushes)].into_iter().chain(rows))
            {
                line.push_str(&format!("{text:<column$}   "));
            }
        }
        for line in lines {
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text::Reader;

    fn output(text: &str) -> String {
        let entry = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let mut out = Vec::new();
        run(7, &entry, Layout::Eight, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn it_shows_a_level_from_start_to_end() {
        let output = output("#######\n#@$  .#\n#######\nTitle: Along\n");
        assert!(output.contains("Level 7: Along (classic)"), "{output}");
        assert!(
            output.contains(
                "start      1 push     2 pushes   3 pushes\n\
                 #######    #######    #######    #######\n\
                 #@$  .#    # @$ .#    #  @$.#    #   @*#\n\
                 #######    #######    #######    #######\n\n\
                 Solved in 3 moves, 3 pushes: RRR\n"
            ),
            "{output}"
        );
    }

    #[test]
    fn long_solutions_are_shown_in_a_few_positions() {
        let output = output(&format!(
            "{0}\n#@$ {1}.#\n{0}\n",
            "#".repeat(30),
            " ".repeat(24)
        ));
        assert_eq!(output.matches('@').count(), BOARDS, "{output}");
        let widest = output.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(WIDTH), "{output}");
        assert!(output.contains("Solved in 26 moves, 26 pushes"), "{output}");
    }

    #[test]
    fn it_reports_unsolvable_and_already_solved_levels() {
        let output = output("######\n#$  .#\n#  @ #\n######\n");
        assert!(output.contains("found no solution"), "{output}");
        let solved = "#####\n#@ *#\n#####\n";
        assert!(self::output(solved).contains("Solved in 0 moves, 0 pushes"));
    }
}
