//! How to play, page by page.

use super::input::Layout;

/// A page: a heading, and paragraphs that the display wraps. The paragraphs take at most
/// six lines of 19 letters, so that a page fits the smallest display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The title of the page.
    pub heading: &'static str,
    /// The text, one paragraph after the other.
    pub paragraphs: &'static [&'static str],
}

const fn page(heading: &'static str, paragraphs: &'static [&'static str]) -> Page {
    Page {
        heading,
        paragraphs,
    }
}

const CLASSIC: Page = page(
    "Classic",
    &[
        "Push every box onto a goal.",
        "Boxes cannot be pulled, and only one moves at a time.",
    ],
);
const PAIRS: Page = page(
    "Pairs",
    &[
        "Push box A into hole A, where it disappears.",
        "On any other hole it stays a box.",
    ],
);
const STARS: Page = page(
    "Stars",
    &[
        "* solved",
        "** near par",
        "*** par: the fewest pushes",
        "With help from the machine: one star.",
    ],
);
const STUCK: Page = page(
    "Stuck",
    &[
        "A box marked X can't reach a goal.",
        "A hint then finds the last position that could be won.",
    ],
);

const NEW_LEVELS: Page = page(
    "New levels",
    &[
        "The machine makes new levels for you.",
        "Type a level's code on another device to get the same level.",
    ],
);

// For boards with a d-pad.
const HINTS: Page = page(
    "Hints",
    &[
        "Press A: can it be won?",
        "Again: which box.",
        "Again: one push.",
        "Again: all of it.",
    ],
);
const PLAYBACK: Page = page(
    "Playback",
    &[
        "A: pause",
        "Right, left: one step",
        "Up, down: speed",
        "B: stop",
    ],
);

const EIGHT: &[Page] = &[
    CLASSIC,
    PAIRS,
    page(
        "Keys",
        &[
            "Arrows: walk, push",
            "A: hint. Y: pause",
            "B: undo. Hold: rewind",
            "X: redo. Hold: restart",
        ],
    ),
    HINTS,
    STUCK,
    NEW_LEVELS,
    PLAYBACK,
    STARS,
];

const SIX: &[Page] = &[
    CLASSIC,
    PAIRS,
    page(
        "Keys",
        &[
            "Arrows: walk, push",
            "A: hint",
            "B: undo. Hold: rewind",
            "Press pad: pause, redo, restart",
        ],
    ),
    HINTS,
    STUCK,
    NEW_LEVELS,
    PLAYBACK,
    STARS,
];

const FOUR: &[Page] = &[
    CLASSIC,
    PAIRS,
    page(
        "Walk",
        &["Tap A: up", "Tap B: down", "Tap X: left", "Tap Y: right"],
    ),
    page(
        "Hold a key",
        &[
            "A: hint, OK",
            "B: undo, back",
            "X: redo",
            "Y: pause, with restart",
        ],
    ),
    page(
        "Hints",
        &[
            "Hold A: can it be won?",
            "Again: which box.",
            "Again: one push.",
            "Again: all of it.",
        ],
    ),
    STUCK,
    NEW_LEVELS,
    page(
        "Playback",
        &[
            "Hold A: pause",
            "Tap Y, X: one step",
            "Tap A, B: speed",
            "Hold B: stop",
        ],
    ),
    STARS,
];

/// The pages for a board with this button layout.
pub const fn pages(layout: Layout) -> &'static [Page] {
    match layout {
        Layout::Eight => EIGHT,
        Layout::Six => SIX,
        Layout::Four => FOUR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_is_repeated() {
        for layout in Layout::ALL {
            let pages = pages(layout);
            for (index, page) in pages.iter().enumerate() {
                assert!(
                    !pages[..index].contains(page),
                    "{layout:?}: {}",
                    page.heading
                );
            }
        }
    }

    #[test]
    fn a_page_fits_the_smallest_display() {
        for page in Layout::ALL.into_iter().flat_map(pages) {
            // The smallest display has room for six lines of 19 letters.
            let lines: usize = page
                .paragraphs
                .iter()
                .map(|text| {
                    let mut lines = 1;
                    let mut width = 0;
                    for word in text.split(' ') {
                        if width > 0 && width + 1 + word.len() > 19 {
                            lines += 1;
                            width = 0;
                        }
                        width += word.len() + usize::from(width > 0);
                    }
                    lines
                })
                .sum();
            assert!(lines <= 6, "{}: {lines} lines", page.heading);
        }
    }
}
