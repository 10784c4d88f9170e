//! Data, messages and the exit code of a command.

use std::io::{self, Write};
use std::process::ExitCode;

/// Writes a line to standard error. A closed standard error is no reason to stop.
macro_rules! say {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}
pub(super) use say;

/// Where data goes, and whether every level was good so far. That is remembered even if the
/// reader of the data closes it and the command ends early.
pub(super) struct Output<W> {
    data: W,
    good: bool,
}

impl<W: Write> Output<W> {
    pub(super) fn new(data: W) -> Self {
        Self { data, good: true }
    }

    /// Notes that a level or a solution is not good.
    pub(super) fn note_bad(&mut self) {
        self.good = false;
    }

    /// The exit code of a command that ended with `result`.
    pub(super) fn exit_code(mut self, result: io::Result<()>) -> ExitCode {
        match result.and_then(|()| self.data.flush()) {
            // A reader such as `head` may stop early; that is not an error.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                say!("sokopico: {error}");
                ExitCode::FAILURE
            }
            _ if self.good => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.data.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.data.flush()
    }
}
