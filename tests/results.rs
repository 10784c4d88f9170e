//! `sokopico export` and `sokopico import`: a player's solutions leave the game as text and come
//! back, from a file of progress or from a copy of a Pico's flash.
#![cfg(feature = "cli")]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::{Path, PathBuf};

use command::{file, sokopico};
use sokopico::format::regions::{FLASH, FLASH_BYTES, SAVES, SAVES_BYTES};
use sokopico::format::uf2::Image;
use sokopico::game::packs::BUILT_IN;
use sokopico::game::progress::result_item::{SOLUTION_MOVES, Solution};
use sokopico::game::progress::{
    BESTS, Bests, FlashStore, ITEM_BYTES, Key, LevelId, LevelResult, Stars, Store,
};
use sokopico::host::results::{Dump, HEADER};
use sokopico::host::store::FileStore;
use sokopico::puzzle::text::{LurdReader, Reader};
use sokopico::puzzle::{History, Level};

/// Two levels that are not built in. The first has a solution with fewer pushes and one with
/// fewer moves.
const OWN: &str = "\
##############
#            #
# ########## #
#+$          #
###   ########
##############
Title: Two ways
Par: 1

######
#a@  #
# A  #
#    #
######
";

/// Around: one push, 25 moves.
const FEW_PUSHES: &str = "uurrrrrrrrrrrddlllllllllL";
/// Out and back: 5 pushes, 9 moves.
const FEW_MOVES: &str = "RRdrruLLL";
const PAIRS: &str = "rdLdlU";

/// An empty folder; each test uses its own name.
fn folder(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_TARGET_TMPDIR"), name].iter().collect();
    let _ = fs::remove_dir_all(&path);
    path.to_str().unwrap().to_owned()
}

fn levels(text: &str) -> Vec<Level> {
    Reader::new(text.as_bytes())
        .map(|entry| entry.unwrap().level)
        .collect()
}

/// A line without a name.
fn line(level: &Level, by: &str, lurd: &str) -> String {
    let pushes = lurd.bytes().filter(u8::is_ascii_uppercase).count();
    let (id, moves) = (LevelId::of(level), lurd.len());
    format!("{id}\t{by}\t{pushes}\t{moves}\t{lurd}\n")
}

/// A row with a box beside its goal, and walls behind by the bits of a number: `R` solves it.
fn row(number: usize) -> String {
    let wall = "#".repeat(18);
    let bits = (0..13).map(|bit| if number >> bit & 1 == 1 { '#' } else { ' ' });
    let bits: String = bits.collect();
    format!("{wall}\n#@$.{bits}#\n{wall}\n\n")
}

fn export(folder: &str, more: &[&str]) -> command::Ran {
    sokopico(&[&["export", "--data", folder], more].concat(), "")
}

fn import(folder: &str, lines: &str, more: &[&str]) -> command::Ran {
    sokopico(&[&["import", "-", "--data", folder], more].concat(), lines)
}

/// Copies the results of a folder into flash.
fn flash_of(folder: &str) -> Dump {
    let (mut from, condition) = FileStore::open_to_read(Path::new(folder)).unwrap();
    assert!(condition.is_some());
    let Ok(mut to) = FlashStore::format(Dump::blank()) else {
        panic!("blank flash does not open");
    };
    let mut buffer = [0; ITEM_BYTES];
    for slot in 0..512 {
        for key in [Key::Result { slot }, Key::FewestMoves { slot }] {
            if let Some(item) = from.read(key, &mut buffer).unwrap() {
                to.write(key, item).unwrap();
            }
        }
        to.commit().unwrap();
    }
    to.close()
}

/// The whole flash with these saves.
fn whole_flash(saves: &[u8]) -> Vec<u8> {
    let mut flash = vec![0x5a; FLASH_BYTES];
    flash[SAVES as usize..].copy_from_slice(saves);
    flash
}

/// Lines with the solutions of [`OWN`], in the order of an export.
fn own_lines() -> String {
    let levels = levels(OWN);
    let mut lines = [
        line(&levels[0], "pushes", FEW_PUSHES) + &line(&levels[0], "moves", FEW_MOVES),
        line(&levels[1], "pushes", PAIRS),
    ];
    lines.sort();
    lines.concat()
}

