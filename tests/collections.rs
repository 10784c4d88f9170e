//! Well-known collections, read from the folder `SOKOPICO_COLLECTIONS`. They belong to their
//! authors and are not part of this package, so these tests only run on request: `cargo test
//! --test collections -- --ignored`.

#[path = "../fuzz/promises/text.rs"]
#[allow(dead_code, reason = "the fuzzer's part")]
mod promise;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

const README: &str = include_str!("../README.md");

fn collections() -> PathBuf {
    let folder = std::env::var_os("SOKOPICO_COLLECTIONS")
        .expect("SOKOPICO_COLLECTIONS must be the collections' folder");
    PathBuf::from(folder)
}

fn sokopico(args: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_sokopico"))
        .args(args)
        .output()
        .unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
#[ignore = "needs the collections"]
fn every_level_is_accepted_and_survives_writing_and_reading() {
    for (file, levels) in [
        ("microban_155.xsb", 155),
        ("xsokoban_90.xsb", 90),
        ("seeds/aveiro_main_0_155.xsb", 156),
        ("seeds/seed000_all.xsb", 2),
        ("seeds/seed000_one.txt", 2),
        ("seeds/seed001.xsb", 3),
        ("seeds/seed003_box_it.xsb", 21),
        ("seeds/seed004.xsb", 2),
    ] {
        let path = collections().join(file);
        let (good, lines) = sokopico(&["check", path.to_str().unwrap()]);
        assert!(good, "{file} has errors");
        assert_eq!(lines.lines().count(), levels, "{file}");
        let text = std::fs::read(&path).unwrap();
        assert_eq!(promise::check_text(&text), levels, "{file}");
    }
}

/// Lines of the form `demo1 all: LURD  ; 12 moves, 6 pushes`.
#[test]
#[ignore = "needs the collections"]
fn known_solutions_solve_with_their_last_letter_and_not_before() {
    let text = std::fs::read_to_string(collections().join("seeds/seed000_solutions.txt")).unwrap();
    let mut replayed = 0;
    for line in text
        .lines()
        .filter(|line| !line.starts_with(';') && !line.trim().is_empty())
    {
        let (name, rest) = line.split_once(':').unwrap();
        let (lurd, counts) = rest.split_once(';').unwrap();
        let lurd = lurd.trim();
        let file = if name.ends_with("all") {
            "seed000_all.xsb"
        } else {
            "seed000_one.txt"
        };
        let path = collections().join("seeds").join(file);
        let number = if name.starts_with("demo1") { "1" } else { "2" };
        let replay = |lurd| sokopico(&["replay", path.to_str().unwrap(), "--level", number, lurd]);
        assert_eq!(
            replay(lurd),
            (true, format!("solved: {}\n", counts.trim())),
            "{name}"
        );
        let (solved, verdict) = replay(&lurd[..lurd.len() - 1]);
        assert!(!solved && verdict.starts_with("not solved"), "{name}");
        replayed += 1;
    }
    assert_eq!(replayed, 4);
}

/// README has this, whatever its line breaks.
fn assert_in_readme(said: &str) {
    println!("{said}");
    let readme = README.replace('\n', " ");
    assert!(readme.contains(said), "README does not say: {said}");
}

/// A row of `sokopico solve --csv`.
struct Solved {
    level: usize,
    pushes: u32,
    moves: u32,
    proven: bool,
    nodes: u32,
    bytes: usize,
}

/// The solved levels of a file.
fn solve(file: &str, flags: &[&str]) -> Vec<Solved> {
    let path = collections().join(file);
    let args = [&["solve", "--csv", path.to_str().unwrap()], flags].concat();
    // Not every level is solved, so ignore the exit code.
    let (_, csv) = sokopico(&args);
    let rows = csv
        .lines()
        .skip(1)
        .map(|row| row.split(',').collect::<Vec<_>>());
    rows.filter(|row| row[3] == "solved")
        .map(|row| {
            let number = |column: usize| row[column].parse().unwrap();
            Solved {
                level: number(1) as usize,
                pushes: number(4),
                moves: number(5),
                proven: row[6] == "yes",
                nodes: number(8),
                bytes: number(10) as usize,
            }
        })
        .collect()
}

/// The fewest pushes of each level, from these columns of a table.
fn fewest_pushes(file: &str, level: usize, pushes: usize) -> BTreeMap<usize, u32> {
    let table = std::fs::read_to_string(collections().join(file)).unwrap();
    let rows = table.lines().skip(1);
    rows.map(|row| row.split(',').collect::<Vec<_>>())
        .filter_map(|row| Some((row[level].parse().ok()?, row[pushes].parse().ok()?)))
        .collect()
}

/// How many times the fewest pushes solutions have, over the levels whose fewest is known.
fn times_fewest(solved: &[Solved], fewest: &BTreeMap<usize, u32>) -> f64 {
    let known = solved
        .iter()
        .filter_map(|found| Some((found.pushes, fewest.get(&found.level)?)));
    let (pushes, least) = known.fold((0, 0), |(a, b), (pushes, least)| (a + pushes, b + least));
    f64::from(pushes) / f64::from(least)
}

#[test]
#[ignore = "needs the collections"]
fn microban_is_solved_with_the_fewest_pushes_in_few_nodes() {
    let fewest = fewest_pushes("microban_optimal_pushes.csv", 1, 3);
    let solved = solve("microban_155.xsb", &["--optimal"]);
    for found in &solved {
        assert!(found.proven, "level {}", found.level);
        if let Some(&fewest) = fewest.get(&found.level) {
            assert_eq!(found.pushes, fewest, "level {}", found.level);
        }
    }
    assert!(solved.iter().all(|found| found.bytes <= 160 * 1024));
    let within = |nodes| solved.iter().filter(|found| found.nodes <= nodes).count();
    let counts = [10_000, 100_000, 1_000_000].map(within);
    let [few, more, most] = counts;
    assert_in_readme(&format!(
        "`--optimal` solves {few} within 10,000 nodes, {more} within 100,000 and {most} within 1,000,000"
    ));
    for (count, recorded) in counts.into_iter().zip([142, 149, 151]) {
        assert!(count >= recorded, "{counts:?}");
    }
}

#[test]
#[ignore = "needs the collections"]
fn the_fewest_moves_of_microban_are_proven_in_few_nodes() {
    let within = |fewest, recorded: [usize; 2]| {
        let solved = solve(
            "microban_155.xsb",
            &["--optimal", "--fewest", fewest, "--nodes", "100000"],
        );
        let count = |nodes| {
            let proven = solved.iter().filter(|found| found.proven);
            proven.filter(|found| found.nodes <= nodes).count()
        };
        let counts = [10_000, 100_000].map(count);
        for (count, recorded) in counts.into_iter().zip(recorded) {
            assert!(count >= recorded, "{fewest}: {counts:?}");
        }
        (solved, counts)
    };
    let (by_moves, [few, more]) = within("moves", [120, 134]);
    let (by_pushes, [fewer, most]) = within("pushes", [126, 141]);
    for found in by_moves.iter().filter(|found| found.proven) {
        let other = by_pushes.iter().find(|other| other.level == found.level);
        if let Some(other) = other.filter(|other| other.proven) {
            assert!(found.moves <= other.moves && found.pushes >= other.pushes);
        }
    }
    assert_in_readme(&format!(
        "`--fewest moves` proves {few} and {more}, `--fewest pushes` {fewer} and {most}"
    ));
}

#[test]
#[ignore = "needs the collections"]
fn the_levels_of_student_solvers_are_solved_with_the_fewest_moves() {
    for (file, moves) in [
        ("seeds/seed000_all.xsb", [12, 107]),
        ("seeds/seed000_one.txt", [15, 107]),
    ] {
        for fewest in ["moves", "pushes"] {
            let solved = solve(file, &["--optimal", "--fewest", fewest]);
            assert!(solved.iter().all(|found| found.proven), "{file}");
            let found: Vec<u32> = solved.iter().map(|found| found.moves).collect();
            assert_eq!(found, moves, "{file} {fewest}");
        }
    }
}

#[test]
#[ignore = "needs the collections"]
fn the_levels_of_student_solvers_are_solved_with_the_fewest_pushes() {
    let box_it = solve("seeds/seed003_box_it.xsb", &["--optimal"]);
    assert_eq!(box_it.len(), 21);
    assert_eq!(box_it.iter().map(|found| found.pushes).sum::<u32>(), 271);
    for file in ["seeds/seed000_all.xsb", "seeds/seed000_one.txt"] {
        assert_eq!(solve(file, &["--optimal"])[1].pushes, 27, "{file}");
    }
}

/// Where README counts the levels that the quick engine has solved.
const NODES: [u32; 7] = [100, 300, 1_000, 3_000, 5_000, 10_000, 30_000];

/// How many levels are solved within each of these numbers of nodes, once README has the row that
/// says so.
fn counted_in_readme(name: &str, solved: &[Solved], pushes: f64, times: &str) -> [usize; 7] {
    let counts = NODES.map(|nodes| solved.iter().filter(|found| found.nodes <= nodes).count());
    let cells = counts.map(|count| format!(" {count} |")).concat();
    let row = format!("| {name} |{cells} {pushes:.2} times the {times} |");
    assert_in_readme(&row);
    counts
}

#[test]
#[ignore = "needs the collections"]
fn the_quick_engine_solves_most_of_xsokoban() {
    let solved = solve("xsokoban_90.xsb", &["--quick", "--nodes", "30000"]);
    let fewest = fewest_pushes("xsokoban_best_known_pushes.csv", 0, 1);
    let pushes = times_fewest(&solved, &fewest);
    let counts = counted_in_readme("XSokoban's 90", &solved, pushes, "best known");
    assert!(
        counts[2] >= 62 && counts[4] >= 72 && counts[6] >= 80,
        "{counts:?}"
    );
    assert!(pushes <= 1.12, "{pushes} times the best known pushes");
    assert!(solved.iter().all(|found| found.bytes <= 160 * 1024));
}

#[test]
#[ignore = "needs the collections"]
fn the_quick_engine_does_as_well_with_other_random_numbers() {
    let mut counts = Vec::new();
    for rng in ["1", "2", "3"] {
        let flags = ["--quick", "--nodes", "5000", "--rng", rng];
        let solved = solve("xsokoban_90.xsb", &flags);
        let soon = solved.iter().filter(|found| found.nodes <= 1_000).count();
        println!(
            "XSokoban with --rng {rng}: {soon} within 1,000 and {} within 5,000",
            solved.len()
        );
        assert!(soon >= 60 && solved.len() >= 70, "{soon}, {}", solved.len());
        counts.push((soon, solved.len()));
    }
    let soon = counts.iter().map(|&(soon, _)| soon);
    let later = counts.iter().map(|&(_, later)| later);
    let said = format!(
        "with 1, 2 and 3 it solves {} levels of XSokoban within 1,000 nodes and {} to {} within 5,000",
        soon.min().unwrap(),
        later.clone().min().unwrap(),
        later.max().unwrap(),
    );
    assert_in_readme(&said);
}

#[test]
#[ignore = "needs the collections"]
fn the_quick_engine_solves_nearly_all_of_microban() {
    let solved = solve("microban_155.xsb", &["--quick", "--nodes", "30000"]);
    let fewest = fewest_pushes("microban_optimal_pushes.csv", 1, 3);
    let pushes = times_fewest(&solved, &fewest);
    let counts = counted_in_readme("Microban's 155", &solved, pushes, "fewest");
    assert!(counts[2] >= 137 && counts[6] >= 152, "{counts:?}");
    assert!(pushes <= 1.02, "{pushes} times the fewest pushes");
}

#[test]
#[ignore = "needs the collections"]
fn every_engine_solves_all_of_boxoban() {
    for flags in [
        &["--quick"][..],
        &["--auto"],
        &["--optimal", "--nodes", "1000"],
    ] {
        let solved = solve("boxoban_test_1000.xsb", flags);
        assert_eq!(solved.len(), 1_000, "{flags:?}");
        let optimal = flags[0] != "--quick";
        assert!(
            !optimal || solved.iter().all(|found| found.proven),
            "{flags:?}"
        );
    }
}

#[test]
#[ignore = "needs the collections"]
fn the_quick_engine_needs_a_hundredth_of_the_nodes_of_a_plain_search() {
    // Backward A* of a student solver expands 372,000 positions for these levels.
    let solved = solve("seeds/seed003_box_it.xsb", &["--quick"]);
    assert_eq!(solved.len(), 21);
    let nodes: u32 = solved.iter().map(|found| found.nodes).sum();
    assert!(nodes <= 3_720, "{nodes}");
}
