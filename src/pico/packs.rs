//! Added packs: what arrived in the inbox is taken in, and what the library holds is collected.

use core::fmt::{self, Display, Write};

use super::machine::Machine;
use super::pack_flash::{PackFlash, mapped};
use crate::format::library::{Arrival, Library, Slot, Slots};
use crate::format::pack_file::{
    HEADER_BYTES, NAME_AT, NAME_BYTES, PackError, PackHeader, PackName,
};
use crate::format::regions::SECTOR;
use crate::game::MAX_PACKS;
use crate::game::library::{AddedPack, AddedPacks, AddedState};
use crate::game::packs::{BUILT_IN, Pack};

const TITLE: &str = "Added levels";
const HINT: &str = "Press any key to go on.";
/// Where the player removes packs.
const SCREEN: &str = "Settings, Remove packs";
const SECTOR_KB: u16 = (SECTOR / 1024) as u16;

/// A message that fills the display at most.
type Message = heapless::String<320>;

/// Takes in the inbox, and collects added packs, sorted by name, and the built-in ones.
#[inline(never)]
pub(super) fn collect(
    packs: &mut heapless::Vec<Pack<'static>, MAX_PACKS>,
    added: &mut AddedPacks,
    machine: &mut Machine,
) {
    let mut library = Library::new(PackFlash::new());
    take_in(&mut library, machine);
    list(&mut library, added);
    let is_lost = |pack: &&AddedPack| {
        let is_bad = matches!(pack.state, AddedState::Damaged | AddedState::OtherVersion);
        // The inbox has had its message.
        is_bad && pack.place != 0
    };
    if let Some(pack) = added.list.iter().find(is_lost) {
        let mut message = Message::new();
        // A message that is too long is cut off, here and below.
        let _ = match pack.state {
            AddedState::OtherVersion => {
                write!(message, "One pack is of another version of the game")
            }
            _ => match pack.name {
                Some(name) => write!(message, "\"{name}\" is damaged"),
                None => write!(message, "A pack is damaged"),
            },
        };
        let _ = write!(
            message,
            ". Copy it again or remove it ({SCREEN}). All others can be played."
        );
        machine.tell(TITLE, &message, HINT);
    }
    let good = added.list.iter().filter_map(text);
    for pack in good.take(most()).chain(BUILT_IN.iter().copied()) {
        if packs.push(pack).is_err() {
            defmt::warn!("more packs than fit");
        }
    }
}

/// Removes a pack by its place, with the game still reading other packs.
pub(super) fn remove(place: u16) {
    if Library::new(PackFlash::new()).remove(place).is_err() {
        defmt::warn!("there is no pack {=u16}", place);
    }
}

/// The most packs that can be added: as many as the menu has room for.
fn most() -> usize {
    MAX_PACKS.saturating_sub(BUILT_IN.len())
}

#[inline(never)]
fn take_in(library: &mut Library<PackFlash>, machine: &mut Machine) {
    let mut shown = None;
    let arrival = library.take_in(most(), |done, all| {
        let tenths = done * 10 / all;
        if shown != Some(tenths) {
            shown = Some(tenths);
            let mut message = heapless::String::<16>::new();
            let _ = write!(message, "{} %", tenths * 10);
            machine.show("Adding levels...", &message, "");
        }
    });
    let mut message = Message::new();
    let _ = match &arrival {
        Arrival::Nothing => return,
        Arrival::Added(name) => {
            defmt::info!("added {=str}", name.as_str());
            return;
        }
        Arrival::Unreadable(error) => write!(
            message,
            "New levels arrived, but {error}. To get rid of them: {SCREEN}."
        ),
        Arrival::TooMany(name) => write!(
            message,
            "\"{name}\" has to wait: {} packs are added, the most that there can be. Remove one ({SCREEN}).",
            most()
        ),
        Arrival::NoRoom {
            name,
            missing,
            full,
        } => {
            let slots = library.slots();
            let names = Names {
                slots: &slots,
                full,
                replaced: name,
            };
            let kb = missing * SECTOR_KB;
            write!(
                message,
                "\"{name}\" has to wait: {kb} KB are missing. Remove {names} ({SCREEN})."
            )
        }
        Arrival::NotKept(name) => write!(
            message,
            "\"{name}\" could not be added: the flash chip does not keep what is written."
        ),
    };
    defmt::info!("not added: {=str}", message.as_str());
    machine.tell(TITLE, &message, HINT);
}

/// The names of the packs in some sectors, as a part of a sentence, without the one that is
/// going to be replaced.
struct Names<'a> {
    slots: &'a Slots,
    full: &'a core::ops::Range<u16>,
    replaced: &'a PackName,
}

impl Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.slots.within(self.full).map(name_of);
        let names = names.filter(|name| *name != Some(self.replaced.as_str()));
        let last = names.clone().count().saturating_sub(1);
        for (place, name) in names.enumerate() {
            f.write_str(match place {
                0 => "",
                _ if place < last => ", ",
                _ => " and ",
            })?;
            match name {
                Some(name) => write!(f, "\"{name}\"")?,
                None => f.write_str("a damaged pack")?,
            }
        }
        Ok(())
    }
}

fn name_of(slot: Slot) -> Option<&'static str> {
    PackName::read(mapped(
        usize::from(slot.first) * SECTOR + NAME_AT,
        NAME_BYTES,
    ))
}

/// Lists good packs sorted by name, then what waits in the inbox, then the others.
#[inline(never)]
fn list(library: &mut Library<PackFlash>, added: &mut AddedPacks) {
    let slots = library.slots();
    added.free_kb = slots.largest_room() * SECTOR_KB;
    let good = slots.iter().filter(|slot| slot.is_good);
    for pack in good.map(|slot| describe(library, slot)) {
        // One by one, because the sort of the standard library has 6 KB of code.
        let key = |pack: &AddedPack| (pack.name, pack.place);
        let after = added.list.iter().position(|it| key(it) > key(&pack));
        // There may be more than the screen shows, but only if another firmware added them.
        let _ = added.list.insert(after.unwrap_or(added.list.len()), pack);
    }
    let bad = slots.iter().filter(|slot| !slot.is_good);
    for slot in library.inbox().into_iter().chain(bad) {
        let _ = added.list.push(describe(library, slot));
    }
    for pack in &added.list {
        defmt::info!("pack {=str} at {=u16}", pack.label(), pack.place);
    }
}

fn describe(library: &mut Library<PackFlash>, slot: Slot) -> AddedPack {
    let header = library.header(slot.first);
    let state = match &header {
        Ok(header) if slot.is_good && slot.first == 0 => AddedState::Waiting(header.levels),
        Ok(header) if slot.is_good => AddedState::Good(header.levels),
        Err(PackError::Version(_)) => AddedState::OtherVersion,
        _ => AddedState::Damaged,
    };
    AddedPack {
        name: header.ok().and_then(|_| name_of(slot)),
        kb: slot.sectors * SECTOR_KB,
        state,
        place: slot.first,
    }
}

/// A pack that can be played.
fn text(pack: &AddedPack) -> Option<Pack<'static>> {
    let (AddedState::Good(_), Some(name)) = (pack.state, pack.name) else {
        return None;
    };
    let start = usize::from(pack.place) * SECTOR;
    let header = mapped(start, HEADER_BYTES).first_chunk()?;
    let header = PackHeader::read(header).ok()?;
    let text = mapped(start + HEADER_BYTES, header.length as usize);
    Some(Pack { name, text })
}
