//! Paths and names of Windows.

use super::folder::{CLEAN, DIRTY, Folder};

#[test]
fn both_separators_are_read_and_slashes_are_printed() {
    let folder = Folder::of(&[("levels/deep/a.carom", DIRTY), ("levels/b.carom", DIRTY)]);
    for format in ["text", "short", "json", "rdjson", "sarif", "github", "gitlab"] {
        let check = |path: &str| folder.run(&["check", "--format", format, path]);
        for (path, others) in [
            ("levels/deep/a.carom", [r"levels\deep\a.carom", r".\levels/deep\a.carom"]),
            ("levels", [r".\levels", r"levels\"]),
        ] {
            let expected = check(path);
            assert!(expected.out.contains("levels/deep/a.carom"), "{expected:?}");
            assert!(!expected.out.contains(r"\deep"), "{expected:?}");
            for other in others {
                assert_eq!(check(other), expected);
            }
        }
    }
    let listed = "levels/b.carom\nlevels/deep/a.carom\n";
    folder.run(&["check", "--files"]).is(0, listed, "");
    let tip = folder.run(&["page", "levels", "-o", r".\levels"]).err;
    assert!(tip.contains("`-o ./levels/page.html`"), "{tip}");
}

#[test]
fn devices_are_written_and_replaced_by_no_file() {
    let folder = Folder::of(&[("a.carom", CLEAN)]);
    for device in ["NUL", "nul"] {
        for command in [
            "check a.carom --format json -o",
            "convert a.carom --to json -o",
            "page a.carom --no-solver -o",
            "render a.carom -o",
        ] {
            let arguments: Vec<&str> = command.split(' ').chain([device]).collect();
            let ended = folder.run(&arguments);
            assert_eq!((ended.code, &*ended.out), (Some(0), ""), "{arguments:?}: {}", ended.err);
        }
    }
    assert_eq!(folder.names(), ["a.carom"]);
}

#[test]
fn names_that_windows_shortens_are_refused() {
    let folder = Folder::of(&[("a.carom", CLEAN), ("sub/a.carom", CLEAN)]);
    for name in ["b.svg.", "b.svg ", "sub./b.svg", "sub /b.svg"] {
        let ended = folder.run(&["render", "a.carom", "--format", "svg", "-o", name]);
        assert!(ended.err.contains("no name ends in a space or a dot"), "{ended:?}");
        assert_eq!(ended.code, Some(2));
    }
    assert_eq!(folder.names(), ["a.carom", "sub"]);
}

#[test]
fn paths_may_be_long() {
    let inner = ["a", "b", "c"].map(|name| name.repeat(100)).join("/");
    let path = format!("{inner}/a.carom");
    let folder = Folder::of(&[(&path, DIRTY)]);
    folder.run(&["check", "--fix=claims", "-q", &path]).is(0, "", "");
    assert!(folder.read(&path).contains("moves: 1"));
    for (command, output) in
        [("render", "a.svg"), ("page", "a.html"), ("convert --to json", "a.json")]
    {
        let output = format!("{inner}/{output}");
        let arguments: Vec<&str> = command.split(' ').chain([&*path, "-o", &output]).collect();
        let ended = folder.run(&arguments);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(!folder.read(&output).is_empty());
    }
    assert_eq!(std::fs::read_dir(folder.path(&inner)).unwrap().count(), 4);
}
