//! The formats of Ricochet Robots.

use std::io::{Read as _, Write as _};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use carom::board::{Bitboard, Board, Direction, Square};
use carom::games::ricochet::{Rules, Setup, faces_of};
use carom::games::{Piece, Position};
use carom::solving::Identity;
use carom::syntax::Key;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;

use super::{faults, reads_back, records, refusal, round_trips, setups, through_carom, written};

use crate::cases::cases;

pub(super) const ROBOYARD: &str = "# A corner\nboard:5,4;\nh0,0;\nh0,4;\nh1,0;\nh1,4;\nh2,0;\nh2,2;\nh2,2;\nh2,4;\n\
    h3,0;\nh3,4;\nh4,0;\nh4,4;\nv0,0;\nv0,1;\nv0,2;\nv0,3;\nv3,1;\nv5,0;\nv5,1;\nv5,2;\nv5,3;\n\
    rb4,3;\ntr2,1;\nrr0,3;\nsolution:rN rE rS\nnum_moves:3\n";
pub(super) const SKUB: &str = "---\nname: Sample\nslug: sample\ncreatedAt: 2026-01-02\ndifficulty: easy\n\
    minMoves: 3\nhidden: true\n---\n\n```\n+ A B C D E F G H +\n1 _|              |\n\
    2   _   # _     X |\n3                 |\n4   #\u{332}|  _         |\n5            |    |\n\
    6                 |\n7     @           |\n8                 |\n+-----------------+\n```\n";
pub(super) const ASP: &str = "% made by hand\nbarrier(1,2,south).\nbarrier(3,3,east).\ndim(1).\ndim(2).\ndim(3).\n\
    dim(4).\npos(q,2,2).\npos(red,1,1).\ntarget(red,4,4).\nlength(2).\n";
pub(super) const ROBOTS: &str = "board 4 3\nB N N B\nW C N C\nW W C C\nmirrors 1\n1 1 \\ 2\nrobots 5\n\
    0 0\n3 0\n0 2\n3 2\n2 1\ntarget 0 3 2 1\nsolution 2\nmove 3 1 2\nmove 1 3 2\n";
pub(super) const CLINGO: &str = "dim(1..4).\nbarrier(1,2, 0,1). barrier(3,3,1,0).\n\
    initial_pos(red,1,1). initial_pos(blue,2,2).\navailable_target(red,moon,4,4).\n\
    available_target(blue,star,1,4).\n";
pub(super) const LISBON: &str = "4\nR 1 1\nG 1 3\nB 3 3\nY 4 1\nR 4 4\n2\n2 1 d\n3 3 r\n";
pub(super) const RPI: &str = "# Made by hand.\n4 6\nrobot A 2 3\nrobot b 4 1\nvertical_wall 2 3.5\n\
    horizontal_wall 1.5 4\ngoal any 3 6\n";
pub(super) const IDS: &str = "7650+42+E2302B12+C9\n3A10+1F+21+C4\n";

/// The formats, with the robots that each can name.
pub(super) const FORMATS: [(&str, &[char]); 8] = [
    ("pddl", &['R', '0', 'B', '0', 'A', 'Z']),
    ("lisbon", &['R', 'G', 'B', 'Y', 'A', 'Z']),
    ("roboyard", &['R', 'B', 'Y', 'G', 'S']),
    ("skub", &['R', '0', '0', '0', '0', '0', '0', '0', '0']),
    ("asp", &['R', 'G', 'B', 'Y', 'S', 'A', 'Z']),
    ("ricochetrobots", &['S', 'R', 'G', 'Y', 'B']),
    ("driftingdroids-id", &['R', 'G', 'B', 'Y', 'S']),
    ("driftingdroids", &['R', 'G', 'B', 'Y', 'S']),
];

