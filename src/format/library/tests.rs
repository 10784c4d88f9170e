//! The library on flash that loses its power.

use std::collections::BTreeMap;

use embedded_storage::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
use proptest::prelude::*;

use super::*;
use crate::format::pack_file::{PackFile, PackName};
use crate::puzzle::random::Random;

/// Sectors of the inbox and of the library.
const INBOX: usize = 4;
const LIBRARY: usize = 8;
const MOST: usize = 5;

/// When the power fails, and what is left of the operation then.
#[derive(Clone, Copy, Debug)]
enum Cut {
    Never,
    /// After this many more bytes were programmed or erased, in the order of their addresses.
    AfterBytes(usize),
    /// In the operation after so many more, of which a random part of the bits is done.
    InOperation(usize, u32),
}

/// Flash in memory. After the cut it refuses everything but reading.
#[derive(Clone)]
struct MockFlash {
    bytes: Vec<u8>,
    cut: Cut,
    is_dead: bool,
    /// A byte that does not change any more.
    worn: Option<usize>,
    /// Bytes programmed and erased, and operations, so far.
    work: (usize, usize),
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
            bytes: vec![0xff; (INBOX + LIBRARY) * SECTOR],
            cut: Cut::Never,
            is_dead: false,
            worn: None,
            work: (0, 0),
        }
    }

    /// The same flash after the power is back, until the next cut.
    fn revived(&self, cut: Cut) -> Self {
        Self {
            bytes: self.bytes.clone(),
            cut,
            is_dead: false,
            worn: None,
            work: (0, 0),
        }
    }

    /// Changes bytes, or as many of them as the power lasts for.
    fn change(&mut self, at: u32, target: impl Iterator<Item = u8>) -> Result<(), Dead> {
        if self.is_dead {
            return Err(Dead);
        }
        let (bytes, operations) = self.work;
        self.work.1 += 1;
        let mut torn = match self.cut {
            Cut::InOperation(number, seed) if number == operations => Some(Random::new(seed)),
            _ => None,
        };
        for (byte, target) in self.bytes[at as usize..].iter_mut().zip(target) {
            if matches!(self.cut, Cut::AfterBytes(most) if most == self.work.0) {
                self.is_dead = true;
                // A part of this byte's bits.
                *byte = changed(*byte, target, bytes as u8 ^ 0x5a);
                return Err(Dead);
            }
            self.work.0 += 1;
            let done = torn.as_mut().map_or(0xff, |random| random.below(256) as u8);
            *byte = changed(*byte, target, done);
        }
        if let Some(worn) = self.worn {
            self.bytes[worn] = 0xff;
        }
        self.is_dead = torn.is_some();
        if self.is_dead { Err(Dead) } else { Ok(()) }
    }
}

/// The bits of `target` where `done` has ones, else those of `byte`.
fn changed(byte: u8, target: u8, done: u8) -> u8 {
    byte & !done | target & done
}

impl ErrorType for MockFlash {
    type Error = Dead;
}

