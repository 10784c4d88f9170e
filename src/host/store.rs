//! Progress in one file.
//!
//! | bytes | hold |
//! |---|---|
//! | 8 | `sokopico` |
//! | 2 | version |
//! | 2 + 2 + n each | the items: key, length n, bytes |
//! | 4 | CRC-32 of everything before |
//!
//! A new file is written beside the old one and renamed, so that the file is always whole.
//! If two games run at once, the one that saves last wins.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::format::crc32;
use crate::game::progress::{ITEM_BYTES, Key, Store, StoreError, copy_into};

const MAGIC: &[u8; 8] = b"sokopico";
const VERSION: u16 = 1;
const FILE: &str = "progress";

/// The folder of the file: `asked` if given, else `SOKOPICO_DATA`, else the user's data
/// directory. `None` if the system defines none.
pub fn data_folder(asked: Option<&Path>) -> Option<PathBuf> {
    asked
        .map(Path::to_path_buf)
        .or_else(|| folder_by(|name| env::var_os(name)))
}

fn folder_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| {
        variable(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    if let Some(own) = path("SOKOPICO_DATA") {
        return Some(own);
    }
    let data = if cfg!(windows) {
        path("APPDATA")
    } else {
        // The XDG specification says to ignore relative paths.
        path("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| Some(path("HOME")?.join(".local/share")))
    };
    Some(data?.join("sokopico"))
}

/// Why a store starts empty although there is a file.
#[derive(Debug)]
pub enum Trouble {
    /// The file is damaged or from a later version of the game, and was renamed.
    SetAside {
        /// What was wrong.
        why: Unreadable,
        /// Its new name.
        kept: PathBuf,
    },
    /// The file cannot be read, or it is damaged and cannot be renamed. It is left alone, and
    /// nothing is saved.
    NotSaving(PathBuf, io::Error),
}

/// Why a file of progress cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is damaged.
    Corrupt,
    /// It is in this later version of the format.
    Future(u16),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetAside { why, kept } => {
                match why {
                    Unreadable::Corrupt => write!(f, "saved progress is damaged")?,
                    Unreadable::Future(version) => write!(
                        f,
                        "saved progress has version {version}, from a later sokopico"
                    )?,
                }
                write!(f, ": renamed to {}, starting from scratch", kept.display())
            }
            Self::NotSaving(path, error) => {
                write!(f, "{}: {error}: nothing will be saved", path.display())
            }
        }
    }
}

/// Items in memory, written to a file by [`Store::commit`].
#[derive(Debug)]
pub struct FileStore {
    /// `None` if nothing is to be saved.
    path: Option<PathBuf>,
    items: BTreeMap<u16, Vec<u8>>,
    changed: bool,
    last_error: Option<io::Error>,
}

impl FileStore {
    /// The store in a folder, which is created with the first save. If the file cannot be
    /// used, the store is empty and the reason is returned, too.
    pub fn open(folder: &Path) -> (Self, Option<Trouble>) {
        let path = folder.join(FILE);
        let (items, trouble) = match fs::read(&path) {
            Ok(bytes) => match decode(&bytes) {
                Ok(items) => (items, None),
                Err(why) => (
                    BTreeMap::new(),
                    Some(match set_aside(&path, why) {
                        Ok(kept) => Trouble::SetAside { why, kept },
                        Err(error) => Trouble::NotSaving(path.clone(), error),
                    }),
                ),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => (BTreeMap::new(), None),
            Err(error) => (
                BTreeMap::new(),
                Some(Trouble::NotSaving(path.clone(), error)),
            ),
        };
        let saving = !matches!(trouble, Some(Trouble::NotSaving(..)));
        let store = Self {
            path: saving.then_some(path),
            items,
            changed: false,
            last_error: None,
        };
        (store, trouble)
    }

    /// The error of the last commit, if it failed.
    pub fn last_error(&self) -> Option<&io::Error> {
        self.last_error.as_ref()
    }
}

impl Store for FileStore {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        self.items
            .get(&key.code())
            .map(|item| copy_into(item, buffer))
            .transpose()
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.len() > ITEM_BYTES {
            return Err(StoreError::TooLong);
        }
        self.items.insert(key.code(), bytes.to_vec());
        self.changed = true;
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.changed |= self.items.remove(&key.code()).is_some();
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        if !self.changed {
            return Ok(());
        }
        let path = self.path.as_deref().ok_or(StoreError::Failed)?;
        match replace(path, &encode(&self.items)) {
            Ok(()) => {
                self.changed = false;
                self.last_error = None;
                Ok(())
            }
            Err(error) => {
                let full = error.kind() == io::ErrorKind::StorageFull;
                self.last_error = Some(error);
                Err(if full {
                    StoreError::Full
                } else {
                    StoreError::Failed
                })
            }
        }
    }
}

