//! Output rows as a table or as comma-separated values.

use std::fmt;
use std::io::{self, Write};

use super::job::{Outcome, Proven, SolveRow};
use crate::solve::plain::effective_branching_factor;

/// How rows are written.
#[derive(Clone, Copy)]
pub(super) enum Format {
    /// Aligned columns.
    Table {
        /// Whether to add depth and effective branching factor, to compare searches.
        compare: bool,
    },
    /// Comma-separated values with the solution.
    Csv,
}

impl Outcome {
    fn name(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Unsolvable => "unsolvable",
            Self::TooLarge => "too-large",
            Self::GaveUp => "gave-up",
        }
    }
}

impl SolveRow {
    fn pushes(&self) -> Option<u32> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(solution.tally.pushes),
            _ => None,
        }
    }

    fn moves(&self) -> Option<u32> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(solution.tally.moves),
            _ => None,
        }
    }

    fn solution(&self) -> &str {
        match &self.outcome {
            Outcome::Solved(solution) => &solution.lurd,
            _ => "",
        }
    }

    /// What is proven of a solution that may not be the best one.
    fn at_least(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Solved(solution) => match solution.proven {
                Proven::AtLeast(bound) if bound > 0 => Some(format!(">={bound}")),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the result is proven: no solution, or none with less of what was asked for; if only
    /// the first of that is proven, its name.
    fn proven(&self) -> Option<&'static str> {
        match &self.outcome {
            Outcome::Solved(solution) => Some(match solution.proven {
                Proven::AtLeast(_) => "no",
                Proven::Only(first) => first,
                Proven::All => "yes",
            }),
            Outcome::Unsolvable => Some("yes"),
            Outcome::TooLarge | Outcome::GaveUp => None,
        }
    }
}

fn or_nothing(value: Option<impl fmt::Display>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

impl Format {
    pub(super) fn header(self, out: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Csv => writeln!(
                out,
                "file,level,mode,outcome,pushes,moves,proven,engine,nodes,inner,bytes,ms,solution"
            ),
            Self::Table { compare: false } => writeln!(
                out,
                "file         level mode    outcome    pushes  moves proven engine    nodes    floods matchings      ms"
            ),
            Self::Table { compare: true } => writeln!(
                out,
                "file         level mode    outcome    pushes  moves proven engine           nodes  depth branching      ms"
            ),
        }
    }

    pub(super) fn row(self, row: &SolveRow, out: &mut impl Write) -> io::Result<()> {
        let SolveRow {
            file,
            number,
            mode,
            engine,
            nodes,
            inner,
            milliseconds,
            ..
        } = row;
        let (pushes, moves) = (or_nothing(row.pushes()), or_nothing(row.moves()));
        let proven = row.proven().unwrap_or("");
        let outcome = row.outcome.name();
        let Self::Table { compare } = self else {
            let (file, bytes) = (quoted(file), or_nothing(row.bytes));
            let solution = row.solution();
            return writeln!(
                out,
                "{file},{number},{mode},{outcome},{pushes},{moves},{proven},{engine},{nodes},{inner},{bytes},{milliseconds},{solution}"
            );
        };
        let file = tail(file, 12);
        let proven = row.at_least().unwrap_or(proven.to_owned());
        write!(
            out,
            "{file:<12} {number:>5} {mode:<7} {outcome:<10} {pushes:>6} {moves:>6} {proven:<6}"
        )?;
        if compare {
            let branching = row
                .pushes()
                .and_then(|pushes| effective_branching_factor(*nodes, pushes));
            let branching = branching.map_or_else(String::new, |factor| format!("{factor:.3}"));
            let depth = or_nothing(row.depth);
            writeln!(
                out,
                " {engine:<13} {nodes:>8} {depth:>6} {branching:>9} {milliseconds:>7}"
            )
        } else {
            let (floods, matchings) = (or_nothing(row.floods), or_nothing(row.matchings));
            writeln!(
                out,
                " {engine:<6} {nodes:>8} {floods:>9} {matchings:>9} {milliseconds:>7}"
            )
        }
    }
}

/// Shortens a long name to its last characters, which distinguish files best.
fn tail(name: &str, width: usize) -> String {
    let count = name.chars().count();
    if count <= width {
        name.to_owned()
    } else {
        format!(
            "…{}",
            name.chars().skip(count + 1 - width).collect::<String>()
        )
    }
}

/// A field of comma-separated values, quoted if needed.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Totals of all rows.
#[derive(Default)]
pub(super) struct Totals {
    rows: usize,
    solved: usize,
    unsolvable: usize,
    proven: usize,
    pushes: u64,
    moves: u64,
    nodes: u64,
    /// The most memory that a level needed, in bytes.
    bytes: usize,
}

impl Totals {
    pub(super) fn add(&mut self, row: &SolveRow) {
        self.rows += 1;
        self.solved += usize::from(matches!(row.outcome, Outcome::Solved(_)));
        self.unsolvable += usize::from(matches!(row.outcome, Outcome::Unsolvable));
        self.proven += usize::from(row.proven() == Some("yes"));
        self.pushes += u64::from(row.pushes().unwrap_or(0));
        self.moves += u64::from(row.moves().unwrap_or(0));
        self.nodes += row.nodes;
        self.bytes = self.bytes.max(row.bytes.unwrap_or(0));
    }

    pub(super) fn all_solved(&self) -> bool {
        self.solved == self.rows
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rows,
            solved,
            unsolvable,
            proven,
            pushes,
            moves,
            nodes,
            bytes,
        } = self;
        write!(
            f,
            "{solved} of {rows} solved, {unsolvable} unsolvable, {proven} proven; {pushes} pushes, {moves} moves, {nodes} nodes"
        )?;
        if *bytes > 0 {
            write!(f, ", {bytes} bytes each")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_cut_where_needed() {
        assert_eq!(quoted("a,b\"c"), "\"a,b\"\"c\"");
        assert_eq!(quoted("plain.xsb"), "plain.xsb");
        assert_eq!(tail("levels/a/very/long/path.xsb", 10), "…/path.xsb");
    }
}
