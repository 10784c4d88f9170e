// Saved records: whatever a store holds, the game starts, can be played, saved and loaded again.
// The input is a list of items: code, length and bytes. A code from 0x3000 to 0x3fff stands for a long one.

use std::collections::BTreeMap;

use sokopico::game::display::Display;
use sokopico::game::input::Layout;
use sokopico::game::packs::Pack;
use sokopico::game::progress::{ITEM_BYTES, Key, Store, StoreError};
use sokopico::game::{Device, Midend};
use sokopico::host::script::Player;

const PACKS: &[Pack<'static>] = &[Pack {
    name: "fuzz",
    text: b"#######\n#@ $ .#\n#  $ .#\n#######\n\n########\n#@ A a #\n# B  b #\n########\n",
}];

/// The code of the first game beyond the 4,096th.
const LONG: u32 = 0x3000_8000;

/// A store that knows keys by their codes alone.
#[derive(Clone, Default)]
struct Records(BTreeMap<u32, Vec<u8>>);

impl Store for Records {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        let Some(item) = self.0.get(&key.code()) else {
            return Ok(None);
        };
        let place = buffer.get_mut(..item.len()).ok_or(StoreError::TooLong)?;
        place.copy_from_slice(item);
        Ok(Some(place))
    }

    fn games(&self) -> u32 {
        let games = self.0.keys().filter_map(|&code| Key::game_of(code));
        games.max().map_or(0, |last| last + 1)
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        assert!(bytes.len() <= ITEM_BYTES);
        self.0.insert(key.code(), bytes.to_vec());
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.0.remove(&key.code());
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        Ok(())
    }
}

impl Records {
    fn from_bytes(mut bytes: &[u8]) -> Self {
        let mut records = Self::default();
        while let Some((&[c0, c1, n0, n1], rest)) = bytes.split_first_chunk() {
            let length = usize::from(u16::from_le_bytes([n0, n1])).min(rest.len());
            let (item, rest) = rest.split_at(length);
            let code = match u16::from_le_bytes([c0, c1]).into() {
                short @ 0x3000..=0x3fff => LONG | short & 0xfff,
                short => short,
            };
            records.0.insert(code, item.to_vec());
            bytes = rest;
        }
        records
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (code, item) in &self.0 {
            let short = if *code >= LONG { 0x3000 | code & 0xfff } else { *code };
            bytes.extend((short as u16).to_le_bytes());
            bytes.extend((item.len() as u16).to_le_bytes());
            bytes.extend(item);
        }
        bytes
    }
}

fn player(records: &mut Records) -> Player<'static> {
    let mut midend = Box::new(Midend::EMPTY);
    let device = Device {
        layout: Layout::Eight,
        display: Display::NONE,
        backlight: true,
        quit: true,
        usb_drive: true,
        hardware: None,
        added: None,
    };
    midend.start(PACKS, device, 0).expect("two levels");
    let _ = midend.load(records);
    Player::new(midend, 0)
}

pub(crate) fn check(bytes: &[u8]) {
    let mut records = Records::from_bytes(bytes);
    let mut player = player(&mut records);
    let agree = |player: &Player<'_>| {
        let play = player.game().play();
        let history = play.history();
        let (board, tally) = history.position_at(play.level(), history.undoable());
        assert_eq!((&board, tally), (play.board(), play.tally()));
    };
    agree(&player);
    for word in ["r", "undo", "redo", "l"] {
        let _ = player.act(word);
    }
    agree(&player);
    player.midend.save(&mut records).expect("the store is good");
    // What was just saved is no longer damaged, wherever it came from.
    let before = player.game().play();
    let again = self::player(&mut records);
    let after = again.game().play();
    if before.is_on() && before.place().is_some() {
        assert!(after.is_on() && after.board() == before.board());
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let scripts = [
        "menu:Play",
        "ok ok ok ok r r r undo",
        "d ok ok ok ok r d r r u wait:2000",
        "ok ok ok ok solve wait:3000",
    ];
    let mut seeds = vec![Vec::new()];
    for script in scripts {
        let mut records = Records::default();
        let mut player = player(&mut records);
        for word in script.split_whitespace() {
            let _ = player.act(word);
        }
        let saved = player.midend.save(&mut records);
        saved.expect("the store is good");
        seeds.push(records.to_bytes());
    }
    seeds
}
