//! The store on the real file system. `histories` crashes it on a simulated disk.

mod histories;
mod simulated_disk;

use std::env;
use std::fs;

use super::*;
use crate::format::save_file;
use crate::game::progress::{GamePart, MOST_GAMES, Settings};

/// A folder for one test, removed when it is dropped.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("sokopico-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join(FILE)
    }

    /// The files but the lock.
    fn files(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != LOCK)
            .collect();
        names.sort();
        names
    }

    /// Opens the store, which must be in order.
    fn open(&self) -> FileStore {
        let (store, trouble) = FileStore::open(&self.0);
        assert!(trouble.is_none(), "{trouble:?}");
        store
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn quiet() -> Settings {
    Settings {
        sound: false,
        ..Settings::default()
    }
}

fn save(settings: Settings, store: &mut FileStore) -> Result<(), StoreError> {
    store.write(Key::Settings, &settings.encode())?;
    store.commit()
}

#[test]
fn what_is_committed_is_there_the_next_time() {
    let folder = TestFolder::new("committed");
    let mut store = folder.open();
    save(quiet(), &mut store).unwrap();
    store.write(Key::Current, b"not committed").unwrap();
    drop(store);
    let mut store = folder.open();
    assert_eq!(Settings::load(&mut store), Ok(quiet()));
    let mut buffer = [0; ITEM_BYTES];
    assert_eq!(store.read(Key::Current, &mut buffer), Ok(None));
    store.remove(Key::Settings).unwrap();
    store.commit().unwrap();
    drop(store);
    let mut store = folder.open();
    assert_eq!(Settings::load(&mut store), Ok(Settings::default()));
    assert_eq!(folder.files(), ["progress"]);
}

#[test]
fn games_have_room_for_their_numbers() {
    let folder = TestFolder::new("many");
    let mut store = folder.open();
    assert_eq!(store.games(), 0);
    let part = GamePart::Moves(5);
    let numbers = [0, 2047, 2048, 4095, 4096, 65_536, MOST_GAMES - 1];
    for (before, slot) in numbers.into_iter().enumerate() {
        store
            .write(Key::Game { slot, part }, &slot.to_le_bytes())
            .unwrap();
        store.commit().unwrap();
        drop(store);
        store = folder.open();
        assert_eq!(store.games(), slot + 1);
        let mut buffer = [0; ITEM_BYTES];
        for slot in &numbers[..=before] {
            let item = store.read(Key::Game { slot: *slot, part }, &mut buffer);
            assert_eq!(item, Ok(Some(&slot.to_le_bytes()[..])));
        }
    }
}

#[test]
fn the_file_stays_in_proportion_to_what_it_holds() {
    let folder = TestFolder::new("long");
    let mut store = folder.open();
    let mut longest = 0;
    for round in 0..700u16 {
        let item = [round as u8; ITEM_BYTES];
        store.write(Key::Current, &item).unwrap();
        let kept = Key::Result { slot: round % 8 };
        store.write(kept, &round.to_le_bytes()).unwrap();
        store.commit().unwrap();
        longest = longest.max(fs::metadata(folder.file()).unwrap().len());
    }
    assert!((60_000..100_000).contains(&longest), "{longest}");
    drop(store);
    let mut buffer = [0; ITEM_BYTES];
    let item = folder.open().read(Key::Result { slot: 3 }, &mut buffer);
    assert_eq!(
        item.unwrap().map(<[u8]>::to_vec),
        Some(699u16.to_le_bytes().to_vec())
    );
    assert_eq!(folder.files(), ["progress"]);
}

#[test]
fn a_damaged_file_is_copied_and_what_can_be_read_is_kept() {
    let folder = TestFolder::new("damaged");
    let mut store = folder.open();
    save(quiet(), &mut store).unwrap();
    store.write(Key::Order, b"order").unwrap();
    store.commit().unwrap();
    drop(store);
    let mut bytes = fs::read(folder.file()).unwrap();
    let last = bytes.len() - 6;
    bytes[last] ^= 1;
    for (bytes, any) in [(&bytes[..], true), (b"rubbish", false), (b"", false)] {
        fs::write(folder.file(), bytes).unwrap();
        let (mut store, trouble) = FileStore::open(&folder.0);
        let Some(Trouble::Damaged {
            any: found,
            copy: Ok(copy),
        }) = trouble
        else {
            panic!("{trouble:?}");
        };
        assert_eq!((found, fs::read(copy).unwrap()), (any, bytes.to_vec()));
        let settings = if any { quiet() } else { Settings::default() };
        assert_eq!(Settings::load(&mut store), Ok(settings));
        drop(store);
        let mut store = folder.open();
        assert_eq!(Settings::load(&mut store), Ok(settings));
        save(quiet(), &mut store).unwrap();
    }
    let copies = ["damaged-1", "damaged-2", "damaged-3"].map(|end| format!("progress.{end}"));
    assert_eq!(folder.files()[1..], copies);
}

#[test]
fn a_file_of_a_later_version_is_renamed() {
    let folder = TestFolder::new("later");
    let mut bytes = save_file::whole(1, &save_file::Items::new());
    bytes[8] = 9;
    let sum = crate::format::crc32(0, &bytes[..20]);
    bytes[20..].copy_from_slice(&sum.to_le_bytes());
    bytes.extend(b"of the future");
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(folder.file(), &bytes).unwrap();
    let (mut store, trouble) = FileStore::open(&folder.0);
    let trouble = trouble.unwrap();
    assert!(trouble.to_string().contains("version 9"), "{trouble}");
    assert!(
        matches!(&trouble, Trouble::Later { version: 9, kept } if fs::read(kept).unwrap() == bytes)
    );
    save(quiet(), &mut store).unwrap();
    assert_eq!(folder.files(), ["progress", "progress.later-1"]);
}

#[test]
fn a_second_game_reads_but_does_not_save() {
    let folder = TestFolder::new("two");
    let mut first = folder.open();
    save(quiet(), &mut first).unwrap();
    let (mut second, trouble) = FileStore::open(&folder.0);
    assert!(matches!(trouble, Some(Trouble::InUse(_))), "{trouble:?}");
    assert_eq!(Settings::load(&mut second), Ok(quiet()));
    assert_eq!(
        save(Settings::default(), &mut second),
        Err(StoreError::Failed)
    );
    first.write(Key::Order, b"order").unwrap();
    first.commit().unwrap();
    // Not even when the first has ended: what the second has read is no longer true.
    drop(first);
    assert_eq!(second.commit(), Err(StoreError::Failed));
    drop(second);
    assert_eq!(Settings::load(&mut folder.open()), Ok(quiet()));
}

#[test]
fn a_file_that_is_deleted_or_replaced_during_play_is_written_anew() {
    let folder = TestFolder::new("gone");
    let mut store = folder.open();
    save(quiet(), &mut store).unwrap();
    fs::remove_file(folder.file()).unwrap();
    store.write(Key::Order, b"order").unwrap();
    store.commit().unwrap();
    // Of the same length, so that only its number tells.
    let length = fs::metadata(folder.file()).unwrap().len();
    let mut other = save_file::whole(1, &save_file::Items::new());
    other.resize(length as usize, 0);
    fs::write(folder.file(), &other).unwrap();
    store.write(Key::Order, b"another").unwrap();
    store.commit().unwrap();
    assert_eq!(
        fs::read(folder.0.join("progress.replaced-1")).unwrap(),
        other
    );
    // Somebody else writes there, and it would go on like this forever.
    fs::write(folder.file(), &other).unwrap();
    store.write(Key::Order, b"third").unwrap();
    assert_eq!(store.commit(), Err(StoreError::Failed));
    assert!(
        store
            .last_error()
            .unwrap()
            .to_string()
            .contains("another program")
    );
    assert_eq!(fs::read(folder.file()).unwrap(), other);
    fs::remove_file(folder.file()).unwrap();
    store.commit().unwrap();
    drop(store);
    let mut store = folder.open();
    assert_eq!(Settings::load(&mut store), Ok(quiet()));
    let mut buffer = [0; ITEM_BYTES];
    assert_eq!(store.read(Key::Order, &mut buffer), Ok(Some(&b"third"[..])));
}

#[test]
fn a_folder_is_created_with_those_above_it() {
    let folder = TestFolder::new("deep");
    let deep = folder.0.join("a/b/c");
    let (mut store, trouble) = FileStore::open(&deep);
    assert!(trouble.is_none());
    save(quiet(), &mut store).unwrap();
    assert!(deep.join(FILE).exists());
}

#[test]
fn what_is_not_a_file_or_a_folder_is_left_alone() {
    let folder = TestFolder::new("unreadable");
    fs::create_dir_all(folder.file()).unwrap();
    let (mut store, trouble) = FileStore::open(&folder.0);
    assert!(matches!(trouble, Some(Trouble::NotSaving(..))));
    assert_eq!(save(quiet(), &mut store), Err(StoreError::Failed));
    assert_eq!(Settings::load(&mut store), Ok(quiet()));
    assert!(folder.file().is_dir());

    let folder = TestFolder::new("no-folder");
    fs::write(&folder.0, "a file").unwrap();
    let (_, trouble) = FileStore::open(&folder.0);
    assert!(matches!(trouble, Some(Trouble::NotSaving(..))));
    fs::remove_file(&folder.0).unwrap();

    let (mut store, trouble) = FileStore::nowhere();
    assert!(matches!(trouble, Some(Trouble::NoFolder)));
    assert_eq!(save(quiet(), &mut store), Err(StoreError::Failed));
}

/// Nothing is read-only for the system's administrator, so the checks do not run for them.
#[cfg(unix)]
#[test]
fn read_only_files_and_folders_are_read_and_left_alone() {
    use std::os::unix::fs::PermissionsExt;

    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    let folder = TestFolder::new("read-only");
    save(quiet(), &mut folder.open()).unwrap();
    let before = fs::read(folder.file()).unwrap();
    allow(&folder.file(), 0o444).unwrap();
    if fs::OpenOptions::new()
        .write(true)
        .open(folder.file())
        .is_ok()
    {
        return;
    }
    let check = || {
        let (mut store, trouble) = FileStore::open(&folder.0);
        assert!(
            matches!(trouble, Some(Trouble::NotSaving(..))),
            "{trouble:?}"
        );
        assert_eq!(Settings::load(&mut store), Ok(quiet()));
        let failed = save(Settings::default(), &mut store);
        assert_eq!(failed, Err(StoreError::Failed));
        assert_eq!(fs::read(folder.file()).unwrap(), before);
    };
    check();
    fs::remove_file(folder.0.join(LOCK)).unwrap();
    allow(&folder.0, 0o555).unwrap();
    check();
    allow(&folder.0, 0o755).unwrap();
}

#[test]
fn short_messages_fit_into_the_line_of_keys() {
    let error = || io::Error::other("failed");
    let path = || PathBuf::from("somewhere");
    for trouble in [
        Trouble::Interrupted,
        Trouble::Damaged {
            any: true,
            copy: Ok(path()),
        },
        Trouble::Damaged {
            any: false,
            copy: Err(error()),
        },
        Trouble::Later {
            version: 2,
            kept: path(),
        },
        Trouble::InUse(path()),
        Trouble::NotSaving(path(), error()),
        Trouble::NoFolder,
    ] {
        assert!(trouble.short().len() <= 78, "{trouble}");
    }
}
