//! The keeper in 12 x 12 pixels.

use super::Art;

pub(super) const ART: Art = Art {
    head: [
        &[
            "...oooooo...",
            "..ocwcccco..",
            "..oCCCCCCo..",
            "..ohhhhhho..",
            "..ohhhhhho..",
            "...ohhhho...",
        ],
        &[
            "...oooooo...",
            "..ocwcccco..",
            "..oCCCCCCCo.",
            "..ohsssoso..",
            "..ohsssoso..",
            "...osssso...",
        ],
        &[
            "...oooooo...",
            "..ocwcccco..",
            ".oCCCCCCCCo.",
            "..osossoso..",
            "..osossoso..",
            "...osssso...",
        ],
    ],
    body: [
        &[
            "..oobbbboo..",
            ".obobBBbobo.",
            ".osobbbboso.",
            "..ooBBBBoo..",
        ],
        &[
            "...oobboo...",
            "...obbbbo...",
            "...obssbo...",
            "...oBBBBo...",
        ],
        &[
            "..oobbbboo..",
            ".obobbbbobo.",
            ".osobbbboso.",
            "..ooBBBBoo..",
        ],
    ],
    push: [
        &[
            ".osobbbboso.",
            ".obbbbbbbbo.",
            "..oobBBboo..",
            "...oBBBBo...",
        ],
        &[
            "...oobbooo..",
            "...obbbbbsso",
            "...obbboooo.",
            "...oBBBBo...",
        ],
        &[
            "..oobbbboo..",
            ".obobbbbobo.",
            "..ossbbsso..",
            "...oBBBBo...",
        ],
    ],
    stand: [
        &["...oBooBo...", "...oo..oo..."],
        &["....oBBo....", "....oooo...."],
    ],
    step: [
        &["...oBo.oo...", "...ooo......"],
        &["...oBooBo...", "..ooo.ooo..."],
    ],
};
