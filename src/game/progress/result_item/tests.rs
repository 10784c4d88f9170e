use super::*;
use crate::game::progress::{Bests, LevelResult, MemoryStore};
use crate::puzzle::Direction;
use crate::puzzle::text::Reader;
use proptest::prelude::*;

const LEVEL: &str = "###########\n#         #\n# @$  .   #\n#         #\n###########";
const OTHER: &str = "###########\n#         #\n# @$ .    #\n#         #\n###########";

/// 3 moves, 3 pushes.
const SHORTEST: &str = "rrr";
/// 11 moves, 3 pushes.
const FEW_PUSHES: &str = "ududududrrr";
/// 13 moves, 3 pushes.
const AS_FEW_PUSHES: &str = "udududududrrr";
/// 9 moves, 5 pushes: past the goal and back.
const FEW_MOVES: &str = "rrrrurrdl";
/// The same counts, another way around the box.
const AS_FEW_MOVES: &str = "rrrrdrrul";

fn level(text: &str) -> Level {
    Reader::new(text.as_bytes()).next().unwrap().unwrap().level
}

fn direction(letter: char) -> Direction {
    match letter {
        'u' => Direction::Up,
        'r' => Direction::Right,
        'd' => Direction::Down,
        _ => Direction::Left,
    }
}

fn played(level: &Level, moves: &str) -> Box<History> {
    let mut history = Box::new(History::new(level));
    for letter in moves.chars() {
        history.step(level, direction(letter)).unwrap();
    }
    history
}

/// A player who solves levels, and whose results are saved.
struct Player {
    level: Level,
    store: MemoryStore,
    bests: Bests<4>,
}

impl Player {
    fn new(level: Level) -> Self {
        Self {
            level,
            store: MemoryStore::new(),
            bests: Bests::new(),
        }
    }

    fn id(&self) -> LevelId {
        LevelId::of(&self.level)
    }

    fn solves(&mut self, moves: &str) {
        self.ends(&played(&self.level, moves), false);
    }

    fn ends(&mut self, history: &History, assisted: bool) {
        let result = LevelResult {
            tally: history.tally(),
            par: None,
            assisted,
        };
        assert!(self.bests.record(self.id(), result).1);
        let solution = Solution::of((self.id(), &self.level), history);
        self.bests.save(&mut self.store, solution).unwrap();
    }

    fn slot(&self) -> u16 {
        self.bests.slot(self.id()).unwrap()
    }

    /// The moves of a solution, which solve the level.
    fn solution(&mut self, by: By) -> Option<String> {
        let slot = self.slot();
        // It must not matter what the history held before.
        let mut history = played(&self.level, "u");
        let tally = restore(&mut self.store, slot, by, &self.level, &mut history).unwrap();
        assert_eq!(history.undoable(), 0);
        assert_eq!(history.board(), self.level.start());
        let tally = tally?;
        let mut moves = String::new();
        while let Some(record) = history.redo(&self.level) {
            let Record::Step(step) = record else { panic!() };
            moves.push(['u', 'r', 'd', 'l'][usize::from(step.direction.index())]);
        }
        assert_eq!(history.tally(), tally);
        assert!(self.level.is_solved(history.board()));
        Some(moves)
    }

    fn both(&mut self) -> [Option<String>; 2] {
        [self.solution(By::Pushes), self.solution(By::Moves)]
    }

    fn tamper(&mut self, key: Key, bytes: &[u8]) {
        self.store.write(key, bytes).unwrap();
        self.store.commit().unwrap();
    }
}

fn some(solutions: [&str; 2]) -> [Option<String>; 2] {
    solutions.map(|moves| Some(moves.into()))
}

#[test]
fn the_solutions_with_the_fewest_pushes_and_the_fewest_moves_are_both_kept() {
    for order in [[FEW_PUSHES, FEW_MOVES], [FEW_MOVES, FEW_PUSHES]] {
        let mut player = Player::new(level(LEVEL));
        player.solves(order[0]);
        assert_eq!(player.both(), some([order[0]; 2]));
        assert_eq!(player.store.items().count(), 1, "it is stored once");
        player.solves(order[1]);
        assert_eq!(player.both(), some([FEW_PUSHES, FEW_MOVES]));
        assert_eq!(player.store.items().count(), 2);
        let best = player.bests.get(player.id()).unwrap();
        let fewest = best.fewest.unwrap();
        assert_eq!((fewest.moves, fewest.pushes), (9, 3));
        // And after a start.
        player.bests.load(&mut player.store).unwrap();
        assert_eq!(player.bests.get(player.id()), Some(best));
        assert_eq!(player.both(), some([FEW_PUSHES, FEW_MOVES]));
    }
}

