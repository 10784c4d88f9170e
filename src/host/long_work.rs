//! Work that takes a while: a bar that tells how far it is, and Ctrl-C that ends it tidily.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::output::{Output, say};

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C only asks to stop.
pub(super) fn begin() {
    // Without a handler Ctrl-C ends the program all the same, only less tidily.
    let _ = ctrlc::set_handler(stop);
}

/// Asks to stop.
pub(super) fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Whether it is time to stop.
pub(super) fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Ends the program if it was asked to stop.
pub(super) fn end(out: &mut Output<impl Write>) -> io::Result<()> {
    if is_stopped() {
        out.flush()?;
        say!("stopped");
        // What a shell expects of a program that Ctrl-C ended.
        std::process::exit(130);
    }
    Ok(())
}

/// A bar for so many levels. It vanishes where standard error is no terminal.
pub(super) fn progress_bar(levels: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} levels, {elapsed}; {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(levels as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
