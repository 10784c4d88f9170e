//! The line at the bottom that lists the keys.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use embedded_graphics::pixelcolor::Rgb565;

use super::colour::Depth;
use super::keys::Keys;
use super::screen::Cell;
use crate::game::Screen as GameScreen;
use crate::game::input::{Action, Context, Controls, Layout};

/// Rows that the bar takes from the picture.
pub(super) const ROWS: u16 = 1;

/// The smallest window in which everything fits.
pub(super) const MIN_COLUMNS: u16 = 80;
pub(super) const MIN_ROWS: u16 = 24;

const GROUND: Rgb565 = Rgb565::new(4, 8, 4);
const KEY: Rgb565 = Rgb565::new(30, 60, 28);
const TEXT: Rgb565 = Rgb565::new(18, 38, 20);

/// The kinds of key help. What a key does depends on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Help {
    /// Playing a level.
    Play,
    /// Choosing from a menu.
    Menu,
    /// Choosing a level.
    Levels,
    /// Reading pages.
    Pages,
    /// Watching a solution.
    Playback,
    /// Waiting for the solver.
    Solving,
}

impl Help {
    /// The key help for a screen of the game.
    pub fn of(screen: &GameScreen<'_>) -> Self {
        match screen {
            GameScreen::Play(_) => Self::Play,
            GameScreen::Levels(_) => Self::Levels,
            GameScreen::Instructions(_) | GameScreen::Check(_) => Self::Pages,
            GameScreen::Playback(_) => Self::Playback,
            GameScreen::Solving(_) => Self::Solving,
            GameScreen::Title(_)
            | GameScreen::Attract(_)
            | GameScreen::Mode(_)
            | GameScreen::Packs(_)
            | GameScreen::Chosen(_)
            | GameScreen::Opening(_)
            | GameScreen::Settings(_)
            | GameScreen::Added(_)
            | GameScreen::Remove(_)
            | GameScreen::Erase(_)
            | GameScreen::About(_)
            | GameScreen::Generate(_)
            | GameScreen::Generating(_)
            | GameScreen::Code(_)
            | GameScreen::Pause(_)
            | GameScreen::Solved(_)
            | GameScreen::Stuck(_) => Self::Menu,
        }
    }

    fn context(self) -> Context {
        match self {
            Self::Play => Context::Play,
            _ => Context::Menu,
        }
    }

    /// Pairs of arrows and what they do.
    fn arrows(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Levels => &[("↑↓", "choose"), ("←→", "unsolved")],
            Self::Pages => &[("←→", "turn")],
            Self::Playback => &[("←→", "step"), ("↑↓", "speed")],
            Self::Play | Self::Menu | Self::Solving => &[],
        }
    }

    fn word(self, action: Action) -> Option<&'static str> {
        Some(match (self, action) {
            (_, Action::Walk { .. }) => return None,
            (Self::Playback, Action::Ok) => "pause",
            (Self::Playback | Self::Solving, Action::Back) => "stop",
            (Self::Solving, Action::Ok) => "play the best",
            (_, Action::Hint) => "hint",
            (_, Action::Undo) => "undo",
            (_, Action::Rewind { .. }) => "rewind",
            (_, Action::Redo) => "redo",
            (_, Action::Restart) => "restart",
            (_, Action::Pause) => "pause",
            (_, Action::Ok) => "OK",
            (_, Action::Back) => "back",
            (_, Action::Leave) => "leave",
        })
    }
}

/// Keys with the same effect, and the word for it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    keys: String,
    does: &'static str,
}

impl Entry {
    fn has(&self, name: &str) -> bool {
        let mut keys = self.keys.split('/');
        keys.any(|key| key.eq_ignore_ascii_case(name))
    }

    fn width(&self) -> usize {
        self.keys.chars().count() + 1 + self.does.len()
    }
}

/// The cells of the bar, with as many keys as fit.
pub(super) fn cells(layout: Layout, help: Help, depth: Depth, columns: u16) -> Vec<Cell> {
    line(&fitting(layout, help, columns.into()), depth, columns)
}