#[test]
fn a_better_solution_replaces_one_or_both() {
    let mut player = Player::new(level(LEVEL));
    player.solves(AS_FEW_PUSHES);
    player.solves(FEW_MOVES);
    player.solves(FEW_PUSHES);
    assert_eq!(player.both(), some([FEW_PUSHES, FEW_MOVES]));
    player.solves(SHORTEST);
    assert_eq!(player.both(), some([SHORTEST; 2]));
    assert_eq!(player.store.items().count(), 1, "the other one is gone");
    player.solves(FEW_PUSHES);
    player.solves(FEW_MOVES);
    assert_eq!(player.both(), some([SHORTEST; 2]));
}

#[test]
fn of_equal_solutions_the_first_stays() {
    for [first, second] in [
        [FEW_MOVES, AS_FEW_MOVES],
        [AS_FEW_MOVES, FEW_MOVES],
        // Fewer moves decide among those with as few pushes.
        [FEW_PUSHES, AS_FEW_PUSHES],
    ] {
        let mut player = Player::new(level(LEVEL));
        player.solves(first);
        player.solves(second);
        assert_eq!(player.both(), some([first; 2]));
        assert_eq!(player.store.items().count(), 1);
    }
    let mut player = Player::new(level(LEVEL));
    player.solves(FEW_PUSHES);
    player.solves(FEW_MOVES);
    player.solves(AS_FEW_MOVES);
    assert_eq!(player.both(), some([FEW_PUSHES, FEW_MOVES]));
}

#[test]
fn a_pairs_level_has_its_solution_too() {
    let mut player = Player::new(level(&LEVEL.replace('$', "A").replace('.', "a")));
    player.solves(FEW_PUSHES);
    assert_eq!(player.both(), some([FEW_PUSHES; 2]));
}

#[test]
fn a_solution_begins_after_the_last_restart() {
    let mut player = Player::new(level(LEVEL));
    let mut history = played(&player.level, "rr");
    history.restart(&player.level);
    history.step(&player.level, Direction::Down);
    history.restart(&player.level);
    for letter in FEW_MOVES.chars() {
        history.step(&player.level, direction(letter));
    }
    player.ends(&history, false);
    assert_eq!(player.both(), some([FEW_MOVES; 2]));
}

#[test]
fn a_solution_with_help_is_not_kept_and_takes_none_away() {
    let mut player = Player::new(level(LEVEL));
    player.ends(&played(&player.level, SHORTEST), true);
    assert_eq!(player.both(), [None, None]);
    player.solves(FEW_PUSHES);
    player.solves(FEW_MOVES);
    player.ends(&played(&player.level, SHORTEST), true);
    assert_eq!(player.both(), some([FEW_PUSHES, FEW_MOVES]));
}

#[test]
fn a_solution_too_long_to_be_kept_is_dropped_but_its_result_counts() {
    let long = |moves| "ud".repeat((moves - 3) / 2) + "rrr" + if moves % 2 == 0 { "u" } else { "" };
    for moves in [
        SOLUTION_MOVES - 1,
        SOLUTION_MOVES,
        SOLUTION_MOVES + 1,
        9_000,
    ] {
        let mut player = Player::new(level(LEVEL));
        let history = played(&player.level, &long(moves));
        assert_eq!(history.tally().moves as usize, moves);
        player.ends(&history, false);
        let kept = player.solution(By::Pushes);
        assert_eq!(kept, (moves <= SOLUTION_MOVES).then(|| long(moves)));
        let fewest = player.bests.get(player.id()).unwrap().fewest.unwrap();
        assert_eq!(fewest.moves as usize, moves);
        player.bests.load(&mut player.store).unwrap();
        assert_eq!(player.bests.len(), 1);
        // The one that fits comes in its place.
        player.solves(SHORTEST);
        assert_eq!(player.both(), some([SHORTEST; 2]));
    }
    // Too long, it does not displace those that are kept.
    let mut player = Player::new(level(LEVEL));
    player.solves(FEW_MOVES);
    player.solves(&long(4_001));
    assert_eq!(player.both(), some([FEW_MOVES; 2]));
    let fewest = player.bests.get(player.id()).unwrap().fewest.unwrap();
    assert_eq!((fewest.moves, fewest.pushes), (9, 3));
}

