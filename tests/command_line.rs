//! The commands as a user runs them: their output and exit codes.

#[path = "common/command.rs"]
mod command;
mod common;

use std::fs;
use std::process::{Child, Command, Stdio};

use command::{file, sokopico};

const TWO: &str =
    "#####\n#@$.#\n#####\nTitle: One push\n\n######\n#a@  #\n# A  #\n#    #\n######\n";

#[test]
fn check_prints_one_line_per_level() {
    let path = file("check.xsb", TWO);
    let ran = sokopico(&["check", &path], "");
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.out,
        format!("{path}\t1\t5x3\t1\tclassic\tOne push\n{path}\t2\t6x5\t1\tpairs\t\n")
    );
    assert_eq!(ran.err, "");
}

#[test]
fn check_reports_errors_with_line_and_column_and_counts_bad_levels() {
    let path = file("bad.xsb", &format!("####\n#@$#\n####\n\n{TWO}"));
    let ran = sokopico(&["check", &path, "no-such-file"], "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .starts_with(&format!("{path}:2:3: 1 boxes but 0 goals")),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("no-such-file: "), "{}", ran.err);
    assert!(ran.out.starts_with(&format!("{path}\t2\t")), "{}", ran.out);
}

#[test]
fn check_reads_standard_input() {
    let ran = sokopico(&["check", "-"], TWO);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2));
}

#[test]
fn the_output_of_show_can_be_read_again() {
    let path = file("show.xsb", TWO);
    let all = sokopico(&["show", &path], "");
    assert_eq!(sokopico(&["show", "-"], &all.out).out, all.out);
    let second = sokopico(&["show", &path, "--level", "2"], "");
    assert_eq!(
        second.out,
        "Level 2: 6x5, 1 box, pairs\n######\n#a@  #\n# A  #\n#    #\n######\n\n"
    );
    let none = sokopico(&["show", &path, "--level", "3"], "");
    assert_eq!(none.code, 1);
    assert!(
        none.err.contains("no level 3: the file has 2"),
        "{}",
        none.err
    );
    assert_eq!(sokopico(&["show", &path, "--level", "0"], "").code, 2);
}

#[test]
fn a_file_without_a_board_is_reported_for_any_level_number() {
    for number in ["1", "2"] {
        let ran = sokopico(&["show", "-", "--level", number], "");
        assert_eq!(ran.code, 1);
        assert!(ran.err.starts_with("-:1:1: no "), "{}", ran.err);
    }
}

#[test]
fn convert_writes_every_format_and_reads_it_back() {
    let text = "######\n#+$ *#\n#  * #\n######\nTitle: T\nAuthor: A\nPar: <= 9\n\n";
    // `s3` is a hidden alias.
    for format in ["xsb", "rle", "pysokoban", "s3"] {
        let there = sokopico(&["convert", "-", "--to", format], text);
        assert_eq!(there.code, 0, "{}", there.err);
        assert_eq!(
            sokopico(&["convert", "-", "--to", "xsb"], &there.out).out,
            text,
            "through {format}"
        );
    }
    assert_eq!(
        sokopico(&["convert", "-", "--to", "rle"], text).out,
        "6#|#+$-*#|#2-*-#|6#\nTitle: T\nAuthor: A\nPar: <= 9\n\n"
    );
    let pairs = sokopico(&["convert", "-", "--to", "pysokoban"], TWO);
    assert_eq!(pairs.code, 1);
    assert!(pairs.err.contains("-:6:1: "), "{}", pairs.err);
}

