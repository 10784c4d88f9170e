//! The solver's node counts on fixed levels, as recorded in `bench.txt`. A change of the
//! search changes them: if the new counts are better, record them with
//! `sokopico bench | cut -c -42 > tests/bench.txt`.

use std::process::Command;

const RECORDED: &str = include_str!("bench.txt");
/// Columns of the table up to the node counts; what follows may change without a change of
/// the search.
const COUNTED: usize = 42;

#[test]
fn the_solver_needs_exactly_the_recorded_nodes() {
    let output = Command::new(env!("CARGO_BIN_EXE_sokopico"))
        .arg("bench")
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let counted = |line: &str| line.chars().take(COUNTED).collect::<String>();
    let found: Vec<String> = text.lines().map(counted).collect();
    let recorded: Vec<&str> = RECORDED.lines().collect();
    let changed: Vec<String> = recorded
        .iter()
        .zip(&found)
        .filter(|(old, new)| *old != new)
        .map(|(old, new)| format!("- {old}\n+ {new}"))
        .collect();
    assert!(
        changed.is_empty(),
        "recorded (-) and found (+):\n  {}\n{}",
        recorded[0],
        changed.join("\n")
    );
    assert_eq!(found.len(), recorded.len(), "{text}");
}
