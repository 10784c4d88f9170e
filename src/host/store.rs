//! Progress in one file, a log in the format of [`save_file`](crate::format::save_file).
//!
//! A commit appends what has changed, all or nothing, and syncs it to the disk; now and then a
//! new file with the current items replaces the log. `log` says why no crash loses what was
//! committed.
//!
//! | if | then |
//! |---|---|
//! | the last save was cut short | the one before it counts, and the player is told |
//! | the file is damaged | what can be read is kept, the damaged file is copied, and the player is told |
//! | the file is from a later version | it is renamed, and play starts from scratch |
//! | the disk is full, or fails | a later commit saves everything; nothing committed is lost |
//! | file or folder are read-only, or unreadable | they are left alone, and nothing is saved |
//! | another sokopico uses the folder | its progress is read, but nothing is saved |
//! | the file is deleted | it is written again |
//! | the file is replaced by another | that is copied, once, and the file is written again |
//!
//! A folder on a file system without locks is used without one.

mod data_folder;
mod disk;
mod log;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::format::save_file::Condition;
use crate::game::progress::{ITEM_BYTES, Key, Store, StoreError, copy_into};
pub use data_folder::data_folder;
use disk::{Folder, Refusal};
use log::{FILE, LOCK, Log, Opened};

// A longer one would read as removed.
const _: () = assert!(ITEM_BYTES < u16::MAX as usize);

/// What the player should know about the store from the start.
#[derive(Debug)]
pub enum Trouble {
    /// The last save did not complete. The one before it counts.
    Interrupted,
    /// Part of the file cannot be read.
    Damaged {
        /// Whether anything could be read.
        any: bool,
        /// Its copy. If there is none yet, nothing is saved until it can be made.
        copy: io::Result<PathBuf>,
    },
    /// The file is from a later version of the game, and was renamed.
    Later {
        /// Version of its format.
        version: u16,
        /// Its new name.
        kept: PathBuf,
    },
    /// Another program uses the folder. Nothing is saved.
    InUse(PathBuf),
    /// The file or its folder cannot be used. Nothing is saved.
    NotSaving(PathBuf, io::Error),
    /// The system has no folder for it. Nothing is saved.
    NoFolder,
}

impl Trouble {
    /// Why nothing is saved, if nothing ever is.
    fn reason(&self) -> Option<String> {
        match self {
            Self::Interrupted | Self::Damaged { .. } | Self::Later { .. } => None,
            Self::InUse(_) => Some("another sokopico is running".to_owned()),
            Self::NotSaving(_, error) => Some(error.to_string()),
            Self::NoFolder => Some("there is no folder for it".to_owned()),
        }
    }

    /// It in a few words, without paths and reasons.
    pub fn short(&self) -> &'static str {
        match self {
            Self::Interrupted => "The last save was interrupted: the one before it counts.",
            Self::Damaged { any: true, .. } => {
                "Saved progress is damaged: what could be read is kept."
            }
            Self::Damaged { any: false, .. } => "Saved progress is damaged: starting from scratch.",
            Self::Later { .. } => "Saved progress is from a later sokopico: starting from scratch.",
            Self::InUse(_) => "Another sokopico is running: this game is not saved.",
            Self::NotSaving(..) | Self::NoFolder => "Progress cannot be saved: nothing is kept.",
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => {
                write!(f, "the last save was interrupted: the one before it counts")
            }
            Self::Damaged { any, copy } => {
                let rest = match any {
                    true => "what could be read is kept",
                    false => "starting from scratch",
                };
                write!(f, "saved progress is damaged: {rest}")?;
                match copy {
                    Ok(path) => write!(f, "; the damaged file is {}", path.display()),
                    Err(error) => write!(
                        f,
                        "; nothing is saved until the damaged file can be copied: {error}"
                    ),
                }
            }
            Self::Later { version, kept } => write!(
                f,
                "saved progress has version {version}, from a later sokopico: renamed to {}, \
                 starting from scratch",
                kept.display()
            ),
            Self::InUse(folder) => write!(
                f,
                "another sokopico is using {}: this one saves nothing",
                folder.display()
            ),
            Self::NotSaving(path, error) => {
                write!(f, "{}: {error}: nothing will be saved", path.display())
            }
            Self::NoFolder => write!(
                f,
                "no folder for progress: nothing will be saved (`--data FOLDER` names one)"
            ),
        }
    }
}