/// Adapts a setup to what a format can express, if possible.
pub(super) fn adapt(format: &str, names: &[char], setup: &Setup) -> Option<Setup> {
    let side = usize::from(setup.board.columns().max(setup.board.rows()));
    let board = match format {
        "skub" => resized(&setup.board, 8),
        "asp" | "lisbon" => resized(&setup.board, side),
        _ => setup.board.clone(),
    };
    let is_floor = |at: Square| board.contains(at) && !board.blocks().contains(at);
    let robots = setup.robots.iter().filter(|robot| is_floor(robot.square));
    let robots: Vec<Piece> =
        robots.zip(names).map(|(robot, &name)| Piece { name, ..*robot }).collect();
    let mut target = *setup.targets.first()?;
    if !is_floor(target.square) {
        target.square = robots.first()?.square;
    }
    let takes_any = !matches!(format, "skub" | "asp" | "lisbon");
    if target.robot.is_some() || !takes_any {
        target.robot = Some(robots.first()?.name);
    }
    let mut diagonals = setup.diagonals.clone();
    for diagonal in &mut diagonals {
        diagonal.robot = Some(names[usize::from(diagonal.square.column()) % names.len()]);
    }
    if format == "ricochetrobots" {
        let is_printed = (board.columns(), board.rows()) == (16, 16);
        let in_middle = |robot: &Piece| {
            [robot.square.column(), robot.square.row()].iter().all(|at| matches!(at, 7 | 8))
        };
        if robots.iter().any(in_middle) || robots.len() < 5 && !is_printed {
            return None;
        }
    } else {
        diagonals.clear();
    }
    if format == "driftingdroids-id" {
        faces_of(&board)?;
    }
    let rules = Rules { bounce: false, no_rebound: false, is_grouped: false };
    Some(Setup { board, rules, robots, targets: vec![target], diagonals })
}

/// Resizes a board to a square one, and keeps what fits.
fn resized(board: &Board, side: usize) -> Board {
    let mut resized = Board::new(side, side).unwrap();
    for at in board.squares() {
        if !resized.contains(at) {
            continue;
        }
        board.walls(at).iter().for_each(|wall| resized.add_wall(at, wall));
        if board.blocks().contains(at) {
            resized.add_block(at);
        }
    }
    resized
}

/// Normalizes a setup: free squares that no robot can enter or leave, and that have no item, are
/// blocks, and a block has no walls.
fn normalize(position: &Position) -> Setup {
    let Position::Ricochet(position) = position else {
        panic!("{position:?}");
    };
    let mut setup = Setup::from(position);
    setup.robots.sort_by_key(|robot| robot.square);
    setup.targets.sort_by_key(|target| (target.square, target.robot));
    let robots = setup.robots.iter().map(|robot| robot.square);
    let targets = setup.targets.iter().map(|target| target.square);
    let diagonals = setup.diagonals.iter().map(|diagonal| diagonal.square);
    let used: Bitboard = robots.chain(targets).chain(diagonals).collect();
    let before = setup.board.clone();
    let (mut reached, mut open) = (used, used.iter().collect::<Vec<_>>());
    while let Some(at) = open.pop() {
        for next in Direction::ALL.into_iter().flat_map(|side| before.step(at, side)) {
            if !reached.contains(next) {
                reached.insert(next);
                open.push(next);
            }
        }
    }
    for at in before.squares().filter(|at| !reached.contains(*at)) {
        setup.board.add_block(at);
        for side in Direction::ALL {
            setup.board.remove_wall(at, side);
        }
    }
    setup
}

