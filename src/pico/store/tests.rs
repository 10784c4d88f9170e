//! The store on flash that loses its power.

use std::collections::{BTreeMap, BTreeSet};

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use proptest::prelude::*;

use super::*;

/// Flash in memory. Its power fails after `left` more bytes are programmed or erased; from
/// then on it does nothing.
#[derive(Clone)]
struct MockFlash {
    bytes: Vec<u8>,
    left: Option<usize>,
    erased: Vec<u32>,
    /// Bytes programmed and erased so far.
    work: usize,
}

#[derive(Debug)]
struct Dead;

impl NorFlashError for Dead {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

impl MockFlash {
    fn new() -> Self {
        Self {
            bytes: vec![0xff; SAVES_BYTES],
            left: None,
            erased: Vec::new(),
            work: 0,
        }
    }

    fn spend(&mut self) -> Result<(), Dead> {
        self.work += 1;
        if let Some(left) = &mut self.left {
            *left = left.checked_sub(1).ok_or(Dead)?;
        }
        Ok(())
    }

    /// The same flash after the power is back.
    fn revived(&self) -> Self {
        Self {
            left: None,
            ..self.clone()
        }
    }
}

impl<F: NorFlash> FlashStore<F> {
    fn flash(&mut self) -> &mut F {
        self.map.flash()
    }
}

impl ErrorType for MockFlash {
    type Error = Dead;
}

impl ReadNorFlash for MockFlash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Dead> {
        let offset = offset as usize;
        bytes.copy_from_slice(&self.bytes[offset..offset + bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        SAVES_BYTES
    }
}

impl NorFlash for MockFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Dead> {
        assert!(from.is_multiple_of(SECTOR as u32) && to.is_multiple_of(SECTOR as u32));
        self.erased.push(from);
        for index in from as usize..to as usize {
            self.spend()?;
            self.bytes[index] = 0xff;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Dead> {
        for (index, byte) in (offset as usize..).zip(bytes) {
            self.spend()?;
            self.bytes[index] &= byte;
        }
        Ok(())
    }
}

fn memory() -> Vec<u32> {
    vec![0; SAVES_BYTES / 4]
}

fn open(flash: MockFlash) -> FlashStore<MockFlash> {
    let mut memory = memory();
    match FlashStore::open(flash, &mut memory) {
        Ok((store, _)) => store,
        Err((_, error)) => panic!("{error}"),
    }
}

fn item(store: &mut impl Store, key: Key) -> Option<Vec<u8>> {
    let mut place = [0; ITEM_BYTES];
    store.read(key, &mut place).unwrap().map(<[u8]>::to_vec)
}

/// Write number `n` of a long game: mostly positions and moves, sometimes results and
/// settings, once in a while a removal.
fn result(n: usize) -> (Key, Vec<u8>) {
    let filled = |length: usize| (0..length).map(|i| (i * 7 + n * 13) as u8).collect();
    match n % 16 {
        0 => (Key::Settings, filled(7)),
        3 | 8 => {
            let page = (n / 3 % 42) as u8;
            (Key::Bests { page }, filled(194))
        }
        5 if n % 48 == 5 => (Key::Settings, Vec::new()),
        4 | 9 | 12 => {
            let slot = (n / 7 % 44) as u8;
            let copy = n % 32 < 16;
            (Key::Moves { slot, copy }, filled(4 + n % 193))
        }
        _ => (Key::Session, filled(34 + n % 92)),
    }
}

fn carry_out(store: &mut impl Store, (key, bytes): (Key, Vec<u8>)) -> Result<(), StoreError> {
    if bytes.is_empty() {
        store.remove(key)
    } else {
        store.write(key, &bytes)
    }
}

fn note(items: &mut BTreeMap<Key, Vec<u8>>, (key, bytes): (Key, Vec<u8>)) {
    if bytes.is_empty() {
        items.remove(&key);
    } else {
        items.insert(key, bytes);
    }
}

/// All keys of the first writes, which repeat themselves after a while.
fn keys(writes: usize) -> BTreeSet<Key> {
    (0..writes).rev().take(1000).map(|n| result(n).0).collect()
}

#[test]
fn what_is_written_is_there_after_opening_it_again() {
    let mut store = open(MockFlash::new());
    let mut expected = BTreeMap::new();
    for n in 0..3000 {
        carry_out(&mut store, result(n)).unwrap();
        note(&mut expected, result(n));
    }
    let flash = store.flash().clone();
    assert!(flash.erased.len() > 3 * SECTORS, "no sector was reused");
    let mut memory = memory();
    let Ok((mut again, mut snapshot)) = FlashStore::open(flash, &mut memory) else {
        panic!("it does not open");
    };
    for key in keys(3000) {
        let expected = expected.get(&key).cloned();
        assert_eq!(item(&mut store, key), expected, "{key:?}");
        assert_eq!(item(&mut again, key), expected, "{key:?}");
        assert_eq!(item(&mut snapshot, key), expected, "{key:?}");
    }
}

/// The last write that was confirmed, or the one that the power failed in, is back; and
/// nothing else has changed.
fn check_cut(
    flash: &MockFlash,
    before: &BTreeMap<Key, Vec<u8>>,
    last: (Key, Vec<u8>),
    keys: &BTreeSet<Key>,
) {
    let mut memory = memory();
    let (mut store, mut snapshot) = match FlashStore::open(flash.revived(), &mut memory) {
        Ok(opened) => opened,
        Err((_, error)) => panic!("after a power cut: {error}"),
    };
    let mut after = before.clone();
    note(&mut after, last.clone());
    for &key in keys {
        let found = item(&mut snapshot, key);
        let (old, new) = (before.get(&key), after.get(&key));
        assert!(
            found.as_ref() == old || found.as_ref() == new,
            "{key:?}: {found:?} is neither {old:?} nor {new:?}"
        );
    }
    assert_eq!(item(&mut store, last.0), item(&mut snapshot, last.0));
    // And it can be written on.
    carry_out(&mut store, last).unwrap();
    let flash = store.flash().clone();
    let Ok((_, mut snapshot)) = FlashStore::open(flash, &mut memory) else {
        panic!("after a write on");
    };
    for &key in keys {
        assert_eq!(
            item(&mut snapshot, key).as_ref(),
            after.get(&key),
            "{key:?}"
        );
    }
}

/// Cuts the power at every byte of some writes in the middle of a long game.
fn cut_at_every_byte(first: usize, writes: usize, stride: usize) {
    let mut store = open(MockFlash::new());
    let mut items = BTreeMap::new();
    for n in 0..first {
        carry_out(&mut store, result(n)).unwrap();
        note(&mut items, result(n));
    }
    let keys = keys(first + writes);
    for (offset, n) in (first..first + writes).enumerate() {
        let flash = store.flash().clone();
        carry_out(&mut store, result(n)).unwrap();
        let work = store.flash().work - flash.work;
        // A page's change is long; what it does between its ends is the same over and over.
        let step = if work > 1000 { stride } else { 1 };
        for left in (offset % step..work).step_by(step) {
            let mut cut = open(flash.clone());
            cut.flash().left = Some(left);
            carry_out(&mut cut, result(n)).unwrap_err();
            check_cut(cut.flash(), &items, result(n), &keys);
        }
        note(&mut items, result(n));
    }
}

#[test]
fn a_power_cut_at_any_byte_loses_nothing_that_was_confirmed() {
    cut_at_every_byte(40, 24, 1);
}

#[test]
fn nor_does_one_while_sectors_are_reused() {
    cut_at_every_byte(1400, 50, 211);
}

#[test]
fn a_second_power_cut_while_the_first_is_put_in_order_loses_nothing_either() {
    let mut store = open(MockFlash::new());
    let mut items = BTreeMap::new();
    let mut n = 0;
    // Up to the first write that reuses a sector.
    let flash = loop {
        let flash = store.flash().clone();
        carry_out(&mut store, result(n)).unwrap();
        if store.flash().erased.len() > flash.erased.len() {
            break flash;
        }
        note(&mut items, result(n));
        n += 1;
    };
    let (work, keys) = (store.flash().work - flash.work, keys(n + 1));
    for left in (0..work).step_by(401) {
        let mut cut = open(flash.clone());
        cut.flash().left = Some(left);
        carry_out(&mut cut, result(n)).unwrap_err();
        for second in (0..9000).step_by(1201) {
            let mut again = cut.flash().revived();
            again.left = Some(second);
            let mut memory = memory();
            match FlashStore::open(again, &mut memory) {
                Ok((mut store, _)) => {
                    let _ = carry_out(&mut store, result(n));
                    check_cut(store.flash(), &items, result(n), &keys);
                }
                Err((flash, _)) => check_cut(&flash, &items, result(n), &keys),
            }
        }
    }
}

#[test]
fn sectors_wear_alike() {
    let mut store = open(MockFlash::new());
    for n in 0..6000 {
        carry_out(&mut store, result(n)).unwrap();
    }
    let mut wear = [0; SECTORS];
    for &sector in &store.flash().erased {
        wear[sector as usize / SECTOR] += 1;
    }
    let (least, most) = (wear.iter().min().unwrap(), wear.iter().max().unwrap());
    assert!(*least > 5 && most - least <= 1, "{wear:?}");
}

#[test]
fn where_there_is_room_nothing_is_erased() {
    let mut store = open(MockFlash::new());
    let mut with_room = 0;
    for n in 0..4000 {
        let (key, bytes) = result(n);
        let room = store.has_room(bytes.len() + OVERHEAD);
        let before = store.flash().erased.len();
        carry_out(&mut store, (key, bytes)).unwrap();
        assert!(!room || store.flash().erased.len() == before, "write {n}");
        with_room += usize::from(room);
    }
    assert!(with_room > 3000, "only {with_room} of 4000 writes had room");
}

#[test]
fn warming_up_ends_and_changes_nothing() {
    let mut store = open(MockFlash::new());
    for n in 0..500 {
        carry_out(&mut store, result(n)).unwrap();
    }
    let mut store = open(store.flash().clone());
    let before = store.flash().work;
    let mut turns = 0;
    while store.warm_up() {
        turns += 1;
        assert!(turns <= KEYS);
    }
    assert_eq!(store.flash().work, before);
}

#[test]
fn a_store_of_another_make_is_refused_and_formatted_only_when_told_to() {
    // Every sector full and none open: no store leaves its flash like this.
    let mut flash = MockFlash::new();
    flash.bytes.fill(0);
    let mut memory = memory();
    let Err((flash, error)) = FlashStore::open(flash, &mut memory) else {
        panic!("nonsense was opened");
    };
    assert_eq!(error, StoreError::Corrupt);
    let Ok((mut store, _)) = FlashStore::format(flash, &mut memory) else {
        panic!("it was not formatted");
    };
    store.write(Key::Settings, b"new").unwrap();
    assert_eq!(item(&mut store, Key::Settings).unwrap(), b"new");
}

#[test]
fn too_long_an_item_is_refused() {
    let mut store = open(MockFlash::new());
    let long = [1; ITEM_BYTES + 1];
    assert_eq!(store.write(Key::Settings, &long), Err(StoreError::TooLong));
    assert_eq!(item(&mut store, Key::Settings), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Whatever is in flash, opening it ends, in a store or in an error.
    #[test]
    fn garbage_does_no_harm(seed in any::<u64>(), density in 1u8..=255) {
        let mut flash = MockFlash::new();
        let mut state = seed | 1;
        for byte in &mut flash.bytes {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if state as u8 <= density {
                *byte = (state >> 8) as u8;
            }
        }
        let mut memory = memory();
        if let Ok((mut store, _)) = FlashStore::open(flash, &mut memory) {
            let _ = store.write(Key::Settings, b"hello");
            store.warm_up();
        }
    }
}
