//! Level texts: what is accepted, what is rejected and where, and what is written back.

mod common;

use sokopico::puzzle::text::{Dialect, Entry, Format, Reader, TextError};
use sokopico::puzzle::{Letter, Mode, Problem};

fn read(text: &str) -> Vec<Result<Entry<'_>, TextError>> {
    Reader::new(text.as_bytes()).collect()
}

fn one(text: &str) -> Entry<'_> {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "not one level in\n{text}");
    all.remove(0)
        .unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

#[track_caller]
fn refused(text: &str, line: u32, column: u32, problem: Problem) {
    let errors: Vec<_> = read(text).into_iter().filter_map(Result::err).collect();
    assert_eq!(
        errors,
        [TextError {
            line,
            column,
            problem
        }],
        "in\n{text}"
    );
}

fn letter(symbol: u8) -> Letter {
    Letter::from_symbol(symbol).unwrap()
}

#[test]
fn all_dialects_give_the_same_level() {
    let level = one("#####\n#@ .#\n# $ #\n#####").level;
    for text in [
        "#####\n#@-.#\n#_$_#\n#####",
        "    #####\n    #@ .#\n    # $ #\n    #####   ",
        "5#|#@-.#|#-$-#|5#",
        "5#|\n#@_.#|\n#-$ #|\n5#|\n",
        "WWWWW\nWP GW\nW B W\nWWWWW",
        "\u{feff}#####\r\n#@ .#\r\n# $ #\r\n#####\r\n",
        "#####\r#@ .#\r# $ #\r#####\r",
    ] {
        assert_eq!(one(text).level, level, "in\n{text}");
    }
}

#[test]
fn fields_after_a_board_belong_to_it_and_comments_before_it_name_it() {
    let text = "Title: the collection\n; a comment\n; 1\n\n####\n#+$#\n#  #\n####\n\nAuthor: Ann\n\
                Par: <= 12\nsome text\n'Two'\n####\n#+$#\n#  #\n####\nTitle: Second\nPar: 3";
    let all: Vec<_> = read(text).into_iter().map(Result::unwrap).collect();
    assert_eq!(all.len(), 2);
    assert_eq!(all[0].title.to_string(), "1");
    assert_eq!(all[0].author.to_string(), "Ann");
    assert_eq!(all[0].par.unwrap().to_string(), "<= 12");
    assert_eq!(all[1].title.to_string(), "Second");
    assert!(all[1].author.is_empty());
    assert_eq!(all[1].par.unwrap().to_string(), "3");
    assert_eq!((all[0].line, all[1].line), (5, 14));
}

#[test]
fn a_quoted_name_overrides_a_comment_and_a_title_overrides_both() {
    let board = "####\n#+$#\n#  #\n####";
    let named = format!("; 44\n'Duh!'\n; by hand\n{board}\n");
    assert_eq!(one(&named).title.to_string(), "Duh!");
    assert_eq!(one(&(named + "Title: T")).title.to_string(), "T");
}

#[test]
fn a_title_that_is_not_utf_8_is_read_as_latin_1() {
    let text = b"####\n#+$#\n#  #\n####\nTitle: Caf\xe9\x07!";
    let entry = Reader::new(text).next().unwrap().unwrap();
    assert_eq!(entry.title.to_string(), "Café\u{fffd}!");
}

#[test]
fn boxes_on_goals_in_sealed_rooms_are_legal() {
    let level = one("#########\n#@$.#*#*#\n#########").level;
    assert_eq!(level.start().boxes().len(), 3);
    assert_eq!(level.floor().len(), 3);
}

