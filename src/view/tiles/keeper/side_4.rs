//! The keeper in 4 x 4 pixels: cap, face and overalls.

use super::Art;

pub(super) const ART: Art = Art {
    head: [&[".cc.", ".hh."], &[".cc.", ".hs."], &[".cc.", ".ss."]],
    body: [&["bbbb"], &["bbbb"], &["bbbb"]],
    push: [&["bbbb"], &["bbbb"], &["bbbb"]],
    stand: [&[".BB."], &[".BB."]],
    step: [&[".B.."], &["B..B"]],
};
