//! A disk in memory that crashes, fails and fills up on request.
//!
//! What is not synced when the power is cut may be on the medium or not, block by block and in
//! any order; a file may have its new length without its bytes, and names may be old or new.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use crate::host::store::disk::Disk;

/// Blocks reach the medium whole.
const BLOCK: usize = 64;

/// Marsaglia's xorshift, so that failures can be reproduced.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// A handle on a disk: clones share the disk.
#[derive(Clone, Debug)]
pub(super) struct SimulatedDisk(Rc<RefCell<State>>);

#[derive(Debug)]
struct State {
    files: Vec<File>,
    names: BTreeMap<String, usize>,
    /// The names on the medium.
    safe_names: BTreeMap<String, usize>,
    renames: Vec<Rename>,
    /// Most bytes of all files together.
    room: usize,
    /// Calls until the crash.
    left: Option<usize>,
    crashed: bool,
    /// One of so many calls fails; 0 for none.
    fails: usize,
    random: Random,
}

#[derive(Debug, Default)]
struct File {
    bytes: Vec<u8>,
    /// The bytes on the medium.
    safe: Vec<u8>,
    /// What happened since they were the same.
    changes: Vec<Change>,
}

#[derive(Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Cut(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Write(at, new) => {
                let end = at + new.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[*at..end].copy_from_slice(new);
            }
            Self::Cut(length) => bytes.resize(*length, 0),
        }
    }
}

/// Names that change together: `None` for one that is gone.
type Rename = Vec<(String, Option<usize>)>;

impl SimulatedDisk {
    pub(super) fn new(seed: u64) -> Self {
        Self(Rc::new(RefCell::new(State {
            files: Vec::new(),
            names: BTreeMap::new(),
            safe_names: BTreeMap::new(),
            renames: Vec::new(),
            room: usize::MAX,
            left: None,
            crashed: false,
            fails: 0,
            random: Random(seed | 1),
        })))
    }

    /// Stops working before the call after this many.
    pub(super) fn crash_after(&self, calls: usize) {
        self.0.borrow_mut().left = Some(calls);
    }

    pub(super) fn has_crashed(&self) -> bool {
        self.0.borrow().crashed
    }

    /// From now on one of so many calls fails; 0 for none.
    pub(super) fn fail_one_of(&self, fails: usize) {
        self.0.borrow_mut().fails = fails;
    }

    /// Leaves this much room.
    pub(super) fn leave(&self, room: usize) {
        let mut state = self.0.borrow_mut();
        state.room = state.used().saturating_add(room);
    }

    /// The program is started again; the system did not crash.
    pub(super) fn restart(&self) {
        let mut state = self.0.borrow_mut();
        state.crashed = false;
        state.left = None;
    }

    /// The system is started again after a power cut.
    pub(super) fn cut_power(&self) {
        self.restart();
        self.0.borrow_mut().lose();
    }

    /// Everything reaches the medium.
    pub(super) fn settle(&self) {
        self.restart();
        let mut state = self.0.borrow_mut();
        for file in &mut state.files {
            file.safe = file.bytes.clone();
            file.changes.clear();
        }
        state.safe_names = state.names.clone();
        state.renames.clear();
    }

    pub(super) fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        let state = self.0.borrow();
        let file = *state.names.get(name)?;
        Some(state.files[file].bytes.clone())
    }

    /// Changes a file behind the back of the store, and settles.
    pub(super) fn set_bytes(&self, name: &str, bytes: Vec<u8>) {
        let file = self.0.borrow().names[name];
        self.0.borrow_mut().files[file].bytes = bytes;
        self.settle();
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.borrow().names.keys().cloned().collect()
    }
}

impl State {
    fn used(&self) -> usize {
        let lengths = self
            .names
            .values()
            .map(|&file| self.files[file].bytes.len());
        lengths.sum()
    }

    /// Counts a call.
    fn call(&mut self) -> io::Result<()> {
        if self.left == Some(0) {
            self.crashed = true;
        }
        if self.crashed {
            return Err(io::Error::other("crashed"));
        }
        self.left = self.left.map(|left| left - 1);
        if self.fails > 0 && self.random.below(self.fails) == 0 {
            return Err(io::Error::other("failed"));
        }
        Ok(())
    }

    fn change(&mut self, file: usize, change: Change) {
        let file = &mut self.files[file];
        change.apply(&mut file.bytes);
        file.changes.push(change);
    }

