//! The recorded signature of the solver's node counts. A change of the search changes it:
//! look at `sokopico bench` before and after, and record the new one if it is better.

use std::process::Command;

const RECORDED: &str = "signature f03a4bac";

#[test]
fn the_solver_takes_as_many_nodes_as_recorded() {
    let output = Command::new(env!("CARGO_BIN_EXE_sokopico"))
        .arg("bench")
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().last(), Some(RECORDED), "{text}");
}