/// Whether a format makes no difference between two positions. A goal for planners names each
/// target once, and does not tell a target of any robot from one of the only robot.
fn is_same(format: &str, one: &Position, other: &Position) -> bool {
    let [one, other] = [one, other].map(|position| {
        let mut setup = normalize(position);
        if format == "pddl" {
            if let [only] = setup.robots.as_slice() {
                let robot = Some(only.name);
                setup.targets.iter_mut().for_each(|target| target.robot = robot);
            }
            setup.targets.dedup();
        }
        setup
    });
    one == other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(64)))]

    #[test]
    fn expressible_setups_round_trip(setup in setups::ricochet()) {
        for (format, names) in FORMATS {
            let Some(setup) = adapt(format, names, &setup) else {
                continue;
            };
            let Ok(position) = setup.position() else {
                continue;
            };
            let same = |one: &Position, other: &Position| is_same(format, one, other);
            prop_assert!(reads_back(format, &position.into(), same), "{}", format);
        }
    }

    #[test]
    fn any_setup_round_trips_or_is_refused(setup in setups::ricochet()) {
        let position = Position::from(setup.position().unwrap());
        for (format, _) in FORMATS {
            // Names that the format lacks are replaced.
            let same = |one: &Position, other: &Position| {
                format == "skub" || is_same(format, one, other)
            };
            reads_back(format, &position, same);
        }
    }
}

/// Returns the dump of the first game of some IDs.
pub(super) fn dump_of(ids: &str) -> String {
    written("driftingdroids", &records("driftingdroids-id", ids)[..1])
}

/// Returns the problem for planners of a board.
pub(super) fn problem_of(asp: &str) -> String {
    let mut records = records("asp", asp);
    records[0].name = Some("By hand".to_owned());
    written("pddl", &records)
}

pub(super) fn inflated(dump: &str) -> Vec<u8> {
    let bytes = STANDARD.decode(dump.split('!').nth(3).unwrap()).unwrap();
    let mut inflated = Vec::new();
    ZlibDecoder::new(&bytes[4..]).read_to_end(&mut inflated).unwrap();
    inflated
}

pub(super) fn packed(bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    let mut packed = u32::try_from(bytes.len()).unwrap().to_be_bytes().to_vec();
    packed.extend(encoder.finish().unwrap());
    let base64 = STANDARD.encode(packed);
    format!("!DriftingDroids_game!{:08X}!{base64}!", crc32fast::hash(base64.as_bytes()))
}

#[test]
fn samples_round_trip_and_are_detected() {
    let samples = [
        ("roboyard", ROBOYARD),
        ("skub", SKUB),
        ("asp", ASP),
        ("lisbon", LISBON),
        ("ricochetrobots", ROBOTS),
        ("driftingdroids-id", IDS),
        ("driftingdroids", &dump_of(IDS)),
        ("pddl", &problem_of(ASP)),
    ];
    for (format, sample) in samples {
        round_trips(format, sample);
        assert_eq!(carom::exchange::recognise(sample).unwrap().name, format);
        let marked = format!("\u{feff}{sample}");
        assert_eq!(carom::exchange::recognise(&marked).unwrap().name, format);
        assert_eq!(
            written(format, &records(format, &marked)),
            written(format, &records(format, sample))
        );
    }
}

/// Generated levels of Roboyard have longer words, and statements in any order.
#[test]
fn generated_levels_are_read() {
    let generated = "# A corner\r\nmh2,2;mv3,1;\r\n\r\ntarget_red2,1; robot_pink0,3;\r\n\
        robot_blue4,3;\r\nboard: 5,4 ;\r\nnum_moves:3;\r\nsolution:rN rE rS";
    let level = |text: &str| written("carom", &records("roboyard", text));
    assert_eq!(level(generated), level(ROBOYARD));
    check_recognised("roboyard", generated);
    let any = ROBOYARD.replace("tr2,1;", "target_multi2,1;\nrobot_silver1,0;");
    let text = level(&any);
    assert!(text.contains("*") && text.contains(" S"), "{text}");
    assert_eq!(
        faults("roboyard", &ROBOYARD.replace("rb4,3;", "robot_beige4,3;")),
        ["\"beige4,3;\": expected a colour: red, green, blue, yellow or silver, found `beige4,3;`"]
    );
}