    fn rename(&mut self, rename: Rename) {
        apply(&rename, &mut self.names);
        self.renames.push(rename);
    }

    fn file(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// Loses some of what is not synced.
    fn lose(&mut self) {
        let random = &mut self.random;
        let odds = [0, 1, 3, 4][random.below(4)];
        let mut lucky = || random.below(4) < odds;
        for file in &mut self.files {
            for change in file.changes.drain(..) {
                match change {
                    Change::Write(at, bytes) => {
                        let end = at + bytes.len();
                        if lucky() {
                            let length = file.safe.len().max(end);
                            file.safe.resize(length, 0);
                        }
                        let mut from = at;
                        while from < end {
                            let to = ((from / BLOCK + 1) * BLOCK).min(end);
                            if lucky() {
                                let block = bytes[from - at..to - at].to_vec();
                                Change::Write(from, block).apply(&mut file.safe);
                            }
                            from = to;
                        }
                    }
                    cut if lucky() => cut.apply(&mut file.safe),
                    _ => {}
                }
            }
            file.bytes = file.safe.clone();
        }
        for rename in self.renames.drain(..) {
            if lucky() {
                apply(&rename, &mut self.safe_names);
            }
        }
        self.names = self.safe_names.clone();
    }
}

fn apply(rename: &Rename, names: &mut BTreeMap<String, usize>) {
    for (name, file) in rename {
        match file {
            Some(file) => drop(names.insert(name.clone(), *file)),
            None => drop(names.remove(name)),
        }
    }
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Disk for SimulatedDisk {
    type File = usize;

    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.0.borrow_mut().call()?;
        Ok(self.bytes(name))
    }

    fn open(&mut self, name: &str) -> io::Result<Option<usize>> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        Ok(state.file(name))
    }

    fn create(&mut self, name: &str) -> io::Result<usize> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        if let Some(file) = state.file(name) {
            state.change(file, Change::Cut(0));
            return Ok(file);
        }
        let file = state.files.len();
        state.files.push(File::default());
        state.rename(vec![(name.to_owned(), Some(file))]);
        Ok(file)
    }

    fn start<const N: usize>(&mut self, file: &mut usize) -> io::Result<(u64, [u8; N])> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        let bytes = &state.files[*file].bytes;
        let mut start = [0; N];
        let most = N.min(bytes.len());
        start[..most].copy_from_slice(&bytes[..most]);
        Ok((bytes.len() as u64, start))
    }

    fn write(&mut self, file: &mut usize, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        let called = state.call();
        let (at, room) = (at as usize, state.room.saturating_sub(state.used()));
        let longer = (at + bytes.len()).saturating_sub(state.files[*file].bytes.len());
        let most = bytes.len() - longer.saturating_sub(room).min(bytes.len());
        let written = match &called {
            Ok(()) => most,
            // Any part of it may be written before a crash or an error.
            Err(_) => state.random.below(most + 1),
        };
        state.change(*file, Change::Write(at, bytes[..written].to_vec()));
        called?;
        match most < bytes.len() {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }

    fn cut(&mut self, file: &mut usize, length: u64) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        state.change(*file, Change::Cut(length as usize));
        Ok(())
    }

    fn sync(&mut self, file: &mut usize) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        let result = state.call();
        if result.is_err() && !state.crashed && state.random.below(2) == 0 {
            // Some systems forget what they could not write, and keep only the cache.
            state.files[*file].changes.clear();
        }
        result?;
        let file = &mut state.files[*file];
        let changes: Vec<_> = file.changes.drain(..).collect();
        changes
            .iter()
            .for_each(|change| change.apply(&mut file.safe));
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        let file = state.file(from).ok_or_else(not_found)?;
        state.rename(vec![(from.to_owned(), None), (to.to_owned(), Some(file))]);
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        state.file(name).ok_or_else(not_found)?;
        state.rename(vec![(name.to_owned(), None)]);
        Ok(())
    }

    fn sync_names(&mut self) -> io::Result<()> {
        let mut state = self.0.borrow_mut();
        state.call()?;
        state.safe_names = state.names.clone();
        state.renames.clear();
        Ok(())
    }

    fn random(&mut self) -> u32 {
        self.0.borrow_mut().random.below(usize::MAX) as u32
    }
}
