// Properties of every text, shared by the fuzz target and the bounded run in `tests/`.

use sokopico::puzzle::text::{Format, LurdReader, Reader};
use sokopico::puzzle::{Level, stuck_boxes};

/// Reads a text as levels and as a solution. Nothing may panic; every level must be valid
/// and survive writing and reading in every format that supports it. Returns the number of
/// levels.
pub(crate) fn check_text(text: &[u8]) -> usize {
    // Counts such as `999999999r` would take forever without a limit.
    LurdReader::new(text).take(100_000).for_each(drop);

    let mut levels = 0;
    for item in Reader::new(text) {
        let entry = match item {
            Ok(entry) => entry,
            Err(error) => {
                assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty());
                continue;
            }
        };
        levels += 1;
        check(&entry.level);
        for format in [Format::Xsb, Format::RunLength, Format::Pysokoban] {
            let Ok(written) = entry.to_text(format) else {
                continue;
            };
            let written = written.to_string();
            let mut again = Reader::new(written.as_bytes());
            let back = again
                .next()
                .expect("a level was written")
                .unwrap_or_else(|error| panic!("{error} in\n{written}"));
            assert!(again.next().is_none(), "one level was written\n{written}");
            assert_eq!(back.level, entry.level, "changed by {format:?}\n{written}");
            assert_eq!(
                (back.title, back.author, back.par),
                (entry.title, entry.author, entry.par),
                "\n{written}"
            );
        }
    }
    levels
}

fn check(level: &Level) {
    let board = level.start();
    assert!(level.floor().contains(board.keeper()));
    assert!(!board.boxes().is_empty());
    assert_eq!(board.boxes().len(), level.goals().len());
    assert!((*level.floor() & *level.walls()).is_empty());
    // Floor never touches the grid's edge, so steps from floor need no bounds check.
    for cell in *level.floor() {
        assert!((1..31).contains(&cell.row()) && (1..31).contains(&cell.column()));
    }
    stuck_boxes(level, board);
    level.reach(board);
}
