//! Items in memory and in a log file: appends, new files, and what to do with damaged ones.
//!
//! Whatever the next system call is, a crash before it leaves all that was committed:
//!
//! - An append goes behind what is confirmed, and is confirmed when it is synced. A failed one
//!   is cut off, and the cut synced, before the next.
//! - A new file is written beside the old one, synced, and then renamed.
//! - A damaged file is copied to another name before a new file replaces it.
//!
//! The file is opened again for each commit, which notices that it was deleted or replaced.

use std::collections::BTreeSet;
use std::io;

use super::disk::Disk;
use crate::format::save_file::{self, Condition, Contents, HEADER_BYTES, Items};

/// The names of the log, of a file that is not complete yet, and of the lock.
pub(super) const FILE: &str = "progress";
const NEW: &str = "progress.new";
pub(super) const LOCK: &str = "progress.lock";

/// A log is rewritten when it is longer than this many times its contents and this many
/// bytes.
const TIMES: usize = 3;
const SLACK: usize = 64 * 1024;

/// Items that are written to a log by [`Log::commit`].
#[derive(Debug)]
pub(super) struct Log<D> {
    disk: D,
    items: Items,
    /// The keys whose items differ from the log's.
    changed: BTreeSet<u32>,
    /// The keys of items that were appended before the program started. After an error of the
    /// disk they may be in the system's cache alone, so the first append repeats them.
    doubtful: BTreeSet<u32>,
    ground: Ground,
    /// Whether the log's name is known to survive a power cut. At first it is not: the program
    /// may have ended between giving it the name and syncing that.
    is_named: bool,
    slack: usize,
    /// The log is not rewritten before it has this length.
    long: usize,
    /// Whether a file that replaced the log was set aside.
    was_replaced: bool,
}

/// What is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// A log. If it is not clean, bytes after its end belong to an append that failed.
    Log { log: save_file::Log, clean: bool },
    /// Nothing that can be relied on, and nothing that could be lost: no file, or one with the
    /// same items whose name may not survive a power cut.
    Nothing,
    /// A damaged file, which must be set aside first.
    Damaged,
    /// Nothing may be written.
    Closed,
}

/// What was noticed when a log was opened.
#[derive(Debug)]
pub(super) enum Opened {
    /// Nothing.
    Fine,
    /// The last save did not complete.
    Interrupted,
    /// Part of the file was unreadable; its copy has this name, or could not be made.
    Damaged(io::Result<String>),
    /// The file is from a later version, and now has this name.
    Later(u16, String),
    /// The file cannot be read or renamed. Nothing is saved.
    Failed(io::Error),
}

/// What a commit finds in place of the log.
enum Place<F> {
    Own(F),
    Missing,
    Other,
}

impl<D: Disk> Log<D> {
    /// Reads the log of a disk, and mends it if it is damaged.
    pub(super) fn open(disk: D) -> (Self, Opened) {
        let mut log = Self::empty(disk);
        let opened = match log.disk.read(FILE) {
            Ok(None) => {
                log.ground = Ground::Nothing;
                Opened::Fine
            }
            Ok(Some(bytes)) => log.take(save_file::read(&bytes)),
            Err(error) => Opened::Failed(error),
        };
        (log, opened)
    }

    /// Reads the log of a disk that may not be written to; also returns in what condition it
    /// is, or `None` if there is none.
    pub(super) fn open_to_read(disk: D) -> (Self, io::Result<Option<Condition>>) {
        let mut log = Self::empty(disk);
        let read = log.disk.read(FILE).map(|bytes| {
            let contents = save_file::read(&bytes?);
            log.items = contents.items;
            Some(contents.condition)
        });
        (log, read)
    }

    /// No items, and nothing is saved.
    pub(super) fn empty(disk: D) -> Self {
        Self {
            disk,
            items: Items::new(),
            changed: BTreeSet::new(),
            doubtful: BTreeSet::new(),
            ground: Ground::Closed,
            is_named: false,
            slack: SLACK,
            long: 0,
            was_replaced: false,
        }
    }

    fn take(&mut self, contents: Contents) -> Opened {
        self.items = contents.items;
        self.doubtful = contents.appended;
        match contents.condition {
            Condition::Whole(log) | Condition::Interrupted(log) => {
                let clean = matches!(contents.condition, Condition::Whole(_));
                // A file that cannot be written to is noticed now, not at the first save.
                if let Err(error) = self.disk.open(FILE) {
                    return Opened::Failed(error);
                }
                self.ground = Ground::Log { log, clean };
                match clean {
                    true => Opened::Fine,
                    false => Opened::Interrupted,
                }
            }
            Condition::Damaged => {
                self.ground = Ground::Damaged;
                let copy = self.set_aside("damaged");
                // If this fails, the next commit does it.
                Opened::Damaged(copy.and_then(|name| self.write_anew().map(|()| name)))
            }
            Condition::Later(version) => match self.free_name("later") {
                Ok((name, _)) => match self.disk.rename(FILE, &name) {
                    Ok(()) => {
                        self.ground = Ground::Nothing;
                        Opened::Later(version, name)
                    }
                    Err(error) => Opened::Failed(error),
                },
                Err(error) => Opened::Failed(error),
            },
        }
    }

