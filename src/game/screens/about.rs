//! A page about the game.

use super::settings::{SettingsChoice, SettingsMenu};
use super::{Next, Origin, Screen, ScreenState};
use crate::game::input::Action;
use crate::game::screens::menu::Menu;
use crate::game::shared::Shared;

/// The page, and where Back leads.
#[derive(Clone, Debug)]
pub struct About {
    origin: Origin,
}

impl About {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { origin }
    }
}

impl<'p> ScreenState<'p> for About {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        let leaves = matches!(action, Action::Ok | Action::Back);
        leaves.then(|| {
            let menu = SettingsMenu::new(self.origin);
            Screen::Settings(menu.at(SettingsChoice::About, shared))
        })
    }
}
