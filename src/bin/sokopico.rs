//! The host's main.

use std::process::ExitCode;

fn main() -> ExitCode {
    sokopico::host::run()
}
