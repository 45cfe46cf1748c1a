//! Files of other forms are checked and solved as they are.

use super::folder::Folder;

/// Two cards, of which the second claims too little, and one that is none.
const CARDS: &str = "0000100100010000001000002s4\n\
                     0010010000000100000002010s4\n\
                     00100100000001000000020\n";

/// The first card, mirrored.
const DECK: &str = "puzzle lunar \"Mirrored\"\n  board:\n    A . . . .\n    . . B . .\n    . . + C .\n    . D . . .\n    @ . . . .\n";

const LEVEL: &str = "board:4,1;\nrr0,0;\ntr3,0;\nsolution:rE rE\nnum_moves:2\n";

const SOURCE: &str = "[[source]]\nform = \"lunar-digits\"\ninclude = [\"cards/*.txt\"]\n";

#[test]
fn a_report_points_into_the_file_as_it_is() {
    let folder = Folder::of(&[("cards.txt", CARDS)]);
    let ended = folder.run(&["check", "--from", "lunar-digits", "cards.txt"]);
    let out = "error[syntax]: expected a digit 0, 1 or 2, of which a card has 25; \
               the line ends or goes on with a blank here\n \
               --> cards.txt:3:24\n  |\n\
               3 | 00100100000001000000020\n  |                        ^\n\n\
               error[moves-mismatch]: claimed 4 moves, but the optimum is 5\n \
               --> cards.txt:2:27\n  |\n\
               2 | 0010010000000100000002010s4\n  |                           ^\n  |\n  \
               = help: the shortest solution is D< D^ D< @^ @>\n\n";
    ended.is(1, out, "2 puzzles in 1 file: 2 errors, 0 warnings\n");
    let args = [
        "check",
        "--from",
        "lunar-digits",
        "--format",
        "github",
        "cards.txt",
    ];
    let ended = folder.run(&args);
    assert!(
        ended
            .out
            .contains("file=cards.txt,line=2,endLine=2,col=27,"),
        "{ended:?}"
    );
}

#[test]
fn a_configuration_says_what_files_are() {
    let files = [
        ("carom.toml", SOURCE),
        ("cards/a.txt", CARDS),
        ("other.txt", CARDS),
        ("z.carom", DECK),
    ];
    let folder = Folder::of(&files);
    folder
        .run(&["check", "--files"])
        .is(0, "cards/a.txt\nz.carom\n", "");
    let ended = folder.run(&["check", "--format", "json"]);
    let repeated = ended
        .out
        .lines()
        .find(|line| line.contains("duplicate-puzzle"))
        .unwrap();
    assert!(
        repeated.contains("the same puzzle stands in cards/a.txt:1,"),
        "{repeated}"
    );
    // Only puzzle files are laid out.
    folder
        .run(&["fmt", "--check"])
        .is(0, "", "0 files would change, 1 would not\n");
    let found = folder.run(&["solve", "cards/a.txt", "--puzzle", "1"]);
    assert!(found.out.starts_with("cards/a.txt:1: "), "{found:?}");
    let folder = Folder::of(&[(
        "carom.toml",
        "[[source]]\nform = \"lunar-digit\"\ninclude = [\"*\"]\n",
    )]);
    let ended = folder.run(&["check", "."]);
    assert!(
        ended.err.contains("no form is called `lunar-digit`"),
        "{ended:?}"
    );
    assert!(
        ended.err.contains("did you mean `lunar-digits`?"),
        "{ended:?}"
    );
}

#[test]
fn of_a_folder_only_files_of_the_form_are_taken() {
    let folder = Folder::of(&[("a/cards.txt", CARDS), ("a/README.txt", "Read me.\n")]);
    let args = ["check", "--files", "--from", "lunar-digits", "a"];
    folder.run(&args).is(0, "a/cards.txt\n", "");
    let ended = folder.run(&["check", "--from", "melbourne", "a"]);
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.err.contains("no melbourne file found in a"),
        "{ended:?}"
    );
}

#[test]
fn no_fix_touches_a_file_of_another_form() {
    let folder = Folder::of(&[("cards.txt", CARDS)]);
    let fix = [
        "check",
        "--from",
        "lunar-digits",
        "cards.txt",
        "--fix=claims",
        "--record",
        "moves",
    ];
    let ended = folder.run(&fix);
    let told = "`--fix` changes puzzle files only: 1 file of another form stay as they are\n";
    assert!(ended.err.contains(told), "{ended:?}");
    assert_eq!(folder.read("cards.txt"), CARDS);
}

#[test]
fn a_move_is_reported_where_it_stands() {
    let folder = Folder::of(&[("level.txt", LEVEL)]);
    let ended = folder.run(&[
        "check",
        "--from",
        "roboyard",
        "level.txt",
        "--format",
        "json",
    ]);
    let lines: Vec<&str> = ended.out.lines().collect();
    let report = |code: &str| {
        let line = lines.iter().find(|line| line.contains(code)).unwrap();
        serde_json::from_str::<serde_json::Value>(line).unwrap()
    };
    assert_eq!(report("\"moves-mismatch\"")["start"]["line"], 5);
    // The second of two moves, which nobody needs.
    let second = report("\"trailing-moves\"");
    assert_eq!(
        (&second["start"]["line"], &second["start"]["column"]),
        (&4.into(), &13.into())
    );
}
