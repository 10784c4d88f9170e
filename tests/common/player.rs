//! A player that follows a script, with extra words that check something.
//!
//! | word | checks |
//! |---|---|
//! | `=Play` | this is the current screen |
//! | `moves:3` `pushes:1` `bests:1` | these are the counts |
//! | `says:won` | the message on the screen contains this |
//! | `keeper:1,1` | the keeper is on this row and column |

use std::ops::{Deref, DerefMut};

use sokopico::game::input::Layout;
use sokopico::game::packs::Pack;
use sokopico::game::{Device, Game};
use sokopico::host::script;
use sokopico::puzzle::Cell;

pub(crate) const fn device(layout: Layout) -> Device {
    Device {
        layout,
        backlight: true,
        quit: true,
        usb_drive: true,
    }
}

pub(crate) struct Player<'p>(script::Player<'p>);

impl<'p> Player<'p> {
    pub(crate) fn new(packs: &'p [Pack<'p>], layout: Layout) -> Self {
        let game = Game::new(packs, device(layout), 0).unwrap();
        Self(script::Player::new(game, 0))
    }

    /// Plays a script to its end.
    pub(crate) fn play(&mut self, script: &str) {
        self.effects.clear();
        for word in script.split_whitespace() {
            if !self.holds(word) {
                let (game, play) = (&self.game, self.game.play());
                panic!(
                    "at {word:?} of {script:?} with {:?}: {:?}, {:?}, {:?}\n{}",
                    game.device().layout,
                    game.screen(),
                    play.tally(),
                    game.banner(),
                    play.level().picture(play.board()),
                );
            }
        }
    }

    /// Executes a word. `false` if it failed, or if its check did.
    fn holds(&mut self, word: &str) -> bool {
        let (verb, rest) = word.split_once(':').unwrap_or((word, ""));
        let number = || rest.parse().unwrap();
        let play = self.game.play();
        match verb {
            "moves" => play.tally().moves == number(),
            "pushes" => play.tally().pushes == number(),
            "bests" => self.game.bests().len() as u32 == number(),
            "says" => {
                let said = self.game.banner().map(|banner| banner.to_string());
                said.is_some_and(|said| said.contains(&rest.replace('_', " ")))
            }
            "keeper" => {
                let (row, column) = rest.split_once(',').unwrap();
                let cell = Cell::new(row.parse().unwrap(), column.parse().unwrap());
                Some(play.board().keeper()) == cell
            }
            _ => match word.strip_prefix('=') {
                Some(name) => format!("{:?}", self.game.screen()).starts_with(name),
                None => self.act(word).is_ok(),
            },
        }
    }
}

impl<'p> Deref for Player<'p> {
    type Target = script::Player<'p>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Player<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}
