//! The few system calls that the store makes, behind a trait: tests crash between any two.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Files in one folder, by their names.
pub(super) trait Disk {
    /// An open file.
    type File;

    /// The bytes of a file; `None` if there is no file of this name.
    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>>;
    /// Opens a file to read and write; `None` if there is no file of this name.
    fn open(&mut self, name: &str) -> io::Result<Option<Self::File>>;
    /// A new and empty file, in place of the one of this name.
    fn create(&mut self, name: &str) -> io::Result<Self::File>;
    /// The length of a file and its first bytes; what it does not have of those is zero.
    fn start<const N: usize>(&mut self, file: &mut Self::File) -> io::Result<(u64, [u8; N])>;
    /// Writes bytes. After an error, any part of them may be written.
    fn write(&mut self, file: &mut Self::File, at: u64, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file.
    fn cut(&mut self, file: &mut Self::File, length: u64) -> io::Result<()>;
    /// Waits until the file's bytes and its length survive a power cut.
    fn sync(&mut self, file: &mut Self::File) -> io::Result<()>;
    /// Gives a file another name, in place of the file that had it.
    fn rename(&mut self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file.
    fn remove(&mut self, name: &str) -> io::Result<()>;
    /// Waits until the names survive a power cut.
    fn sync_names(&mut self) -> io::Result<()>;
    /// A random number.
    fn random(&mut self) -> u32;
}

/// A folder of the file system.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Locked until this is dropped.
    _lock: Option<File>,
}

/// Why a folder cannot be written to.
#[derive(Debug)]
pub(super) enum Refusal {
    /// Another program has locked it.
    InUse,
    /// It cannot be created or locked.
    Failed(io::Error),
}

impl Folder {
    /// A folder that is only read.
    pub(super) fn unlocked(path: &Path) -> Self {
        Self {
            path: path.to_path_buf(),
            _lock: None,
        }
    }

    /// Creates the folder if it does not exist, and locks it: the file `lock` in it stays, but
    /// the lock ends with the program.
    pub(super) fn lock(path: &Path, lock: &str) -> Result<Self, Refusal> {
        create_folder(path).map_err(Refusal::Failed)?;
        let lock = lock_file(&path.join(lock))?;
        Ok(Self {
            path: path.to_path_buf(),
            _lock: Some(lock),
        })
    }
}

/// Creates a folder, and those above it, so that they survive a power cut.
fn create_folder(path: &Path) -> io::Result<()> {
    let missing: Vec<_> = path.ancestors().take_while(|path| !path.exists()).collect();
    fs::create_dir_all(path)?;
    for folder in missing {
        sync_folder(folder.parent().unwrap_or(folder))?;
    }
    Ok(())
}

#[cfg(unix)]
fn lock_file(path: &Path) -> Result<File, Refusal> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).open(path);
    let file = file.map_err(Refusal::Failed)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(Refusal::InUse),
        // Some file systems have no locks. Saving without one is better than not saving.
        Err(Errno::NOLCK | Errno::NOTSUP | Errno::NOSYS) | Ok(()) => Ok(file),
        Err(error) => Err(Refusal::Failed(error.into())),
    }
}

#[cfg(windows)]
fn lock_file(path: &Path) -> Result<File, Refusal> {
    use std::os::windows::fs::OpenOptionsExt;

    const SHARING_VIOLATION: i32 = 32;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    match options.share_mode(0).open(path) {
        Ok(file) => Ok(file),
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Err(Refusal::InUse),
        Err(error) => Err(Refusal::Failed(error)),
    }
}

#[cfg(not(any(unix, windows)))]
fn lock_file(path: &Path) -> Result<File, Refusal> {
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).open(path);
    file.map_err(Refusal::Failed)
}

/// Syncs the names in a folder, where the system can do that.
fn sync_folder(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let path = match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
    };
    match File::open(path).and_then(|folder| folder.sync_all()) {
        // A folder that may be written but not read, or a file system that cannot do it.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied
                    | io::ErrorKind::InvalidInput
                    | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        result => result,
    }
}

/// `None` if there is no such file.
fn found<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

impl Disk for Folder {
    type File = File;

    fn read(&mut self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let path = self.path.join(name);
        match found(fs::metadata(&path))? {
            None => Ok(None),
            // Opening a pipe would wait for its writer.
            Some(about) if !about.is_file() => Err(io::Error::other("this is not a file")),
            Some(_) => found(fs::read(path)),
        }
    }

    fn open(&mut self, name: &str) -> io::Result<Option<File>> {
        let mut options = OpenOptions::new();
        found(options.read(true).write(true).open(self.path.join(name)))
    }

    fn create(&mut self, name: &str) -> io::Result<File> {
        File::create(self.path.join(name))
    }

    fn start<const N: usize>(&mut self, file: &mut File) -> io::Result<(u64, [u8; N])> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        Read::by_ref(file).take(N as u64).read_to_end(&mut bytes)?;
        bytes.resize(N, 0);
        let start = bytes.first_chunk().copied().unwrap_or([0; N]);
        Ok((file.metadata()?.len(), start))
    }

    fn write(&mut self, file: &mut File, at: u64, bytes: &[u8]) -> io::Result<()> {
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }

    fn cut(&mut self, file: &mut File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    fn sync(&mut self, file: &mut File) -> io::Result<()> {
        file.sync_data()
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    fn sync_names(&mut self) -> io::Result<()> {
        sync_folder(&self.path)
    }

    fn random(&mut self) -> u32 {
        // The seed of a hash map's state is random.
        RandomState::new().build_hasher().finish() as u32
    }
}
