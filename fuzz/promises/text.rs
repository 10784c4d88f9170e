// Levels as text: a level that is read is valid, and survives writing and reading.

use sokopico::game::packs::BUILT_IN;
use sokopico::puzzle::text::{Format, Reader};
use sokopico::puzzle::{Level, stuck_boxes};

pub(crate) fn check(text: &[u8]) {
    check_text(text);
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let seeds = [
        "#####\n#@+ #\n#  +#\n#####\n",
        "WWWWW\nWYX W\nW B W\nWWWWW\nPar: 3\n",
        "; 1\n'n'\n5#|#@-.#|#-$-#|5#|\nTitle: x\nAuthor: y\nPar: <= 12\n",
        "######\n#  @ #\n# AB #\n#    #\n######\nHole: 3 4 a\nHole: 2 4 b\n",
        "  ####\n###@ #\n# A  #\n######\nHole: 1 1 a\n",
        "####\n#@ ###\n# A  #\n######\nHole: 1 6 a\n",
        "32#|#30*#|#30*#|#30*#|#@-$.26*#|32#\n",
    ];
    let built_in = BUILT_IN.iter().map(|pack| pack.text.to_vec());
    let seeds = seeds.map(|seed| seed.as_bytes().to_vec());
    seeds.into_iter().chain(built_in).collect()
}

/// Returns the number of levels.
pub(crate) fn check_text(text: &[u8]) -> usize {
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
        check_level(&entry.level);
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

fn check_level(level: &Level) {
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
