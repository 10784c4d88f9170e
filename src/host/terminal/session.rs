//! Taking the terminal over, and giving it back as it was found, whatever happens.

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

/// Whether the terminal is taken over, for whoever comes first to give it back.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Whether it was asked to tell when keys come up.
static ASKED: AtomicBool = AtomicBool::new(false);

/// The terminal is ours until this is dropped.
#[derive(Debug)]
pub(super) struct Session {
    signals: Signals,
    tells_releases: bool,
}

impl Session {
    pub(super) fn begin() -> io::Result<Self> {
        restore_before_panics_are_told();
        let mut session = Self {
            signals: Signals::watch()?,
            tells_releases: false,
        };
        session.take_over()?;
        Ok(session)
    }

    fn take_over(&mut self) -> io::Result<()> {
        terminal::enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        execute!(
            io::stdout(),
            EnterAlternateScreen,
            cursor::Hide,
            EnableFocusChange
        )?;
        // Windows tells releases unasked, and cannot be asked.
        self.tells_releases =
            cfg!(unix) && terminal::supports_keyboard_enhancement().unwrap_or(false);
        if self.tells_releases {
            ASKED.store(true, Ordering::SeqCst);
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
        }
        Ok(())
    }

    pub(super) fn tells_releases(&self) -> bool {
        self.tells_releases
    }

    /// Whether the system wants the program to end.
    pub(super) fn is_over(&self) -> bool {
        self.signals.end()
    }

    /// Waits for a key where it can, and tells how much of the time is left to wait for one;
    /// `None` where the terminal is gone, on which reading keys would never return.
    pub(super) fn wait(&self, longest: Duration) -> Option<Duration> {
        Signals::wait(longest)
    }

    /// Whether the system wants the program to stop for a while; asked once, told once.
    pub(super) fn is_suspended(&self) -> bool {
        self.signals.suspension()
    }

    /// Gives the terminal back, stops until the program is continued, and takes it again.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        self.signals.stop()?;
        self.take_over()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
    }
}

/// Where it cannot be given back, nobody is there to be told.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    if ASKED.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), PopKeyboardEnhancementFlags);
    }
    let _ = execute!(
        io::stdout(),
        DisableFocusChange,
        ResetColor,
        // Left full, a screen that has grown spills into the lines above it in tmux.
        Clear(ClearType::All),
        cursor::MoveTo(0, 0),
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
}

/// What a panic says must not go to a screen that vanishes a moment later.
fn restore_before_panics_are_told() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            tell(panic);
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

    /// Signals as flags. In raw mode the keys for them arrive as keys; these are sent by
    /// others.
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
                // Gone, or keys come from elsewhere.
                return io::stdout().is_terminal().then_some(longest);
            }
            let mut terminal = [PollFd::new(&input, PollFlags::IN)];
            let longest = longest.try_into().ok();
            // An interrupted wait is over, and whoever interrupted it has left a flag.
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

/// Where there are no such signals.
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
