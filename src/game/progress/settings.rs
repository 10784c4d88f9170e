//! The player's preferences.

use super::autosave::LoadError;
use super::store::{ITEM_BYTES, Key, Store};
use crate::format::{BadRecord, Bytes};

/// An enum of menu values, stored as one byte.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $label:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All values, in the order in which a menu steps through them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The value as menus show it.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$variant => $label,)*
                }
            }

            fn from_code(code: u8) -> Self {
                Self::ALL.get(usize::from(code)).copied().unwrap_or_default()
            }
        }
    };
}

choice! {
    /// The colours of everything.
    Theme {
        /// Light on dark.
        #[default]
        Dark = "dark",
        /// Dark on light.
        Light = "light",
    }
}

choice! {
    /// How squares are drawn.
    TileStyle {
        /// Drawn by hand.
        #[default]
        Drawn = "drawn",
        /// Plain shapes.
        Plain = "plain",
    }
}

choice! {
    /// How fast a solution is played back.
    Speed {
        /// To think about each step.
        Slow = "slow",
        /// To follow every push.
        #[default]
        Normal = "normal",
        /// To see the result soon.
        Fast = "fast",
    }
}

/// The player's preferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The colours of everything.
    pub theme: Theme,
    /// How squares are drawn.
    pub tiles: TileStyle,
    /// How bright the display is, from 1 to [`Settings::BRIGHTEST`].
    pub brightness: u8,
    /// Whether sounds are played.
    pub sound: bool,
    /// How fast a solution is played back.
    pub speed: Speed,
    /// Whether the hint button works.
    pub hints: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Settings {
    /// The settings of a new device.
    pub const DEFAULT: Self = Self {
        theme: Theme::Dark,
        tiles: TileStyle::Drawn,
        brightness: 4,
        sound: true,
        speed: Speed::Normal,
        hints: true,
    };

    /// The highest brightness.
    pub const BRIGHTEST: u8 = 5;

    /// Bytes of the record.
    pub const BYTES: usize = 7;

    const VERSION: u8 = 1;

    /// The settings as a record.
    pub fn encode(&self) -> [u8; Self::BYTES] {
        [
            Self::VERSION,
            self.theme as u8,
            self.tiles as u8,
            self.brightness,
            u8::from(self.sound),
            self.speed as u8,
            u8::from(self.hints),
        ]
    }

    /// Reads a record. Unknown values fall back to the default.
    pub fn decode(bytes: &[u8]) -> Result<Self, BadRecord> {
        let mut bytes = Bytes::new(bytes);
        BadRecord::check_version(bytes.u8()?, Self::VERSION)?;
        let [theme, tiles, brightness, sound, speed, hints] = bytes.array()?;
        bytes.end()?;
        let default = Self::default();
        Ok(Self {
            theme: Theme::from_code(theme),
            tiles: TileStyle::from_code(tiles),
            brightness: match brightness {
                1..=Self::BRIGHTEST => brightness,
                _ => default.brightness,
            },
            sound: switch(sound).unwrap_or(default.sound),
            speed: Speed::from_code(speed),
            hints: switch(hints).unwrap_or(default.hints),
        })
    }

    /// Reads the settings from a store; the defaults if it has none.
    pub fn load(store: &mut impl Store) -> Result<Self, LoadError> {
        let mut buffer = [0; ITEM_BYTES];
        match store.read(Key::Settings, &mut buffer)? {
            Some(bytes) => Ok(Self::decode(bytes)?),
            None => Ok(Self::default()),
        }
    }
}

fn switch(code: u8) -> Option<bool> {
    match code {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::progress::MemoryStore;
    use proptest::prelude::*;

    fn is_sound(settings: &Settings) -> bool {
        (1..=Settings::BRIGHTEST).contains(&settings.brightness)
    }

    #[test]
    fn a_record_stays_readable() {
        let record = [1, 0, 0, 4, 1, 1, 1];
        assert_eq!(Settings::default().encode(), record);
        assert_eq!(Settings::decode(&record), Ok(Settings::default()));
    }

    #[test]
    fn a_future_version_a_wrong_length_and_no_version_are_different_errors() {
        assert_eq!(
            Settings::decode(&[2, 0, 0, 4, 1, 1, 1]),
            Err(BadRecord::Future(2))
        );
        assert_eq!(Settings::decode(&[0; 7]), Err(BadRecord::Corrupt));
        assert_eq!(Settings::decode(&[1; 8]), Err(BadRecord::Length));
        for len in 0..Settings::BYTES {
            let bytes = Settings::default().encode();
            assert_eq!(Settings::decode(&bytes[..len]), Err(BadRecord::Length));
        }
    }

    #[test]
    fn a_value_out_of_range_falls_back_to_the_default() {
        assert_eq!(
            Settings::decode(&[1, 9, 9, 0, 9, 9, 9]),
            Ok(Settings::default())
        );
        let light = Settings::decode(&[1, 1, 9, 6, 0, 9, 9]).unwrap();
        assert_eq!((light.theme, light.sound), (Theme::Light, false));
        assert_eq!(light.brightness, Settings::default().brightness);
        for place in 0..Settings::BYTES {
            for byte in 0..=u8::MAX {
                let mut bytes = Settings::default().encode();
                bytes[place] = byte;
                assert!(Settings::decode(&bytes).is_ok_and(|s| is_sound(&s)) || place == 0);
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_saved_is_loaded(
            theme: u8, tiles: u8, brightness in 1..=Settings::BRIGHTEST,
            sound: bool, speed: u8, hints: bool,
        ) {
            let settings = Settings {
                theme: Theme::from_code(theme % 2),
                tiles: TileStyle::from_code(tiles % 2),
                brightness,
                sound,
                speed: Speed::from_code(speed % 3),
                hints,
            };
            let mut store = MemoryStore::new();
            store.write(Key::Settings, &settings.encode()).unwrap();
            store.commit().unwrap();
            prop_assert_eq!(Settings::load(&mut store), Ok(settings));
        }

        #[test]
        fn any_bytes_are_settings_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
            if let Ok(settings) = Settings::decode(&bytes) {
                prop_assert!(is_sound(&settings));
                prop_assert_eq!(Settings::decode(&settings.encode()), Ok(settings));
            }
        }
    }
}
