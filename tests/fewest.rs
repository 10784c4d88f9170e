//! "Fewest pushes" and "Fewest moves" of the pause menu, and the records of both.

mod common;
#[path = "common/player.rs"]
mod player;

use std::collections::HashSet;

use common::{CROWD, crowd, too_large};
use player::Player;
use sokopico::game::input::Layout;
use sokopico::game::packs::{Pack, Place};
use sokopico::game::progress::Outcome;
use sokopico::game::{Banner, Wish};
use sokopico::puzzle::{Direction, Record};

/// Its fewest pushes are five, with 20 moves, its fewest moves twelve, with seven pushes; both
/// by exhaustive search.
const TWO_AIMS: &[u8] = b"\
########
### .# #
## #$  #
#  $   #
# .@   #
########
Title: Two aims
";

/// The same, with a box for each hole.
const TWO_AIMS_PAIRS: &[u8] = b"\
########
### a# #
## #A  #
#  B   #
# b@   #
########
Title: Two aims
";

fn first_level<'p>(packs: &'p [Pack<'p>], layout: Layout) -> Player<'p> {
    let mut player = Player::new(packs, layout);
    player.midend.open(Place { pack: 0, number: 1 }).unwrap();
    player
}

#[test]
fn fewest_moves_and_fewest_pushes_are_two_questions() {
    let moves = "pause =Pause menu:Fewest_moves think wait:20 =Playback \
        says:Fewest_moves,_proven:_12";
    let pushes = "pause =Pause menu:Fewest_pushes think wait:20 =Playback \
        says:Fewest_pushes,_proven:_5";
    for text in [TWO_AIMS, TWO_AIMS_PAIRS] {
        let packs = [Pack { name: "x", text }];
        for layout in Layout::ALL {
            let ask = |script: &str| first_level(&packs, layout).play(script);
            ask(&format!("{moves} wait:9000 =Solved moves:12 pushes:7"));
            ask(&format!("{pushes} wait:9000 =Solved moves:20 pushes:5"));
            // One after the other, and the first again: none is answered with the other's plan.
            ask(&format!(
                "{moves} back =Play restart {pushes} back =Play restart {moves} back =Play restart \
                {pushes} wait:9000 =Solved moves:20 pushes:5"
            ));
            ask(&format!(
                "{pushes} back =Play restart {moves} wait:9000 =Solved moves:12 pushes:7"
            ));
        }
    }
}

#[test]
fn a_plan_with_the_fewest_moves_gives_hints() {
    let packs = [Pack {
        name: "x",
        text: TWO_AIMS,
    }];
    for layout in Layout::ALL {
        let mut player = first_level(&packs, layout);
        player.play(
            "pause menu:Fewest_moves think wait:20 =Playback back =Play restart hint \
            says:Can_be_won_in_at_most_7_pushes hint says:Push_this_box",
        );
    }
}

#[test]
fn the_fewest_moves_of_one_square_are_not_those_of_another() {
    let packs = [Pack {
        name: "x",
        text: TWO_AIMS,
    }];
    let mut player = first_level(&packs, Layout::Eight);
    player.play("pause menu:Fewest_moves think wait:20 =Playback back =Play restart");
    // The plan is still there, but from here it is a step longer, or another one is better.
    player.play("r moves:1 pause menu:Fewest_moves =Solving think wait:20 =Playback");
    let said = player.game().banner().unwrap();
    let Banner::Fewest { count, proven, .. } = said else {
        panic!("{said:?}");
    };
    assert!(proven);
    player.play("wait:9000 =Solved");
    assert_eq!(player.game().play().tally().moves, count + 1);
    assert_eq!(count, fewest_moves(&packs, "r"));
}

#[test]
fn after_an_undo_the_fewest_moves_are_those_of_the_earlier_position() {
    for text in [TWO_AIMS, TWO_AIMS_PAIRS] {
        let packs = [Pack { name: "x", text }];
        for undone in 1..6 {
            let mut player = first_level(&packs, Layout::Eight);
            player.play("pause menu:Fewest_moves think wait:1200 =Playback back =Play");
            let played = player.game().play().tally().moves;
            player.play(&"undo ".repeat(undone));
            let left = played - undone as u32;
            assert_eq!(player.game().play().tally().moves, left);
            let fewest = fewest_moves_of(&player);
            assert_eq!(fewest, 12 - left);
            player.play("pause menu:Fewest_moves think wait:20 =Playback");
            player.play(&format!("says:Fewest_moves,_proven:_{fewest}"));
            player.play("wait:9000 =Solved moves:12");
        }
    }
}

/// The fewest moves that solve a pack's first level after some steps, by exhaustive search.
fn fewest_moves(packs: &[Pack<'_>], steps: &str) -> u32 {
    let mut player = first_level(packs, Layout::Eight);
    player.play(steps);
    fewest_moves_of(&player)
}

/// The same for the position in play.
fn fewest_moves_of(player: &Player<'_>) -> u32 {
    let level = player.game().play().level();
    let mut seen = HashSet::new();
    let mut layer = vec![player.game().play().board().clone()];
    for moves in 0.. {
        if layer.iter().any(|board| level.is_solved(board)) {
            return moves;
        }
        let mut next = Vec::new();
        for board in &layer {
            for way in Direction::ALL {
                let mut board = board.clone();
                if level.step(&mut board, way).is_some() && seen.insert(board.clone()) {
                    next.push(board);
                }
            }
        }
        assert!(!next.is_empty(), "it can be solved");
        layer = next;
    }
    unreachable!()
}

#[test]
fn moves_are_counted_from_where_the_player_stands() {
    for text in [TWO_AIMS, TWO_AIMS_PAIRS] {
        let packs = [Pack { name: "x", text }];
        // With and without a plan at hand, which the keeper has walked away from.
        for steps in ["", "l u l d", "r r u u", "d r", "r u l"] {
            for think in ["", "think"] {
                let mut player = first_level(&packs, Layout::Eight);
                player.play(&format!("{think} {steps}"));
                let before = player.game().play().tally().moves;
                player.play("pause menu:Fewest_moves think wait:20");
                let Some(Banner::Fewest { count, proven, .. }) = player.game().banner() else {
                    panic!("after {steps:?}: {:?}", player.game().banner());
                };
                assert!(proven);
                assert_eq!(count, fewest_moves(&packs, steps), "after {steps:?}");
                player.play("wait:15000 =Solved");
                assert_eq!(player.game().play().tally().moves, before + count);
            }
        }
    }
}

#[test]
fn the_best_by_moves_so_far_can_be_played_and_is_not_called_proven() {
    let text = include_bytes!("../src/solve/bench.xsb");
    let packs = [Pack { name: "x", text }];
    let mut player = Player::new(&packs, Layout::Eight);
    player.midend.open(Place { pack: 0, number: 5 }).unwrap();
    // First without a plan at hand, then with the one that is known by then.
    for _ in 0..2 {
        player.play("pause menu:Fewest_moves found =Solving");
        let so_far = player.game().best_so_far().unwrap();
        player.play("ok =Playback");
        let said = player.game().banner().map(|banner| banner.to_string());
        assert_eq!(
            said,
            Some(format!("Best known, not proven: {so_far} moves"))
        );
        player.play("back =Play");
        let mut left = player.game().pushes_left();
        assert!(left > 0);
        player.play("pause menu:Solve_it wait:20 =Playback");
        while left > 0 && player.game().screen().name() == "Playback" {
            player.play("wait:1000");
            left = player.game().pushes_left();
        }
        player.play("wait:2000 =Solved");
        assert_eq!(player.game().play().tally().moves, so_far);
        player.play("menu:Play_again =Play");
    }
}

#[test]
fn a_search_for_the_fewest_moves_that_is_stopped_leaves_the_background_to_pushes() {
    let packs = [Pack {
        name: "x",
        text: CROWD,
    }];
    for layout in Layout::ALL {
        let mut player = first_level(&packs, layout);
        player.play("pause menu:Fewest_moves wait:100 =Solving back =Play");
        let at_first = player.game().wish();
        assert!(matches!(at_first, Some(Wish::Solve(_))));
        // It is the question that there would be if nobody had asked.
        player.play("wait:3000");
        assert_eq!(player.game().wish(), at_first);
        let mut other = first_level(&packs, layout);
        other.play("wait:3000");
        let nodes = |player: &Player<'_>| player.game().progress().nodes;
        assert!(nodes(&player) > 0 && nodes(&player).abs_diff(nodes(&other)) < nodes(&other) / 2);
        player.play("hint says:know_yet r moves:1 =Play");
    }
}

#[test]
fn a_level_too_large_for_the_solver_has_no_fewest_moves() {
    for text in [too_large(), crowd()] {
        let packs = [Pack {
            name: "x",
            text: text.as_bytes(),
        }];
        for layout in Layout::ALL {
            let mut player = first_level(&packs, layout);
            player.play("pause menu:Fewest_moves =Play says:Too_large");
            assert_eq!(player.game().wish(), None);
        }
    }
}

#[test]
fn a_lost_position_has_no_fewest_moves() {
    let text = b"######\n#    #\n# $. #\n# @  #\n######";
    let packs = [Pack { name: "x", text }];
    for layout in Layout::ALL {
        // Into the upper edge, away from the goal.
        let mut player = first_level(&packs, layout);
        player.play("u pause menu:Fewest_moves think wait:20 =Stuck");
    }
}

#[test]
fn the_result_says_which_record_was_beaten() {
    let packs = [Pack {
        name: "x",
        text: TWO_AIMS,
    }];
    let better = |moves, pushes| Outcome::Better { moves, pushes };
    let mut player = first_level(&packs, Layout::Eight);
    let ways = solutions(&packs);
    for (way, outcome) in [
        (&ways.1, Outcome::First),
        (&ways.0, better(true, false)),
        (&ways.0, Outcome::NoBetter),
        (&ways.1, Outcome::NoBetter),
    ] {
        player.play(way);
        player.play("=Solved");
        let solved = player.solved();
        assert_eq!(solved.outcome, outcome);
        player.play("menu:Play_again =Play");
    }
    let best = player.game().bests().get(player.game().play().id());
    let fewest = best.unwrap().fewest.unwrap();
    assert_eq!((fewest.moves, fewest.pushes), (12, 5));
}

/// What the machine plays for the fewest moves, and for the fewest pushes, as keys.
fn solutions(packs: &[Pack<'_>]) -> (String, String) {
    let [moves, pushes] = ["moves", "pushes"].map(|unit| {
        let mut player = first_level(packs, Layout::Eight);
        player.play(&format!("pause menu:Fewest_{unit} think wait:9000 =Solved"));
        let history = player.game().play().history();
        let keys = (0..history.undoable()).map(|index| match history.record(index) {
            Some(Record::Step(step)) => match step.direction {
                Direction::Up => "u",
                Direction::Right => "r",
                Direction::Down => "d",
                Direction::Left => "l",
            },
            other => panic!("{other:?}"),
        });
        keys.collect::<Vec<_>>().join(" ")
    });
    (moves, pushes)
}

#[test]
fn a_front_end_may_give_the_worker_several_slices_a_turn() {
    let simple: &[u8] = b"#######\n# .@$ #\n#     #\n#######\n";
    for text in [simple, TWO_AIMS] {
        let packs = [Pack { name: "x", text }];
        for slices in 1..20 {
            let mut player = first_level(&packs, Layout::Eight);
            player.slices = slices;
            player.play("think pause menu:Fewest_moves wait:6000 =Solved");
        }
    }
}
