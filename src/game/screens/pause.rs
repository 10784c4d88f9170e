//! The pause menu.

use super::instructions::Instructions;
use super::levels::Levels;
use super::play::Playing;
use super::settings::SettingsMenu;
use super::solving::Solving;
use super::title::{Title, TitleChoice};
use super::{Next, Origin, Screen};
use crate::game::input::Layout;
use crate::game::progress::result_item::By;
use crate::game::screens::menu::{Choices, Menu, Row, choices, has_cursor};
use crate::game::shared::Shared;
use crate::game::thinking::Wish;

/// The cursor; the level stays in play.
#[derive(Clone, Debug, Default)]
pub struct Pause {
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) enum PauseChoice {
    Continue,
    Redo,
    Restart,
    Solve,
    Fewest(By),
    HowToPlay,
    Settings,
    Levels,
    Leave,
}

impl<'p> Menu<'p> for Pause {
    type Choice = PauseChoice;

    fn choices(&self, shared: &Shared<'p>) -> Choices<PauseChoice> {
        // The other layouts have a button for redo.
        let redo: &[PauseChoice] = match shared.device.layout {
            Layout::Six => &[PauseChoice::Redo],
            Layout::Eight | Layout::Four => &[],
        };
        choices(&[
            &[PauseChoice::Continue],
            redo,
            &[
                PauseChoice::Restart,
                PauseChoice::Solve,
                PauseChoice::Fewest(By::Pushes),
                PauseChoice::Fewest(By::Moves),
                PauseChoice::HowToPlay,
                PauseChoice::Settings,
                PauseChoice::Levels,
                PauseChoice::Leave,
            ],
        ])
    }

    fn row(&self, choice: PauseChoice, shared: &Shared<'p>) -> Row<'p> {
        Row::plain(match choice {
            PauseChoice::Continue => "Continue",
            PauseChoice::Redo => "Redo",
            PauseChoice::Restart => "Restart",
            PauseChoice::Solve => "Solve it",
            PauseChoice::Fewest(By::Pushes) => "Fewest pushes",
            PauseChoice::Fewest(By::Moves) => "Fewest moves",
            PauseChoice::HowToPlay => "How to play",
            PauseChoice::Settings => "Settings",
            PauseChoice::Levels if shared.play.place().is_none() => "New levels",
            PauseChoice::Levels => "Levels",
            PauseChoice::Leave => "Quit to title",
        })
    }

    fn choose(&mut self, choice: PauseChoice, shared: &mut Shared<'p>) -> Next<'p> {
        Some(match choice {
            PauseChoice::Continue => Screen::Play(Playing::default()),
            PauseChoice::Redo => {
                shared.redo();
                // Stay in the menu while there is more to redo.
                if shared.play.history().redoable() > 0 {
                    return None;
                }
                Screen::Play(Playing::default())
            }
            PauseChoice::Restart => {
                shared.restart();
                Screen::Play(Playing::default())
            }
            PauseChoice::Solve => Solving::begin(None, shared),
            PauseChoice::Fewest(by) => Solving::begin(Some(by), shared),
            PauseChoice::HowToPlay => Screen::Instructions(Instructions::new(Origin::Pause)),
            PauseChoice::Settings => Screen::Settings(SettingsMenu::new(Origin::Pause)),
            PauseChoice::Levels => Levels::of_play(shared),
            PauseChoice::Leave => Screen::Title(Title::default().at(TitleChoice::Continue, shared)),
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
