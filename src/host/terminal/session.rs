//! Takes over the terminal and restores it, even after a panic or a signal.

use std::io;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{
    DisableFocusChange, EnableFocusChange, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::style::ResetColor;
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};

/// Whether the terminal is taken over; whoever clears it restores the terminal.
static ACTIVE: AtomicBool = AtomicBool::new(false);
/// Whether the terminal was asked to report key releases.
static RELEASES_REQUESTED: AtomicBool = AtomicBool::new(false);

/// The terminal is taken over until this is dropped.
#[derive(Debug)]
pub(super) struct Session {
    signals: Signals,
    reports_releases: bool,
}

impl Session {
    pub(super) fn begin() -> io::Result<Self> {
        restore_before_panic_messages();
        let mut session = Self {
            signals: Signals::watch()?,
            reports_releases: false,
        };
        session.take_over()?;
        Ok(session)
    }

    fn take_over(&mut self) -> io::Result<()> {
        terminal::enable_raw_mode()?;
        ACTIVE.store(true, Ordering::SeqCst);
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            cursor::Hide,
            EnableFocusChange
        )?;
        // Windows always reports releases and does not support the request.
        self.reports_releases =
            cfg!(unix) && terminal::supports_keyboard_enhancement().unwrap_or(false);
        if self.reports_releases {
            RELEASES_REQUESTED.store(true, Ordering::SeqCst);
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
        }
        Ok(())
    }

    pub(super) fn reports_releases(&self) -> bool {
        self.reports_releases
    }

    /// Whether a signal asked the program to end.
    pub(super) fn is_over(&self) -> bool {
        self.signals.end()
    }

    /// Waits for a key if possible, and returns how long the caller should still wait.
    /// `None` if the terminal is gone; reading keys from it would never return.
    pub(super) fn wait(&self, longest: Duration) -> Option<Duration> {
        Signals::wait(longest)
    }

    /// Whether a signal asked the program to suspend. Clears the request.
    pub(super) fn is_suspended(&self) -> bool {
        self.signals.suspension()
    }

    /// Restores the terminal, suspends the program, and takes over again when continued.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        restore();
        self.signals.stop()?;
        self.take_over()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if it is taken over. Errors are ignored: there is no one to show
/// them to.
fn restore() {
    if !ACTIVE.swap(false, Ordering::SeqCst) {
        return;
    }
    if RELEASES_REQUESTED.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), PopKeyboardEnhancementFlags);
    }
    let _ = execute!(
        io::stdout(),
        DisableFocusChange,
        ResetColor,
        // In tmux, a screen that has grown would otherwise leave lines behind.
        Clear(ClearType::All),
        cursor::MoveTo(0, 0),
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
}

/// Restores the terminal before a panic prints its message, which would be lost with the
/// alternate screen.
fn restore_before_panic_messages() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            restore();
            print(panic);
        }));
    });
}

#[cfg(unix)]
use unix::Signals;

#[cfg(unix)]
mod unix {
    use std::io::{self, IsTerminal};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use rustix::event::{PollFd, PollFlags, poll};
    use signal_hook::SigId;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::{flag, low_level};

    /// Signals as flags. In raw mode Ctrl-C and Ctrl-Z arrive as keys; these signals come
    /// from other processes.
    #[derive(Debug)]
    pub(super) struct Signals {
        end: Arc<AtomicBool>,
        suspension: Arc<AtomicBool>,
        watched: Vec<SigId>,
    }

    impl Signals {
        pub(super) fn watch() -> io::Result<Self> {
            let mut signals = Self {
                end: Arc::default(),
                suspension: Arc::default(),
                watched: Vec::new(),
            };
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                let id = flag::register(signal, Arc::clone(&signals.end))?;
                signals.watched.push(id);
            }
            let id = flag::register(SIGTSTP, Arc::clone(&signals.suspension))?;
            signals.watched.push(id);
            Ok(signals)
        }

        pub(super) fn end(&self) -> bool {
            self.end.load(Ordering::Relaxed)
        }

        pub(super) fn suspension(&self) -> bool {
            self.suspension.swap(false, Ordering::Relaxed)
        }

        pub(super) fn wait(longest: Duration) -> Option<Duration> {
            let input = io::stdin();
            if !input.is_terminal() {
                // The terminal is gone, or input is redirected.
                return io::stdout().is_terminal().then_some(longest);
            }
            let mut terminal = [PollFd::new(&input, PollFlags::IN)];
            let longest = longest.try_into().ok();
            // If a signal interrupts the wait, its flag is set.
            let _ = poll(&mut terminal, longest.as_ref());
            let gone = terminal[0]
                .revents()
                .intersects(PollFlags::HUP | PollFlags::ERR);
            (!gone).then_some(Duration::ZERO)
        }

        pub(super) fn stop(&self) -> io::Result<()> {
            low_level::emulate_default_handler(SIGTSTP)
        }
    }

    impl Drop for Signals {
        fn drop(&mut self) {
            for id in self.watched.drain(..) {
                low_level::unregister(id);
            }
        }
    }
}

/// A stand-in on systems without these signals.
#[cfg(not(unix))]
#[derive(Debug)]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn watch() -> io::Result<Self> {
        Ok(Self)
    }

    fn end(&self) -> bool {
        false
    }

    fn wait(longest: Duration) -> Option<Duration> {
        Some(longest)
    }

    fn suspension(&self) -> bool {
        false
    }

    fn stop(&self) -> io::Result<()> {
        Ok(())
    }
}