/// The lines of an export without their names.
fn nameless(out: &str) -> String {
    let lines = out.lines().skip(1);
    let nameless = |line: &str| format!("{}\n", line.rsplit_once('\t').unwrap().0);
    lines.map(nameless).collect()
}

#[test]
fn what_is_exported_can_be_imported_and_is_the_same_again() {
    let (first, second) = (folder("results_first"), folder("results_second"));
    let own = file("results_own.xsb", OWN);
    let ran = import(&first, &own_lines(), &["--levels", &own]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "3 imported, 0 no better than before\n");

    let once = export(&first, &["--levels", &own]);
    assert_eq!((once.code, once.err.as_str()), (0, ""));
    assert!(once.out.starts_with(&format!("{HEADER}\n")), "{}", once.out);
    assert!(HEADER.starts_with('#'));
    assert_eq!(nameless(&once.out), own_lines());
    assert!(once.out.contains("\tRRdrruLLL\tresults_own 1: Two ways\n"));
    assert!(once.out.contains("\trdLdlU\tresults_own 2\n"));

    let path = file("results_once.txt", "");
    assert_eq!(export(&first, &["--levels", &own, "-o", &path]).out, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), once.out);
    let args = ["import", &path, "--data", &second, "--levels", &own];
    assert_eq!(sokopico(&args, "").code, 0);
    assert_eq!(export(&second, &["--levels", &own]).out, once.out);
    // In any order, with the line ends of Windows, and twice.
    let mut backwards: Vec<&str> = once.out.lines().collect();
    backwards.reverse();
    let third = folder("results_third");
    let ran = import(&third, &backwards.join("\r\n"), &["--levels", &own]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(export(&third, &["--levels", &own]).out, once.out);
    let ran = import(&third, &once.out, &["--levels", &own]);
    assert_eq!(ran.out, "0 imported, 3 no better than before\n");
}