fn encode(items: &BTreeMap<u16, Vec<u8>>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for (key, item) in items {
        bytes.extend(key.to_le_bytes());
        // An item has at most ITEM_BYTES.
        bytes.extend((item.len() as u16).to_le_bytes());
        bytes.extend(item);
    }
    let crc = crc32(0, &bytes);
    bytes.extend(crc.to_le_bytes());
    bytes
}

fn decode(bytes: &[u8]) -> Result<BTreeMap<u16, Vec<u8>>, Unreadable> {
    read_items(bytes).unwrap_or(Err(Unreadable::Corrupt))
}

/// `None` if bytes are missing or the checksum is wrong.
fn read_items(bytes: &[u8]) -> Option<Result<BTreeMap<u16, Vec<u8>>, Unreadable>> {
    let (content, crc) = bytes.split_last_chunk()?;
    if crc32(0, content) != u32::from_le_bytes(*crc) {
        return None;
    }
    let (version, mut rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    match u16::from_le_bytes(*version) {
        VERSION => {}
        0 => return None,
        later => return Some(Err(Unreadable::Future(later))),
    }
    let mut items = BTreeMap::new();
    while !rest.is_empty() {
        let (key, after) = rest.split_first_chunk()?;
        let (len, after) = after.split_first_chunk()?;
        let (item, after) = after.split_at_checked(usize::from(u16::from_le_bytes(*len)))?;
        items.insert(u16::from_le_bytes(*key), item.to_vec());
        rest = after;
    }
    Some(Ok(items))
}

/// Writes a file beside `path`, syncs it to the disk, and renames it to `path`.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let new = folder.join(format!("{FILE}.{}.new", std::process::id()));
    let written = File::create(&new)
        .and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // Remove the incomplete file; the old one is still there.
        let _ = fs::remove_file(&new);
    } else if cfg!(unix) {
        // Sync the folder, too, for the new name. Some file systems do not support that.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    written
}

