//! `carom solve --jsonl`: one puzzle and one answer per line.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::folder::{CLEAN, DIRTY, Folder};
use super::schema::Schema;

const JSONL: [&str; 3] = ["solve", "--jsonl", "-"];

fn request(id: &Value, text: &str) -> String {
    format!("{}\n", json!({"id": id, "text": text, "more": 1}))
}

fn answers(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_line_is_answered() {
    let folder = Folder::of(&[]);
    let blocked = "puzzle lunar\n  board:\n    @ . A +\n";
    let mut input = String::new();
    let ids = [json!(1), json!("two"), json!({"a": [null, 1.5]}), json!(null)];
    for (id, text) in ids.iter().zip([CLEAN, DIRTY, blocked, "puzzle lunar\n"]) {
        input.push_str(&request(id, text));
    }
    let bad = [
        ("\n", "expected a JSON object"),
        ("{\"id\":7}\n", "missing member `text`"),
        ("{\"id\":7,\"text\":3}\n", "not a string"),
        ("{\"id\":7,\"text\":\"\"}\n", "no puzzle"),
        ("[1\n", "expected a JSON object"),
    ];
    bad.iter().for_each(|(line, _)| input.push_str(line));
    input.push_str(&request(&json!(7), &[CLEAN, DIRTY].join("\n")));
    input.push_str(&request(&json!(123), CLEAN));
    let mut bytes = input.into_bytes();
    bytes.extend(b"{\"id\":\"\xFF\"}");
    let ended = folder.feed(&JSONL, &bytes);
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    let answers = answers(&ended.out);
    let schema = Schema::of("solve");
    for (number, answer) in (1..).zip(&answers) {
        assert_eq!(answer["line"], number);
        schema.check(answer).unwrap();
        let mut answer = answer.clone();
        answer.as_object_mut().unwrap().remove("id").unwrap();
        schema.check(&answer).unwrap();
    }
    let states: Vec<&str> =
        answers.iter().map(|answer| answer["status"].as_str().unwrap()).collect();
    assert_eq!(states[..4], ["solved", "solved", "unsolvable", "invalid"]);
    assert!(states[4..10].iter().all(|state| *state == "invalid"));
    assert_eq!(states[10..], ["solved", "invalid"]);
    for (answer, id) in answers.iter().zip(&ids) {
        assert_eq!(&answer["id"], id);
    }
    for (number, (_, told)) in (5..).zip(bad) {
        let reason = answers[number - 1]["reason"].as_str().unwrap();
        assert!(reason.starts_with(&format!("line {number}: ")), "{reason}");
        assert!(reason.contains(told), "{reason}");
    }
    assert_eq!(answers[9]["id"], 7);
    assert!(answers[2]["reason"].is_string() && answers[3]["reason"].is_string());
}

#[test]
fn answer_is_sent_before_next_line() {
    for jobs in ["1", "3"] {
        let folder = Folder::of(&[]);
        let mut command = folder.command(&[&JSONL[..], &["--jobs", jobs]].concat());
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for number in 0..5 {
            input.write_all(request(&json!(number), CLEAN).as_bytes()).unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(answers(&line)[0]["id"], number);
        }
        // A client that stops reading ends the command, although the input stays open.
        drop(output);
        input.write_all(request(&json!(9), CLEAN).as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[test]
fn answers_keep_input_order() {
    let folder = Folder::of(&[]);
    let lines: String = (0..500).map(|id| request(&json!(id), [CLEAN, DIRTY][id % 2])).collect();
    let ended = folder.feed(&JSONL, lines.as_bytes());
    assert_eq!(ended.code, Some(0));
    let answers = answers(&ended.out);
    assert!(
        answers
            .iter()
            .map(|answer| &answer["id"])
            .eq(&(0..500).map(|id| json!(id)).collect::<Vec<_>>())
    );
}