impl ReadNorFlash for MockFlash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Dead> {
        let offset = offset as usize;
        bytes.copy_from_slice(&self.bytes[offset..offset + bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for MockFlash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Dead> {
        assert!(from.is_multiple_of(SECTOR as u32) && to.is_multiple_of(SECTOR as u32));
        assert!(from >= (INBOX * SECTOR) as u32, "the inbox is never erased");
        self.change(from, (from..to).map(|_| 0xff))
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Dead> {
        assert!(offset as usize % PAGE + bytes.len() <= PAGE, "one page");
        let before = self.bytes[offset as usize..].to_vec();
        self.change(offset, bytes.iter().zip(before).map(|(new, old)| new & old))
    }
}

impl MultiwriteNorFlash for MockFlash {}

/// A pack of this many bytes of text, which differs for each seed.
fn pack(name: &str, length: usize, seed: u8) -> Vec<u8> {
    let text: Vec<u8> = (0..length).map(|n| (n * 7) as u8 ^ seed).collect();
    let pack = PackFile {
        name: PackName::new(name).unwrap(),
        levels: 3,
        text: &text,
    };
    let header = pack.header().unwrap().to_bytes();
    header.into_iter().chain(text).collect()
}

/// A text that fills this many sectors together with its header.
const fn filling(sectors: usize) -> usize {
    sectors * SECTOR - HEADER_BYTES
}

/// Copies a pack to the inbox as the boot ROM does.
fn arrive(flash: &mut MockFlash, pack: &[u8]) {
    let end = pack.len().next_multiple_of(SECTOR);
    flash.bytes[..end].fill(0xff);
    flash.bytes[..pack.len()].copy_from_slice(pack);
}

fn library(flash: MockFlash) -> Library<MockFlash> {
    Library::with_inbox(flash, INBOX * SECTOR)
}

fn take_in(flash: &mut MockFlash) -> Arrival {
    let mut library = library(flash.clone());
    let arrival = library.take_in(MOST, |_, _| {});
    *flash = library.flash;
    arrival
}

/// Flash with these packs in its library.
fn flash_with(packs: &[Vec<u8>]) -> MockFlash {
    let mut flash = MockFlash::new();
    for pack in packs {
        arrive(&mut flash, pack);
        assert!(matches!(take_in(&mut flash), Arrival::Added(_)));
    }
    flash
}

fn name(name: &str) -> PackName {
    PackName::new(name).unwrap()
}

/// The good packs by name, with their bytes; and the number of damaged ones.
fn contents(flash: &MockFlash) -> (BTreeMap<String, Vec<Vec<u8>>>, usize) {
    let (mut packs, mut damaged) = (BTreeMap::<_, Vec<_>>::new(), 0);
    for slot in library(flash.clone()).slots().iter() {
        let bytes = &flash.bytes[offset(slot.first) as usize..offset(slot.end()) as usize];
        match PackFile::read(bytes) {
            Ok(pack) => {
                assert!(slot.is_good);
                let bytes = bytes[..HEADER_BYTES + pack.text.len()].to_vec();
                packs.entry(pack.name.to_string()).or_default().push(bytes);
            }
            Err(_) => {
                assert!(!slot.is_good);
                damaged += 1;
            }
        }
    }
    (packs, damaged)
}

fn names(flash: &MockFlash) -> Vec<String> {
    contents(flash).0.into_keys().collect()
}

#[test]
fn packs_lie_side_by_side_and_the_inbox_is_cleared() {
    let packs = [
        pack("B", filling(2), 1),
        pack("A", filling(1) + 1, 2),
        pack("C", 0, 3),
    ];
    let flash = flash_with(&packs);
    let (found, damaged) = contents(&flash);
    assert_eq!(damaged, 0);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["A", "B", "C"]);
    for pack in packs {
        assert!(found.values().any(|it| *it == [pack.clone()]));
    }
    let mut library = library(flash);
    let slots: Vec<_> = library
        .slots()
        .iter()
        .map(|it| (it.first, it.sectors))
        .collect();
    assert_eq!(slots, [(4, 2), (6, 2), (8, 1)]);
    assert_eq!(library.slots().largest_room(), 3);
    assert_eq!(library.inbox(), None);
    assert_eq!(library.take_in(MOST, |_, _| {}), Arrival::Nothing);
}

#[test]
fn without_a_pack_in_the_inbox_nothing_is_written() {
    let foreign: [&dyn Fn(usize) -> u8; 4] = [
        &|_| 0xff,
        &|_| 0,
        &|n| {
            b"\xeb\xfe\x90MSDOS5.0"
                .get(n % SECTOR)
                .copied()
                .unwrap_or(0)
        },
        &|n| b"#######\n#@$ .#\n"[n % 15],
    ];
    for byte in foreign {
        let mut flash = MockFlash::new();
        flash.bytes = (0..flash.bytes.len()).map(byte).collect();
        assert_eq!(take_in(&mut flash), Arrival::Nothing);
        assert_eq!(flash.work, (0, 0));
        // All of the library is free room.
        let added = pack("A", filling(INBOX), 1);
        arrive(&mut flash, &added);
        assert_eq!(take_in(&mut flash), Arrival::Added(name("A")));
        assert_eq!(contents(&flash).0["A"], [added]);
    }
}

#[test]
fn a_pack_of_the_same_name_is_replaced_even_if_there_is_no_room_for_both() {
    for (before, after) in [(1, 1), (2, 3), (4, 4), (4, 1)] {
        let other = pack("Other", filling(3), 9);
        let mut flash = flash_with(&[pack("A", filling(before), 1), other.clone()]);
        let new = pack("A", filling(after), 2);
        arrive(&mut flash, &new);
        assert_eq!(take_in(&mut flash), Arrival::Added(name("A")));
        let (found, damaged) = contents(&flash);
        assert_eq!((found["A"].clone(), damaged), (vec![new], 0));
        assert_eq!(found["Other"], [other]);
    }
}

#[test]
fn the_same_pack_again_changes_nothing() {
    let same = pack("A", 300, 1);
    let mut flash = flash_with(std::slice::from_ref(&same));
    arrive(&mut flash, &same);
    let before = flash.bytes[INBOX * SECTOR..].to_vec();
    assert_eq!(take_in(&mut flash), Arrival::Added(name("A")));
    assert_eq!(flash.bytes[INBOX * SECTOR..], before);
    assert_eq!(library(flash).inbox(), None);
}

#[test]
fn a_full_library_says_what_to_remove_and_then_takes_it_in() {
    // Two sectors are free at the end, and one between A and B.
    let packs = [("A", 2), ("x", 1), ("B", 1), ("C", 2)];
    let packs = packs.map(|(name, sectors)| pack(name, filling(sectors), 1));
    let mut flash = flash_with(&packs);
    let mut it = library(flash);
    it.remove(6).unwrap();
    flash = it.flash;
    arrive(&mut flash, &pack("New", filling(4), 2));
    let refusal = take_in(&mut flash);
    // B is smaller than A, and C alone makes room, too, but is larger.
    let Arrival::NoRoom { missing, full, .. } = refusal else {
        panic!("{refusal:?}")
    };
    assert_eq!(missing, 2);
    let mut it = library(flash);
    let slots = it.slots();
    let full: Vec<_> = slots.within(&full).map(|slot| slot.first).collect();
    assert_eq!(full, [8], "C");
    assert!(it.inbox().is_some_and(|slot| slot.is_good));
    for first in full {
        it.remove(first).unwrap();
    }
    flash = it.flash;
    assert_eq!(take_in(&mut flash), Arrival::Added(name("New")));
    assert_eq!(names(&flash), ["A", "B", "New"]);
}

#[test]
fn there_are_only_so_many_packs_but_one_of_them_can_still_be_replaced() {
    let packs = ["A", "B", "C", "D", "E"].map(|name| pack(name, 10, 1));
    let mut flash = flash_with(&packs);
    arrive(&mut flash, &pack("F", 10, 1));
    assert_eq!(take_in(&mut flash), Arrival::TooMany(name("F")));
    arrive(&mut flash, &pack("C", 10, 2));
    assert_eq!(take_in(&mut flash), Arrival::Added(name("C")));
    assert_eq!(names(&flash), ["A", "B", "C", "D", "E"]);
}

#[test]
fn what_cannot_be_read_stays_in_the_inbox() {
    let good = pack("A", 300, 1);
    let refused = |at: usize, byte: u8, error| {
        let mut flash = MockFlash::new();
        let mut bad = good.clone();
        bad[at] = byte;
        arrive(&mut flash, &bad);
        assert_eq!(take_in(&mut flash), Arrival::Unreadable(error));
        assert_eq!(flash.work, (0, 0));
        assert!(library(flash).inbox().is_some_and(|slot| !slot.is_good));
    };
    refused(200, good[200] ^ 1, PackError::Corrupt);
    refused(20, good[20] ^ 1, PackError::Corrupt);
    // A length beyond the inbox.
    refused(11, 0xff, PackError::Corrupt);
    refused(4, 1, PackError::Version(1));
    refused(4, 3, PackError::Version(3));
}

#[test]
fn a_pack_that_claims_more_than_the_inbox_is_not_read_beyond_it() {
    let mut flash = MockFlash::new();
    let large = pack("A", filling(INBOX + 1), 1);
    flash.bytes[..large.len()].copy_from_slice(&large);
    assert_eq!(take_in(&mut flash), Arrival::Unreadable(PackError::Corrupt));
}

#[test]
fn a_damaged_pack_leaves_the_others_and_can_be_removed() {
    let packs = ["A", "B", "C"].map(|name| pack(name, filling(2), 1));
    let flash = flash_with(&packs);
    // The second pack: its header, its text, and the magic of its second sector.
    for (at, sectors) in [(4, 2), (8, 1), (11, 1), (20, 1), (100, 2), (5000, 2)] {
        let mut flash = flash.clone();
        flash.bytes[6 * SECTOR + at] ^= 1;
        assert_eq!(names(&flash), ["A", "C"], "byte {at}");
        let mut library = library(flash);
        let damaged = library.slots().iter().find(|slot| !slot.is_good).unwrap();
        assert_eq!((damaged.first, damaged.sectors), (6, sectors), "byte {at}");
        library.remove(damaged.first).unwrap();
        assert!(library.slots().iter().all(|slot| slot.is_good));
        assert_eq!(library.slots().largest_room(), 2);
    }
}

#[test]
fn a_pack_inside_the_length_that_a_damaged_one_claims_is_found() {
    let mut flash = flash_with(&[pack("A", filling(4), 1)]);
    let inner = pack("B", 300, 2);
    flash.bytes[6 * SECTOR..][..inner.len()].copy_from_slice(&inner);
    let slots = library(flash).slots();
    let slots: Vec<_> = slots
        .iter()
        .map(|it| (it.first, it.sectors, it.is_good))
        .collect();
    assert_eq!(slots, [(4, 2, false), (6, 1, true)]);
}

#[test]
fn a_pack_of_another_version_keeps_its_room() {
    let mut flash = flash_with(&[pack("A", filling(3), 1)]);
    flash.bytes[4 * SECTOR + 4] = 3;
    let slots = library(flash).slots();
    let slots: Vec<_> = slots
        .iter()
        .map(|it| (it.first, it.sectors, it.is_good))
        .collect();
    assert_eq!(slots, [(4, 3, false)]);
}

#[test]
fn what_lies_behind_more_packs_than_are_distinguished_counts_as_used() {
    let mut flash = MockFlash::new();
    flash.bytes.resize((INBOX + MAX_SLOTS + 4) * SECTOR, 0xff);
    for sector in INBOX..INBOX + MAX_SLOTS + 2 {
        flash.bytes[sector * SECTOR..][..4].copy_from_slice(&MAGIC);
    }
    let mut library = library(flash);
    assert_eq!(library.slots().iter().count(), MAX_SLOTS);
    assert_eq!(library.slots().largest_room(), 0);
    library.remove(INBOX as u16).unwrap();
    library.remove(INBOX as u16 + 1).unwrap();
    library.remove(INBOX as u16 + 2).unwrap();
    assert_eq!(library.slots().largest_room(), 3);
}

#[test]
fn worn_flash_is_noticed_before_anything_is_given_up() {
    let old = pack("A", 400, 1);
    let mut before = flash_with(std::slice::from_ref(&old));
    let new = pack("A", 300, 2);
    arrive(&mut before, &new);
    // In the second sector of the library: the magic, the header and the text.
    for at in [0, 10, 30, 100] {
        let mut flash = before.clone();
        flash.worn = Some((INBOX + 1) * SECTOR + at);
        assert_eq!(take_in(&mut flash), Arrival::NotKept(name("A")));
        assert_eq!(contents(&flash).0["A"], std::slice::from_ref(&old));
        assert!(flash.bytes.starts_with(&new));
    }
}

/// A situation before something is written: what was in the library, and what arrives.
struct Case {
    before: MockFlash,
    /// The packs that must be there afterwards, and nothing else.
    after: BTreeMap<String, Vec<Vec<u8>>>,
    /// Of the packs before, those that must be there at every moment.
    stay: BTreeMap<String, Vec<Vec<u8>>>,
    arriving: Vec<u8>,
    /// Whether the old pack of the same name stays until the new one is there.
    has_room_for_both: bool,
}

fn cases() -> Vec<Case> {
    let case = |packs: &[Vec<u8>], arriving: Vec<u8>, has_room_for_both| {
        let mut before = flash_with(packs);
        let new = PackFile::read(&arriving).unwrap().name.to_string();
        let mut stay = contents(&before).0;
        stay.remove(&new);
        let mut after = stay.clone();
        after.insert(new, vec![arriving.clone()]);
        arrive(&mut before, &arriving);
        Case {
            before,
            after,
            stay,
            arriving,
            has_room_for_both,
        }
    };
    let two = [pack("A", 700, 1), pack("B", 10, 1)];
    let large = [pack("A", filling(4), 1), pack("B", filling(4) - 9, 1)];
    vec![
        case(&[], pack("A", 300, 1), false),
        case(&two, pack("C", 300, 1), false),
        // Replaced by a copy beside it, and by one in its place.
        case(&two, pack("A", 300, 2), true),
        case(&large, pack("A", filling(3) + 20, 2), false),
    ]
}

/// Checks flash as a cut left it.
fn check_cut(case: &Case, flash: &MockFlash) {
    let (found, damaged) = contents(flash);
    assert_eq!(damaged, 0, "a cut leaves no damaged pack");
    for (name, pack) in &case.stay {
        assert_eq!(found.get(name), Some(pack));
    }
    let in_inbox = flash.bytes.starts_with(&case.arriving);
    let new = case.arriving.clone();
    let name = case
        .after
        .keys()
        .find(|name| !case.stay.contains_key(*name));
    assert!(!case.has_room_for_both || found.contains_key(name.unwrap()));
    assert!(in_inbox || found.values().flatten().any(|it| *it == new));
}

fn check_end(case: &Case, mut flash: MockFlash) {
    let arrival = take_in(&mut flash);
    assert!(matches!(arrival, Arrival::Added(_) | Arrival::Nothing));
    assert_eq!(contents(&flash), (case.after.clone(), 0));
    assert_eq!(library(flash).inbox(), None);
}

#[test]
fn a_cut_at_every_byte_loses_nothing() {
    for case in cases() {
        for most in 0.. {
            // Most of the bytes are erased or programmed far from anything of interest.
            if most % SECTOR > 700 && most % 97 != 0 {
                continue;
            }
            let mut flash = case.before.revived(Cut::AfterBytes(most));
            take_in(&mut flash);
            if !flash.is_dead {
                break;
            }
            check_cut(&case, &flash);
            check_end(&case, flash.revived(Cut::Never));
        }
    }
}

#[test]
fn cuts_in_every_operation_of_several_starts_lose_nothing() {
    for case in cases() {
        let mut seed = 1;
        for first in 0.. {
            let mut once = case.before.revived(Cut::InOperation(first, seed));
            take_in(&mut once);
            if !once.is_dead {
                break;
            }
            check_cut(&case, &once);
            check_end(&case, once.revived(Cut::Never));
            for second in 0..60 {
                seed += 1;
                let mut twice = once.revived(Cut::InOperation(second, seed));
                take_in(&mut twice);
                check_cut(&case, &twice);
                check_end(&case, twice.revived(Cut::Never));
            }
        }
    }
}

#[test]
fn a_removal_that_is_cut_short_removes_or_keeps_the_whole_pack() {
    let before = flash_with(&["A", "B", "C"].map(|name| pack(name, filling(1) + 5, 1)));
    for seed in 0..200 {
        for operation in 0..2 {
            let mut it = library(before.revived(Cut::InOperation(operation, seed)));
            assert!(it.remove(6).is_err());
            let (found, damaged) = contents(&it.flash);
            assert_eq!(damaged, 0);
            assert!(found.contains_key("A") && found.contains_key("C"));
            if operation == 1 {
                assert!(!found.contains_key("B"));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// A long life: packs arrive and are removed while the power fails at any time. Whatever
    /// was confirmed stays, until it is replaced or removed.
    #[test]
    fn whatever_happens_confirmed_packs_stay(
        steps in prop::collection::vec(
            (0usize..4, 0usize..filling(INBOX), any::<u8>(), prop::option::of((0usize..40, any::<u32>()))),
            1..24,
        ),
    ) {
        let mut flash = MockFlash::new();
        let mut confirmed = BTreeMap::new();
        for (who, length, seed, cut) in steps {
            let who = ["A", "B", "C", "D"][who];
            let cut = cut.map_or(Cut::Never, |(operation, seed)| Cut::InOperation(operation, seed));
            let removes = seed % 3 == 0;
            let new = pack(who, length, seed);
            if removes {
                let mut it = library(flash.revived(cut));
                for slot in it.slots().iter() {
                    if it.has_name(slot.first, &name(who)) {
                        let _ = it.remove(slot.first);
                    }
                }
                flash = it.flash.revived(Cut::Never);
                confirmed.remove(who);
            } else {
                arrive(&mut flash, &new);
                flash = flash.revived(cut);
                let arrival = take_in(&mut flash);
                flash = flash.revived(Cut::Never);
                match arrival {
                    Arrival::Added(added) => {
                        prop_assert_eq!(added, name(who));
                        confirmed.insert(who, new.clone());
                    }
                    Arrival::NotKept(_) => {
                        // The inbox has it, or the library; the old one may be gone.
                        let in_library = contents(&flash).0.into_values().flatten().any(|it| it == new);
                        prop_assert!(in_library || flash.bytes.starts_with(&new));
                        confirmed.remove(who);
                    }
                    Arrival::NoRoom { missing, full, .. } => {
                        let mut it = library(flash.clone());
                        let slots = it.slots();
                        prop_assert!(missing > 0 && slots.within(&full).count() > 0);
                        for slot in slots.within(&full) {
                            it.remove(slot.first).unwrap();
                        }
                        prop_assert_eq!(it.take_in(MOST, |_, _| {}), Arrival::Added(name(who)));
                    }
                    other => prop_assert!(false, "{:?}", other),
                }
            }
            let (found, damaged) = contents(&flash);
            prop_assert_eq!(damaged, 0);
            for (who, pack) in &confirmed {
                prop_assert!(found[*who].contains(pack), "{}", who);
            }
        }
    }

    #[test]
    fn random_damage_does_no_harm_and_leaves_untouched_packs(
        damage in prop::collection::vec((0usize..(INBOX + LIBRARY) * SECTOR, any::<u8>()), 0..12),
        headers in prop::collection::vec((0usize..(INBOX + LIBRARY), 0usize..HEADER_BYTES, any::<u8>()), 0..6),
    ) {
        let packs = ["A", "B", "C"].map(|name| pack(name, filling(2) - 100, 1));
        let mut flash = flash_with(&packs);
        let before = flash.bytes.clone();
        arrive(&mut flash, &pack("New", filling(2), 5));
        let headers = headers.into_iter().map(|(sector, at, byte)| (sector * SECTOR + at, byte));
        for (at, byte) in damage.into_iter().chain(headers) {
            flash.bytes[at] = byte;
        }
        let is_untouched = |first: usize| {
            let place = first * SECTOR..(first + 2) * SECTOR - 100;
            flash.bytes[place.clone()] == before[place]
        };
        let untouched: Vec<_> = [("A", 4), ("B", 6), ("C", 8)]
            .into_iter()
            .filter(|(_, first)| is_untouched(*first))
            .map(|(name, _)| name)
            .collect();
        take_in(&mut flash);
        let found = names(&flash);
        for name in untouched {
            prop_assert!(found.iter().any(|it| it == name), "{}", name);
        }
        let slots = library(flash).slots();
        prop_assert!(slots.list.windows(2).all(|pair| pair[0].end() <= pair[1].first));
    }
}
