//! The levels that come with the game.

mod common;

use std::fs;
use std::path::Path;

use common::can_be_solved;
use sokopico::puzzle::text::Reader;

#[test]
fn every_level_can_be_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut solved = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "xsb") {
            continue;
        }
        for item in Reader::new(&fs::read(&path).unwrap()) {
            let entry = item.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
            assert_eq!(
                can_be_solved(&entry.level, entry.level.start(), 1_000_000),
                Some(true),
                "{}: {}",
                path.display(),
                entry.title
            );
            solved += 1;
        }
    }
    assert!(solved > 0, "there are levels");
}
