//! What each button means on each kind of board.

use super::action::{Action, Context};
use super::button::Button;
use super::event::{Event, Gesture};
use super::timing::{HOLD_MS, REPEAT_DELAY_MS};
use crate::puzzle::Direction;

/// Which buttons a board has, and what they mean.
///
/// Every layout reaches the whole game. Actions without a button are in the pause menu, and
/// every menu works with four directions, [`Action::Ok`] and [`Action::Back`].
///
/// | action | eight | six | four |
/// |---|---|---|---|
/// | walk, choose | d-pad, repeats | d-pad, repeats | tap A up, B down, X left, Y right |
/// | hint | A | A | hold A |
/// | undo | B | B | hold B |
/// | rewind | keep holding B | keep holding B | keep holding B |
/// | redo | tap X | pause menu | hold X, keep holding for more |
/// | restart | hold X | pause menu | pause menu |
/// | pause | Y or d-pad press | d-pad press | hold Y |
/// | OK | A or d-pad press | A or d-pad press | hold A |
/// | back | B or Y | B | hold B or hold Y |
/// | turn pages | A, B, left, right | A, B, left, right | tap A or Y, tap B or X |
/// | leave pages | hold B or Y | hold B | hold B or Y |
///
/// A button with one meaning acts when it is pressed. A button with two acts on release if
/// it was tapped, or after [`HOLD_MS`] if it is held, never both, because it has to wait to
/// know which was meant. B does not wait: a rewind begins with an undo anyway.
///
/// With four buttons, holding a button does what the same letter does on eight, and a tap
/// walks: the left pair up and down, the right pair left and right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// D-pad, A, B, X and Y. If the d-pad can be pressed too, it works as on six.
    Eight,
    /// D-pad that can be pressed, A and B.
    Six,
    /// A, B, X and Y, in the corners of the display: A over B on the left, X over Y on
    /// the right.
    Four,
}

/// How a button acts in one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Nothing,
    /// Walks when pressed, and keeps walking while held.
    Walks(Direction),
    /// Does something when pressed.
    Acts(Action),
    /// Undoes when pressed, and rewinds while held.
    Undoes,
    /// Does one thing when tapped, another when held.
    TapOrHold(Action, Held),
}

/// What holding a button does that also acts when tapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Nothing,
    Acts(Action),
    /// Undoes once, then rewinds.
    Undoes,
    /// Redoes once, then keeps redoing.
    Redoes,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Layout; 3] = [Self::Eight, Self::Six, Self::Four];

    /// What an event means, regardless of the context in which its press began. See
    /// [`Controls`](super::Controls) for that.
    pub fn action(self, event: Event, context: Context) -> Option<Action> {
        self.role(event.button, context).action(event)
    }

    fn role(self, button: Button, context: Context) -> Role {
        match self {
            Self::Eight => Self::role_of_eight(button, context),
            Self::Six => match button {
                Button::X | Button::Y => Role::Nothing,
                _ => Self::role_of_eight(button, context),
            },
            Self::Four => Self::role_of_four(button, context),
        }
    }

    fn role_of_eight(button: Button, context: Context) -> Role {
        use Context::{Menu, Pages, Play};
        match (button, context) {
            (Button::Up, _) => Role::Walks(Direction::Up),
            (Button::Right, _) => Role::Walks(Direction::Right),
            (Button::Down, _) => Role::Walks(Direction::Down),
            (Button::Left, _) => Role::Walks(Direction::Left),
            (Button::Centre, Play) => Role::Acts(Action::Pause),
            (Button::Centre, Menu | Pages) => Role::Acts(Action::Ok),
            (Button::A, Play) => Role::Acts(Action::Hint),
            (Button::A, Menu | Pages) => Role::Acts(Action::Ok),
            (Button::B, Play) => Role::Undoes,
            (Button::B, Menu) => Role::Acts(Action::Back),
            (Button::B | Button::Y, Pages) => {
                Role::TapOrHold(Action::Back, Held::Acts(Action::Leave))
            }
            (Button::X, Play) => Role::TapOrHold(Action::Redo, Held::Acts(Action::Restart)),
            (Button::X, Menu | Pages) => Role::Nothing,
            (Button::Y, Play) => Role::Acts(Action::Pause),
            (Button::Y, Menu) => Role::Acts(Action::Back),
        }
    }

    fn role_of_four(button: Button, context: Context) -> Role {
        use Context::{Menu, Pages, Play};
        let (direction, held) = match (button, context) {
            (Button::A, Play) => (Direction::Up, Held::Acts(Action::Hint)),
            (Button::A, Menu) => (Direction::Up, Held::Acts(Action::Ok)),
            (Button::A, Pages) => return Role::Acts(Action::Ok),
            (Button::B, Play) => (Direction::Down, Held::Undoes),
            (Button::B, Menu) => (Direction::Down, Held::Acts(Action::Back)),
            (Button::B, Pages) => {
                return Role::TapOrHold(Action::Back, Held::Acts(Action::Leave));
            }
            (Button::X, Play) => (Direction::Left, Held::Redoes),
            (Button::X, Menu | Pages) => (Direction::Left, Held::Nothing),
            (Button::Y, Play) => (Direction::Right, Held::Acts(Action::Pause)),
            (Button::Y, Menu) => (Direction::Right, Held::Acts(Action::Back)),
            (Button::Y, Pages) => (Direction::Right, Held::Acts(Action::Leave)),
            _ => return Role::Nothing,
        };
        let walk = Action::Walk {
            direction,
            repeated: false,
        };
        Role::TapOrHold(walk, held)
    }
}

impl Role {
    fn action(self, event: Event) -> Option<Action> {
        let walk = |direction, repeated| Action::Walk {
            direction,
            repeated,
        };
        let rewind = Action::Rewind {
            held_for: event.held_for,
        };
        match (self, event.gesture) {
            (Self::Walks(direction), Gesture::Press) => Some(walk(direction, false)),
            (Self::Walks(direction), Gesture::Repeat) => Some(walk(direction, true)),
            (Self::Acts(action), Gesture::Press) => Some(action),
            (Self::Undoes, Gesture::Press) => Some(Action::Undo),
            (Self::Undoes, Gesture::Repeat) => Some(rewind),
            (Self::TapOrHold(action, _), Gesture::Release) => event.is_tap().then_some(action),
            (Self::TapOrHold(_, held), Gesture::Hold) => match held {
                Held::Nothing => None,
                Held::Acts(action) => Some(action),
                Held::Undoes => Some(Action::Undo),
                Held::Redoes => Some(Action::Redo),
            },
            (Self::TapOrHold(_, held), Gesture::Repeat) => {
                // Wait as long after the hold as a repeat waits after a press, so that it
                // is possible to undo just once.
                let goes_on = event.held_for >= HOLD_MS + REPEAT_DELAY_MS;
                match held {
                    Held::Undoes if goes_on => Some(rewind),
                    Held::Redoes if goes_on => Some(Action::Redo),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