#[test]
fn course_boards_are_read() {
    let text = RPI.replace('\n', "\r\n\r\n");
    let read = records("rpi", &text);
    let expected = "; Made by hand.\npuzzle ricochet\n  rules: direct\n  board:\n    . . . . . .\n\
                    \x20         -\n    . . A|. . .\n    . . . . . *\n    B . . . . .\n";
    assert_eq!(written("carom", &read), expected);
    check_recognised("rpi", &text);
    let fault = |from: &str, to: &str| faults("rpi", &RPI.replace(from, to)).remove(0);
    assert_eq!(
        fault("robot A 2 3", "robot A 2 7"),
        "\"robot A 2 7\": row 2, column 7 is outside the board of 4 rows and 6 columns"
    );
    assert_eq!(fault("4 6", "17 6"), "\"17 6\": unsupported board of 17 rows and 6 columns");
    let square = RPI.replace("4 6", "6 6").replace("robot A 2 3", "robot A 2 7");
    assert_eq!(
        faults("rpi", &square),
        ["\"robot A 2 7\": row 2, column 7 is outside the board: expected numbers from 1 to 6"]
    );
    assert_eq!(
        faults("lisbon", &LISBON.replace("R 1 1", "R 1 9")),
        ["\"R 1 9\": row 1, column 9 is outside the board: expected numbers from 1 to 4"]
    );
    assert_eq!(
        fault("2 3.5", "2 3"),
        "\"3\": expected a column with a half, such as 3.5, found `3`"
    );
    assert_eq!(
        fault("goal", "gaol"),
        "\"gaol\": expected `robot`, `goal`, `vertical_wall` or `horizontal_wall`, found `gaol`"
    );
    assert_eq!(refusal("rpi", &written("carom", &read)), "carom reads rpi but does not write it");
}

/// A problem in the layout of the planning competition, which gives the next cell behind a wall
/// too.
const PROBLEM: &str = "(DEFINE (problem Corner-1)\r\n(:domain ricochet-robots)\r\n(:objects\r\n\
    cell-1-1 cell-2-1 cell-3-1\r\n cell-1-2 cell-3-2 - cell\r\n robot-1 robot-2 - robot\r\n\
    north east south west - direction)\r\n(:init (next cell-1-1 cell-2-1 east)\r\n\
    (next cell-2-1 cell-3-1 east) (NEXT cell-3-1 cell-2-1 west)\r\n\
    (next cell-2-1 cell-1-1 west) (next cell-1-1 cell-1-2 south)\r\n\
    (next cell-1-2 cell-1-1 north) (next cell-3-1 cell-3-2 south)\r\n\
    (next cell-3-2 cell-3-1 north) (blocked cell-1-1 north) (blocked cell-1-1 west)\r\n\
    (blocked cell-2-1 north) (blocked cell-2-1 east) (blocked cell-2-1 south)\r\n\
    (blocked cell-3-1 north) (blocked cell-3-1 east) (blocked cell-3-1 west)\r\n\
    (blocked cell-1-2 east) (blocked cell-1-2 south) (blocked cell-1-2 west)\r\n\
    (blocked cell-3-2 east) (blocked cell-3-2 south) (blocked cell-3-2 west)\r\n\
    (free cell-1-1) (free cell-2-1) (free cell-3-2) (at robot-1 cell-3-1) ;; green\r\n\
    (at robot-2 cell-1-2)\r\n(nothing-is-moving) (= (total-cost) 0)\r\n\
    (= (go-cost) 1.0) (= (step-cost) 0) (= (stop-cost) 0))\r\n\
    (:goal (and (nothing-is-moving) (or (at robot-1 cell-1-1) (at robot-1 cell-3-2))))\r\n\
    (:metric minimize (total-cost)))\r\n";

#[test]
fn problems_for_planners_are_read() {
    let read = records("pddl", PROBLEM);
    let expected =
        "puzzle ricochet \"Corner-1\"\n  rules: direct\n  board:\n    g .|G\n    A # g\n";
    assert_eq!(written("carom", &read), expected);
    check_recognised("pddl", PROBLEM);
    round_trips("pddl", PROBLEM);
    let deep = "(define (problem x) (:domain ricochet-robots) ".to_owned() + &"(".repeat(100_000);
    assert_eq!(faults("pddl", &deep).len(), 1);
}

