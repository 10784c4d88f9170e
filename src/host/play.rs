//! `sokopico play`: the game in a terminal.

mod handheld;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::cli::level_number;
use super::demo;
use super::files::LevelFile;
use super::generate::clock;
use super::output::{Output, say};
use super::store::{FileStore, Trouble, data_folder};
use super::terminal::{self, Terminal};
use crate::game::display::Display;
use crate::game::input::Layout;
use crate::game::packs::{BUILT_IN, Pack, Place};
use crate::game::{Device, Midend, Source};
use crate::make::{Code, Maker};
use crate::puzzle::text::Reader;
use crate::solve::ARENA_WORDS;
use handheld::Handheld;

#[derive(Args, Default)]
pub(super) struct PlayOptions {
    /// A file of levels
    #[arg(value_parser = file_to_play())]
    file: Option<PathBuf>,
    /// Begin with this level
    #[arg(long, value_name = "N", value_parser = level_number())]
    level: Option<u32>,
    /// Begin with the level of a code, made on the spot
    #[arg(long, value_name = "CODE", conflicts_with = "level")]
    seed: Option<Code>,
    /// The buttons of the handheld
    #[arg(long, value_enum, default_value_t)]
    buttons: Buttons,
    /// The folder where progress is kept
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Buttons {
    /// D-pad, A, B, X and Y
    #[default]
    Eight,
    /// D-pad that can be pressed, A and B
    Six,
    /// A, B, X and Y
    Four,
}

impl From<Buttons> for Layout {
    fn from(buttons: Buttons) -> Self {
        match buttons {
            Buttons::Eight => Self::Eight,
            Buttons::Six => Self::Six,
            Buttons::Four => Self::Four,
        }
    }
}

/// Any path but `-`: standard input cannot hold the levels, because keys come from it.
fn file_to_play() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path.as_os_str() == "-" {
            Err("keys come from standard input: name a file of levels")
        } else {
            Ok(path)
        }
    })
}

pub(super) fn run(options: &PlayOptions, out: &mut Output<impl Write>) -> io::Result<()> {
    let Some(path) = &options.file else {
        return play(options, BUILT_IN, out);
    };
    let Some(file) = LevelFile::open(path) else {
        out.note_bad();
        return Ok(());
    };
    // Report all boards with errors now; the game leaves them out.
    for (_, entry) in file.levels_from(1) {
        if entry.is_none() {
            out.note_bad();
        }
    }
    play(options, &[file.pack()], out)
}

fn play(options: &PlayOptions, packs: &[Pack<'_>], out: &mut Output<impl Write>) -> io::Result<()> {
    let layout = options.buttons.into();
    let device = Device {
        layout,
        // Its size is known when the terminal is open.
        display: Display::NONE,
        backlight: false,
        quit: true,
        usb_drive: false,
        hardware: None,
        added: None,
    };
    let mut midend = Box::new(Midend::EMPTY);
    let (Some(first), Ok(())) = (packs.first(), midend.start(packs, device, 0)) else {
        out.note_bad();
        return Ok(());
    };
    if let Some(number) = options.level
        && !has_level(first, number)
    {
        out.note_bad();
        return Ok(());
    }
    if !terminal::is_there()
        && let Some(code) = options.seed
    {
        let mut maker = Maker::new(code);
        let made = maker.finish(&mut vec![0; ARENA_WORDS]);
        let text = made.map(ToString::to_string).unwrap_or_default();
        return match Reader::new(text.as_bytes()).next() {
            Some(Ok(entry)) => demo::run(1, &entry, layout, out),
            _ => Ok(()),
        };
    }
    if !terminal::is_there() {
        return match demo::choice(first, options.level) {
            Some((number, entry)) => demo::run(number, &entry, layout, out),
            None => Ok(()),
        };
    }
    out.flush()?;
    let (mut store, trouble) = match data_folder(options.data.as_deref()) {
        Some(folder) => FileStore::open(&folder),
        None => FileStore::nowhere(),
    };
    if let Some(trouble) = &trouble {
        // It can be read in full when the game has ended.
        say!("sokopico: {trouble}");
    }
    let notice = trouble.as_ref().map(Trouble::short);
    play_with(&mut store, notice, &mut midend, options, out)
}

/// Whether a pack has a valid level with this number; prints a message if the number is too
/// large.
fn has_level(pack: &Pack<'_>, number: u32) -> bool {
    let count = (1u32..).zip(pack.levels()).map(|(count, _)| count).last();
    let count = count.unwrap_or(0);
    if number > count {
        let name = pack.name;
        say!("{name}: there is no level {number}: the file has {count}");
    }
    let place = u16::try_from(number).ok();
    place.is_some_and(|number| pack.level(number).is_some())
}

fn play_with(
    store: &mut FileStore,
    notice: Option<&str>,
    midend: &mut Midend<'_>,
    options: &PlayOptions,
    out: &mut Output<impl Write>,
) -> io::Result<()> {
    midend.stir(clock());
    // Errors are shown on the screen.
    let _ = midend.load(store);
    if let Some(code) = options.seed {
        begin_with(midend, code);
    }
    if let Some(number) = options.level.and_then(|number| u16::try_from(number).ok()) {
        // The caller has checked that it exists.
        let _ = midend.open(Place { pack: 0, number });
    }
    let terminal = Terminal::open(midend.game().device().layout)?;
    // This restores the terminal before any message is printed.
    let result = Handheld::new(terminal, notice).run(midend, store);
    if midend.is_unsaved()
        && let Err(error) = midend.save(store)
    {
        match store.last_error() {
            Some(error) => say!("sokopico: progress was not saved: {error}"),
            None => say!("sokopico: progress was not saved: {error}"),
        }
        out.note_bad();
    }
    result
}

/// Plays the level of a code, or continues it if it is in play.
fn begin_with(midend: &mut Midend<'_>, code: Code) {
    let play = midend.game().play();
    let is_it = matches!(play.source(), Source::Made(known, _) if known == code.into());
    if play.is_on() && is_it {
        return;
    }
    if let Some(made) = Maker::new(code).finish(&mut vec![0; ARENA_WORDS]) {
        midend.play_made(&made.into());
    }
}
