//! The keeper in 6 x 6 pixels.

use super::Art;

pub(super) const ART: Art = Art {
    head: [
        &[".cccc.", ".hhhh.", "..hh.."],
        &[".ccccc", ".hsso.", "..ss.."],
        &[".cccc.", ".osso.", "..ss.."],
    ],
    body: [
        &[".bbbb.", "sbBBbs"],
        &["..bb..", "..bs.."],
        &[".bbbb.", "sbbbbs"],
    ],
    push: [
        &["sbbbbs", ".bBBb."],
        &["..bbss", "..bb.."],
        &[".bbbb.", ".sbbs."],
    ],
    stand: [&[".B..B."], &["..BB.."]],
    step: [&[".B...."], &[".B..B."]],
};
