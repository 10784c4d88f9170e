//! What can be chosen on each screen.

use heapless::Vec;

use super::Game;
use super::census::MAX_PACKS;
use super::input::Layout;
use super::packs::Filter;
use super::progress::{Count, Settings};
use super::screen::Screen;
use super::workshop::Length;
use crate::puzzle::Mode;

/// Choices of the longest menu.
pub const MAX_ITEMS: usize = MAX_PACKS;

/// Something to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// Go on with the level in play.
    Continue,
    /// Choose a level.
    Play,
    /// Levels that are made here.
    Generate,
    /// A level that is at hand.
    Fresh(Length),
    /// The mode of the level to make.
    MakeMode,
    /// Its size.
    MakeExtent,
    /// How hard it is.
    MakeGrade,
    /// Make it.
    Make,
    /// Make the level of a code.
    TypeCode,
    /// Make another level like this one.
    Another,
    /// How to play.
    Instructions,
    /// The player's choices.
    Settings,
    /// Restart as a USB drive.
    UsbDrive,
    /// Leave the game.
    Quit,
    /// Levels of one mode, or of both.
    Mode(Filter),
    /// A pack.
    Pack(u8),
    /// The setting of that name.
    Theme,
    /// The setting of that name.
    Tiles,
    /// The setting of that name.
    Brightness,
    /// The setting of that name.
    Sound,
    /// The setting of that name.
    Speed,
    /// The setting of that name.
    Hints,
    /// Erase all progress.
    Erase,
    /// What this is.
    About,
    /// Do not.
    No,
    /// Do.
    Yes,
    /// Take back an undo.
    Redo,
    /// Take back a step.
    Undo,
    /// Begin the level again.
    Restart,
    /// Have it solved somehow.
    SolveAny,
    /// Have it solved with the fewest pushes.
    SolveShortest,
    /// Back to the list of levels.
    Levels,
    /// Back to the title.
    Leave,
    /// The next level that is not solved.
    Next,
    /// The same level again.
    Again,
    /// Back to the last position that could still be won.
    Rewind,
}

/// What stands beside a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// A word.
    Word(&'static str),
    /// So much of so much.
    Bar(u8, u8),
    /// How far the player got.
    Count(Count),
}

/// A line of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'g> {
    /// What is chosen.
    pub item: Item,
    /// What it is called, at most 16 letters but for a pack's name.
    pub label: &'g str,
    /// What stands beside it.
    pub value: Value,
}

impl<'p> Game<'p> {
    /// The choices of the screen in their order; none where nothing is chosen.
    pub fn items(&self) -> Vec<Item, MAX_ITEMS> {
        let mut items = Vec::new();
        // Every list is shorter than what fits; packs beyond it are not shown.
        let mut add = |these: &[Item]| {
            let _ = items.extend_from_slice(these);
        };
        match self.screen {
            Screen::Title => {
                if self.in_play {
                    add(&[Item::Continue]);
                }
                add(&[
                    Item::Play,
                    Item::Generate,
                    Item::Instructions,
                    Item::Settings,
                ]);
                if self.device.usb_drive {
                    add(&[Item::UsbDrive]);
                }
                if self.device.quit {
                    add(&[Item::Quit]);
                }
            }
            Screen::Mode => add(&Filter::ALL.map(Item::Mode)),
            Screen::Packs => {
                for pack in 0..self.packs.len().min(MAX_PACKS) as u8 {
                    add(&[Item::Pack(pack)]);
                }
            }
            Screen::Generate => {
                add(&Length::ALL.map(Item::Fresh));
                add(&[
                    Item::MakeMode,
                    Item::MakeExtent,
                    Item::MakeGrade,
                    Item::Make,
                    Item::TypeCode,
                ]);
            }
            Screen::Settings => add(&[
                Item::Theme,
                Item::Tiles,
                Item::Brightness,
                Item::Sound,
                Item::Speed,
                Item::Hints,
                Item::Erase,
                Item::About,
            ]),
            Screen::Erase => add(&[Item::No, Item::Yes]),
            Screen::Pause => {
                add(&[Item::Continue]);
                if self.device.layout == Layout::Six {
                    add(&[Item::Redo]);
                }
                add(&[
                    Item::Restart,
                    Item::SolveAny,
                    Item::SolveShortest,
                    Item::Instructions,
                    Item::Settings,
                    Item::Levels,
                    Item::Leave,
                ]);
            }
            Screen::Solved => {
                let next = match self.play.place() {
                    Some(_) => Item::Next,
                    None => Item::Another,
                };
                add(&[next, Item::Again, Item::Levels]);
            }
            Screen::Stuck => add(&[Item::Rewind, Item::Undo, Item::Restart, Item::Continue]),
            Screen::Attract
            | Screen::Levels
            | Screen::Generating
            | Screen::Code
            | Screen::Instructions { .. }
            | Screen::About
            | Screen::Play
            | Screen::Playback
            | Screen::Solving(_) => {}
        }
        items
    }