#[test]
fn built_in_levels_need_no_file() {
    let folder = folder("results_built_in");
    let pack = BUILT_IN[0];
    let entry = pack.level(1).unwrap();
    let ran = import(&folder, &line(&entry.level, "pushes", "RD"), &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let name = format!("\tRD\t{} 1: {}\n", pack.name, entry.title);
    assert!(export(&folder, &[]).out.ends_with(&name));
    // The result is the player's, with the stars that its par earns.
    let (mut store, _) = FileStore::open(Path::new(&folder));
    let mut bests = Box::new(<Bests>::new());
    bests.load(&mut store).unwrap();
    let best = bests.get(LevelId::of(&entry.level)).unwrap();
    assert_eq!((best.stars, best.is_assisted()), (Stars::Three, false));
}

#[test]
fn levels_that_are_not_known_are_exported_in_lower_case_and_come_back_with_their_file() {
    let (first, second) = (folder("results_unknown"), folder("results_known"));
    let own = file("results_unknown.xsb", OWN);
    import(&first, &own_lines(), &["--levels", &own]);
    let ran = export(&first, &[]);
    assert_eq!(ran.code, 0);
    assert!(ran.err.starts_with("2 levels not found"), "{}", ran.err);
    let (id, lower) = (LevelId::of(&levels(OWN)[0]), FEW_MOVES.to_lowercase());
    let line = format!("\n{id}\tmoves\t5\t9\t{lower}\t\n");
    assert!(ran.out.contains(&line), "{}", ran.out);

    let refused = import(&second, &ran.out, &[]);
    assert_eq!(refused.code, 1);
    assert_eq!(refused.out, "0 imported, 0 no better than before\n");
    assert!(refused.err.contains("-:2: level "), "{}", refused.err);
    assert_eq!(refused.err.lines().count(), 3);
    assert_eq!(import(&second, &ran.out, &["--levels", &own]).code, 0);
    assert_eq!(
        nameless(&export(&second, &["--levels", &own]).out),
        own_lines()
    );
}

#[test]
fn bad_lines_are_reported_with_their_place_and_the_others_are_imported() {
    let folder = folder("results_bad");
    let own = file("results_bad.xsb", OWN);
    let ways = &levels(OWN)[0];
    let id = LevelId::of(ways);
    let good = line(ways, "moves", FEW_MOVES);
    let long = "lr".repeat(20);
    let bad = [
        ("no tabs".to_owned(), "1 fields between tabs"),
        (format!("{id}\tpushes\t1\t1"), "4 fields"),
        (
            good.replace(&id.to_string(), "12345"),
            "16 hexadecimal digits",
        ),
        (good.replace("moves", "both"), "`pushes` or `moves`"),
        (good.replace("\t5\t", "\tfive\t"), "are numbers"),
        (good.replace("\t5\t", "\t-5\t"), "are numbers"),
        (good.replace("\t5\t", "\t4\t"), "has 5 pushes and 9 moves"),
        (good.replace("LLL", "LL"), "does not solve"),
        (good.replace("RRd", "Rrd\u{301}"), "is not a move"),
        (good.replace("RRd", "RRD"), "character 3 is a capital"),
        (good.replace("RRd", "RRu"), "character 3 is blocked"),
        (good.replace("RRd", &long), "character 1 is blocked"),
        (
            good.replace("RRd", "99999999999999999999r"),
            "character 21 is blocked",
        ),
        (good.replace(FEW_MOVES, ""), "does not solve"),
        (format!("{:016x}\tpushes\t1\t1\tR", 7), "is not built in"),
    ];
    let mut text = String::new();
    for (line, _) in &bad {
        text += &format!("{}\n# a comment\n\n", line.trim_end_matches('\n'));
    }
    let ran = import(&folder, &format!("{text}{good}"), &["--levels", &own]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (1, "1 imported, 0 no better than before\n")
    );
    let reported: Vec<&str> = ran.err.lines().collect();
    assert_eq!(reported.len(), bad.len(), "{}", ran.err);
    for (index, (error, (line, expected))) in reported.iter().zip(&bad).enumerate() {
        let place = format!("-:{}: ", index * 3 + 1);
        assert!(
            error.starts_with(&place) && error.contains(expected),
            "{line}: {error}"
        );
    }
    assert_eq!(
        nameless(&export(&folder, &["--levels", &own]).out),
        line(ways, "pushes", FEW_MOVES)
    );
    // Bytes that are no text, and files that are not there.
    let noise = file("results_noise", &[0xff, 0, b'\t', 0xfe, b'\n', 0xf0]);
    let ran = sokopico(&["import", &noise, "no-such-file", "--data", &folder], "");
    assert_eq!((ran.code, ran.err.lines().count()), (1, 3), "{}", ran.err);
    assert!(ran.err.contains("no-such-file: "), "{}", ran.err);
}

#[test]
fn an_import_never_makes_a_result_worse() {
    let folder = folder("results_worse");
    let own = file("results_worse.xsb", OWN);
    let own = ["--levels", &own];
    let pairs = &levels(OWN)[1];
    import(&folder, &line(pairs, "pushes", "rlrdLdlU"), &own);
    import(&folder, &own_lines(), &own);
    let before = export(&folder, &own).out;
    let worse = line(pairs, "moves", "rdudLdlU") + &line(&levels(OWN)[0], "moves", "RRdrrurlLLL");
    let ran = import(&folder, &worse, &own);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "0 imported, 2 no better than before\n");
    assert_eq!(export(&folder, &own).out, before);
}

#[test]
fn a_folder_in_use_or_unusable_is_reported_and_nothing_is_imported() {
    let busy = folder("results_busy");
    let own = file("results_busy.xsb", OWN);
    let own = ["--levels", &own];
    import(&busy, &own_lines(), &own);
    let before = export(&busy, &own).out;
    {
        let (_game, trouble) = FileStore::open(Path::new(&busy));
        assert!(trouble.is_none());
        let ran = import(&busy, &own_lines(), &own);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""));
        assert!(
            ran.err.starts_with("another sokopico is using "),
            "{}",
            ran.err
        );
        assert!(ran.err.ends_with("nothing was imported\n"), "{}", ran.err);
        // An export only reads.
        assert_eq!(export(&busy, &own).out, before);
    }
    let no_folder = file("results_no_folder", "");
    let ran = import(&no_folder, &own_lines(), &own);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("nothing was imported"), "{}", ran.err);
    assert_eq!(export(&no_folder, &own).code, 1);
    // Nor does an export create a folder.
    let missing = folder("results_missing");
    let ran = export(&missing, &[]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("no saved progress"), "{}", ran.err);
    assert!(!Path::new(&missing).exists());
    assert_eq!(sokopico(&["import"], "").code, 2);
    assert_eq!(
        sokopico(&["export", "--data", "a", "--image", "b"], "").code,
        2
    );
}