#[test]
fn replay_reports_whether_a_solution_solves_its_level() {
    let path = file("replay.xsb", TWO);
    let solved = sokopico(&["replay", &path, "--level", "1", "R"], "");
    assert_eq!(
        (solved.code, solved.out.as_str()),
        (0, "solved: 1 moves, 1 pushes\n")
    );
    let short = sokopico(&["replay", &path, "--level", "2", "rdLrddlUlU"], "");
    assert_eq!(short.code, 1, "{}", short.out);
    let blocked = sokopico(&["replay", &path, "--level", "1", "Ru"], "");
    assert_eq!(blocked.code, 1);
    assert!(blocked.err.contains("character 2"), "{}", blocked.err);
    let capital = sokopico(&["replay", &path, "--level", "2", "R"], "");
    assert!(
        capital.code == 1 && capital.err.contains("no box moves"),
        "{}",
        capital.err
    );
    let letter = sokopico(&["replay", &path, "--level", "2", "rxd"], "");
    assert!(
        letter.code == 1 && letter.err.contains("character 2, 'x',"),
        "{}",
        letter.err
    );
}

#[test]
fn reading_another_dialect_prints_a_note() {
    let path = file("pysokoban.xsb", "#####\n#@+ #\n#  +#\n#####");
    for args in [
        &["check", &path][..],
        &["show", &path],
        &["show", &path, "--level", "1"],
        &["replay", &path, ""],
        &["play", &path],
    ] {
        let ran = sokopico(args, "");
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        let notes = ran.err.matches("note: read as pysokoban symbols").count();
        assert_eq!(notes, 1, "{args:?}: {}", ran.err);
    }
}

#[test]
fn without_a_terminal_play_prints_instructions_and_a_solved_level() {
    let ran = sokopico(&[], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains("Push every box onto a goal."),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains('\x1b'), "{}", ran.out);
    let (_, last) = ran.out.rsplit_once("Solved in ").unwrap();
    let moves = last.rsplit(' ').next().unwrap().trim();
    let number = ran.out.split("Level ").nth(1).unwrap();
    let number = number.split(':').next().unwrap();
    let first = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/1-first-steps.xsb");
    let replayed = sokopico(&["replay", first, "--level", number, moves], "");
    assert_eq!(replayed.code, 0, "{}", replayed.err);
}