/// The domain has more puzzles than those of the game.
#[test]
fn problems_of_other_boards_are_refused() {
    for (from, to, expected) in [
        (
            "(at robot-1 cell-3-2)",
            "(at robot-2 cell-3-2)",
            "\"(or (at robot-1 cell-1-1) (at robot-2 cell-3-2))\": expected the same cells for \
             one robot, or for all robots",
        ),
        (
            "(at robot-2 cell-1-2)",
            "(at robot-2 c)",
            "\"(at robot-2 c)\": expected a cell of `:objects`, such as cell-2-3, found `c`",
        ),
        (
            "(free cell-2-1)",
            "(free cell-2-2)",
            "\"(free cell-2-2)\": expected a cell of `:objects`, such as cell-2-3, found `cell-2-2`",
        ),
        (
            "(blocked cell-2-1 east)",
            "",
            "\"(blocked cell-3-1 west)\": blocked from one side only: expected `(blocked cell-2-1 \
             east)` too",
        ),
        (
            "(blocked cell-3-1 west)",
            "",
            "\"(blocked cell-2-1 east)\": blocked from one side only: expected `(blocked cell-3-1 \
             west)` too",
        ),
        ("(blocked cell-3-2 east)", "", "\":init\": missing fact `(blocked cell-3-2 east)`"),
        (
            "(free cell-2-1) (free cell-3-2)",
            "",
            "\":init\": missing fact `(free cell-2-1)` and 1 more",
        ),
        ("(nothing-is-moving)", "(free cell-3-1)", "\"(free cell-3-1)\": a robot is on this cell"),
        (
            "(next cell-2-1 cell-1-1 west)",
            "(next cell-2-1 cell-3-2 west)",
            "\"(next cell-2-1 cell-3-2 west)\": expected the next cell to the west",
        ),
        (
            "(next cell-2-1 cell-1-1 west)",
            "",
            "\":init\": missing fact `(next cell-2-1 cell-1-1 west)`",
        ),
        (
            "(= (step-cost) 0)",
            "(= (step-cost) 1)",
            "\"(= (step-cost) 1)\": expected `(= (step-cost) 0)`: a move is a slide",
        ),
        (
            "(= (go-cost) 1.0)",
            "(= (go-cost) 2)",
            "\"(= (go-cost) 2)\": expected `(= (go-cost) 1)`: a move is a slide",
        ),
        (
            "minimize",
            "maximize",
            "\"(:metric maximize (total-cost))\": expected `(:metric minimize (total-cost))`",
        ),
        (
            "(:domain ricochet-robots)",
            "(:domain Labyrinth)",
            "\"(:domain Labyrinth)\": expected the domain `ricochet-robots`, found `Labyrinth`",
        ),
        (
            "(nothing-is-moving)",
            "(adyacente A01 A02 right)",
            "\"(adyacente A01 A02 right)\": expected a fact of the domain `ricochet-robots`, found \
             `(adyacente A01 A02 right)`",
        ),
    ] {
        let text = PROBLEM.replacen(from, to, 1);
        assert_ne!(text, PROBLEM);
        assert_eq!(faults("pddl", &text), [expected], "{text}");
    }
    let domain = carom::exchange::format("pddl").unwrap().companions[0].1;
    assert_eq!(
        faults("pddl", domain),
        ["\"(domain ricochet-robots)\": expected a problem, found a domain"]
    );
}

fn check_recognised(format: &str, text: &str) {
    assert_eq!(carom::exchange::recognise(text).unwrap().name, format);
}

/// DriftingDroids marks boards that were edited, which are boards without printed faces.
#[test]
fn edited_boards_are_marked() {
    let level = ROBOYARD.replace("rb4,3;", "rg4,3;");
    let edited = written("driftingdroids", &records("roboyard", &level));
    assert_eq!(inflated(&edited).last(), Some(&1));
    assert_eq!(super::read("driftingdroids", &edited).warnings, []);
    let mut bytes = inflated(&dump_of(IDS));
    assert_eq!(bytes.last(), Some(&0));
    *bytes.last_mut().unwrap() = 1;
    let warnings = super::read("driftingdroids", &packed(&bytes)).warnings;
    assert_eq!(warnings[0].message, "dropped: that the board was edited");
}

