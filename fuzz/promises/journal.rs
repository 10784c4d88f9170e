// Saves in flash: whatever flash holds, the journal opens or says why not, and what it then takes
// is there after the next start. The input is the beginning of flash; the rest is blank.

use embedded_storage::nor_flash::{ErrorType, NorFlash, ReadNorFlash};
use sokopico::format::journal::{ITEM_BYTES, Journal, JournalError, SECTOR_BYTES};

const SECTORS: usize = 8;
const KEYS: usize = 32;

/// Flash in memory.
#[derive(Clone)]
struct Flash(Vec<u8>);

impl ErrorType for Flash {
    type Error = core::convert::Infallible;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let start = offset as usize;
        bytes.copy_from_slice(&self.0[start..start + bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.0.len()
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR_BYTES;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Self::Error> {
        self.0[from as usize..to as usize].fill(0xff);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Self::Error> {
        for (place, byte) in self.0[offset as usize..].iter_mut().zip(bytes) {
            *place &= byte;
        }
        Ok(())
    }
}

type Small = Journal<Flash, SECTORS, KEYS>;

fn flash(bytes: &[u8]) -> Flash {
    let mut flash = vec![0xff; SECTORS * SECTOR_BYTES];
    let length = bytes.len().min(flash.len());
    flash[..length].copy_from_slice(&bytes[..length]);
    Flash(flash)
}

fn opened(flash: Flash) -> Result<Small, JournalError> {
    Small::open(flash).map_err(|(_, error)| error)
}

pub(crate) fn check(bytes: &[u8]) {
    let mut journal = match opened(flash(bytes)) {
        Ok(journal) => journal,
        Err(error) => return assert!(matches!(error, JournalError::Future(_)), "{error}"),
    };
    let mut buffer = [0; ITEM_BYTES];
    let before: Vec<_> = (0..KEYS as u16)
        .map(|key| journal.read(key, &mut buffer).map(|item| item.map(<[u8]>::to_vec)))
        .collect();
    let written = journal.write(7, b"written").and_then(|()| journal.commit());
    let mut again = opened(journal.close()).expect("it opened before");
    for (key, before) in (0..).zip(before) {
        let item = again.read(key, &mut buffer).map(|item| item.map(<[u8]>::to_vec));
        match key {
            7 if written.is_ok() => assert_eq!(item, Ok(Some(b"written".to_vec()))),
            _ if before.is_ok() => assert_eq!(item, before),
            _ => {}
        }
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![Vec::new()];
    let mut journal = opened(flash(&[])).expect("blank flash");
    for round in 0..40u16 {
        for key in 0..6 {
            let item = vec![round as u8; usize::from(key * 40 + round)];
            let _ = journal.write((key + round) % KEYS as u16, &item);
        }
        let _ = journal.remove(round % 5);
        let _ = journal.commit();
        if round % 13 == 0 {
            let flash = journal.close();
            seeds.push(flash.0[..2 * SECTOR_BYTES].to_vec());
            seeds.push(flash.0.clone());
            journal = opened(flash).expect("it was just written");
        }
    }
    seeds
}