#[test]
fn a_level_may_fill_the_whole_grid_but_not_exceed_it() {
    let square = |side: usize| {
        let edge = "#".repeat(side);
        let middle = format!("#{}#\n", " ".repeat(side - 2)).repeat(side - 3);
        format!("{edge}\n#@$.{}#\n{middle}{edge}", " ".repeat(side - 5))
    };
    assert_eq!(one(&square(32)).level.width(), 32);
    refused(&square(33), 1, 33, Problem::TooWide);
    refused(
        &format!("{0}|{1}{0}", "4#", "#@$.#|".to_owned() + &"4#|".repeat(31)),
        1,
        101,
        Problem::TooTall,
    );
    refused(
        "99999999999999999999#\n#@$.#\n#####",
        1,
        21,
        Problem::TooWide,
    );
}

#[test]
fn a_level_may_have_as_many_boxes_as_fit() {
    for (text, boxes) in [
        (common::shelves(40), 40),
        (common::shelves(41), 41),
        (common::crowd(), 842),
        (common::full(), 897),
    ] {
        let entry = one(&text);
        assert_eq!(entry.level.start().boxes().len(), boxes);
        for format in [Format::Xsb, Format::RunLength, Format::Pysokoban] {
            let written = entry.to_text(format).unwrap().to_string();
            assert_eq!(one(&written).level, entry.level, "in\n{written}");
        }
        assert_eq!(entry.to_text(Format::Xsb).unwrap().to_string(), text);
    }
}

#[test]
fn hundreds_of_boxes_without_goals_are_counted_in_the_message() {
    let text = common::crowd().replace('*', "$");
    let problem = Problem::Unbalanced {
        boxes: 842,
        goals: 2,
    };
    refused(&text, 2, 2, problem);
}

#[test]
fn errors_point_at_the_place_to_change() {
    refused("", 1, 1, Problem::NoLevel);
    refused("nothing here\n# at all", 1, 1, Problem::NoLevel);
    refused("####\n# $#\n#. #\n####", 1, 1, Problem::NoPlayer);
    refused("\n#####\n#@$.#\n#  @#\n#####", 4, 4, Problem::SecondPlayer);
    refused("#####\n#@  #\n#####", 2, 2, Problem::NoBoxes);
    refused(
        "######\n#@$$.#\n######",
        2,
        3,
        Problem::Unbalanced { boxes: 2, goals: 1 },
    );
    refused(
        "######\n#@$..#\n######",
        2,
        4,
        Problem::Unbalanced { boxes: 1, goals: 2 },
    );
    refused("###\n#@$.#\n#####", 1, 4, Problem::Open);
    refused("#####\n#@$.#\n##  #\n#  ##\n## ##", 5, 3, Problem::Open);
    refused("3#|#@$.#|5#", 1, 3, Problem::Open);
    refused(
        "#####\n#@$.#\n#%  #\n#####",
        3,
        2,
        Problem::NotASymbol(b'%'),
    );
    refused("#####\n#@$.#\n#   \n#####", 3, 2, Problem::Open);
    refused("#####\n#@$.#\n# $\n#####", 3, 4, Problem::RowNotClosed);
    refused("#####\n#@$.#\n#####\nPar: many", 4, 6, Problem::BadPar);
}

#[test]
fn a_bad_level_does_not_affect_the_next() {
    let all = read("#####\n#@$.#\n#%  #\n#   #\n#####\n\n#####\n#@$.#\n#####");
    assert!(all[0].is_err() && all[1].is_ok() && all.len() == 2);
}

#[test]
fn a_malformed_row_is_one_error_anywhere_in_a_board() {
    let not_closed = Problem::RowNotClosed;
    // In the middle, with any first symbol, in either dialect.
    refused("#####\n@$. #\n#   #\n#####", 2, 1, not_closed);
    refused(
        "#####\n#@$.#\n%   #\n#####",
        3,
        1,
        Problem::NotASymbol(b'%'),
    );
    refused("#####\n#@$.#\n  $ #\n#####", 3, 3, not_closed);
    refused(
        "WWWWW\nWPBGW\nW BOW\nWWWWW",
        3,
        4,
        Problem::NotASymbol(b'O'),
    );
    // With several rows on one line, even in the first.
    refused("5#|#@$.#x|5#", 1, 10, not_closed);
    refused("5#|@$.#|5#", 1, 4, not_closed);
    refused(" 5#%|#@$.#|5#", 1, 4, Problem::NotASymbol(b'%'));
    refused("5W|WPBGWO|5W", 1, 9, Problem::NotASymbol(b'O'));
}

