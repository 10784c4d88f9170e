//! What the player's wishes do on each screen.

use super::banner::Banner;
use super::game::{Game, Rung};
use super::input::Action;
use super::instructions::pages;
use super::menu::Item;
use super::packs::{Filter, Place};
use super::past::PastSearch;
use super::progress::{LevelId, Settings, Speed, Theme, TileStyle};
use super::screen::{Screen, Task};
use super::shelf::Shelf;
use crate::puzzle::{Direction, Record};

/// Levels that a key held down in the list goes on by.
const PAGE: i16 = 4;

impl Game<'_> {
    pub(super) fn act(&mut self, action: Action) {
        match self.screen {
            Screen::Play => self.act_in_play(action),
            Screen::Levels => self.act_in_levels(action),
            Screen::Playback => self.act_in_playback(action),
            Screen::Instructions { page } => self.act_in_instructions(action, page),
            Screen::About => {
                if matches!(action, Action::Ok | Action::Back) {
                    self.show(Screen::Settings, Some(Item::About));
                }
            }
            Screen::Solving(task) => match action {
                Action::Ok => self.take_best(),
                Action::Back => self.cancel(task),
                _ => {}
            },
            Screen::Code => self.act_in_code(action),
            Screen::Generating => self.act_in_generating(action),
            Screen::Attract => {}
            _ => self.act_in_menu(action),
        }
    }

    fn act_in_play(&mut self, action: Action) {
        // Whatever the player does takes over from a push that the machine plays, but for
        // the next rung of the ladder.
        if self.playback.take().is_some() && action == Action::Hint {
            return self.play_back(false);
        }
        match action {
            Action::Walk {
                direction,
                repeated,
            } => self.walk(direction, repeated),
            Action::Undo => self.undo(1),
            Action::Rewind { held_for } => self.rewind(held_for),
            Action::Redo => self.redo(),
            Action::Restart => self.restart(),
            Action::Hint => self.hint(),
            Action::Pause => self.show(Screen::Pause, None),
            Action::Ok | Action::Back => {}
        }
    }

    fn walk(&mut self, seen: Direction, repeated: bool) {
        let direction = if self.turned {
            seen.anticlockwise()
        } else {
            seen
        };
        let pushes = self
            .play
            .would(direction)
            .is_some_and(|step| step.is_push());
        if repeated && pushes && self.pushing != Some(direction) {
            return;
        }
        if !repeated || !pushes {
            self.pushing = pushes.then_some(direction);
        }
        let Some(step) = self.play.step(direction, self.now) else {
            return;
        };
        if pushes {
            self.rung = Rung::Ground;
            self.banner = None;
        }
        self.stepped(step);
        if pushes {
            self.after_push();
        }
    }

    /// What a player's push may lead to besides.
    fn after_push(&mut self) {
        if self.play.is_solved() {
            self.finish(None);
        } else if self.play.is_immobile() {
            self.show(Screen::Stuck, None);
        } else if !self.play.stuck().is_empty() {
            let boxes = self.play.stuck().len() as u8;
            self.tell(Banner::Stuck { boxes });
        }
    }

    fn undo(&mut self, steps: u32) {
        self.rung = Rung::Ground;
        self.banner = None;
        for _ in 0..steps {
            match self.play.undo() {
                Some(record) => self.unstepped(record),
                None => {
                    if self.play.history().forgotten() > 0 {
                        self.tell(Banner::Forgotten);
                    }
                    break;
                }
            }
        }
    }

    /// The longer it is held, the larger the strides; it stops where the level began.
    fn rewind(&mut self, held_for: u32) {
        for _ in 0..(held_for / 1_000).clamp(1, 8) {
            if self.play.tally().moves == 0 {
                break;
            }
            self.undo(1);
        }
    }

    fn redo(&mut self) {
        self.rung = Rung::Ground;
        if let Some(record) = self.play.redo() {
            self.banner = None;
            self.unstepped(record);
        }
    }

    fn unstepped(&mut self, record: Record) {
        self.session_unsaved = true;
        match record {
            Record::Step(step) if step.is_push() => self.advice.moved(&self.play),
            Record::Step(_) => {}
            Record::Restart => self.advice.restarted(&self.play),
        }
    }

    fn restart(&mut self) {
        self.rung = Rung::Ground;
        self.banner = None;
        self.play.restart();
        self.session_unsaved = true;
        self.advice.restarted(&self.play);
    }

    fn act_in_levels(&mut self, action: Action) {
        let bests = &self.bests;
        match action {
            Action::Walk {
                direction,
                repeated,
            } => {
                let stride = if repeated { PAGE } else { 1 };
                match direction {
                    Direction::Up => self.shelf.walk(-stride, bests),
                    Direction::Down => self.shelf.walk(stride, bests),
                    Direction::Left => self.shelf.next_unsolved(false, bests),
                    Direction::Right => self.shelf.next_unsolved(true, bests),
                }
            }
            Action::Ok => {
                if let Some(place) = self.shelf.place() {
                    self.open_or_continue(place);
                }
            }
            Action::Back => self.show(Screen::Packs, Some(Item::Pack(self.shelf.pack()))),
            _ => {}
        }
    }

    /// The level in play goes on where it is; any other begins.
    fn open_or_continue(&mut self, place: Place) {
        if self.in_play && self.play.place() == Some(place) {
            self.show(Screen::Play, None);
        } else {
            // The shelf has only levels that can be read.
            let _ = self.open(place);
        }
    }

    fn act_in_instructions(&mut self, action: Action, page: u8) {
        let last = pages(self.device.layout).len() as u8 - 1;
        let next = match action {
            Action::Walk { direction, .. } => match direction {
                Direction::Right | Direction::Down => (page + 1).min(last),
                Direction::Left | Direction::Up => page.saturating_sub(1),
            },
            Action::Ok if page < last => page + 1,
            Action::Ok | Action::Back => return self.back_to_origin(Item::Instructions),
            _ => page,
        };
        self.screen = Screen::Instructions { page: next };
    }

    fn back_to_origin(&mut self, item: Item) {
        let origin = if self.from_pause {
            Screen::Pause
        } else {
            Screen::Title
        };
        self.show(origin, Some(item));
    }

    fn act_in_menu(&mut self, action: Action) {
        let items = self.items();
        let last = items.len().saturating_sub(1) as u8;
        let chosen = items.get(self.cursor()).copied();
        match action {
            Action::Walk {
                direction,
                repeated,
            } => match direction {
                // Round the ends, but not while the key is held.
                Direction::Up if self.cursor == 0 && !repeated => self.cursor = last,
                Direction::Up => self.cursor = self.cursor.saturating_sub(1),
                Direction::Down if self.cursor >= last && !repeated => self.cursor = 0,
                Direction::Down => self.cursor = (self.cursor + 1).min(last),
                Direction::Left | Direction::Right => {
                    if let Some(item) = chosen {
                        self.change(item, direction == Direction::Right);
                    }
                }
            },
            Action::Ok => {
                if let Some(item) = chosen {
                    self.choose(item);
                }
            }
            Action::Back => self.back(),
            _ => {}
        }
    }

    fn back(&mut self) {
        match self.screen {
            Screen::Mode => self.show(Screen::Title, Some(Item::Play)),
            Screen::Packs => self.show(Screen::Mode, Some(Item::Mode(self.filter))),
            Screen::Generate => self.show(Screen::Title, Some(Item::Generate)),
            Screen::Settings => self.back_to_origin(Item::Settings),
            Screen::Erase => self.show(Screen::Settings, Some(Item::Erase)),
            Screen::Pause | Screen::Stuck => self.show(Screen::Play, None),
            Screen::Solved => self.show_levels(),
            _ => {}
        }
    }

    fn choose(&mut self, item: Item) {
        match item {
            Item::Continue => self.show(Screen::Play, None),
            Item::Play => self.show(Screen::Mode, Some(Item::Mode(self.filter))),
            Item::Generate => self.show(Screen::Generate, None),
            Item::Fresh(length) => self.play_fresh(length),
            Item::MakeMode | Item::MakeExtent | Item::MakeGrade => self.change_order(item, true),
            Item::Make => self.make_ordered(),
            Item::TypeCode => self.type_code(),
            Item::Another => self.make_another(),
            Item::Instructions => {
                self.from_pause = self.screen == Screen::Pause;
                self.screen = Screen::Instructions { page: 0 };
            }
            Item::Settings => {
                self.from_pause = self.screen == Screen::Pause;
                self.show(Screen::Settings, None);
            }
            Item::UsbDrive => self.effects.usb_drive = true,
            Item::Quit => self.effects.quit = true,
            Item::Mode(filter) => {
                self.filter = filter;
                self.show(Screen::Packs, None);
            }
            Item::Pack(pack) => {
                self.shelf = Shelf::new(self.packs, pack, self.filter);
                self.show(Screen::Levels, None);
            }
            Item::Theme
            | Item::Tiles
            | Item::Brightness
            | Item::Sound
            | Item::Speed
            | Item::Hints => self.change(item, true),
            Item::Erase => self.show(Screen::Erase, None),
            Item::About => self.show(Screen::About, None),
            Item::No => self.back(),
            Item::Yes => self.erase(),
            Item::Redo => {
                self.redo();
                // Redo is often wanted more than once: the menu stays while there is more.
                if self.play.history().redoable() == 0 {
                    self.show(Screen::Play, None);
                }
            }
            Item::Undo => {
                self.show(Screen::Play, None);
                self.undo(1);
            }
            Item::Restart => {
                self.show(Screen::Play, None);
                self.restart();
            }
            Item::SolveAny => self.solve(Task::Any),
            Item::SolveShortest => self.solve(Task::Shortest),
            Item::Rewind => {
                self.past = Some(PastSearch::new(self.play.begun(), self.play.depth()));
                self.show(Screen::Solving(Task::Rewind), None);
                self.look_for_way_back();
            }
            Item::Levels => self.show_levels(),
            Item::Leave => self.show(Screen::Title, Some(Item::Continue)),
            Item::Next => self.next_unsolved(),
            Item::Again => {
                self.play.begin_again();
                self.begin_play();
            }
        }
    }

    /// The list, with the level of play chosen.
    fn show_levels(&mut self) {
        let Some(Place { pack, number }) = self.play.place() else {
            return self.show(Screen::Generate, None);
        };
        if !self.filter.takes(self.play.level().mode()) {
            self.filter = Filter::All;
        }
        self.shelf = Shelf::new(self.packs, pack, self.filter);
        while !self.shelf.is_read() {
            self.shelf.advance(&self.bests, usize::from(u16::MAX));
        }
        self.shelf.choose_number(number, &self.bests);
        self.show(Screen::Levels, None);
    }

    /// The next level of the pack that is not solved, or else the first such, or else the
    /// list.
    fn next_unsolved(&mut self) {
        let Some(Place { pack, number }) = self.play.place() else {
            return;
        };
        let Some(text) = self.packs.get(usize::from(pack)) else {
            return;
        };
        let mut first = None;
        let mut next = None;
        for (item, this) in text.levels().zip(1u16..) {
            let Ok(entry) = item else { continue };
            if self.filter.takes(entry.level.mode())
                && self.bests.get(LevelId::of(&entry.level)).is_none()
            {
                first = first.or(Some(this));
                if this > number {
                    next = Some(this);
                    break;
                }
            }
        }
        match next.or(first) {
            Some(number) => {
                // It was just read.
                let _ = self.open(Place { pack, number });
            }
            None => self.show_levels(),
        }
    }

    /// Changes a setting to its next or previous value.
    fn change(&mut self, item: Item, forward: bool) {
        let settings = &mut self.settings;
        match item {
            Item::MakeMode | Item::MakeExtent | Item::MakeGrade => {
                return self.change_order(item, forward);
            }
            Item::Theme => settings.theme = turned(Theme::ALL, settings.theme, forward),
            Item::Tiles => settings.tiles = turned(TileStyle::ALL, settings.tiles, forward),
            Item::Speed => settings.speed = turned(Speed::ALL, settings.speed, forward),
            Item::Brightness => {
                let levels: [u8; Settings::BRIGHTEST as usize] =
                    core::array::from_fn(|index| index as u8 + 1);
                settings.brightness = turned(&levels, settings.brightness, forward);
            }
            Item::Sound => settings.sound = !settings.sound,
            Item::Hints => settings.hints = !settings.hints,
            _ => return,
        }
        self.settings_unsaved = true;
    }

    fn erase(&mut self) {
        self.bests.erase();
        self.census = super::census::Census::new(self.packs);
        self.in_play = false;
        self.session_unsaved = true;
        self.from_pause = false;
        self.show(Screen::Settings, Some(Item::Erase));
        self.tell(Banner::Erased);
    }
}

/// The next of some values, or the one before, round the ends.
pub(super) fn turned<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let place = all.iter().position(|&this| this == now).unwrap_or(0);
    let by = if forward { 1 } else { all.len() - 1 };
    all[(place + by) % all.len()]
}