/// The bar shown instead if the window is too small for the picture.
pub(super) fn too_small(columns: u16, rows: u16, depth: Depth) -> Vec<Cell> {
    let entries = [
        Entry {
            keys: format!("{columns}x{rows}"),
            does: "is too small.",
        },
        Entry {
            keys: format!("{MIN_COLUMNS}x{MIN_ROWS}"),
            does: "is enough",
        },
    ];
    line(&entries, depth, columns)
}

/// The bar shown instead to tell the player something.
pub(super) fn notice(text: &str, depth: Depth, columns: u16) -> Vec<Cell> {
    // A message of the system may be longer, or contain anything.
    let text = text.chars().filter(|symbol| !symbol.is_control());
    let entry = Entry {
        keys: text.take(columns.into()).collect(),
        does: "",
    };
    line(&[entry], depth, columns)
}

fn line(entries: &[Entry], depth: Depth, columns: u16) -> Vec<Cell> {
    let columns = usize::from(columns);
    let letter = |symbol, colour| Cell::Letter {
        symbol,
        colour: depth.colour(colour),
        ground: depth.colour(GROUND),
    };
    let mut line = Vec::new();
    for entry in entries {
        if !line.is_empty() {
            line.extend([letter(' ', TEXT); 2]);
        }
        line.extend(entry.keys.chars().map(|symbol| letter(symbol, KEY)));
        line.push(letter(' ', TEXT));
        line.extend(entry.does.chars().map(|symbol| letter(symbol, TEXT)));
    }
    let margin = columns.saturating_sub(line.len()) / 2;
    let mut cells = vec![letter(' ', TEXT); margin];
    cells.extend(line);
    cells.resize(columns, letter(' ', TEXT));
    cells
}

/// The longest form of the bar that fits. Keys that a player can discover are dropped first.
fn fitting(layout: Layout, help: Help, columns: usize) -> Vec<Entry> {
    let forms = [(true, true), (false, true), (false, false)];
    let mut entries = Vec::new();
    for (letters, holds) in forms {
        entries = all(layout, help, letters, holds);
        if width(&entries) <= columns {
            return entries;
        }
    }
    // The last entry, how to quit, is always kept.
    while entries.len() > 1 && width(&entries) > columns {
        entries.remove(entries.len() - 2);
    }
    entries
}

fn width(entries: &[Entry]) -> usize {
    let gaps = 2 * entries.len().saturating_sub(1);
    entries.iter().map(Entry::width).sum::<usize>() + gaps
}

fn all(layout: Layout, help: Help, letters: bool, holds: bool) -> Vec<Entry> {
    let arrows = match (letters, layout) {
        (false, _) => "↑↓←→",
        (true, Layout::Four) => "↑↓←→/abxy",
        (true, _) => "↑↓←→/kjhl",
    };
    let entry = |keys: &str, does| Entry {
        keys: keys.to_owned(),
        does,
    };
    let mut entries = match help {
        Help::Play => vec![entry(arrows, "walk")],
        Help::Menu => vec![entry(arrows, "choose")],
        Help::Levels | Help::Pages | Help::Playback | Help::Solving => {
            let pairs = help.arrows().iter();
            pairs.map(|&(keys, does)| entry(keys, does)).collect()
        }
    };
    let plain = [
        ("a", KeyCode::Char('a')),
        ("b", KeyCode::Char('b')),
        ("x", KeyCode::Char('x')),
        ("y", KeyCode::Char('y')),
    ];
    let capitals = [
        ("A", KeyCode::Char('a')),
        ("B", KeyCode::Char('b')),
        ("X", KeyCode::Char('x')),
        ("Y", KeyCode::Char('y')),
    ];
    let single = plain.map(|key| (key, KeyModifiers::NONE));
    let held = capitals.map(|key| (key, KeyModifiers::SHIFT));
    // With four buttons some actions need a hold.
    let with_holds = holds || layout == Layout::Four;
    for (index, single) in single.into_iter().enumerate() {
        for ((name, code), modifiers) in [Some(single), with_holds.then_some(held[index])]
            .into_iter()
            .flatten()
        {
            add(&mut entries, name, does(layout, help, code, modifiers));
        }
    }
    let enter = does(layout, help, KeyCode::Enter, KeyModifiers::NONE);
    add(&mut entries, "Enter", enter);
    add(&mut entries, "q", Some("quit"));
    entries
}

