//! What an earlier version saved, every later version loads.
//!
//! `tests/fixtures` holds progress as version 0.1 saves it: in flash, without the blank bytes at
//! the end, and in a file. These files never change; a later format gets others beside them.

#[path = "common/nor.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod nor;
#[path = "common/player.rs"]
mod player;

use std::fs;
use std::path::{Path, PathBuf};

use nor::{Nor, SECTOR};
use player::Player;
use sokopico::format::regions::SAVES_BYTES;
use sokopico::game::input::Layout;
use sokopico::game::packs::Pack;
use sokopico::game::progress::{FlashStore, LevelId, Store};
use sokopico::host::store::FileStore;

const PACKS: &[Pack<'static>] = &[Pack {
    name: "rooms",
    text: b"#######\n#@ $ .#\n#     #\n#######\nTitle: One\nPar: 2\n\n\
        #######\n#@ $ .#\n# $  .#\n#     #\n#######\nTitle: Two\n\n\
        ########\n#@ A  a#\n#   B b#\n########\nTitle: Three\n",
}];

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// Plays what the fixtures hold.
fn play() -> Player<'static> {
    let mut player = Player::new(PACKS, Layout::Eight);
    player.play("menu:Settings r back menu:Play menu:Both menu:rooms wait:100 ok");
    player.play("d u r r r =Solved menu:Play_again r r r =Solved menu:Levels wait:100");
    player.play("d wait:50 ok =Play d d r undo pause menu:Levels wait:100 d wait:50 ok =Play r r");
    player
}

/// Writes the fixtures, if that is asked for. For a new format only.
fn write_fixtures() {
    let mut player = play();
    let flash = Nor::new(SAVES_BYTES / SECTOR, 1);
    let mut store = FlashStore::open(flash).map_err(|(_, error)| error).unwrap();
    let items = player.saved();
    for (key, item) in items.items() {
        store.write(key, item).unwrap();
        store.commit().unwrap();
    }
    let mut bytes = store.close().bytes;
    while bytes.last() == Some(&0xff) {
        bytes.pop();
    }
    fs::write(fixture("flash-0.1.bin"), bytes).unwrap();
    let folder = std::env::temp_dir().join(format!("sokopico-fixture-{}", std::process::id()));
    let (mut store, _) = FileStore::open(&folder);
    for (key, item) in items.items() {
        store.write(key, item).unwrap();
        store.commit().unwrap();
    }
    drop(store);
    fs::copy(folder.join("progress"), fixture("progress-0.1")).unwrap();
    fs::remove_dir_all(folder).unwrap();
}

fn loads(store: &mut impl Store) {
    let mut player = Player::new(PACKS, Layout::Eight);
    player::load(&mut player.midend, store);
    player.play("=Play says:Welcome moves:2");
    let game = player.game();
    assert_eq!(game.settings().theme.label(), "light");
    assert_eq!(game.play().place().unwrap().number, 3);
    let one = PACKS[0].level(1).unwrap().level;
    let best = game.bests().get(LevelId::of(&one)).unwrap();
    assert_eq!(best.fewest.unwrap().moves, 3);
    assert_eq!(best.stars.count(), 3);
    assert_eq!(game.bests().len(), 1);
    // The other game, and the solution.
    player.play("pause menu:Levels wait:100 =Levels");
    let shelf = player.shelf();
    let begun: Vec<_> = (-2..=0).map(|at| shelf.listed(at).unwrap().begun).collect();
    assert_eq!(begun, [false, true, true]);
}

#[test]
fn flash_of_version_0_1_loads() {
    if std::env::var_os("SOKOPICO_WRITE_FIXTURES").is_some() {
        write_fixtures();
    }
    let mut flash = Nor::new(SAVES_BYTES / SECTOR, 1);
    let bytes = fs::read(fixture("flash-0.1.bin")).unwrap();
    flash.bytes[..bytes.len()].copy_from_slice(&bytes);
    let mut store = FlashStore::open(flash).map_err(|(_, error)| error).unwrap();
    assert_eq!(store.damaged(), 0);
    loads(&mut store);
}

#[test]
fn a_file_of_version_0_1_loads() {
    let folder = std::env::temp_dir().join(format!("sokopico-release-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::copy(fixture("progress-0.1"), folder.join("progress")).unwrap();
    let (mut store, trouble) = FileStore::open(&folder);
    assert!(trouble.is_none(), "{trouble:?}");
    loads(&mut store);
    drop(store);
    fs::remove_dir_all(folder).unwrap();
}