/// Renames a file that cannot be read, to a name that is not taken yet.
fn set_aside(path: &Path, why: Unreadable) -> io::Result<PathBuf> {
    let word = match why {
        Unreadable::Corrupt => "damaged",
        Unreadable::Future(_) => "later",
    };
    let kept = (1..=u32::MAX)
        .map(|number| path.with_file_name(format!("{FILE}.{word}-{number}")))
        .find(|kept| !kept.exists())
        .ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &kept)?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::progress::Settings;

    /// A folder for one test, removed when it is dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = env::temp_dir().join(format!("sokopico-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn files(&self) -> Vec<String> {
            let mut names: Vec<_> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
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
        let folder = Folder::new("committed");
        let (mut store, trouble) = FileStore::open(&folder.0);
        assert!(trouble.is_none());
        save(quiet(), &mut store).unwrap();
        store.write(Key::Session, b"not committed").unwrap();
        let (mut store, trouble) = FileStore::open(&folder.0);
        assert!(trouble.is_none());
        assert_eq!(Settings::load(&mut store), Ok(quiet()));
        let mut buffer = [0; ITEM_BYTES];
        assert_eq!(store.read(Key::Session, &mut buffer), Ok(None));
        store.remove(Key::Settings).unwrap();
        store.commit().unwrap();
        let (mut store, _) = FileStore::open(&folder.0);
        assert_eq!(Settings::load(&mut store), Ok(Settings::default()));
        assert_eq!(folder.files(), ["progress"]);
    }

    #[test]
    fn damaged_and_later_files_are_renamed_and_the_game_starts() {
        let folder = Folder::new("aside");
        let mut later = MAGIC.to_vec();
        later.extend(9u16.to_le_bytes());
        later.extend(crc32(0, &later).to_le_bytes());
        fs::create_dir_all(&folder.0).unwrap();
        for (bytes, why) in [
            (&b"rubbish"[..], Unreadable::Corrupt),
            (b"", Unreadable::Corrupt),
            (&later, Unreadable::Future(9)),
        ] {
            fs::write(folder.0.join(FILE), bytes).unwrap();
            let (mut store, trouble) = FileStore::open(&folder.0);
            let trouble = trouble.unwrap();
            assert!(
                trouble.to_string().contains("starting from scratch"),
                "{trouble}"
            );
            let Trouble::SetAside { why: found, kept } = trouble else {
                panic!("{trouble}");
            };
            assert_eq!(found, why);
            assert_eq!(fs::read(kept).unwrap(), bytes);
            save(quiet(), &mut store).unwrap();
            let (mut store, trouble) = FileStore::open(&folder.0);
            assert!(trouble.is_none());
            assert_eq!(Settings::load(&mut store), Ok(quiet()));
        }
        let kept = ["damaged-1", "damaged-2", "later-1"].map(|end| format!("progress.{end}"));
        assert_eq!(folder.files()[1..], kept);
    }

    #[test]
    fn a_save_that_fails_leaves_the_old_file_and_can_be_tried_again() {
        let folder = Folder::new("fails");
        let (mut store, _) = FileStore::open(&folder.0);
        save(quiet(), &mut store).unwrap();
        // A folder with the name of the new file makes the write fail.
        let new = folder.0.join(format!("{FILE}.{}.new", std::process::id()));
        fs::create_dir(&new).unwrap();
        let failed = save(Settings::default(), &mut store);
        assert_eq!(failed, Err(StoreError::Failed));
        assert!(store.last_error().is_some());
        let (mut old, trouble) = FileStore::open(&folder.0);
        assert!(trouble.is_none());
        assert_eq!(Settings::load(&mut old), Ok(quiet()));
        fs::remove_dir(&new).unwrap();
        store.commit().unwrap();
        let (mut store, _) = FileStore::open(&folder.0);
        assert_eq!(Settings::load(&mut store), Ok(Settings::default()));
    }

    #[test]
    fn an_incomplete_new_file_is_ignored() {
        let folder = Folder::new("half");
        let (mut store, _) = FileStore::open(&folder.0);
        save(quiet(), &mut store).unwrap();
        let whole = fs::read(folder.0.join(FILE)).unwrap();
        fs::write(folder.0.join("progress.1.new"), &whole[..9]).unwrap();
        let (mut store, trouble) = FileStore::open(&folder.0);
        assert!(trouble.is_none());
        assert_eq!(Settings::load(&mut store), Ok(quiet()));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_left_alone() {
        let folder = Folder::new("unreadable");
        fs::create_dir_all(folder.0.join(FILE)).unwrap();
        let (mut store, trouble) = FileStore::open(&folder.0);
        assert!(matches!(trouble, Some(Trouble::NotSaving(..))));
        assert_eq!(save(quiet(), &mut store), Err(StoreError::Failed));
        assert_eq!(Settings::load(&mut store), Ok(quiet()));
        assert!(folder.0.join(FILE).is_dir());
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let items = BTreeMap::from([(1, vec![7; 20]), (0x400, vec![]), (0x501, vec![1, 2])]);
        let whole = encode(&items);
        assert_eq!(decode(&whole), Ok(items));
        for len in 0..whole.len() {
            assert_eq!(decode(&whole[..len]), Err(Unreadable::Corrupt));
        }
        for place in 0..whole.len() {
            for flip in 1..=u8::MAX {
                let mut damaged = whole.clone();
                damaged[place] ^= flip;
                assert_eq!(decode(&damaged), Err(Unreadable::Corrupt));
            }
        }
    }

    #[test]
    fn the_folder_is_the_players_choice_then_the_systems() {
        let folder = |set: &[(&str, &str)]| {
            folder_by(|name| {
                let (_, value) = set.iter().find(|(key, _)| *key == name)?;
                Some(OsString::from(value))
            })
        };
        let (own, home) = (("SOKOPICO_DATA", "/own"), ("HOME", "/home/me"));
        assert_eq!(folder(&[own, home]), Some("/own".into()));
        assert_eq!(folder(&[]), None);
        if cfg!(windows) {
            let data = folder(&[("APPDATA", r"C:\data")]);
            assert_eq!(data, Some(r"C:\data\sokopico".into()));
        } else {
            let local = Some("/home/me/.local/share/sokopico".into());
            assert_eq!(folder(&[home]), local);
            assert_eq!(folder(&[home, ("XDG_DATA_HOME", "")]), local);
            assert_eq!(folder(&[home, ("XDG_DATA_HOME", "here")]), local);
            let data = folder(&[home, ("XDG_DATA_HOME", "/data")]);
            assert_eq!(data, Some("/data/sokopico".into()));
        }
        assert_eq!(data_folder(Some(Path::new("x"))), Some("x".into()));
    }
}
