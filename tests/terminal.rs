//! The game as it is played: in a terminal, which is found again as it was.
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
/// It does not take that long, but a busy machine is no mistake.
const PATIENCE: Duration = Duration::from_secs(60);

/// The game in a terminal of 80 x 24.
struct Session {
    child: Child,
    keyboard: File,
    terminal: File,
    before: Termios,
    said: Arc<(Mutex<String>, Condvar)>,
    /// Whether nobody looks at the screen any more.
    gone: Arc<AtomicBool>,
    /// What has been waited for ends here.
    seen: usize,
}

impl Session {
    fn start(folder: &Path, args: &[&OsStr]) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        // The game must not hold its own window open.
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
            said: Arc::default(),
            gone: Arc::default(),
            seen: 0,
        };
        let said = Arc::clone(&session.said);
        let gone = Arc::clone(&session.gone);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes)
                && !gone.load(Ordering::SeqCst)
            {
                let text = String::from_utf8_lossy(&bytes[..count]);
                said.0.lock().unwrap().push_str(&text);
                said.1.notify_all();
            }
        });
        // It asks what kind of terminal this is: a plain one.
        session.wait_for("\x1b[c");
        session.press(b"\x1b[?62c");
        session.wait_for(SHOWN);
        session
    }

    fn press(&mut self, keys: &[u8]) {
        self.keyboard.write_all(keys).unwrap();
    }

    fn wait_for(&mut self, what: &str) {
        let (said, changed) = &*self.said;
        let (said, timeout) = changed
            .wait_timeout_while(said.lock().unwrap(), PATIENCE, |said| {
                !said[self.seen..].contains(what)
            })
            .unwrap();
        assert!(!timeout.timed_out(), "no {what:?} after {:?}", &*said);
        self.seen += said[self.seen..].find(what).unwrap() + what.len();
    }

    fn signal(&self, signal: Signal) {
        let id = Pid::from_child(&self.child);
        kill_process(id, signal).unwrap();
    }

    /// Closes the terminal's window, and waits for the end of the game.
    fn close_window(mut self) {
        self.gone.store(true, Ordering::SeqCst);
        self.press(RIGHT);
        drop(self.keyboard);
        let began = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if began.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("it goes on without a terminal");
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the end, sees that the terminal is as before, and tells what was said.
    fn end(mut self) -> String {
        self.wait_for("\x1b[?1049l");
        self.wait_for("\x1b[?25h");
        assert!(self.child.wait().unwrap().success());
        let after = tcgetattr(&self.terminal).unwrap();
        assert_eq!(format!("{after:?}"), format!("{:?}", self.before));
        let mut said = String::new();
        let mut errors = self.child.stderr.take().unwrap();
        errors.read_to_string(&mut said).unwrap();
        said
    }
}

/// A folder with nothing in it but the level.
fn folder(name: &str) -> (PathBuf, PathBuf) {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), name].iter().collect();
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("corridor.xsb");
    fs::write(&file, LEVEL).unwrap();
    (folder, file)
}

/// Moves and pushes of the game that is kept in a folder.
fn kept(folder: &Path) -> (u32, u32) {
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
fn a_game_goes_on_where_it_was_left() {
    let (folder, file) = folder("goes_on");
    let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
    session.press(RIGHT);
    session.wait_for(SHOWN);
    session.press(b"q");
    assert_eq!(session.end(), "");
    assert_eq!(kept(&folder), (1, 0));

    let mut session = Session::start(&folder, &[file.as_os_str()]);
    session.press(&RIGHT.repeat(4));
    session.wait_for(SHOWN);
    // Ctrl-C is a key here.
    session.press(b"\x03");
    assert_eq!(session.end(), "");
    assert_eq!(kept(&folder), (5, 1));
}

#[test]
fn whoever_ends_it_the_game_is_kept_and_the_terminal_as_before() {
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
        assert_eq!(kept(&folder), (1, 0), "{name}");
    }
}

#[test]
fn a_closed_window_ends_the_game_and_keeps_it() {
    let (folder, file) = folder("closed");
    let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
    session.press(RIGHT);
    session.wait_for(SHOWN);
    session.close_window();
    assert!(kept(&folder).0 >= 1);
}

#[test]
fn damaged_progress_is_kept_aside_and_told_and_play_goes_on() {
    let (folder, file) = folder("damaged");
    fs::write(folder.join("progress"), "rubbish").unwrap();
    let mut session = Session::start(&folder, &[file.as_os_str(), OsStr::new("--level=1")]);
    session.press(RIGHT);
    session.wait_for(SHOWN);
    session.press(b"q");
    let said = session.end();
    assert!(
        said.contains("saved progress is damaged: kept as"),
        "{said}"
    );
    let aside = fs::read(folder.join("progress.damaged-1")).unwrap();
    assert_eq!(aside, b"rubbish");
    assert_eq!(kept(&folder), (1, 0));
}
