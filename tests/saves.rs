//! Nothing that was saved is lost: the journal in flash through power cuts and damage.
//!
//! `cargo test --release --test saves -- --ignored --nocapture` runs a million histories and
//! prints their seed. `SOKOPICO_SEED` starts with another one, and `SOKOPICO_HISTORIES` sets
//! their number: 1 repeats the one that failed.

#[path = "common/nor.rs"]
mod nor;

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;

use nor::{Nor, Random, SECTOR, Tear};
use sokopico::format::crc32;
use sokopico::format::journal::{ITEM_BYTES, Journal, JournalError};
use sokopico::format::regions::SAVES_BYTES;
use sokopico::game::progress::{FlashStore, GamePart, Key, Store};

const SECTORS: usize = 8;
const KEYS: usize = 48;
type Small = Journal<Nor, SECTORS, KEYS>;
type Items = BTreeMap<u16, Vec<u8>>;

/// What a journal should hold.
#[derive(Clone, Default)]
struct Expected {
    confirmed: Items,
    /// Set while a commit may or may not have happened.
    perhaps: Option<Items>,
}

fn items<const S: usize, const K: usize>(journal: &mut Journal<Nor, S, K>) -> Items {
    let mut buffer = [0; ITEM_BYTES];
    (0..K as u16)
        .filter_map(|key| {
            let item = journal.read(key, &mut buffer);
            let item = item.unwrap_or_else(|error| panic!("key {key}: {error}"))?;
            Some((key, item.to_vec()))
        })
        .collect()
}

fn item(random: &mut Random) -> Vec<u8> {
    let length = match random.below(8) {
        0 => random.below(ITEM_BYTES as u32 + 1),
        1 => 250 + random.below(20),
        _ => random.below(120),
    };
    let fill = random.next() as u8;
    // Blank bytes and zeros look like flash that was never written, or cleared.
    match random.below(6) {
        0 => vec![0xff; length as usize],
        1 => vec![0; length as usize],
        _ => (0..length)
            .map(|at| (at as u8).wrapping_mul(31) ^ fill)
            .collect(),
    }
}

fn tear(random: &mut Random) -> Tear {
    [Tear::Prefix, Tear::Subset, Tear::Unstable][random.below(3) as usize]
}

/// One history: sessions that end in a power cut, or without one. Returns the number of cuts.
fn history(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut flash = Nor::new(SECTORS, random.next());
    let mut expected = Expected::default();
    let mut cuts = 0;
    for _ in 0..4 + random.below(12) {
        flash.power_on();
        // Most cuts come soon, so that they hit the repair of those before.
        let soon = [4, 16, 64, 400][random.below(4) as usize];
        if !random.one_in(8) {
            flash.cut = Some((random.below(soon) as usize, tear(&mut random)));
        }
        flash = session(flash, &mut expected, &mut random);
        cuts += usize::from(flash.is_dead());
    }
    flash.power_on();
    let mut journal = opened(flash);
    check(&mut journal, &mut expected);
    cuts
}

fn opened(flash: Nor) -> Small {
    Small::open(flash).unwrap_or_else(|(_, error)| panic!("does not open: {error}"))
}

/// Checks that two sets of items are the same.
fn same(found: &Items, expected: &Items) {
    let keys = (0..KEYS as u16).filter(|key| found.get(key) != expected.get(key));
    let other: Vec<_> = keys
        .map(|key| {
            (
                key,
                found.get(&key).map(Vec::len),
                expected.get(&key).map(Vec::len),
            )
        })
        .collect();
    assert!(
        other.is_empty(),
        "key, length found, length expected: {other:?}"
    );
}

/// Compares a journal that was just opened, and takes note of what it turned out to hold.
fn check(journal: &mut Small, expected: &mut Expected) {
    let found = items(journal);
    match expected.perhaps.take() {
        Some(perhaps) if found == perhaps => expected.confirmed = perhaps,
        _ => same(&found, &expected.confirmed),
    }
    assert_eq!(journal.damaged(), 0, "a cut is no damage");
}

