//! The recorded signature of the solver's node counts. Any change to the search changes it:
//! compare `sokopico bench` before and after, and record the new one if it is better.

use std::process::Command;

const RECORDED: &str = "signature f03a4bac";

#[test]
fn the_solver_needs_exactly_the_recorded_nodes() {
    let output = Command::new(env!("CARGO_BIN_EXE_sokopico"))
        .arg("bench")
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().last(), Some(RECORDED), "{text}");
}