#[test]
fn tabs_in_a_board_are_rejected_as_tabs() {
    refused("\t#####\n\t#@$.#\n\t#####", 1, 1, Problem::Tab);
    refused("    #####\n\t#@$.#\n\t#   #\n    #####", 2, 1, Problem::Tab);
    refused("#####\n#\t@$.#\n#####", 2, 2, Problem::Tab);
}

#[test]
fn text_around_boards_is_skipped() {
    let board = "#####\n#@$.#\n#####";
    let text =
        format!("# heading\n{board}\nLevel 2\n{board}\nWell done!\n\nWhat | not\n\t# yet\n{board}");
    assert_eq!(read(&text).into_iter().map(Result::unwrap).count(), 3);
}

#[test]
fn the_fields_of_a_bad_board_do_not_go_to_the_previous_one() {
    let all = read("#####\n#@$.#\n#####\nTitle: Good\n\n5#|@$.#|5#\nTitle: Bad");
    assert_eq!(all[0].as_ref().unwrap().title.to_string(), "Good");
    assert!(all[1].is_err() && all.len() == 2);
}

#[test]
fn letters_make_a_pairs_level() {
    let level = one("######\n#a  b#\n# BA #\n#@   #\n######").level;
    assert_eq!(level.mode(), Mode::Pairs);
    assert_eq!(
        level.start().box_of(letter(b'A')),
        level.start().boxes().iter().nth(1)
    );
    assert_eq!(level.hole(letter(b'a')), level.goals().first());
}

#[test]
fn holes_under_the_player_or_a_box_have_their_own_lines() {
    let text = "######\n#  @ #\n# AB #\n#    #\n######\nHole: 3 4 a\nHole: 2 4 b\n";
    let entry = one(text);
    assert_eq!(
        entry.level.hole_at(entry.level.start().keeper()),
        Some(letter(b'b'))
    );
    assert_eq!(entry.to_text(Format::Xsb).unwrap().to_string(), text);
    assert_eq!(
        one(&entry.to_text(Format::RunLength).unwrap().to_string()).level,
        entry.level
    );
}

#[test]
fn hole_positions_count_from_the_boards_top_left() {
    let board = "######\n#  @ #\n# A  #\n#    #\n######\n";
    let indented = board.replace("\n#", "\n   #");
    assert_eq!(
        one(&format!("   {indented}Hole: 2 4 a")).level,
        one(&format!("{board}Hole: 2 4 a")).level
    );
}

