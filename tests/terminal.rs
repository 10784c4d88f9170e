//! The game in a real terminal, which must be restored afterwards.
#![cfg(unix)]

#[path = "common/player.rs"]
mod player;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use sokopico::game::input::Layout;
use sokopico::game::packs::Pack;
use sokopico::host::store::FileStore;

const LEVEL: &str = "##########\n#@    $ .#\n##########\nTitle: Corridor\n";
const RIGHT: &[u8] = b"\x1b[C";
/// The end of a picture.
const SHOWN: &str = "\x1b[?2026l";
/// Normally it takes far less, but the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The game in a terminal of 80 x 24.
struct Session {
    child: Child,
    keyboard: File,
    terminal: File,
    before: Termios,
    output: Arc<(Mutex<String>, Condvar)>,
    /// Whether the window is closed.
    gone: Arc<AtomicBool>,
    /// End of the output that was already waited for.
    seen: usize,
}

impl Session {
    fn start(folder: &Path, args: &[&OsStr]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        // The game must not inherit the handle, or the window could not be closed.
        fcntl_setfd(&master, FdFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY;
        let terminal = File::from(open(&*name, flags, Mode::empty()).unwrap());
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&terminal, size).unwrap();
        let line = || Stdio::from(terminal.try_clone().unwrap());
        let before = tcgetattr(&terminal).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_sokopico"))
            .arg("play")
            .args(args)
            .arg("--data")
            .arg(folder)
            .env("TERM", "xterm-256color")
            .stdin(line())
            .stdout(line())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut screen = File::from(master);
        let mut session = Self {
            child,
            keyboard: screen.try_clone().unwrap(),
            before,
            terminal,
            output: Arc::default(),
            gone: Arc::default(),
            seen: 0,
        };
        let output = Arc::clone(&session.output);
        let gone = Arc::clone(&session.gone);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes)
                && !gone.load(Ordering::SeqCst)
            {
                let text = String::from_utf8_lossy(&bytes[..count]);
                output.0.lock().unwrap().push_str(&text);
                output.1.notify_all();
            }
        });
        // The game asks what kind of terminal this is; answer as a plain one.
        session.wait_for("\x1b[c");
        session.press(b"\x1b[?62c");
        session.wait_for(SHOWN);
        session
    }

    fn press(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).unwrap();
    }

    fn wait_for(&mut self, what: &str) {
        let (output, changed) = &*self.output;
        let (output, timeout) = changed
            .wait_timeout_while(output.lock().unwrap(), TIMEOUT, |output| {
                !output[self.seen..].contains(what)
            })
            .unwrap();
        assert!(!timeout.timed_out(), "no {what:?} after {:?}", &*output);
        self.seen += output[self.seen..].find(what).unwrap() + what.len();
    }

    /// Checks what is on the screen so far.
    fn has_shown(&self, what: &str) {
        let output = self.output.0.lock().unwrap();
        assert!(output.contains(what), "no {what:?} in {output:?}");
    }

    fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).unwrap();
    }

    /// Closes the terminal's window and waits until the game ends.
    fn close_window(mut self) {
        self.gone.store(true, Ordering::SeqCst);
        self.press(RIGHT);
        drop(self.keyboard);
        let began = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if began.elapsed() > TIMEOUT {
                self.child.kill().unwrap();
                panic!("the game still runs without a terminal");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until the game ends, checks that the terminal is restored, and returns what was
    /// printed to standard error.
    fn end(mut self) -> String {
        self.wait_for("\x1b[?1049l");
        self.wait_for("\x1b[?25h");
        assert!(self.child.wait().unwrap().success());
        let after = tcgetattr(&self.terminal).unwrap();
        assert_eq!(format!("{after:?}"), format!("{:?}", self.before));
        let mut output = String::new();
        let mut errors = self.child.stderr.take().unwrap();
        errors.read_to_string(&mut output).unwrap();
        output
    }
}

/// An empty folder with a file of one level.
fn folder(name: &str) -> (PathBuf, PathBuf) {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), name].iter().collect();
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("corridor.xsb");
    fs::write(&file, LEVEL).unwrap();
    (folder, file)
}