#[test]
fn with_forgotten_moves_there_is_no_solution() {
    let level = level(LEVEL);
    let id = LevelId::of(&level);
    let mut history = played(&level, &"ud".repeat(9_000));
    assert!(history.forgotten() > 0);
    for _ in 0..3 {
        history.step(&level, Direction::Right);
    }
    assert!(Solution::of((id, &level), &history).is_none());
    history.restart(&level);
    for _ in 0..3 {
        history.step(&level, Direction::Right);
    }
    assert!(Solution::of((id, &level), &history).is_some());
}

#[test]
fn moves_that_do_not_solve_the_level_are_no_solution() {
    let mut player = Player::new(level(LEVEL));
    let mut history = played(&player.level, FEW_PUSHES);
    history.undo(&player.level).unwrap();
    // The result was recorded before the move was undone, and is saved after it.
    player.ends(&history, false);
    assert_eq!(player.both(), [None, None]);
}

#[test]
fn the_solution_of_another_level_is_not_written() {
    let mut player = Player::new(level(LEVEL));
    let other = level(OTHER);
    let history = played(&other, "rr");
    let result = LevelResult {
        tally: history.tally(),
        par: None,
        assisted: false,
    };
    player.bests.record(player.id(), result);
    let solution = Solution::of((LevelId::of(&other), &other), &history);
    assert!(solution.is_some());
    player.bests.save(&mut player.store, solution).unwrap();
    assert_eq!(player.both(), [None, None]);
}

#[test]
fn what_the_slot_has_of_another_level_is_ignored_and_replaced() {
    let mut player = Player::new(level(LEVEL));
    player.solves(FEW_PUSHES);
    player.solves(FEW_MOVES);
    let slot = player.slot();
    let mut history = Box::new(History::new(&player.level));
    let other = level(OTHER);
    for by in [By::Pushes, By::Moves] {
        let found = restore(&mut player.store, slot, by, &other, &mut history);
        assert_eq!(found, Ok(None));
        let id = LevelId::of(&other);
        let found = solution(&mut player.store, (slot, id), by, |_, _| ());
        assert_eq!(found, Ok(None));
    }
    // The other level takes the slot over.
    let mut player = Player {
        level: other,
        bests: Bests::new(),
        ..player
    };
    player.solves("ududrr");
    assert_eq!(player.slot(), slot);
    assert_eq!(player.both(), some(["ududrr"; 2]));
    assert_eq!(player.store.items().count(), 1);
}

#[test]
fn interrupted_anywhere_both_solutions_are_the_old_or_the_new_ones() {
    let mut player = Player::new(level(LEVEL));
    player.solves(AS_FEW_PUSHES);
    player.solves(FEW_MOVES);
    let before = player.store.clone();
    let history = played(&player.level, FEW_PUSHES);
    let result = LevelResult {
        tally: history.tally(),
        par: None,
        assisted: false,
    };
    player.bests.record(player.id(), result);
    for writes in 0.. {
        player.store = before.clone();
        player.store.fail_after(Some(writes));
        let solution = Solution::of((player.id(), &player.level), &history);
        let saved = player.bests.save(&mut player.store, solution);
        if saved.is_ok() {
            break;
        }
        assert_eq!(player.both(), some([AS_FEW_PUSHES, FEW_MOVES]));
    }
    assert_eq!(player.both(), some([FEW_PUSHES, FEW_MOVES]));
}

#[test]
fn directions_are_those_that_were_played() {
    let mut player = Player::new(level(LEVEL));
    player.solves(FEW_PUSHES);
    player.solves(FEW_MOVES);
    let level = (player.slot(), player.id());
    for (by, expected) in [(By::Pushes, FEW_PUSHES), (By::Moves, FEW_MOVES)] {
        let found = solution(&mut player.store, level, by, |tally, directions| {
            (tally.moves as usize, directions.collect::<Vec<_>>())
        });
        let directions: Vec<_> = expected.chars().map(direction).collect();
        assert_eq!(found, Ok(Some((expected.len(), directions))));
    }
}