#[test]
fn a_damaged_file_is_exported_as_far_as_it_can_be_read_and_left_as_it_is() {
    let damaged = folder("results_damaged");
    let own = file("results_damaged.xsb", OWN);
    let own = ["--levels", &own];
    import(&damaged, &own_lines(), &own);
    let path = Path::new(&damaged).join("progress");
    let whole = fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(16) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        let ran = export(&damaged, &own);
        // Each item is in a batch of its own, so a flipped bit costs at most one solution.
        assert!(
            ran.code == 1 && ran.err.contains("damaged"),
            "byte {at}: {}",
            ran.err
        );
        let solution = |line: &str| line.split('\t').nth(4).unwrap().to_owned();
        let left: Vec<String> = nameless(&ran.out).lines().map(solution).collect();
        let all = [FEW_PUSHES, FEW_MOVES, PAIRS];
        assert!(
            left.len() >= 2 && left.iter().all(|one| all.contains(&one.as_str())),
            "{left:?}"
        );
        assert_eq!(fs::read(&path).unwrap(), bytes, "the file was changed");
    }
    let files = fs::read_dir(&damaged).unwrap().count();
    assert_eq!(files, 2, "the file and its lock");
}

#[test]
fn results_with_help_and_solutions_that_are_too_long_are_counted() {
    let folder = folder("results_without");
    let own = file("results_without.xsb", OWN);
    let (mut store, _) = FileStore::open(Path::new(&folder));
    let mut bests = Box::new(<Bests>::new());
    let levels = levels(OWN);
    let long = format!("{}{FEW_MOVES}", "ud".repeat(SOLUTION_MOVES / 2));
    let solutions = [
        (&levels[0], long.as_str(), false),
        (&levels[1], PAIRS, true),
    ];
    for (level, lurd, assisted) in solutions {
        let mut history = History::new(level);
        for letter in LurdReader::new(lurd.as_bytes()) {
            history.step(level, letter.unwrap().direction).unwrap();
        }
        let id = LevelId::of(level);
        let result = LevelResult {
            tally: history.tally(),
            par: None,
            assisted,
        };
        bests.record(id, result);
        let solution = Solution::of((id, level), &history);
        bests.save(&mut store, solution).unwrap();
    }
    drop(store);
    let ran = export(&folder, &["--levels", &own]);
    assert_eq!((ran.code, ran.out), (0, format!("{HEADER}\n")));
    let expected = "left out: 1 level solved only with help\n1 level: a best solution was not kept";
    assert!(ran.err.starts_with(expected), "{}", ran.err);

    // A worse solution that can be kept is exported, and said to be another one.
    let moves = format!("{}{FEW_PUSHES}", "ud".repeat(100));
    let lines = line(&levels[0], "pushes", &moves);
    let ran = import(&folder, &lines, &["--levels", &own]);
    assert_eq!(ran.out, "1 imported, 0 no better than before\n");
    // As numbers alone count, so does one that is too long to be kept.
    let long = format!("{}{PAIRS}", "rl".repeat(SOLUTION_MOVES));
    let long = line(&levels[1], "pushes", &long);
    let ran = import(&folder, &long, &["--levels", &own]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "1 imported, 0 no better than before\n")
    );
    assert!(
        ran.err.contains("-:1: note: more than 3900 moves"),
        "{}",
        ran.err
    );
    let ran = export(&folder, &["--levels", &own]);
    assert_eq!(nameless(&ran.out), lines);
    assert!(
        ran.err.starts_with("1 level: a best solution was not kept"),
        "{}",
        ran.err
    );
}

#[test]
fn more_results_than_there_is_room_for_are_refused_and_displace_none() {
    let full = folder("results_full");
    let text: String = (0..=BESTS).map(row).collect();
    let own = file("results_full.xsb", &text);
    let lines: Vec<String> = levels(&text)
        .iter()
        .map(|level| line(level, "pushes", "R"))
        .collect();
    let most = import(&full, &lines[..BESTS].concat(), &["--levels", &own]);
    assert_eq!((most.code, most.err.as_str()), (0, ""));
    let before = export(&full, &["--levels", &own]).out;
    assert_eq!(before.lines().count(), BESTS + 1);
    let more = import(&full, &lines.concat(), &["--levels", &own]);
    assert_eq!(more.code, 1);
    let refused = format!("-:{}: there is no room", BESTS + 1);
    assert!(more.err.starts_with(&refused), "{}", more.err);
    assert_eq!(export(&full, &["--levels", &own]).out, before);
}

