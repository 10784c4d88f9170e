// Solutions in LURD: every letter is a step or an error at its place, and what was played can
// be undone. The first byte chooses the level.

use sokopico::puzzle::History;
use sokopico::puzzle::text::{LurdReader, Reader};

const LEVELS: &[u8] = b"#######\n#@ $ .#\n# $  .#\n#######\n\n########\n#@ A a #\n# B  b #\n########\n";
/// A count such as `999999999r` stands for that many letters.
const LETTERS: usize = 20_000;

pub(crate) fn check(bytes: &[u8]) {
    let Some((first, lurd)) = bytes.split_first() else {
        return;
    };
    let mut levels = Reader::new(LEVELS);
    let entry = levels.nth(usize::from(first % 2)).expect("two levels");
    let level = entry.expect("a valid level").level;
    let mut history = Box::new(History::<512>::new(&level));
    let mut place = 0;
    for letter in LurdReader::new(lurd).take(LETTERS) {
        match letter {
            Ok(letter) => {
                assert!((place..=lurd.len()).contains(&letter.place));
                place = letter.place;
                let _ = history.step(&level, letter.direction);
            }
            Err(error) => {
                assert!((place..=lurd.len()).contains(&error.place));
                place = error.place;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    let (board, _) = history.base();
    let start = board.clone();
    while history.undo(&level).is_ok() {}
    assert_eq!(*history.board(), start);
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    [&b"0rrRRRdlLU"[..], b"1 3r2L\r\nuD", b"0\n0r99999999999999999999l12"]
        .map(<[u8]>::to_vec)
        .into()
}
