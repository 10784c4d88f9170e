//! The player waits for a new level.

use super::generate::{Generate, GenerateChoice};
use super::opening::{How, Opening, Wanted};
use super::{Next, Screen, ScreenState};
use crate::game::input::Action;
use crate::game::screens::menu::Menu;
use crate::game::shared::Shared;
use crate::game::thinking::Wish;
use crate::make::{Code, Made, MakingProgress};

/// The code that is being made, and its progress.
#[derive(Clone, Debug)]
pub struct Generating {
    code: Code,
    progress: MakingProgress,
}

impl Generating {
    /// Starts to make the level of a code.
    pub(super) fn begin<'p>(code: Code, shared: &mut Shared<'p>) -> Screen<'p> {
        shared.workshop.ordered(code);
        Screen::Generating(Self {
            code,
            progress: MakingProgress {
                spent: 0,
                most: 1,
                tried: 0,
            },
        })
    }

    /// The code of the level.
    pub fn code(&self) -> Code {
        self.code
    }

    /// How far the work has come.
    pub fn progress(&self) -> MakingProgress {
        self.progress
    }
}

impl<'p> ScreenState<'p> for Generating {
    fn act(&mut self, action: Action, shared: &mut Shared<'p>) -> Next<'p> {
        let stops = action == Action::Back;
        stops.then(|| Screen::Generate(Generate::default().at(GenerateChoice::Make, shared)))
    }

    fn wish(&self, _: &Shared<'p>) -> Option<Wish> {
        Some(Wish::Make(self.code))
    }

    fn on_making(&mut self, code: Code, progress: MakingProgress) {
        if code == self.code {
            self.progress = progress;
        }
    }

    fn on_made(&mut self, made: &Made, shared: &mut Shared<'p>) -> Next<'p> {
        (made.code == self.code).then(|| {
            shared.workshop.delivered(made.code);
            Opening::begin(Wanted::Made(made.into()), How::Continue, shared)
        })
    }
}