#[test]
fn a_copy_of_flash_gives_what_a_file_with_the_same_results_gives() {
    let folder = folder("results_flash");
    // As many as the Pico keeps, in the last slots two with several solutions.
    let text: String = (0..510).map(row).chain([OWN.to_owned()]).collect();
    let own = file("results_flash.xsb", &text);
    let rows = levels(&text);
    let mut lines: String = rows[..510]
        .iter()
        .map(|level| line(level, "pushes", "R"))
        .collect();
    lines += &own_lines();
    import(&folder, &lines, &["--levels", &own]);
    let expected = export(&folder, &["--levels", &own]).out;
    assert_eq!(expected.lines().count(), 514);

    let dump = flash_of(&folder);
    let whole = whole_flash(dump.saves());
    // Larger chips have the saves in the same place.
    let large = [&whole[..], &whole[..]].concat();
    let mut image = Image::default();
    image.put(FLASH, &whole);
    let mut saves = Image::default();
    saves.put(FLASH + SAVES, dump.saves());
    let files = [
        whole,
        dump.saves().to_vec(),
        large,
        image.to_uf2(),
        saves.to_uf2(),
    ];
    for (number, bytes) in files.iter().enumerate() {
        let image = file(&format!("results_flash_{number}.bin"), bytes);
        let ran = sokopico(&["export", "--image", &image, "--levels", &own], "");
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "file {number}");
        assert_eq!(ran.out, expected, "file {number}");
        assert!(fs::read(&image).unwrap() == *bytes, "the image was changed");
    }
}

#[test]
fn a_damaged_copy_of_flash_is_exported_as_far_as_it_can_be_read() {
    let folder = folder("results_cut");
    let own = file("results_cut.xsb", OWN);
    let own = ["--levels", &own];
    import(&folder, &own_lines(), &own);
    let saves = flash_of(&folder).saves().to_vec();
    let exported = |bytes: &[u8]| {
        let image = file("results_cut.bin", bytes);
        sokopico(&[&["export", "--image", &image], &own[..]].concat(), "")
    };
    // Cut short, but only blank flash is missing.
    let ran = exported(&saves[..8192]);
    assert_eq!((ran.code, nameless(&ran.out)), (1, own_lines()));
    assert!(
        ran.err.contains("253952 bytes of the saves are missing"),
        "{}",
        ran.err
    );
    // A flipped bit in a result costs no other.
    let id = LevelId::of(&levels(OWN)[1]).to_bytes();
    let at = saves.windows(8).position(|bytes| bytes == id).unwrap();
    let mut flipped = saves.clone();
    flipped[at + 9] ^= 4;
    let ran = exported(&flipped);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("damaged"), "{}", ran.err);
    let pairs = line(&levels(OWN)[1], "pushes", PAIRS);
    assert_eq!(nameless(&ran.out), own_lines().replace(&pairs, ""));

    let blank = vec![0xff; SAVES_BYTES];
    let mut later = saves.clone();
    for sector in later
        .chunks_mut(4096)
        .filter(|sector| sector.starts_with(b"SOKJ"))
    {
        // The version and its complement.
        sector[4..8].copy_from_slice(&[9, 0, 0xf6, 0xff]);
    }
    let bad: [(&[u8], &str); 7] = [
        (b"", "no saved progress in it"),
        (&blank, "no saved progress in it"),
        (&whole_flash(&blank), "no saved progress in it"),
        (OWN.as_bytes(), "no saved progress in it"),
        (
            &vec![0; SAVES_BYTES + 1],
            "neither the whole flash nor its saves",
        ),
        (b"UF2\n and more", "not a UF2 file"),
        (&later, "later version"),
    ];
    for (bytes, message) in bad {
        let ran = exported(bytes);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{message}");
        assert!(ran.err.contains(message), "{message}: {}", ran.err);
    }
    let ran = sokopico(&["export", "--image", "no-such-file"], "");
    assert!(ran.code == 1 && ran.err.starts_with("no-such-file: "));
}
