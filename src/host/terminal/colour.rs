//! The colours that a terminal can show.

use std::io::Write;

use embedded_graphics::pixelcolor::{Rgb565, Rgb888};
use embedded_graphics::prelude::*;

/// A colour in a form that escape sequences can express.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    Rgb(u8, u8, u8),
    /// Index in xterm's 256 colours.
    Indexed(u8),
}

impl Colour {
    /// Appends the parameters that select the colour; `what` is 38 for the character, 48
    /// for its background.
    pub(super) fn select(self, what: u8, out: &mut Vec<u8>) {
        // Writing to a vector cannot fail.
        let _ = match self {
            Self::Rgb(r, g, b) => write!(out, "{what};2;{r};{g};{b}"),
            Self::Indexed(index) => write!(out, "{what};5;{index}"),
        };
    }
}

/// The colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    True,
    /// xterm's 256: a cube of 6 x 6 x 6 and a ramp of greys.
    Indexed,
    /// Only the greys of xterm's 256, if the user asked for no colour; a picture needs some.
    Grey,
}

impl Depth {
    /// Detects the depth from environment variables. The default of 256 colours is safe.
    pub(super) fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is = |name, values: &[&str]| {
            variable(name).is_some_and(|value| values.iter().any(|word| value.contains(word)))
        };
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            Self::Grey
        } else if is("COLORTERM", &["truecolor", "24bit"])
            || is("TERM", &["direct", "kitty", "alacritty", "foot", "ghostty"])
            // Windows Terminal sets no other variable.
            || variable("WT_SESSION").is_some()
        {
            Self::True
        } else {
            Self::Indexed
        }
    }

    /// The nearest colour that the terminal supports.
    pub(super) fn colour(self, pixel: Rgb565) -> Colour {
        let wide = Rgb888::from(pixel);
        let rgb = [wide.r(), wide.g(), wide.b()];
        match self {
            Self::True => Colour::Rgb(wide.r(), wide.g(), wide.b()),
            Self::Indexed => Colour::Indexed(nearest(rgb)),
            Self::Grey => {
                let [r, g, b] = rgb.map(u32::from);
                // Perceived brightness of each component (ITU-R BT.709).
                let grey = ((2126 * r + 7152 * g + 722 * b + 5000) / 10000) as u8;
                Colour::Indexed(nearest([grey; 3]))
            }
        }
    }
}

/// The levels of each component in xterm's colour cube.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
const CUBE: u8 = 16;
const RAMP: u8 = CUBE + 6 * 6 * 6;

fn nearest(rgb: [u8; 3]) -> u8 {
    let [r, g, b] = rgb.map(|value| {
        (0..6)
            .min_by_key(|&step| value.abs_diff(STEPS[usize::from(step)]))
            .unwrap_or(0)
    });
    let in_cube = CUBE + 36 * r + 6 * g + b;
    let mean = rgb.map(u16::from).iter().sum::<u16>() / 3;
    // The ramp is 8, 18, 28, ..., 238.
    let in_ramp = RAMP + (mean.saturating_sub(3) / 10).min(23) as u8;
    let distance = |index| -> u32 {
        let difference = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
        rgb.into_iter().zip(value(index)).map(difference).sum()
    };
    if distance(in_ramp) < distance(in_cube) {
        in_ramp
    } else {
        in_cube
    }
}

/// Red, green and blue of a colour of the cube or the ramp.
fn value(index: u8) -> [u8; 3] {
    if index >= RAMP {
        [8 + 10 * (index - RAMP); 3]
    } else {
        let place = index.saturating_sub(CUBE);
        [place / 36, place / 6 % 6, place % 6].map(|step| STEPS[usize::from(step)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(set: &[(&str, &str)]) -> Depth {
        Depth::detect(|name| {
            let (_, value) = set.iter().find(|(key, _)| *key == name)?;
            Some((*value).to_owned())
        })
    }

    #[test]
    fn the_environment_determines_the_depth() {
        let xterm = ("TERM", "xterm-256color");
        assert_eq!(depth(&[]), Depth::Indexed);
        assert_eq!(depth(&[xterm]), Depth::Indexed);
        assert_eq!(depth(&[xterm, ("COLORTERM", "")]), Depth::Indexed);
        assert_eq!(depth(&[xterm, ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[xterm, ("COLORTERM", "24bit")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm-kitty")]), Depth::True);
        assert_eq!(depth(&[("TERM", "tmux-direct")]), Depth::True);
        let colourless = ("NO_COLOR", "1");
        assert_eq!(
            depth(&[colourless, ("COLORTERM", "truecolor")]),
            Depth::Grey
        );
        assert_eq!(depth(&[("NO_COLOR", "")]), Depth::Indexed);
    }

    #[test]
    fn the_nearest_to_a_colour_of_the_palette_is_itself() {
        for index in CUBE..=u8::MAX {
            assert_eq!(value(nearest(value(index))), value(index));
        }
    }

    #[test]
    fn no_colour_of_the_palette_is_nearer_than_the_nearest() {
        let far = |a: [u8; 3], b: [u8; 3]| -> u32 {
            let pairs = a.into_iter().zip(b);
            pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        for code in (0..=u16::MAX).step_by(7) {
            let wide = Rgb888::from(Rgb565::from(
                embedded_graphics::pixelcolor::raw::RawU16::new(code),
            ));
            let rgb = [wide.r(), wide.g(), wide.b()];
            let best = (CUBE..=u8::MAX).map(|index| far(value(index), rgb)).min();
            assert_eq!(Some(far(value(nearest(rgb)), rgb)), best, "{rgb:?}");
        }
    }

    #[test]
    fn greys_have_no_hue() {
        for colour in [Rgb565::RED, Rgb565::GREEN, Rgb565::BLUE, Rgb565::CSS_ORANGE] {
            let Colour::Indexed(index) = Depth::Grey.colour(colour) else {
                panic!("a grey is one of the 256");
            };
            let [r, g, b] = value(index);
            assert!(r == g && g == b, "{colour:?} became {index}");
        }
    }
}