    /// A choice as a line of its menu.
    pub fn row(&self, item: Item) -> Row<'p> {
        Row {
            item,
            label: self.label(item),
            value: self.value(item),
        }
    }

    /// The place of the chosen one among the choices.
    pub fn cursor(&self) -> usize {
        usize::from(self.cursor)
    }

    fn label(&self, item: Item) -> &'p str {
        match item {
            Item::Continue if self.screen == Screen::Stuck => "Keep playing",
            Item::Continue => "Continue",
            Item::Play => "Play",
            Item::Generate => "New levels",
            Item::Fresh(Length::Short) => "Short",
            Item::Fresh(Length::Medium) => "Medium",
            Item::Fresh(Length::Long) => "Long",
            Item::MakeMode => "Mode",
            Item::MakeExtent => "Size",
            Item::MakeGrade => "Grade",
            Item::Make => "Make one",
            Item::TypeCode => "Type a code",
            Item::Another => "Another like it",
            Item::Instructions => "How to play",
            Item::Settings => "Settings",
            Item::UsbDrive => "USB drive",
            Item::Quit => "Quit",
            Item::Mode(Filter::Only(Mode::Classic)) => "Classic",
            Item::Mode(Filter::Only(Mode::Pairs)) => "Pairs",
            Item::Mode(Filter::All) => "Both",
            Item::Pack(pack) => self
                .packs
                .get(usize::from(pack))
                .map_or("", |pack| pack.name),
            Item::Theme => "Theme",
            Item::Tiles => "Tiles",
            Item::Brightness => "Brightness",
            Item::Sound => "Sound",
            Item::Speed => "Playback",
            Item::Hints => "Hints",
            Item::Erase => "Erase progress",
            Item::About => "About",
            Item::No => "Keep everything",
            Item::Yes => "Erase",
            Item::Redo => "Redo",
            Item::Undo => "Undo",
            Item::Restart => "Restart",
            Item::SolveAny => "Solve it",
            Item::SolveShortest => "Fewest pushes",
            Item::Levels if self.play.place().is_none() => "New levels",
            Item::Levels => "Levels",
            Item::Leave => "Quit to title",
            Item::Next => "Next unsolved",
            Item::Again => "Play again",
            Item::Rewind => "Rewind to safety",
        }
    }

    fn value(&self, item: Item) -> Value {
        let on = |is: bool| Value::Word(if is { "on" } else { "off" });
        match item {
            Item::Mode(filter) => Value::Count(self.census.of_all(filter)),
            Item::Pack(pack) => Value::Count(self.census.of_pack(usize::from(pack), self.filter)),
            Item::Fresh(length) => match self.at_hand(length) {
                Some(grade) => Value::Word(grade.name()),
                None => Value::Word("to be made"),
            },
            Item::MakeMode => Value::Word(self.workshop.mode.name()),
            Item::MakeExtent => Value::Word(self.workshop.extent.label()),
            Item::MakeGrade => Value::Word(self.workshop.grade.name()),
            Item::Theme => Value::Word(self.settings.theme.label()),
            Item::Tiles => Value::Word(self.settings.tiles.label()),
            Item::Brightness => Value::Bar(self.settings.brightness, Settings::BRIGHTEST),
            Item::Sound => on(self.settings.sound),
            Item::Speed => Value::Word(self.settings.speed.label()),
            Item::Hints => on(self.settings.hints),
            _ => Value::None,
        }
    }
}
