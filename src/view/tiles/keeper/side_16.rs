//! The keeper in 16 x 16 pixels.

use super::Art;

pub(super) const ART: Art = Art {
    head: [
        &[
            "................",
            ".....oooooo.....",
            "....ocwcccco....",
            "...ocwcccccco...",
            "...oCCCCCCCCo...",
            "...ohhhhhhhho...",
            "...ohhhhhhhho...",
            "....ohhhhhho....",
            ".....obSSbo.....",
        ],
        &[
            "................",
            ".....oooooo.....",
            "....ocwcccco....",
            "...ocwcccccco...",
            "...oCCCCCCCCCCo.",
            "...ohhsssosso...",
            "...ohhsssosso...",
            "....ohssssso....",
            ".....obSSbo.....",
        ],
        &[
            "................",
            ".....oooooo.....",
            "....ocwcccco....",
            "...ocwcccccco...",
            "..oCCCCCCCCCCo..",
            "...ohsossosho...",
            "...ohsossosho...",
            "....osssssso....",
            ".....obSSbo.....",
        ],
    ],
    body: [
        &[
            "...oobbbbbboo...",
            "..obobBbbBbobo..",
            "..osobbBBbboso..",
            "...ooBBBBBBoo...",
        ],
        &[
            "....oobbbboo....",
            "....obobbobo....",
            "....obossobo....",
            "....oBBooBBo....",
        ],
        &[
            "...oobbbbbboo...",
            "..obobbbbbbobo..",
            "..osobwbbwboso..",
            "...ooBBBBBBoo...",
        ],
    ],
    push: [
        &[
            "..osobbbbbboso..",
            "..obbbbbbbbbbo..",
            "...oobbBBbboo...",
            "....oBBBBBBo....",
        ],
        &[
            "....oobbbboooo..",
            "....obbbbbbbbsso",
            "....obbbbbooooo.",
            "....oBBBBBBo....",
        ],
        &[
            "...oobbbbbboo...",
            "..obobbbbbbobo..",
            "...obssbbssbo...",
            "....ossBBsso....",
        ],
    ],
    stand: [
        &["....oBBooBBo....", "....oBBooBBo....", "....ooo..ooo...."],
        &[".....oBBBBo.....", ".....oBBBBo.....", ".....oooooo....."],
    ],
    step: [
        &["....oBBo.ooo....", "....oBBo........", "....oooo........"],
        &["....oBBBBBBo....", "...oBBo..oBBo...", "...ooo...oooo..."],
    ],
};