/// Items in memory, appended to a file by [`Store::commit`].
#[derive(Debug)]
pub struct FileStore {
    log: Log<Folder>,
    /// Why nothing is saved.
    closed: Option<String>,
    last_error: Option<io::Error>,
}

impl FileStore {
    /// The store in a folder, which is created if it does not exist. If something is wrong with
    /// it, that is returned, too; the store works all the same, but may not save.
    pub fn open(folder: &Path) -> (Self, Option<Trouble>) {
        let (log, trouble) = match Folder::lock(folder, LOCK) {
            Ok(disk) => {
                let (log, opened) = Log::open(disk);
                let trouble = trouble(opened, &log, folder);
                (log, trouble)
            }
            Err(refusal) => {
                let trouble = match refusal {
                    Refusal::InUse => Trouble::InUse(folder.to_path_buf()),
                    Refusal::Failed(error) => Trouble::NotSaving(folder.to_path_buf(), error),
                };
                (Log::open_to_read(Folder::unlocked(folder)).0, Some(trouble))
            }
        };
        Self::with(log, trouble)
    }

    /// The store in a folder, only to be read: nothing is created, locked or mended. Also
    /// returns in what condition its file is; `None` if there is no such file.
    pub fn open_to_read(folder: &Path) -> io::Result<(Self, Option<Condition>)> {
        let (log, read) = Log::open_to_read(Folder::unlocked(folder));
        let store = Self {
            log,
            closed: Some("it was opened only to be read".to_owned()),
            last_error: None,
        };
        read.map(|condition| (store, condition))
    }

    /// A store in memory that cannot save, because there is no folder.
    pub fn nowhere() -> (Self, Option<Trouble>) {
        let log = Log::empty(Folder::unlocked(Path::new("")));
        Self::with(log, Some(Trouble::NoFolder))
    }

    fn with(log: Log<Folder>, trouble: Option<Trouble>) -> (Self, Option<Trouble>) {
        let store = Self {
            log,
            closed: trouble.as_ref().and_then(Trouble::reason),
            last_error: None,
        };
        (store, trouble)
    }

    /// The error of the last commit, if it failed.
    pub fn last_error(&self) -> Option<&io::Error> {
        self.last_error.as_ref()
    }
}

fn trouble(opened: Opened, log: &Log<Folder>, folder: &Path) -> Option<Trouble> {
    Some(match opened {
        Opened::Fine => return None,
        Opened::Interrupted => Trouble::Interrupted,
        Opened::Damaged(copy) => Trouble::Damaged {
            any: !log.is_empty(),
            copy: copy.map(|name| folder.join(name)),
        },
        Opened::Later(version, name) => Trouble::Later {
            version,
            kept: folder.join(name),
        },
        Opened::Failed(error) => Trouble::NotSaving(folder.join(FILE), error),
    })
}

impl Store for FileStore {
    fn read<'b>(&mut self, key: Key, buffer: &'b mut [u8]) -> Result<Option<&'b [u8]>, StoreError> {
        let item = self.log.get(key.code());
        item.map(|item| copy_into(item, buffer)).transpose()
    }

    fn games(&self) -> u32 {
        let games = self.log.keys().filter_map(Key::game_of);
        games.max().map_or(0, |last| last + 1)
    }

    fn write(&mut self, key: Key, bytes: &[u8]) -> Result<(), StoreError> {
        if bytes.len() > ITEM_BYTES {
            return Err(StoreError::TooLong);
        }
        self.log.set(key.code(), bytes);
        Ok(())
    }

    fn remove(&mut self, key: Key) -> Result<(), StoreError> {
        self.log.remove(key.code());
        Ok(())
    }

    fn commit(&mut self) -> Result<(), StoreError> {
        let result = match &self.closed {
            None => self.log.commit(),
            Some(reason) => Err(io::Error::other(reason.clone())),
        };
        self.last_error = result.err();
        match &self.last_error {
            None => Ok(()),
            Some(_) => Err(StoreError::Failed),
        }
    }
}
