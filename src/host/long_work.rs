//! Long work: a progress bar, and Ctrl-C that stops between two levels.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::output::{Output, say};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C a request to stop, instead of ending the program at once.
pub(super) fn begin() {
    // Without a handler Ctrl-C still ends the program, perhaps in the middle of a row.
    let _ = ctrlc::set_handler(stop);
}

/// Requests a stop.
pub(super) fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Whether stopping was requested.
pub(super) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Ends the program if stopping was requested.
pub(super) fn end(out: &mut Output<impl Write>) -> io::Result<()> {
    if is_stopped() {
        out.flush()?;
        say!("stopped");
        // The usual exit code of a program that Ctrl-C ended.
        std::process::exit(130);
    }
    Ok(())
}

/// A progress bar for a number of levels, shown only if standard error is a terminal.
pub(super) fn progress_bar(levels: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} levels, {elapsed}; {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(levels as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