/// Damages every bit of both items: each solution is an error, none, or legal moves.
#[test]
fn damaged_solutions_do_no_harm() {
    let mut player = Player::new(level(LEVEL));
    player.solves(FEW_PUSHES);
    player.solves(FEW_MOVES);
    let slot = player.slot();
    let whole = player.store.clone();
    for (key, item) in whole.items() {
        for bit in 0..item.len() * 8 {
            player.store = whole.clone();
            let mut damaged = item.to_vec();
            damaged[bit / 8] ^= 1 << (bit % 8);
            player.tamper(key, &damaged);
            check_any(&mut player, slot);
        }
        for length in 0..item.len() {
            player.store = whole.clone();
            player.tamper(key, &item[..length]);
            check_any(&mut player, slot);
        }
    }
}

/// Whatever the store has: nothing panics, the history ends at the start, and a new result
/// can be saved with its solution.
fn check_any(player: &mut Player, slot: u16) {
    let mut history = Box::new(History::new(&player.level));
    for by in [By::Pushes, By::Moves] {
        let found = restore(&mut player.store, slot, by, &player.level, &mut history);
        assert_eq!(history.undoable(), 0);
        assert_eq!(history.board(), player.level.start());
        if !matches!(found, Ok(Some(_))) {
            assert_eq!(history.redoable(), 0);
        }
        while history.redo(&player.level).is_some() {}
        let level = (slot, player.id());
        let _ = solution(&mut player.store, level, by, |_, directions| {
            directions.count()
        });
    }
    let _ = read(&mut player.store, slot);
    let history = played(&player.level, SHORTEST);
    let result = LevelResult {
        tally: history.tally(),
        par: None,
        assisted: false,
    };
    let item = ResultItem {
        id: player.id(),
        stamp: 1,
        best: Best::new(result).to_bytes(),
    };
    let solution = Solution::of((player.id(), &player.level), &history);
    write(&mut player.store, slot, item, solution).unwrap();
    player.store.commit().unwrap();
    assert_eq!(read(&mut player.store, slot), Ok(Some(item)));
}

proptest! {
    #[test]
    fn any_bytes_do_no_harm(
        result in proptest::collection::vec(any::<u8>(), 0..200),
        moves in proptest::collection::vec(any::<u8>(), 0..200),
        (valid, pushes, count, form) in (any::<bool>(), 0u8..9, 0u8..255, 0u8..3),
    ) {
        let mut player = Player::new(level(LEVEL));
        let slot = 2;
        let id = player.id().to_bytes();
        // A valid beginning, so that the rest is looked at.
        let (mut first, mut second) = (Vec::new(), Vec::new());
        if valid {
            first = [&[1][..], &id, &[0, 0], &[9, 0, 0, 3, 0, 1]].concat();
            second = [&[1][..], &id].concat();
            for item in [&mut first, &mut second] {
                item.extend([pushes, 0, count, 0, 0, form]);
            }
        }
        first.extend(result);
        second.extend(moves);
        player.tamper(Key::Result { slot }, &first);
        player.tamper(Key::FewestMoves { slot }, &second);
        check_any(&mut player, slot);
    }

    #[test]
    fn after_any_order_of_solutions_the_best_are_kept(
        order in proptest::collection::vec(0usize..5, 1..12),
    ) {
        let all = [SHORTEST, FEW_PUSHES, AS_FEW_PUSHES, FEW_MOVES, AS_FEW_MOVES];
        let mut player = Player::new(level(LEVEL));
        let solved: Vec<_> = order.iter().map(|&index| all[index]).collect();
        for moves in &solved {
            player.solves(moves);
        }
        let tally = |moves: &str| {
            let tally = played(&player.level, moves).tally();
            (tally.pushes, tally.moves)
        };
        let by_pushes = solved.iter().map(|moves| tally(moves)).min();
        let by_moves = solved.iter().map(|moves| {
            let (pushes, moves) = tally(moves);
            (moves, pushes)
        }).min();
        let [pushes, moves] = player.both().map(Option::unwrap);
        let tally = |moves: &str| played(&player.level, moves).tally();
        prop_assert_eq!(Some((tally(&pushes).pushes, tally(&pushes).moves)), by_pushes);
        prop_assert_eq!(Some((tally(&moves).moves, tally(&moves).pushes)), by_moves);
    }
}