#[test]
fn claims_are_converted() {
    let ids = "# one\n7650+42+E2302B12+C9 25 -\n";
    let moves = records("driftingdroids-id", ids)[0].key_value(Key::Moves).cloned();
    assert_eq!(moves.unwrap().span.slice(ids), "25");
    let text = written("carom", &records("roboyard", ROBOYARD));
    assert!(text.contains("  moves: 3\n") && text.contains("  solution: R^ R> Rv\n"), "{text}");
    let text = written("carom", &records("ricochetrobots", ROBOTS));
    assert!(text.contains("  moves: 2\n") && text.contains("  solution: Y< R"), "{text}");
    let text = written("carom", &records("skub", SKUB));
    assert!(text.starts_with("puzzle ricochet \"Sample\"\n  date: 2026-01-02\n"), "{text}");
    assert!(text.contains("  moves: 3\n") && text.contains("  difficulty: easy\n"), "{text}");
}

#[test]
fn claims_that_count_a_ricochet_are_not_checked() {
    // One slide away, on the target, in line with it behind another robot, and not in line.
    let ids = "679C+52+2E21860FBF+C6 4\n7650+10+C9+C9 5\n679C+52+2E21C70FBF+C6 6\n\
               7650+42+E2302B12+C9 25\n679C+52+2E21860FBF+C6 1\n";
    let import = super::read("driftingdroids-id", ids);
    let claims: Vec<_> = import.records.iter().map(|record| record.key_value(Key::Moves)).collect();
    let claims: Vec<_> =
        claims.iter().map(|claim| claim.map(|claim| claim.value.as_str())).collect();
    assert_eq!(claims[..2], [None, None]);
    assert_eq!(claims[3..], [Some("25"), Some("1")]);
    let unchecked = import.unchecked.iter().map(|note| note.span.slice(ids));
    assert_eq!(unchecked.collect::<Vec<_>>()[..2], ["4", "5"]);
    let text = written("carom", &import.records);
    assert!(text.contains("  x-driftingdroids-moves: 4\n"), "{text}");
}

#[test]
fn published_game_matches_its_tiles() {
    let text = written("carom", &records("driftingdroids-id", IDS)[..1]);
    assert!(text.contains("  tiles: 4B 3B 2B 1A\n"), "{text}");
    assert!(text.contains("  robots: R c2, G a13, B l14, Y c15\n"), "{text}");
    let Position::Ricochet(position) = &records("driftingdroids-id", IDS)[0].position else {
        panic!("{text}");
    };
    let target = Setup::from(position).targets[0];
    assert_eq!((target.robot, target.square.to_string().as_str()), (Some('B'), "j4"));
    assert!(text.contains("  rules: direct\n"), "{text}");
}

#[test]
fn boards_without_printed_diagonals_say_so() {
    let id = "CDEF+42+E2302B12+C9\n";
    let records = records("driftingdroids-id", id);
    let text = written("carom", &records);
    assert!(text.contains("  diagonals: none\n"), "{text}");
    for (format, sample) in [
        ("driftingdroids-id", id.to_owned()),
        ("driftingdroids", dump_of(id)),
        ("roboyard", written("roboyard", &records)),
    ] {
        let read = written("carom", &super::records(format, &sample));
        assert!(read.contains("  diagonals: none\n"), "{format}: {read}");
        let printed = text.replace("  diagonals: none\n", "");
        let refusal = refusal(format, &printed);
        assert_eq!(
            refusal.split_once(": ").unwrap().1,
            "the format has no diagonals; `diagonals: none` leaves out those of the tiles"
        );
    }
}