#[test]
fn invalid_pairs_are_rejected() {
    let (a, b) = (letter(b'a'), letter(b'b'));
    refused(
        "#####\n#@Aa#\n#b  #\n#####",
        3,
        2,
        Problem::HoleWithoutBox(b),
    );
    refused(
        "#####\n#@Aa#\n#B  #\n#####",
        3,
        2,
        Problem::BoxWithoutHole(b),
    );
    refused("#####\n#@Aa#\n#A  #\n#####", 3, 2, Problem::SecondBox(a));
    refused("#####\n#@Aa#\n#a  #\n#####", 3, 2, Problem::SecondHole(a));
    refused("#####\n#@Aa#\n#$. #\n#####", 3, 2, Problem::Mixed(b'$'));
    refused(
        "#####\n#@A #\n#   #\n#####\nHole: 2 3 a",
        5,
        7,
        Problem::BoxOnOwnHole(a),
    );
    refused(
        "######\n#@Aa #\n#B   #\n######\nHole: 2 4 b",
        5,
        7,
        Problem::TwoHoles,
    );
    refused(
        "#####\n#@Aa#\n#B  #\n#####\nHole: 1 1 b",
        5,
        7,
        Problem::HoleOffBoard,
    );
    refused(
        "  ####\n###@ #\n# A  #\n######\nHole: 1 1 a",
        5,
        7,
        Problem::HoleOffBoard,
    );
    refused(
        "####\n#@ ###\n# A  #\n######\nHole: 1 6 a",
        5,
        7,
        Problem::HoleOffBoard,
    );
    refused(
        "#####\n#@Aa#\n#B  #\n#####\nHole: 9 9 b",
        5,
        7,
        Problem::HoleOffBoard,
    );
    refused(
        "#####\n#@Aa#\n#B  #\n#####\nHole: 3 3",
        5,
        7,
        Problem::BadHole,
    );
    refused(
        "#####\n#@Aa#\n#B  #\n#####\nHole: 0 3 b",
        5,
        7,
        Problem::BadHole,
    );
    refused(
        "#####\n#@$.#\n#   #\n#####\nHole: 3 3 b",
        5,
        7,
        Problem::HoleInClassic,
    );
}

#[test]
fn pysokoban_symbols_are_recognised_if_xsb_makes_no_sense() {
    let cases = [
        // A player and boxes on goals: XSB would have two players.
        ("#####\n#@+ #\n#  +#\n#####", "#####\n#@* #\n#  *#\n#####"),
        // A player on a goal: XSB would have none.
        ("#####\n#-$ #\n#   #\n#####", "#####\n#+$ #\n#   #\n#####"),
        // Both, with two boxes on goals.
        ("#####\n#-+ #\n#$+ #\n#####", "#####\n#+* #\n#$* #\n#####"),
    ];
    for (pysokoban, xsb) in cases {
        let entry = one(pysokoban);
        assert_eq!(entry.dialect, Dialect::PysokobanSymbols);
        assert_eq!(entry.level, one(xsb).level);
        assert_eq!(
            entry
                .to_text(Format::Pysokoban)
                .unwrap()
                .to_string()
                .trim_end(),
            pysokoban
        );
    }
}

#[test]
fn a_board_that_is_valid_in_both_dialects_is_rejected_as_ambiguous() {
    refused("#####\n#-+ #\n# $ #\n#####", 1, 1, Problem::Ambiguous);
    // A second `-`, a `*`, or a `-` outside the walls makes it XSB.
    for text in [
        "#####\n#-+-#\n# $ #\n#####",
        "#####\n#-+*#\n# $ #\n#####",
        "-####\n##+ #\n# $ #\n#####",
        "####-\n#+ ##\n# $ #\n#####",
        " -####\n  #+ #\n  #$ #\n  ####",
    ] {
        assert_eq!(one(text).dialect, Dialect::Xsb, "in\n{text}");
    }
    // Letters are written if the symbols would be ambiguous.
    let entry = one("#####\n#*+ #\n# $ #\n#####");
    let text = entry.to_text(Format::Pysokoban).unwrap().to_string();
    assert_eq!(text, "WWWWW\nWYX W\nW B W\nWWWWW\n");
    assert_eq!(one(&text).level, entry.level);
}

#[test]
fn pairs_cannot_be_written_for_pysokoban() {
    assert!(
        one("#####\n#@Aa#\n#####")
            .to_text(Format::Pysokoban)
            .is_err()
    );
}

#[test]
fn run_lengths_that_no_counter_holds_are_errors() {
    let many = "4".repeat(60);
    for symbol in ["#", " ", "@", "$", ".", "*", "+", "-", "_", "A", "a"] {
        let run = format!("{many}{symbol}");
        let text = format!("#####\n#{run}{run}#\n#@$.{run}#\n#####\n");
        let mut levels = sokopico::puzzle::text::Reader::new(text.as_bytes());
        assert!(levels.all(|level| level.is_err()), "{symbol}");
    }
}
