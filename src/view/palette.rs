//! The purpose of each colour, and its value in each of the two themes.
//!
//! Drawing code names an [`Ink`], never a colour; a [`Palette`] gives each ink its colour
//! in a theme. The seven colours of pairs are Okabe and Ito's, which people with any kind
//! of colour vision can distinguish; pairs also differ in letter and shape.

use embedded_graphics::pixelcolor::Rgb565;

use crate::game::progress::Theme;
use crate::puzzle::Letter;

/// What a colour is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The background of a screen.
    Paper,
    /// Text on paper.
    Text,
    /// Unimportant text on paper.
    Dim,
    /// Important text on paper.
    Accent,
    /// The background of a bar or a panel.
    Bar,
    /// Text on a bar.
    BarText,
    /// Unimportant text on a bar.
    BarDim,
    /// The background of the selected line.
    Pick,
    /// Text on the selected line.
    PickText,
    /// Lines around and between things.
    Line,
    /// The done part of a progress bar.
    Gauge,
    /// The remaining part of a progress bar, and stars not earned.
    Groove,
    /// Earned stars.
    Star,
    /// The background of bad news, and the mark on a stuck box.
    Warn,
    /// Text of bad news.
    WarnText,
    /// The arrow of a hint.
    Hint,

    /// Floor.
    Floor,
    /// The faint joints between floor tiles.
    FloorJoint,
    /// The top of a wall.
    Wall,
    /// The lit edges of a wall.
    WallLight,
    /// The bricks of a wall, in the shade.
    WallBrick,
    /// The joints between the bricks.
    WallJoint,
    /// The mark of a goal.
    Goal,
    /// A box.
    Wood,
    /// A box's lit planks.
    WoodLight,
    /// The gaps between a box's planks.
    WoodDark,
    /// A box on a goal.
    Home,
    /// The lit edges and the tick of a box on a goal.
    HomeLight,
    /// The shaded edges of a box on a goal.
    HomeDark,
    /// The inside of a hole.
    Pit,
    /// The outline of things.
    Edge,
    /// Highlights, and letters on dark colours.
    White,
    /// The keeper's skin.
    Skin,
    /// The keeper's skin in the shade.
    SkinDark,
    /// The keeper's cap.
    Cap,
    /// The peak of the keeper's cap.
    CapDark,
    /// The keeper's overalls.
    Coat,
    /// The keeper's overalls in the shade.
    CoatDark,
    /// One of the seven colours of pairs.
    Pair(PairColour),
    /// The same in the shade.
    PairDark(PairColour),
    /// Exactly this red, green and blue, in any theme: a test of the display.
    Exact(u8, u8, u8),
}

/// One of the seven colours of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairColour(u8);

impl PairColour {
    /// Number of different colours.
    pub const COUNT: usize = PAIRS.len();

    /// The colour of a letter. Letters that share it differ in
    /// their [`Glyph`](super::tiles::Glyph).
    pub const fn of(letter: Letter) -> Self {
        Self((letter.index() % Self::COUNT) as u8)
    }

    /// The ink for a letter on this colour: black or white, whichever has more contrast.
    pub const fn lettering(self) -> Ink {
        // Only on blue is white easier to read than black.
        if self.0 as usize == BLUE {
            Ink::White
        } else {
            Ink::Edge
        }
    }
}

/// Masataka Okabe and Kei Ito, "Color Universal Design".
const PAIRS: [u32; 7] = [
    0xE69F00, 0x56B4E9, 0x009E73, 0xF0E442, 0x0072B2, 0xD55E00, 0xCC79A7,
];
const BLUE: usize = 4;

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette(Theme);

impl Palette {
    /// The colours of this theme.
    pub const fn new(theme: Theme) -> Self {
        Self(theme)
    }

    /// The colour of an ink.
    pub const fn colour(self, ink: Ink) -> Rgb565 {
        let [dark, light] = dark_and_light(ink);
        rgb(match self.0 {
            Theme::Dark => dark,
            Theme::Light => light,
        })
    }
}