fn session(flash: Nor, expected: &mut Expected, random: &mut Random) -> Nor {
    let mut journal = match Small::open(flash) {
        Ok(journal) => journal,
        Err((flash, error)) => {
            assert!(flash.is_dead(), "does not open: {error}");
            return flash;
        }
    };
    check(&mut journal, expected);
    let mut staged = expected.confirmed.clone();
    for _ in 0..random.below(60) {
        let key = random.below(KEYS as u32) as u16;
        let done = match random.below(10) {
            0 => journal.remove(key).map(|()| {
                staged.remove(&key);
            }),
            1..=5 => {
                let item = item(random);
                let written = journal.write(key, &item);
                written.map(|()| {
                    staged.insert(key, item);
                })
            }
            6 | 7 => {
                let committed = journal.commit();
                match committed {
                    Ok(()) => expected.confirmed = staged.clone(),
                    Err(JournalError::Full) => {}
                    Err(_) => expected.perhaps = Some(staged.clone()),
                }
                committed
            }
            8 => journal.prepare().map(|_| ()),
            _ => {
                if let Some(found) = items_or_dead(&mut journal) {
                    same(&found, &expected.confirmed);
                }
                Ok(())
            }
        };
        match done {
            Ok(()) => {}
            Err(JournalError::Full | JournalError::TooLong) => {
                journal.abandon();
                staged = expected.confirmed.clone();
            }
            Err(error) => {
                let flash = journal.close();
                assert!(flash.is_dead(), "{error}");
                return flash;
            }
        }
    }
    journal.close()
}

fn items_or_dead(journal: &mut Small) -> Option<Items> {
    let mut buffer = [0; ITEM_BYTES];
    journal.read(0, &mut buffer).ok()?;
    Some(items(journal))
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn histories(seed: u64, count: u64) {
    let threads = 2;
    let cuts: usize = std::thread::scope(|scope| {
        let run = |thread| {
            move || {
                let seeds = (seed..seed + count).skip(thread).step_by(threads);
                let mut cuts = 0;
                for seed in seeds {
                    let lost = std::panic::catch_unwind(|| history(seed));
                    cuts += lost.unwrap_or_else(|_| panic!("SOKOPICO_SEED={seed} fails"));
                }
                cuts
            }
        };
        let running: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(run(thread)))
            .collect();
        running.into_iter().map(|run| run.join().unwrap()).sum()
    });
    println!("{count} histories from seed {seed} with {cuts} power cuts: nothing lost");
}

#[test]
fn what_is_committed_survives_any_series_of_cuts() {
    histories(1, 2_000);
}

#[test]
#[ignore = "a million histories take minutes"]
fn what_is_committed_survives_a_million_series_of_cuts() {
    histories(
        number("SOKOPICO_SEED", 1_000_000),
        number("SOKOPICO_HISTORIES", 1_000_000),
    );
}

#[test]
fn a_batch_that_is_given_up_never_comes_back() {
    let mut journal = opened(Nor::new(SECTORS, 1));
    journal.write(5, b"kept").unwrap();
    journal.commit().unwrap();
    // Changed twice, in two sectors.
    for size in [900, 901, 902, 903, 904, 905] {
        journal.write(5, &vec![7; size]).unwrap();
    }
    journal.abandon();
    journal.write(6, b"next").unwrap();
    journal.commit().unwrap();
    let mut again = opened(journal.close());
    let expected = Items::from([(5, b"kept".to_vec()), (6, b"next".to_vec())]);
    same(&items(&mut again), &expected);
}

/// A cut within the first eight bytes of a write, a start, a confirmed write, and another start.
fn trials(seed: u64, count: u64) {
    let mut random = Random::new(seed);
    let mut flash = Nor::new(SECTORS, random.next());
    flash.reach = 8;
    let mut confirmed = Items::new();
    for _ in 0..count {
        flash.power_on();
        let mut journal = opened(flash);
        same(&items(&mut journal), &confirmed);
        flash = journal.close();
        // The cut comes while it starts, while room is made, or in the write itself.
        flash.power_on();
        flash.cut = Some((random.below(10) as usize, Tear::Prefix));
        let key = random.below(4) as u16;
        let torn = item(&mut random);
        flash = match Small::open(flash) {
            Ok(mut journal) => {
                let _ = journal.write(key, &torn).and_then(|()| journal.commit());
                journal.close()
            }
            Err((flash, _)) => flash,
        };
        let was_cut = flash.is_dead();
        flash.power_on();
        let mut journal = opened(flash);
        let found = items(&mut journal);
        if found.get(&key) == Some(&torn) {
            confirmed.insert(key, torn);
        } else {
            assert!(was_cut);
        }
        same(&found, &confirmed);
        let key = random.below(4) as u16;
        let item = item(&mut random);
        journal.write(key, &item).unwrap();
        journal.commit().unwrap();
        confirmed.insert(key, item);
        flash = journal.close();
    }
    println!("{count} trials from seed {seed}: nothing lost, every one opened");
}

