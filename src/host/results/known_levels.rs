//! Levels by their identity, from the built-in packs and from files.

use std::collections::BTreeMap;

use crate::game::packs::{BUILT_IN, Pack};
use crate::game::progress::LevelId;
use crate::puzzle::Level;
use crate::puzzle::text::{Entry, Par};

/// A level, and where it was found.
#[derive(Clone, Debug)]
pub struct KnownLevel {
    /// The level.
    pub level: Level,
    /// Its par.
    pub par: Option<Par>,
    /// Pack, number and title, without control characters.
    pub name: String,
}

/// Levels by their identity.
#[derive(Clone, Debug, Default)]
pub struct KnownLevels(BTreeMap<LevelId, KnownLevel>);

impl KnownLevels {
    /// The levels of the built-in packs.
    pub fn built_in() -> Self {
        let mut levels = Self::default();
        BUILT_IN.iter().for_each(|pack| levels.add_pack(pack));
        levels
    }

    /// Adds the valid levels of a pack.
    pub fn add_pack(&mut self, pack: &Pack<'_>) {
        for (number, entry) in (1..).zip(pack.levels()) {
            if let Ok(entry) = entry {
                self.add(pack.name, number, &entry);
            }
        }
    }

    /// Adds a level of a pack. If it is in several, the first counts.
    pub fn add(&mut self, pack: &str, number: u32, entry: &Entry<'_>) {
        let known = || {
            let mut name: String = pack
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            name += &format!(" {number}");
            if !entry.title.is_empty() {
                name += &format!(": {}", entry.title);
            }
            KnownLevel {
                level: entry.level.clone(),
                par: entry.par,
                name,
            }
        };
        let id = LevelId::of(&entry.level);
        self.0.entry(id).or_insert_with(known);
    }

    /// The level with an identity.
    pub fn get(&self, id: LevelId) -> Option<&KnownLevel> {
        self.0.get(&id)
    }
}
