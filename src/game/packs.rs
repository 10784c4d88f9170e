//! The levels that are part of the program.

use crate::puzzle::text::Reader;

/// A pack of levels, one file of `levels/`.
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The levels as text.
    pub text: &'static [u8],
}

impl Pack {
    /// Its levels in their order.
    pub fn levels(&self) -> Reader<'static> {
        Reader::new(self.text)
    }
}

/// Every pack that was there when the program was built, by name.
pub static BUILT_IN: &[Pack] = &include!(concat!(env!("OUT_DIR"), "/packs.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Mode;

    #[test]
    fn built_in_levels_are_good_and_have_a_title_and_a_par() {
        let mut modes = Vec::new();
        for pack in BUILT_IN {
            for item in pack.levels() {
                let entry = item.unwrap_or_else(|error| panic!("{}.xsb:{error}", pack.name));
                assert!(
                    !entry.title.is_empty() && entry.par.is_some(),
                    "{}.xsb:{}",
                    pack.name,
                    entry.line
                );
                modes.push(entry.level.mode());
            }
        }
        assert!(modes.contains(&Mode::Classic) && modes.contains(&Mode::Pairs));
        assert!(modes.len() >= 12);
    }
}