#[test]
fn a_write_that_is_cut_at_its_beginning_spoils_no_later_one() {
    trials(1, 5_000);
}

#[test]
#[ignore = "two million trials take minutes"]
fn a_write_that_is_cut_at_its_beginning_spoils_none_of_two_million_later_ones() {
    let seed = number("SOKOPICO_SEED", 1);
    let count = number("SOKOPICO_TRIALS", 2_000_000);
    std::thread::scope(|scope| {
        for thread in 0..2 {
            scope.spawn(move || trials(seed + thread, count / 2));
        }
    });
}

/// A journal with many versions of its items in flash.
struct Image {
    flash: Nor,
    now: Items,
    /// The items before the last batch.
    before: Items,
    /// All versions of each item.
    versions: BTreeMap<u16, Vec<Vec<u8>>>,
    /// Where the entries of the current items are.
    places: BTreeMap<u16, Range<usize>>,
    /// Where the last batch is, its end included.
    last: Range<usize>,
}

fn full_image() -> Image {
    let mut random = Random::new(7);
    let mut journal = opened(Nor::new(SECTORS, 7));
    let mut now = Items::new();
    let mut versions: BTreeMap<u16, Vec<Vec<u8>>> = BTreeMap::new();
    for round in 0..400 {
        let key = random.below(KEYS as u32) as u16;
        let item = item(&mut random);
        if journal.write(key, &item).is_ok() {
            versions.entry(key).or_default().push(item.clone());
            now.insert(key, item);
        }
        if round % 3 == 0 {
            journal.commit().unwrap();
        }
    }
    journal.commit().unwrap();
    let before = now.clone();
    journal.write(1, b"last").unwrap();
    journal.commit().unwrap();
    versions.entry(1).or_default().push(b"last".to_vec());
    now.insert(1, b"last".to_vec());
    let flash = journal.close();
    let places = places(&flash.bytes);
    assert!(places.keys().eq(now.keys()));
    for (key, place) in &places {
        assert!(flash.bytes[place.clone()][ENTRY_HEAD..].starts_with(&now[key]));
    }
    let last = places[&1].start..places[&1].end + Small::cost(0);
    Image {
        flash,
        now,
        before,
        versions,
        places,
        last,
    }
}

/// Bytes of a sector and of an entry before what they hold.
const SECTOR_HEAD: usize = 24;
const ENTRY_HEAD: usize = 16;

/// Where the newest entries of all keys are, read as the documentation of the journal describes
/// it, in an image without damage and without removals.
fn places(bytes: &[u8]) -> BTreeMap<u16, Range<usize>> {
    let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let number = |at: usize| u32::from(half(at)) | u32::from(half(at + 2)) << 16;
    let mut sectors: Vec<_> = (0..bytes.len())
        .step_by(SECTOR)
        .map(|start| (number(start + 8), start))
        .filter(|&(number, _)| number != u32::MAX)
        .collect();
    sectors.sort_unstable();
    let mut places = BTreeMap::new();
    for (_, start) in sectors {
        let mut at = start + SECTOR_HEAD;
        // Keys and lengths of a blank or cleared head are no entry's.
        while at + ENTRY_HEAD <= start + SECTOR
            && number(at + 12) != u32::MAX
            && number(at + 12) != 0
        {
            let (key, kind, length) = (half(at), half(at + 2) >> 12, half(at + 2) & 0xfff);
            let end = at + Small::cost(length.into());
            if kind == 0 {
                places.insert(key, at..end);
            }
            at = end;
        }
    }
    places
}

