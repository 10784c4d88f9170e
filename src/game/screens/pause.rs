//! The pause menu.

use super::instructions::Instructions;
use super::levels::Levels;
use super::play::Playing;
use super::settings::SettingsMenu;
use super::solving::Solving;
use super::title::{self, Title};
use super::{Next, Origin, Screen};
use crate::game::input::Layout;
use crate::game::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;
use crate::game::thinking::Wish;

/// The cursor; the level stays in play.
#[derive(Clone, Debug, Default)]
pub struct Pause {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum Choice {
    Continue,
    Redo,
    Restart,
    Solve,
    FewestPushes,
    HowToPlay,
    Settings,
    Levels,
    Leave,
}

impl<'p> Menu<'p> for Pause {
    type Choice = Choice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<Choice> {
        // The other layouts have a button for redo.
        let redo: &[Choice] = match shared.device.layout {
            Layout::Six => &[Choice::Redo],
            Layout::Eight | Layout::Four => &[],
        };
        choices(&[
            &[Choice::Continue],
            redo,
            &[
                Choice::Restart,
                Choice::Solve,
                Choice::FewestPushes,
                Choice::HowToPlay,
                Choice::Settings,
                Choice::Levels,
                Choice::Leave,
            ],
        ])
    }

    fn row(&self, choice: Choice, shared: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            Choice::Continue => "Continue",
            Choice::Redo => "Redo",
            Choice::Restart => "Restart",
            Choice::Solve => "Solve it",
            Choice::FewestPushes => "Fewest pushes",
            Choice::HowToPlay => "How to play",
            Choice::Settings => "Settings",
            Choice::Levels if shared.play.place().is_none() => "New levels",
            Choice::Levels => "Levels",
            Choice::Leave => "Quit to title",
        })
    }

    fn choose(&mut self, choice: Choice, shared: &mut Shared<'p>) -> Next<'p> {
        Some(match choice {
            Choice::Continue => Screen::Play(Playing::default()),
            Choice::Redo => {
                shared.redo();
                // Stay in the menu while there is more to redo.
                if shared.play.history().redoable() > 0 {
                    return None;
                }
                Screen::Play(Playing::default())
            }
            Choice::Restart => {
                shared.restart();
                Screen::Play(Playing::default())
            }
            Choice::Solve => Solving::begin(false, shared),
            Choice::FewestPushes => Solving::begin(true, shared),
            Choice::HowToPlay => Screen::Instructions(Instructions::new(Origin::Pause)),
            Choice::Settings => Screen::Settings(SettingsMenu::new(Origin::Pause)),
            Choice::Levels => Levels::of_play(shared),
            Choice::Leave => Screen::Title(Title::default().at(title::Choice::Continue, shared)),
        })
    }

    fn back(&mut self, _: &mut Shared<'p>) -> Next<'p> {
        Some(Screen::Play(Playing::default()))
    }

    fn wish(&self, shared: &Shared<'p>) -> Option<Wish> {
        shared.wish_for_advice_in_background()
    }

    has_cursor!();
}
