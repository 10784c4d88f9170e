//! How to play, page by page.

use super::pause::PauseChoice;
use super::title::TitleChoice;
use super::{Next, Origin, Screen, ScreenState};
use crate::game::input::Action;
use crate::game::instructions::pages;
use crate::game::shared::Shared;
use crate::puzzle::Direction;

/// A page of the instructions.
#[derive(Clone, Debug)]
pub struct Instructions {
    page: u8,
    origin: Origin,
}

impl Instructions {
    pub(super) const fn new(origin: Origin) -> Self {
        Self { page: 0, origin }
    }

    /// The page, from 0.
    pub fn page(&self) -> u8 {
        self.page
    }

    fn leave<'p>(&self, shared: &Shared<'p>) -> Screen<'p> {
        self.origin
            .back(TitleChoice::HowToPlay, PauseChoice::HowToPlay, shared)
    }
}

impl<'p> ScreenState<'p> for Instructions {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        let last = pages(shared.device.layout).len() as u8 - 1;
        match action {
            // Each page is worth a press of its own.
            Action::Walk { repeated: true, .. } => {}
            Action::Walk { direction, .. } => match direction {
                Direction::Right | Direction::Down => self.page = (self.page + 1).min(last),
                Direction::Left | Direction::Up => self.page = self.page.saturating_sub(1),
            },
            Action::Ok if self.page < last => self.page += 1,
            Action::Ok | Action::Back => return Some(self.leave(shared)),
            _ => {}
        }
        None
    }
}