/// Opens an image in which the byte at `hit` is damaged: what was not hit is there, what is found
/// was written once, and what is missing is reported. Damage in the last batch looks like a power
/// cut: then the batch may be missing as a whole, without a word.
fn survives(flash: Nor, image: &Image, hit: usize) {
    let mut journal = opened(flash);
    let mut buffer = [0; ITEM_BYTES];
    let mut reported = journal.damaged() > 0;
    let mut found = Items::new();
    for key in 0..KEYS as u16 {
        match journal.read(key, &mut buffer) {
            Ok(Some(item)) => {
                assert!(image.versions[&key].iter().any(|version| version == item));
                found.insert(key, item.to_vec());
            }
            Ok(None) => {}
            Err(_) => reported = true,
        }
    }
    let looks_cut = image.last.contains(&hit) && found == image.before;
    if !looks_cut {
        let lost = (0..KEYS as u16).filter(|key| found.get(key) != image.now.get(key));
        for key in lost {
            assert!(
                image.places[&key].contains(&hit),
                "byte {hit} costs item {key}"
            );
            assert!(reported, "byte {hit} costs item {key} without a word");
        }
    }
    // It goes on.
    let written = journal.write(3, b"new").and_then(|()| journal.commit());
    if written.is_ok() {
        let mut again = opened(journal.close());
        assert_eq!(again.read(3, &mut buffer), Ok(Some(&b"new"[..])));
    }
}

fn flips(step: usize) {
    let image = full_image();
    let bits = image.flash.bytes.len() * 8;
    for bit in (0..bits).step_by(step) {
        let mut bad = image.flash.clone();
        bad.bytes[bit / 8] ^= 1 << (bit % 8);
        survives(bad, &image, bit / 8);
    }
    println!("{} of {bits} flipped bits", bits.div_ceil(step));
}

#[test]
fn a_flipped_bit_costs_no_more_than_is_reported() {
    flips(43);
}

#[test]
#[ignore = "every bit takes a minute"]
fn every_flipped_bit_costs_no_more_than_is_reported() {
    flips(1);
}

#[test]
fn random_damage_does_no_harm() {
    let Image {
        flash, versions, ..
    } = full_image();
    let mut random = Random::new(11);
    for _ in 0..2_000 {
        let mut bad = flash.clone();
        for _ in 0..=random.below(6) {
            let at = random.below(bad.bytes.len() as u32) as usize;
            let length = (random.below(300) as usize).min(bad.bytes.len() - at);
            let fill = random.next() as u8;
            for byte in &mut bad.bytes[at..at + length] {
                *byte = match fill % 4 {
                    0 => 0xff,
                    1 => 0,
                    _ => random.next() as u8,
                };
            }
        }
        if let Ok(mut journal) = Small::open(bad) {
            let mut buffer = [0; ITEM_BYTES];
            for key in 0..KEYS as u16 {
                if let Ok(Some(item)) = journal.read(key, &mut buffer) {
                    assert!(versions[&key].iter().any(|version| version == item));
                }
            }
            for key in 0..20 {
                let _ = journal
                    .write(key, &[7; 300])
                    .and_then(|()| journal.commit());
            }
        }
    }
}

/// Damage can leave the note that a sector was copied, but no sector that is as new as that one.
/// The next sector must not be taken for it.
#[test]
fn a_note_of_a_sector_yet_to_come_costs_nothing() {
    // At the limit of numbers nothing can be written any more, and that is said.
    for (number, is_written) in [
        (2, true),
        (9, true),
        (u32::MAX / 2, false),
        (u32::MAX, true),
    ] {
        let mut journal = opened(Nor::new(SECTORS, 1));
        journal.write(3, b"before").unwrap();
        journal.commit().unwrap();
        let mut flash = journal.close();
        // The sector begins with 24 bytes of its own, then come "before" and the end of its batch.
        let offset = 24 + Small::cost(b"before".len()) + Small::cost(0);
        let item = [number, 0].map(u32::to_le_bytes).concat();
        let length_and_kind = 3u16 << 12 | item.len() as u16;
        let mut note = [u16::MAX, length_and_kind].map(u16::to_le_bytes).concat();
        note.extend([3, crc32(0, &item)].map(u32::to_le_bytes).concat());
        let place = ((offset / 8) as u16).to_le_bytes();
        note.extend(crc32(crc32(0, &place), &note).to_le_bytes());
        note.extend(item);
        flash.bytes[offset..offset + note.len()].copy_from_slice(&note);

        let mut journal = opened(flash);
        let written = journal.write(7, b"written").and_then(|()| journal.commit());
        let mut again = opened(journal.close());
        let mut buffer = [0; ITEM_BYTES];
        assert_eq!(again.read(3, &mut buffer), Ok(Some(&b"before"[..])));
        if is_written {
            assert_eq!(written, Ok(()), "{number}");
            assert_eq!(again.read(7, &mut buffer), Ok(Some(&b"written"[..])));
        } else {
            assert_eq!(written, Err(JournalError::Worn));
        }
    }
}