    /// Writes new files often, to test that.
    #[cfg(test)]
    pub(super) fn hasten(&mut self) {
        self.slack = 300;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = u32> {
        self.items.keys().copied()
    }

    pub(super) fn get(&self, key: u32) -> Option<&[u8]> {
        self.items.get(&key).map(Vec::as_slice)
    }

    pub(super) fn set(&mut self, key: u32, item: &[u8]) {
        if self.get(key) != Some(item) {
            self.items.insert(key, item.to_vec());
            self.changed.insert(key);
        }
    }

    pub(super) fn remove(&mut self, key: u32) {
        if self.items.remove(&key).is_some() {
            self.changed.insert(key);
        }
    }

    /// Makes all changes durable, or none. After an error, a later commit makes them all.
    pub(super) fn commit(&mut self) -> io::Result<()> {
        if self.changed.is_empty() {
            return Ok(());
        }
        match self.ground {
            Ground::Log { log, clean } => match self.place(log, clean)? {
                Place::Own(file) => self.extend(file),
                Place::Missing => self.write_anew(),
                Place::Other if self.was_replaced => Err(io::Error::other(
                    "another program writes to the file of saved progress",
                )),
                Place::Other => {
                    self.set_aside("replaced")?;
                    self.was_replaced = true;
                    self.write_anew()
                }
            },
            Ground::Nothing => self.write_anew(),
            Ground::Damaged => {
                self.set_aside("damaged")?;
                self.write_anew()
            }
            Ground::Closed => Err(io::Error::other("nothing is saved")),
        }
    }

    /// Looks whether the log is still there, as it was left.
    fn place(&mut self, log: save_file::Log, clean: bool) -> io::Result<Place<D::File>> {
        let Some(mut file) = self.disk.open(FILE)? else {
            return Ok(Place::Missing);
        };
        let (length, header) = self.disk.start::<HEADER_BYTES>(&mut file)?;
        let end = log.end as u64;
        let fits = length == end || length > end && !clean;
        Ok(
            match save_file::number(&header) == Some(log.number) && fits {
                true => Place::Own(file),
                false => Place::Other,
            },
        )
    }

    /// Appends the changes, or writes a new file if the log has become too long.
    fn extend(&mut self, file: D::File) -> io::Result<()> {
        let Ground::Log { log, .. } = self.ground else {
            return Ok(());
        };
        let contents = save_file::whole_bytes(&self.items);
        if log.end > self.long.max(TIMES * contents + self.slack) {
            match self.write_anew() {
                Ok(()) => return Ok(()),
                Err(error) if self.ground == Ground::Nothing => return Err(error),
                // The log is still good: append to it, and try again when it is longer.
                Err(_) => self.long = log.end + contents + self.slack,
            }
        }
        self.append(file)
    }

    fn append(&mut self, mut file: D::File) -> io::Result<()> {
        let Ground::Log { mut log, clean } = self.ground else {
            return Ok(());
        };
        let (keys, items) = (self.changed.union(&self.doubtful), &self.items);
        let changes = keys.map(|key| (*key, items.get(key).map(Vec::as_slice)));
        let batch = save_file::batch(log.number, changes);
        let (disk, end) = (&mut self.disk, log.end as u64);
        if !self.is_named {
            disk.sync_names()?;
            self.is_named = true;
        }
        if !clean {
            disk.cut(&mut file, end)?;
            disk.sync(&mut file)?;
        }
        let written = disk
            .write(&mut file, end, &batch)
            .and_then(|()| disk.sync(&mut file));
        match written {
            Ok(()) => {
                log.end += batch.len();
                self.settle();
            }
            // Cut it off now, in case there is no next commit.
            Err(_) => drop(disk.cut(&mut file, end)),
        }
        let clean = written.is_ok();
        self.ground = Ground::Log { log, clean };
        written
    }

    /// Writes all items to a new file.
    fn write_anew(&mut self) -> io::Result<()> {
        let number = self.disk.random();
        let bytes = save_file::whole(number, &self.items);
        self.replace(FILE, &bytes)?;
        // Until the name is durable, either file may be there after a power cut. An append
        // would go to only one of them.
        self.ground = Ground::Nothing;
        self.disk.sync_names()?;
        let end = bytes.len();
        self.ground = Ground::Log {
            log: save_file::Log { number, end },
            clean: true,
        };
        self.is_named = true;
        self.settle();
        Ok(())
    }

    /// Everything is on the disk.
    fn settle(&mut self) {
        self.changed.clear();
        self.doubtful.clear();
    }

    /// Writes a file beside the one of this name, and then gives it the name.
    fn replace(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let disk = &mut self.disk;
        let written = disk
            .create(NEW)
            .and_then(|mut file| {
                disk.write(&mut file, 0, bytes)?;
                disk.sync(&mut file)
            })
            .and_then(|()| disk.rename(NEW, name));
        if written.is_err() {
            // The disk may be full.
            let _ = disk.remove(NEW);
        }
        written
    }

    /// Copies the file to a name that is not taken yet, and returns that. If there is already
    /// such a copy, from before a crash, it stays the only one.
    fn set_aside(&mut self, word: &str) -> io::Result<String> {
        let (name, is_copy) = self.free_name(word)?;
        if !is_copy {
            let bytes = self.disk.read(FILE)?.unwrap_or_default();
            self.replace(&name, &bytes)?;
        }
        self.disk.sync_names()?;
        Ok(name)
    }

    /// A name that is free, or that a copy of the file has.
    fn free_name(&mut self, word: &str) -> io::Result<(String, bool)> {
        let file = self.disk.read(FILE)?;
        for number in 1..1000 {
            let name = format!("{FILE}.{word}-{number}");
            match self.disk.read(&name) {
                Ok(None) => return Ok((name, false)),
                Ok(taken) if taken == file => return Ok((name, true)),
                _ => {}
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}
