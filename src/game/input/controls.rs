//! From events to actions.

use super::action::{Action, Context};
use super::buttons::Buttons;
use super::event::{Event, Gesture};
use super::layout::Layout;

/// A layout, and the context in which each press began.
///
/// A press belongs to the context it began in: the B that leaves a menu does not rewind
/// the level behind it when it is held too long. A button whose press was never passed in,
/// such as the one that woke the display, does nothing until it is pressed again.
#[derive(Clone, Debug)]
pub struct Controls {
    layout: Layout,
    begun_in_play: Buttons,
    begun_in_pages: Buttons,
    begun_in_menu: Buttons,
}

impl Controls {
    /// Controls for a board's layout.
    pub const fn new(layout: Layout) -> Self {
        Self {
            layout,
            begun_in_play: Buttons::NONE,
            begun_in_pages: Buttons::NONE,
            begun_in_menu: Buttons::NONE,
        }
    }

    /// What an event means in a context, if anything.
    pub fn action(&mut self, event: Event, context: Context) -> Option<Action> {
        if event.gesture == Gesture::Press {
            self.forget(event);
            self.begun(context).insert(event.button);
        }
        let belongs = self.begun(context).contains(event.button);
        if event.gesture == Gesture::Release {
            self.forget(event);
        }
        belongs
            .then(|| self.layout.action(event, context))
            .flatten()
    }

    /// Ignores all buttons that are down until they are pressed again. For a change of
    /// screen within one context.
    pub fn ignore_held(&mut self) {
        *self = Self::new(self.layout);
    }

    fn begun(&mut self, context: Context) -> &mut Buttons {
        match context {
            Context::Play => &mut self.begun_in_play,
            Context::Pages => &mut self.begun_in_pages,
            Context::Menu => &mut self.begun_in_menu,
        }
    }

    fn forget(&mut self, event: Event) {
        self.begun_in_play.remove(event.button);
        self.begun_in_pages.remove(event.button);
        self.begun_in_menu.remove(event.button);
    }
}