/// An erase that is cut short can take the number of a sector and leave its mark and its items.
/// They are not there, and never come back.
#[test]
fn a_sector_that_looks_erased_is_empty_before_it_is_used() {
    let flash = full_image().flash;
    for sector in 0..SECTORS {
        let mut cut = flash.clone();
        // What is written first ends where old items are left.
        let blank = 24 + Small::cost(300) + Small::cost(0);
        cut.bytes[sector * SECTOR..][8..blank].fill(0xff);
        let mut journal = opened(cut);
        for round in 0..100 {
            let mut before = items(&mut journal);
            journal.write(round % 5, &[7; 300]).unwrap();
            journal.commit().unwrap();
            before.insert(round % 5, vec![7; 300]);
            journal = opened(journal.close());
            assert_eq!(
                items(&mut journal),
                before,
                "sector {sector}, round {round}"
            );
        }
    }
}

#[test]
fn worn_sectors_are_left_out_until_there_are_too_few() {
    let mut journal = opened(Nor::new(SECTORS, 3));
    let mut confirmed = Items::new();
    let mut random = Random::new(5);
    let mut worn = 0;
    loop {
        let key = random.below(3) as u16;
        let item = item(&mut random);
        match journal.write(key, &item).and_then(|()| journal.commit()) {
            Ok(()) => _ = confirmed.insert(key, item),
            Err(error) => {
                assert_eq!(error, JournalError::Worn);
                break;
            }
        }
        if random.one_in(40) && worn < SECTORS {
            let mut flash = journal.close();
            flash.worn.push(worn);
            worn += 1;
            journal = opened(flash);
        }
    }
    assert!(worn > 2, "{worn}");
    // What was confirmed before is still there.
    same(&items(&mut opened(journal.close())), &confirmed);
}

/// Plays for `days`, eight hours each, with a save every five seconds, while sixteen games and
/// five hundred results are kept. Returns how often each sector was erased.
fn erases_of(days: u32) -> Vec<u32> {
    let mut random = Random::new(1);
    let sectors = SAVES_BYTES / SECTOR;
    let mut store = FlashStore::open(Nor::new(sectors, 1))
        .map_err(|(_, error)| error)
        .unwrap();
    for slot in 0..500 {
        store
            .write(Key::Result { slot }, &[slot as u8; 130])
            .unwrap();
        store.commit().unwrap();
    }
    let game = |slot, part| Key::Game { slot, part };
    for slot in 0..16 {
        for part in 0..4 {
            store
                .write(game(slot, GamePart::Moves(part)), &[1; 453])
                .unwrap();
        }
        store.write(game(slot, GamePart::Head), &[2; 100]).unwrap();
        store.commit().unwrap();
    }
    let mut moves = 0u32;
    for _ in 0..days {
        // Every day another game, and the power is switched off in between.
        store = FlashStore::open(store.close())
            .map_err(|(_, error)| error)
            .unwrap();
        let slot = random.below(16);
        for save in 0..8 * 3600 / 5 {
            moves += 5;
            let head = 36 + (moves % 256 / 4) as usize;
            store
                .write(game(slot, GamePart::Head), &vec![3; head])
                .unwrap();
            if moves % 256 < 5 {
                let chunk = 5 + (moves % 1792 / 4) as usize;
                store
                    .write(game(slot, GamePart::Moves(0)), &vec![4; chunk])
                    .unwrap();
            }
            store.commit().unwrap();
            if save % 400 == 0 {
                let slot = random.below(500) as u16;
                store.write(Key::Result { slot }, &[5; 130]).unwrap();
                store.commit().unwrap();
            }
            while store.prepare() {}
        }
    }
    store.close().erases
}

fn report_wear(days: u32) {
    let erases = erases_of(days);
    let most = erases.iter().max().unwrap();
    let ten_years = u64::from(*most) * 3653 / u64::from(days);
    println!(
        "{days} days of play erase a sector at most {most} times and at least {} times: \
        {ten_years} times in ten years",
        erases.iter().min().unwrap()
    );
    assert!(ten_years <= 100_000);
}

#[test]
fn ten_years_of_play_wear_no_sector_out() {
    report_wear(7);
}

#[test]
#[ignore = "a year of play takes minutes"]
fn ten_years_of_play_wear_no_sector_out_as_a_year_shows() {
    report_wear(365);
}
