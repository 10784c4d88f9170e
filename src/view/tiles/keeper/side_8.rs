//! The keeper in 8 x 8 pixels: no room for an outline.

use super::Art;

pub(super) const ART: Art = Art {
    head: [
        &["..cccc..", ".CCCCCC.", ".hhhhhh.", "..hhhh.."],
        &["..cccc..", ".CCCCCCC", ".hsssos.", "..ssss.."],
        &["..cccc..", ".CCCCCC.", ".sossos.", "..ssss.."],
    ],
    body: [
        &[".bbbbbb.", "sbBbbBbs"],
        &["..bbbb..", "..bssb.."],
        &[".bbbbbb.", "sbbbbbbs"],
    ],
    push: [
        &["sbbbbbbs", ".bbbbbb."],
        &["..bbbbss", "..bbbb.."],
        &[".bbbbbb.", ".bsbbsb."],
    ],
    stand: [&["..BBBB..", "..B..B.."], &["..BBBB..", "...BB..."]],
    step: [&["..BBBB..", "..B....."], &["..BBBB..", "..B..B.."]],
};