#[test]
fn without_a_terminal_play_shows_the_requested_level() {
    let path = file("asked.xsb", TWO);
    let ran = sokopico(&["play", &path, "--level", "2", "--buttons", "four"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Tap A: up"), "{}", ran.out);
    assert!(ran.out.contains("Level 2:  (pairs)"), "{}", ran.out);
    let none = sokopico(&["play", &path, "--level", "3"], "");
    assert_eq!(none.code, 1);
    assert!(
        none.err.contains("no level 3: the file has 2"),
        "{}",
        none.err
    );
    assert_eq!(sokopico(&["play", "--buttons", "five"], "").code, 2);
}

#[test]
fn play_reports_a_bad_board_and_plays_the_others() {
    let path = file("play_bad.xsb", &format!("####\n#@$#\n####\n\n{TWO}"));
    let ran = sokopico(&["play", &path], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains(":2:3: 1 boxes but 0 goals"), "{}", ran.err);
    assert!(ran.out.contains("Level 2: One push"), "{}", ran.out);
    let nothing = sokopico(&["play", &file("play_nothing.xsb", "")], "");
    assert_eq!((nothing.code, nothing.out.as_str()), (1, ""));
}

#[test]
fn play_does_not_read_levels_from_standard_input() {
    let ran = sokopico(&["play", "-"], TWO);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("keys come from standard input"),
        "{}",
        ran.err
    );
}

fn check_many(name: &str, first: &str) -> Child {
    let path = file(
        name,
        &format!("{first}{}", format!("{TWO}\n").repeat(20_000)),
    );
    Command::new(env!("CARGO_BIN_EXE_sokopico"))
        .args(["check", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let mut child = check_many("many.xsb", "");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_closed_output_pipe_does_not_hide_earlier_errors() {
    let mut child = check_many("many_after_bad.xsb", "####\n#@$#\n####\n\n");
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_closed_error_pipe_does_not_change_the_exit_code() {
    let path = file("unheard.xsb", &format!("####\n#@$#\n####\n\n{TWO}"));
    for args in [
        &["check", &path, "no-such-file"][..],
        &["show", &path],
        &["replay", &path, "--level", "2", "x"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sokopico"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
    }
}

#[test]
fn the_core_fits_its_memory() {
    let ran = sokopico(&["figures"], "");
    let bytes = |name: &str| -> usize {
        let line = ran.out.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    // Level, board and history share 12 KB with the rest of the game.
    assert!(
        bytes("History") + bytes("Level") + 2 * bytes("Board") <= 10 * 1024,
        "{}",
        ran.out
    );
    assert!(bytes("Board") <= 192);
}

#[test]
fn solve_prints_rows_in_order_as_a_table_or_as_csv() {
    let path = file(
        "solve,me.xsb",
        &format!("{TWO}\n######\n#$  .#\n#  @ #\n######\n"),
    );
    let ran = sokopico(&["solve", "--csv", &path], "");
    // One level has no solution.
    assert_eq!(ran.code, 1);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        rows[0],
        "file,level,mode,outcome,pushes,moves,proven,engine,nodes,inner,bytes,ms,solution"
    );
    assert!(
        rows[1].starts_with(&format!("\"{path}\",1,classic,solved,1,1,yes,")),
        "{}",
        rows[1]
    );
    assert!(rows[1].ends_with(",R"), "{}", rows[1]);
    assert!(rows[2].contains(",2,pairs,solved,"), "{}", rows[2]);
    assert!(
        rows[3].contains(",3,classic,unsolvable,,,yes,"),
        "{}",
        rows[3]
    );
    assert!(
        ran.err.contains("2 of 3 solved, 1 unsolvable, 3 proven"),
        "{}",
        ran.err
    );

    let table = sokopico(
        &["solve", "--level", "2", "--jobs", "1", "--optimal", &path],
        "",
    );
    assert_eq!(
        (table.code, table.out.lines().count()),
        (0, 2),
        "{}",
        table.out
    );
    assert!(table.out.lines().all(|line| line.chars().count() <= 110));
}

#[test]
fn solve_compares_searches_in_both_modes() {
    let ran = sokopico(
        &[
            "solve",
            "--algorithm",
            "bfs,dfs,greedy,astar,bidirectional,ida",
            "-",
        ],
        TWO,
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 1 + 2 * 6);
    assert!(ran.out.lines().next().unwrap().contains("branching"));
    assert_eq!(
        sokopico(&["solve", "--algorithm", "magic", "-"], TWO).code,
        2
    );
}

#[test]
fn ablation_covers_both_engines_and_one_level_if_asked() {
    for (engine, name, rows) in [("--quick", "pockets", 17), ("--optimal", "matching", 13)] {
        let all = ["solve", "--ablate", engine, "--nodes", "1000", "-"];
        let ran = sokopico(&all, TWO);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let solved = |ran: &str, name: &str| {
            let row = ran.lines().find(|line| line.starts_with(name)).unwrap();
            row.split_whitespace().nth(3).unwrap().to_owned()
        };
        assert_eq!(ran.out.lines().count(), 1 + rows, "{}", ran.out);
        assert_eq!(
            (solved(&ran.out, "nothing"), solved(&ran.out, name)),
            ("2".into(), "2".into())
        );
        let one = [
            "solve", "--ablate", engine, "--nodes", "1000", "--level", "2", "-",
        ];
        assert_eq!(solved(&sokopico(&one, TWO).out, "nothing"), "1");
        let none = ["solve", "--ablate", engine, "--level", "3", "-"];
        assert_eq!(sokopico(&none, TWO).code, 1);
    }
}

#[test]
fn solve_reports_why_it_gave_up() {
    let ran = sokopico(&["solve", "-"], &common::too_large());
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("-: level 1: too large for the solver: 364 floor squares (at most 255)\n"),
        "{}",
        ran.err
    );
}

#[test]
fn commands_that_solve_say_when_a_level_has_too_many_boxes() {
    let levels = format!("{}\n{}\n{}", common::shelves(41), TWO, common::full());
    let small = "too large for the solver: 41 boxes (at most 40)";
    let large = "too large for the solver: 900 floor squares (at most 255), 897 boxes (at most 40)";

    let solved = sokopico(&["solve", "--csv", "-"], &levels);
    assert_eq!(solved.code, 1);
    let row = |number: usize| solved.out.lines().nth(number).unwrap();
    assert!(
        row(1).starts_with("-,1,classic,too-large,,,,"),
        "{}",
        row(1)
    );
    assert!(row(2).starts_with("-,2,classic,solved,1,"), "{}", row(2));
    assert!(
        row(4).starts_with("-,4,classic,too-large,,,,"),
        "{}",
        row(4)
    );
    let rated = sokopico(&["rate", "-"], &levels);
    assert_eq!((rated.code, rated.out.lines().count()), (1, 2));
    for err in [&solved.err, &rated.err] {
        assert!(err.contains(&format!("-: level 1: {small}\n")), "{err}");
        assert!(err.contains(&format!("-: level 4: {large}\n")), "{err}");
    }
    let par = sokopico(&["par", "-"], &levels);
    assert_eq!(par.code, 1);
    let message = format!("-:1:1: level 1: no par found: {small}\n");
    assert!(par.err.contains(&message), "{}", par.err);
    // The levels are written all the same.
    assert_eq!(sokopico(&["check", "-"], &par.out).code, 0);

    // The plain searches have no such limit.
    let plain = sokopico(&["solve", "--algorithm", "greedy", "-"], &levels);
    assert_eq!(plain.code, 0, "{}", plain.err);
}

#[test]
fn commands_that_do_not_solve_take_any_number_of_boxes() {
    let path = file("crowd.xsb", &common::crowd());
    let checked = sokopico(&["check", &path], "");
    assert_eq!(checked.out, format!("{path}\t1\t32x32\t842\tclassic\t\n"));
    assert!(sokopico(&["show", &path], "").out.contains(&"*".repeat(30)));
    for to in ["xsb", "rle", "pysokoban"] {
        let written = sokopico(&["convert", &path, "--to", to], "");
        let read = sokopico(&["convert", "-", "--to", "xsb"], &written.out);
        assert_eq!(read.out.trim(), common::crowd().trim(), "as {to}");
    }
    let replayed = sokopico(
        &["replay", &path, "--level", "1", common::CROWD_SOLUTION],
        "",
    );
    assert_eq!(replayed.code, 0, "{}{}", replayed.out, replayed.err);
    let uf2 = file("crowd.uf2", "");
    let packed = sokopico(&["pack", &path, "-o", &uf2], "");
    assert_eq!(packed.code, 0, "{}", packed.err);
    let unpacked = sokopico(&["unpack", &uf2], "");
    assert!(unpacked.out.contains(&common::crowd()), "{}", unpacked.out);
    let played = sokopico(&["play", &path], "");
    let reason = "This level is too large for the solver: 900 floor squares (at most 255), 842 boxes (at most 40).\n";
    assert!(played.out.ends_with(reason), "{}", played.out);
}

#[test]
fn par_writes_the_fewest_pushes_and_checks_them() {
    let with_par = sokopico(&["par", "-"], TWO);
    assert_eq!(with_par.code, 0);
    assert!(
        with_par.out.contains("Title: One push\nPar: 1\n"),
        "{}",
        with_par.out
    );
    assert_eq!(sokopico(&["par", "--check", "-"], &with_par.out).code, 0);
    let wrong = sokopico(
        &["par", "--check", "-"],
        &with_par.out.replace("Par: 1", "Par: 2"),
    );
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""));
    assert!(
        wrong.err.contains("-:1:1: level 1: its par is 1, not 2"),
        "{}",
        wrong.err
    );

    // A bound is accepted if a solution within it is found.
    let bound = |bound: &str| {
        let text = with_par.out.replace("Par: 1", &format!("Par: {bound}"));
        sokopico(&["par", "--check", "-"], &text)
    };
    assert_eq!(bound("<= 3").code, 0);
    assert_eq!(bound("<= 1").code, 0);
    let wrong = bound("<= 0");
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains(", not <= 0"), "{}", wrong.err);
}

#[test]
fn a_screenshot_is_a_picture_of_the_requested_size() {
    let path = file("play.png", "");
    let shot = |size| {
        let args = [
            "screenshot",
            "--screen",
            "play",
            "--scale",
            "2",
            "--size",
            size,
            "-o",
            &path,
        ];
        sokopico(&args, "")
    };
    let ran = shot("128x64");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
    // Width and height in big-endian order.
    assert_eq!(&bytes[16..24], [0, 0, 1, 0, 0, 0, 0, 128]);
    for size in ["79x48", "80x45", "80", "x", "9999x9999", "-1x80"] {
        assert_eq!(shot(size).code, 2, "{size}");
    }
}

#[test]
fn packed_levels_can_be_unpacked_and_bad_ones_are_reported_and_left_out() {
    let path = file("pack.xsb", &format!("####\n#@$#\n####\n\n{TWO}"));
    let uf2 = file("pack.uf2", "");
    let ran = sokopico(&["pack", &path, "-o", &uf2], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with(&format!("{path}:")), "{}", ran.err);
    assert!(ran.out.starts_with("Pack: 2 levels, "), "{}", ran.out);
    let ran = sokopico(&["unpack", &uf2], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let shown = sokopico(&["convert", "-", "--to", "xsb"], TWO);
    assert_eq!(ran.out, shown.out);
}

#[test]
fn a_pack_has_the_name_of_its_first_file_or_the_one_that_is_given() {
    let uf2 = file("named.uf2", "");
    let names = |path: &str, args: &[&str]| {
        let ran = sokopico(&[&["pack", path, "-o", &uf2], args].concat(), TWO);
        ran.out.split_once(':').map(|(name, _)| name.to_string())
    };
    let named = |name: &str, expected: &str| {
        let path = file(name, TWO);
        assert_eq!(names(&path, &[]).as_deref(), Some(expected), "{name}");
    };
    named("3-ten_large-rooms.xsb", "Ten large rooms");
    named("é.txt", "É");
    named("155.xsb", "My levels");
    named(
        "a-name-that-is-much-too-long-for-a-menu.xsb",
        "A name that is much too",
    );
    assert_eq!(names("-", &[]).as_deref(), Some("My levels"));
    let path = file("plain.xsb", TWO);
    let given = names(&path, &["--name", "For Söndag"]);
    assert_eq!(given.as_deref(), Some("For Söndag"));
    for bad in ["", " x", "a\tb", "a name of twenty-five let"] {
        let ran = sokopico(&["pack", &path, "-o", &uf2, "--name", bad], "");
        assert_eq!(ran.code, 1, "{bad:?}");
        assert!(ran.err.contains("name"), "{}", ran.err);
    }
}

#[test]
fn more_levels_than_the_inbox_holds_are_refused_with_numbers() {
    let path = file("large.xsb", &format!("{TWO}\n").repeat(4_000));
    let uf2 = file("large.uf2", "");
    let ran = sokopico(&["pack", &path, "-o", &uf2], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("8000 levels with "), "{}", ran.err);
    assert!(
        ran.err.contains("at most 65535 levels and 262144 bytes"),
        "{}",
        ran.err
    );
    assert_eq!(fs::read(&uf2).unwrap(), b"");
}

#[test]
fn damaged_packs_and_other_files_are_rejected() {
    let path = file("good.xsb", TWO);
    let uf2 = file("damaged.uf2", "");
    assert_eq!(sokopico(&["pack", &path, "-o", &uf2], "").code, 0);
    let mut bytes = fs::read(&uf2).unwrap();
    bytes[60] ^= 1;
    fs::write(&uf2, &bytes).unwrap();
    let ran = sokopico(&["unpack", &uf2], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("the pack is damaged"), "{}", ran.err);
    bytes[32..36].copy_from_slice(b"\xeb\xfe\x90M");
    fs::write(&uf2, bytes).unwrap();
    let ran = sokopico(&["unpack", &uf2], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("not a pack of levels"), "{}", ran.err);
    assert_eq!(sokopico(&["unpack", &path], "").code, 1);
    assert_eq!(sokopico(&["unpack", "no-such-file"], "").code, 1);
    let empty = file("empty.xsb", "");
    assert_eq!(sokopico(&["pack", &empty, "-o", &uf2], "").code, 1);
    assert_eq!(sokopico(&["uf2", &path, "-o", &uf2], "").code, 1);
}

#[test]
fn generate_makes_the_same_levels_again() {
    let args = "generate --mode pairs --size 8x7 --boxes 3 --grade 1 --count 3 --from 9";
    let args: Vec<&str> = args.split(' ').collect();
    let ran = sokopico(&args, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(sokopico(&args, "").out, ran.out);
    let titles: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("Title: "))
        .collect();
    assert_eq!(titles.len(), 3);
    let alone = sokopico(&["generate", "--seed", &titles[1].to_lowercase()], "");
    assert!(ran.out.contains(&alone.out), "{}", alone.out);
    let checked = sokopico(&["par", "--check", "-"], &ran.out);
    assert_eq!((checked.code, checked.err.as_str()), (0, ""));
}

#[test]
fn generate_without_a_seed_makes_a_level_of_the_requested_grade() {
    let ran = sokopico(&["generate", "--grade", "1"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Grade: 1 "), "{}", ran.out);
    assert_eq!(sokopico(&["check", "-"], &ran.out).out.lines().count(), 1);
}

#[test]
fn generate_reports_what_is_wrong_with_a_request() {
    for (args, words) in [
        (["--seed", "ABC"], "a code has 10 characters, not 3"),
        (["--seed", "UUUUUUUUUU"], "'U' cannot be in a code"),
        (["--seed", "0000000000"], "this code has a wrong character"),
        (["--size", "4x9"], "from 5x5 to 20x20"),
        (["--size", "nine"], "for example 9x7"),
        (["--boxes", "17"], "17"),
        (["--grade", "6"], "6"),
    ] {
        let ran = sokopico(&[&["generate"], &args[..]].concat(), "");
        assert_eq!(ran.code, 2);
        assert!(ran.err.contains(words), "{}", ran.err);
    }
}

#[test]
fn rate_prints_how_hard_levels_are() {
    let path = file("rate.xsb", TWO);
    let ran = sokopico(&["rate", &path], "");
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .starts_with(&format!("{path}\t1\t1 gentle\t11 points\t1 pushes\n")),
        "{}",
        ran.out
    );
    let csv = sokopico(&["rate", "--csv", &path], "").out;
    let columns: Vec<usize> = csv.lines().map(|row| row.split(',').count()).collect();
    assert_eq!(columns, [17, 17, 17]);
}

#[test]
fn rate_reports_levels_without_a_solution() {
    let ran = sokopico(&["rate", "-"], "#####\n#$ .#\n#@  #\n#####\n");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(ran.err, "-: level 1: no solution found\n");
}

#[test]
fn rate_measures_whether_levels_are_in_order_of_difficulty() {
    let corridor = |pushes| {
        format!(
            "{w}\n#@${s}.#\n{w}\n\n",
            w = "#".repeat(5 + pushes),
            s = " ".repeat(pushes)
        )
    };
    let rising: String = (0..4).map(corridor).collect();
    let ran = sokopico(&["rate", "--order", "-"], &rising);
    assert_eq!(ran.code, 0);
    let rating = ran.out.lines().nth(1).unwrap();
    assert_eq!(rating, "  rating         Spearman +1.000  Kendall +1.000");
    let falling: String = (0..4).rev().map(corridor).collect();
    let ran = sokopico(&["rate", "--order", "-"], &falling);
    assert!(
        ran.out.contains("pushes         Spearman -1.000"),
        "{}",
        ran.out
    );
}