/// Adds a key to the entry with the same effect, or as a new entry. A capital with the same
/// effect as its small letter is left out.
fn add(entries: &mut Vec<Entry>, name: &str, does: Option<&'static str>) {
    let Some(does) = does else { return };
    match entries.iter_mut().find(|entry| entry.does == does) {
        Some(same) if same.has(name) => {}
        Some(same) => {
            same.keys.push('/');
            same.keys.push_str(name);
        }
        None => entries.push(Entry {
            keys: name.to_owned(),
            does,
        }),
    }
}

/// The effect of a key, found by simulating it, so that the bar is always right.
fn does(
    layout: Layout,
    help: Help,
    code: KeyCode,
    modifiers: KeyModifiers,
) -> Option<&'static str> {
    let mut keys = Keys::new(layout, 0);
    let mut controls = Controls::new(layout);
    keys.key(&KeyEvent::new(code, modifiers), 0);
    let events = std::iter::from_fn(|| keys.next_event());
    let action = events.filter_map(|event| controls.action(event, help.context()));
    help.word(action.last()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(layout: Layout, help: Help, columns: u16) -> String {
        let line = letters(&cells(layout, help, Depth::True, columns));
        assert_eq!(line.chars().count(), columns.into());
        line.trim().to_owned()
    }

    fn letters(cells: &[Cell]) -> String {
        let symbols = cells.iter().map(|cell| match cell {
            Cell::Letter { symbol, .. } => *symbol,
            Cell::Pixels { .. } => panic!("the bar has only text"),
        });
        symbols.collect()
    }

    #[test]
    fn in_a_small_window_the_bar_shows_the_smallest_size_that_works() {
        assert_eq!(
            letters(&too_small(40, 10, Depth::True)).trim(),
            "40x10 is too small.  80x24 is enough"
        );
    }

    #[test]
    fn a_notice_takes_one_line_however_long_it_is() {
        let shown = |text| letters(&notice(text, Depth::True, 20));
        assert_eq!(shown("Not saved: why"), "  Not saved: why    ");
        assert_eq!(
            shown("Not saved: who\nknows\x1b why"),
            "Not saved: whoknows "
        );
    }

    #[test]
    fn every_button_fits_into_eighty_columns() {
        use Help::{Levels, Menu, Play, Playback, Solving};
        for (layout, help, expected) in [
            (
                Layout::Eight,
                Play,
                "↑↓←→ walk  a hint  b undo  B rewind  x redo  X restart  y/Enter pause  q quit",
            ),
            (
                Layout::Eight,
                Menu,
                "↑↓←→/kjhl choose  a/Enter OK  b/y back  q quit",
            ),
            (
                Layout::Six,
                Play,
                "↑↓←→/kjhl walk  a hint  b undo  B rewind  Enter pause  q quit",
            ),
            (
                Layout::Six,
                Menu,
                "↑↓←→/kjhl choose  a/Enter OK  b back  q quit",
            ),
            (
                Layout::Four,
                Play,
                "↑↓←→/abxy walk  A/Enter hint  B undo  X redo  Y pause  q quit",
            ),
            (
                Layout::Four,
                Menu,
                "↑↓←→/abxy choose  A/Enter OK  B/Y back  q quit",
            ),
            (
                Layout::Eight,
                Levels,
                "↑↓ choose  ←→ unsolved  a/Enter OK  b/y back  q quit",
            ),
            (
                Layout::Six,
                Playback,
                "←→ step  ↑↓ speed  a/Enter pause  b stop  q quit",
            ),
            (
                Layout::Four,
                Solving,
                "A/Enter play the best  B/Y stop  q quit",
            ),
        ] {
            assert_eq!(text(layout, help, 80), expected);
        }
    }

    #[test]
    fn narrow_terminals_show_fewer_keys() {
        let eight = |columns| text(Layout::Eight, Help::Play, columns);
        assert!(eight(100).starts_with("↑↓←→/kjhl walk"));
        assert_eq!(
            eight(60),
            "↑↓←→ walk  a hint  b undo  x redo  y/Enter pause  q quit"
        );
        assert_eq!(eight(34), "↑↓←→ walk  a hint  b undo  q quit");
        assert_eq!(eight(6), "q quit");
        assert_eq!(eight(3), "q q");
    }
}
