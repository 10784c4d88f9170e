//! Draws the question whether to remove an added pack.

use core::fmt::Write;

use super::Show;
use crate::game::library::AddedState;
use crate::game::screens::Remove;
use crate::view::surface::Surface;
use crate::view::text;

impl Show<'_, '_> {
    pub(super) fn remove(&self, surface: &mut impl Surface, remove: &Remove) {
        let pack = remove.pack();
        let kb = pack.kb;
        let levels = |count| if count == 1 { "level" } else { "levels" };
        let mut question = text::Line::new();
        // The longest question fits a line.
        let _ = match pack.state {
            AddedState::Good(count) | AddedState::Waiting(count) => {
                write!(question, "Remove {count} {}, {kb} KB?", levels(count))
            }
            AddedState::Damaged => write!(question, "Remove this damaged pack, {kb} KB?"),
            AddedState::OtherVersion => {
                write!(question, "Remove this pack of another version?")
            }
        };
        let rest = match pack.state {
            AddedState::Good(_) => "Results are kept.",
            AddedState::Waiting(_) => "It waits for room.",
            AddedState::Damaged | AddedState::OtherVersion => "",
        };
        self.question(surface, pack.label(), &[&question, rest]);
    }
}