#[test]
fn standard_boards_keep_their_identity() {
    for number in (0..256).step_by(5) {
        let digits =
            [0, 1, 2, 3].map(|tile| format!("{:X}", tile + 4 * (number >> (2 * tile) & 3)));
        let id = format!("{}+42+E2302B12+C9\n", digits.concat());
        let source = records("driftingdroids-id", &id);
        let identity = Identity::of(&source[0].position);
        for format in ["carom", "driftingdroids", "roboyard", "asp", "ricochetrobots"] {
            let read = records(format, &written(format, &source));
            assert_eq!(Identity::of(&read[0].position), identity, "{format} {id}");
            let read = through_carom(&read);
            assert_eq!(Identity::of(&read[0].position), identity, "{format} {id}");
        }
    }
}

#[test]
fn wrapped_dump_is_read() {
    let dump = dump_of(IDS);
    let wrapped: Vec<&str> =
        dump.as_bytes().chunks(20).map(|part| str::from_utf8(part).unwrap()).collect();
    let wrapped = wrapped.join("\n  ");
    let read = records("driftingdroids", &wrapped);
    assert_eq!(written("driftingdroids", &read), dump);
    let broken = wrapped.replace('/', "A");
    assert_ne!(broken, wrapped);
    assert_eq!(faults("driftingdroids", &broken).len(), 1, "its checksum is that of another text");
}

#[test]
fn errors_have_a_place() {
    let fault = |format, text: &str, expected: &str| assert_eq!(faults(format, text), [expected]);
    fault(
        "roboyard",
        &ROBOYARD.replace("v3,1;", "v3.1;"),
        "\".1;\": expected a comma, found `.1;`",
    );
    fault(
        "roboyard",
        &ROBOYARD.replace("rb4,3;", "rb4,9;"),
        "\"rb4,9;\": 4,9 is outside the board of 5×4",
    );
    fault(
        "roboyard",
        &ROBOYARD.replace("5,4;", "20,4;"),
        "\"board:20,4;\": unsupported board size 20×4",
    );
    fault(
        "skub",
        &SKUB.replace("_     X |", "_     O |"),
        "\"O\": expected a square: a blank, `_`, `#`, `@` or `X`, found `O`",
    );
    fault(
        "skub",
        &SKUB.replace("minMoves: 3", "minMoves: few"),
        "\"few\": expected the number of moves",
    );
    fault(
        "skub",
        &SKUB.replace("hidden: true", "minMoves: 4"),
        "\"minMoves\": duplicate key `minMoves`",
    );
    fault(
        "roboyard",
        &format!("{ROBOYARD}num_moves:4\n"),
        "\"num_moves:4\": duplicate number of moves",
    );
    fault(
        "asp",
        &ASP.replace("pos(red,", "pos(purple,"),
        "\"purple,1,1).\": expected a robot: red, green, blue, yellow, silver, or a small letter, \
         found `purple,1,1).`",
    );
    fault(
        "asp",
        &ASP.replace("target(red,4", "target(red,5"),
        "\"target(red,5,4).\": 5,4 is outside the board: expected numbers from 1 to 4",
    );
    fault(
        "ricochetrobots",
        &ROBOTS.replace("move 1 3 2", "move 1 3 1"),
        "\"move 1 3 1\": the robot cannot stop on this square",
    );
    fault(
        "driftingdroids-id",
        "7651+42+E2302B12+C9\n",
        "\"1\": 2B and 2A are faces of the same tile",
    );
    fault("driftingdroids-id", "7650+42+E2E22B12+C9\n", "\"E2\": c2 is taken by R");
    fault(
        "driftingdroids-id",
        "7650+44+E2302B12+C9\n",
        "\"4+E2302B12+C9\": expected the index of the robot with the target, from 0, or F for any, \
         found `4+E2302B12+C9`",
    );
}