/// Moves and pushes of the game saved in a folder.
fn saved(folder: &Path) -> (u32, u32) {
    let packs = [Pack {
        name: "corridor",
        text: LEVEL.as_bytes(),
    }];
    let mut midend = player::midend(&packs, Layout::Eight, 0);
    let (mut store, trouble) = FileStore::open(folder);
    assert!(trouble.is_none());
    player::load(&mut midend, &mut store);
    assert_eq!(midend.game().screen().name(), "Play");
    let tally = midend.game().play().tally();
    (tally.moves, tally.pushes)
}

#[test]
fn a_game_resumes_where_it_was_left() {
    let (folder, file) = folder("goes_on");
    let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
    session.press(RIGHT);
    session.wait_for(SHOWN);
    session.press(b"q");
    assert_eq!(session.end(), "");
    assert_eq!(saved(&folder), (1, 0));

    let mut session = Session::start(&folder, &[file.as_os_str()]);
    session.press(&RIGHT.repeat(4));
    session.wait_for(SHOWN);
    // In raw mode Ctrl-C is a key.
    session.press(b"\x03");
    assert_eq!(session.end(), "");
    assert_eq!(saved(&folder), (5, 1));
}

#[test]
fn after_a_signal_the_game_is_saved_and_the_terminal_restored() {
    for (name, signal) in [
        ("terminated", Signal::TERM),
        ("hung_up", Signal::HUP),
        ("interrupted", Signal::INT),
    ] {
        let (folder, file) = folder(name);
        let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
        session.press(RIGHT);
        session.wait_for(SHOWN);
        session.signal(signal);
        assert_eq!(session.end(), "");
        assert_eq!(saved(&folder), (1, 0), "{name}");
    }
}

#[test]
fn closing_the_window_saves_and_ends_the_game() {
    let (folder, file) = folder("closed");
    let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
    session.press(RIGHT);
    session.wait_for(SHOWN);
    session.close_window();
    assert!(saved(&folder).0 >= 1);
}

#[test]
fn damaged_progress_is_set_aside_and_reported_and_play_continues() {
    let (folder, file) = folder("damaged");
    fs::write(folder.join("progress"), "rubbish").unwrap();
    let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
    session.has_shown("Saved progress is damaged");
    session.press(RIGHT);
    session.wait_for(SHOWN);
    session.press(b"q");
    let output = session.end();
    assert!(
        output.contains("saved progress is damaged: starting from scratch"),
        "{output}"
    );
    let aside = fs::read(folder.join("progress.damaged-1")).unwrap();
    assert_eq!(aside, b"rubbish");
    assert_eq!(saved(&folder), (1, 0));
}

#[test]
fn a_second_game_is_told_that_it_is_not_saved() {
    let (folder, file) = folder("second");
    let args = [file.as_os_str(), OsStr::new("--level=1")];
    let mut first = Session::start(&folder, &args);
    let mut second = Session::start(&folder, &args);
    second.has_shown("Another sokopico is running");
    second.press(&RIGHT.repeat(3));
    second.wait_for(SHOWN);
    second.press(b"q");
    second.wait_for("\x1b[?1049l");
    assert!(!second.child.wait().unwrap().success());
    let mut output = String::new();
    let mut errors = second.child.stderr.take().unwrap();
    errors.read_to_string(&mut output).unwrap();
    assert!(output.contains("another sokopico is using"), "{output}");
    assert!(output.contains("progress was not saved"), "{output}");
    first.press(RIGHT);
    first.wait_for(SHOWN);
    first.press(b"q");
    assert_eq!(first.end(), "");
    assert_eq!(saved(&folder), (1, 0));
}