const fn dark_and_light(ink: Ink) -> [u32; 2] {
    match ink {
        Ink::Paper => [0x0C0F16, 0xFBF7EE],
        Ink::Text => [0xF2F0E8, 0x1C1A20],
        Ink::Dim => [0x9AA4B8, 0x5E5C68],
        Ink::Accent => [0xF0C050, 0x9A3C10],
        Ink::Bar => [0x222A3C, 0xE6DECC],
        Ink::BarText => [0xF2F0E8, 0x1C1A20],
        Ink::BarDim => [0xA9B3C8, 0x54525C],
        Ink::Pick => [0xF0C050, 0x24508C],
        Ink::PickText => [0x1A1408, 0xFFFFFF],
        Ink::Line => [0x6A7690, 0x84807C],
        Ink::Gauge => [0x56B4E9, 0x0072B2],
        Ink::Groove => [0x3A4358, 0xC8C0B0],
        Ink::Star => [0xF8D048, 0xC07000],
        Ink::Warn => [0xE8503A, 0xC83018],
        Ink::WarnText => [0x180402, 0xFFFFFF],
        Ink::Hint => [0xB0F8FF; 2],
        Ink::Floor => [0x1C2230, 0xF0EADC],
        Ink::FloorJoint => [0x2A3244, 0xE0D8C6],
        Ink::Wall => [0x7484A4, 0x7A8494],
        Ink::WallLight => [0xA4B4D0, 0xA8B2C0],
        Ink::WallBrick => [0x4E5C7A, 0x5A6474],
        Ink::WallJoint => [0x343E56, 0x444C5A],
        Ink::Goal => [0xF8D048, 0xB83C10],
        Ink::Home => [0x109468, 0x0C8C64],
        Ink::HomeLight => [0xC0FCE0, 0xD0FCE8],
        Ink::HomeDark => [0x0C6848, 0x086044],
        Ink::Wood => [0xB07438; 2],
        Ink::WoodLight => [0xDCA860; 2],
        Ink::WoodDark => [0x7C4C1C; 2],
        Ink::Pit => [0x08080C; 2],
        Ink::Edge => [0x141018; 2],
        Ink::White => [0xFFFFFF; 2],
        Ink::Skin => [0xF8CCA0; 2],
        Ink::SkinDark => [0xD89868; 2],
        Ink::Cap => [0xE05048; 2],
        Ink::CapDark => [0xA02C30; 2],
        Ink::Coat => [0x4880E0; 2],
        Ink::CoatDark => [0x2C50A0; 2],
        Ink::Pair(pair) => [PAIRS[pair.0 as usize]; 2],
        Ink::PairDark(pair) => [shaded(PAIRS[pair.0 as usize]); 2],
        Ink::Exact(red, green, blue) => [u32::from_be_bytes([0, red, green, blue]); 2],
    }
}

/// Halves the brightness.
const fn shaded(hex: u32) -> u32 {
    hex >> 1 & 0x7F7F7F
}

const fn rgb(hex: u32) -> Rgb565 {
    Rgb565::new((hex >> 19) as u8, (hex >> 10) as u8, (hex >> 3) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_graphics::pixelcolor::{Rgb888, RgbColor};

    /// Relative luminance as WCAG 2 defines it, from 0 to 1.
    fn luminance(colour: Rgb565) -> f64 {
        let colour = Rgb888::from(colour);
        let linear = |channel: u8| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
    }

    fn contrast(palette: Palette, a: Ink, b: Ink) -> f64 {
        let (a, b) = (luminance(palette.colour(a)), luminance(palette.colour(b)));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn each_theme(check: impl Fn(&Theme, Palette)) {
        for theme in Theme::ALL {
            check(theme, Palette::new(*theme));
        }
    }

    fn pairs() -> impl Iterator<Item = PairColour> {
        (0..PairColour::COUNT as u8).map(PairColour)
    }

    #[test]
    fn all_text_contrasts_with_its_background() {
        let lettering = pairs().map(|pair| (pair.lettering(), Ink::Pair(pair)));
        let writing: Vec<(Ink, Ink)> = [
            (Ink::Text, Ink::Paper),
            (Ink::Dim, Ink::Paper),
            (Ink::Accent, Ink::Paper),
            (Ink::BarText, Ink::Bar),
            (Ink::BarDim, Ink::Bar),
            (Ink::PickText, Ink::Pick),
            (Ink::WarnText, Ink::Warn),
            (Ink::White, Ink::Pit),
        ]
        .into_iter()
        .chain(lettering)
        .collect();
        each_theme(|theme, palette| {
            for &(ink, ground) in &writing {
                let ratio = contrast(palette, ink, ground);
                assert!(ratio >= 4.5, "{theme:?} {ink:?} on {ground:?}: {ratio:.2}");
            }
        });
    }

    #[test]
    fn all_figures_contrast_with_their_background() {
        let rims = pairs().map(|pair| (Ink::Pair(pair), Ink::Pit));
        let figures: Vec<(Ink, Ink)> = [
            (Ink::Wall, Ink::Floor),
            (Ink::Wall, Ink::Paper),
            (Ink::Goal, Ink::Floor),
            (Ink::Wood, Ink::Floor),
            (Ink::Home, Ink::Floor),
            (Ink::HomeLight, Ink::Home),
            (Ink::WoodLight, Ink::WoodDark),
            (Ink::Cap, Ink::Floor),
            (Ink::Coat, Ink::Floor),
            (Ink::Pick, Ink::Paper),
            (Ink::Line, Ink::Paper),
            (Ink::Star, Ink::Paper),
            (Ink::Gauge, Ink::Paper),
            (Ink::Hint, Ink::Wood),
            (Ink::Hint, Ink::Home),
            (Ink::Warn, Ink::Floor),
        ]
        .into_iter()
        .chain(rims)
        .collect();
        each_theme(|theme, palette| {
            for &(ink, ground) in &figures {
                let ratio = contrast(palette, ink, ground);
                assert!(ratio >= 3.0, "{theme:?} {ink:?} on {ground:?}: {ratio:.2}");
            }
        });
    }

    #[test]
    fn a_pair_contrasts_with_the_floor_by_its_colour_or_its_outline() {
        each_theme(|theme, palette| {
            for pair in pairs() {
                let colour = contrast(palette, Ink::Pair(pair), Ink::Floor);
                let outline = contrast(palette, Ink::PairDark(pair), Ink::Floor);
                assert!(colour.max(outline) >= 3.0, "{theme:?} {pair:?}");
            }
        });
    }
}