#[test]
fn inexpressible_objects_are_refused_with_square() {
    let puzzle = |rules: &str, board: &str| {
        format!("puzzle ricochet\n  rules: {rules}\n  board:\n{board}\n")
    };
    let bounce = puzzle("bounce", "    R . .\n    . . r");
    let diagonal = puzzle("direct", "    R . .\n    . / r");
    let named = puzzle("direct", "    Q . .\n    . . q");
    let two = puzzle("direct", "    R B .\n    b . r");
    for format in ["roboyard", "skub", "asp", "ricochetrobots", "driftingdroids", "pddl"] {
        assert!(refusal(format, &bounce).contains("`bounce`"), "{format}");
    }
    for format in ["roboyard", "skub", "asp", "driftingdroids", "pddl"] {
        assert_eq!(refusal(format, &diagonal), "b1: the format has no diagonals", "{format}");
    }
    assert!(refusal("roboyard", &named).contains(": the format has R, B, Y, G and S"));
    assert!(refusal("driftingdroids", &named).starts_with("a2: "));
    assert!(refusal("ricochetrobots", &named).starts_with("a2: "));
    assert!(refusal("driftingdroids", &two).ends_with("only one target in play"));
    assert!(refusal("skub", &two).contains("8×8"));
}

/// The boards of clingo's examples list several targets.
#[test]
fn each_target_gives_a_puzzle() {
    let puzzles = asp(CLINGO);
    let text = written("carom", &puzzles);
    assert!(text.contains("puzzle ricochet \"red moon\"\n"), "{text}");
    assert!(text.contains("puzzle ricochet \"blue star\"\n"), "{text}");
    // The first one is the puzzle of `ASP`, with its robot `q` called `B`.
    let same = ASP.replace("pos(q,", "pos(blue,");
    assert_eq!(normalize(&puzzles[0].position), normalize(&asp(&same)[0].position));
    let chosen = format!("{CLINGO}target(red,4,4).\n");
    assert_eq!(asp(&chosen).len(), 1);
}

fn asp(text: &str) -> Vec<carom::exchange::PuzzleRecord> {
    records("asp", text)
}

/// Benchmarks join a planner's encoding to the facts of a board.
#[test]
fn encoding_rules_are_dropped() {
    let rules = "#include <incmode>. dir(west, -1, 0).\n\
        robot(R) :- pos(R,_,_).  % pos(red,9,9).\n\
        barrier(I+1,J,west) :- barrier(I,J,east), dim(I),\n    dim(J), dim(I+1).\n\
        1 <= { go(R,T) : robot(R) } <= 1 :- step(T).\n\
        :- not pos(R,1..2,1), name(R, \"a. b\").\n\
        #script (lua) x = 1. pos(red, #end.\n#show go/3.\n";
    let read = carom::exchange::format("asp").unwrap().read.unwrap();
    let both = read(&format!("{ASP}{rules}"));
    let (facts, position) =
        (read(ASP), |import: &carom::exchange::Import| import.records[0].position.clone());
    assert_eq!(both.faults, []);
    assert_eq!(position(&both), position(&facts));
    let warnings: Vec<&str> = both.warnings.iter().map(|note| note.message.as_str()).collect();
    let dropped = "8 statements of an encoding dropped: a puzzle has facts only";
    assert_eq!(warnings, [dropped]);
    assert_eq!(facts.warnings, []);
    // A misspelt fact is not dropped.
    assert_eq!(read(&format!("{ASP}barier(1,2,south).\n")).faults.len(), 1);
    assert_eq!(read(&format!("{ASP}pos(green,1,1)\n{rules}")).faults.len(), 1);
    // An encoding alone is no board, even if it gives the size of all boards.
    for encoding in [rules.to_owned(), format!("dim(1..16).\n{rules}")] {
        assert!(carom::exchange::recognise(&encoding).is_none(), "{encoding}");
        let import = read(&encoding);
        let found: Vec<&str> = import.faults.iter().map(|note| note.message.as_str()).collect();
        assert_eq!(found, ["expected facts of a board, found only an encoding"]);
        for text in [format!("{encoding}{ASP}"), format!("dim(1). dim(2). {ASP}{encoding}")] {
            check_recognised("asp", &text);
        }
    }
}
