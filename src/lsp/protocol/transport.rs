//! Messages on standard input and output.
//!
//! Two threads read and write, so that the server can end even if the client neither writes nor
//! reads. A malformed message is answered with the protocol's error.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::thread;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::ls_types::Uri;

/// The capacity for incoming messages. It is large, so that the reader reaches an `exit` that
/// follows many requests.
const INCOMING: usize = 1 << 16;

/// The capacity for outgoing messages. It is small, because a message may contain all diagnostics
/// of a large file, and newer results replace unsent ones.
const OUTGOING: usize = 1 << 5;

/// The maximum length of an incoming message in bytes.
const LONGEST: u64 = 1 << 30;

pub(super) enum Incoming {
    Request(Request),
    Response(Response),
    /// A malformed message, with the error response.
    Malformed(Value),
}

/// Starts the reading thread. The channel closes at the end of the input or after `exit`, when
/// `ending` is called.
pub(super) fn read(ending: impl FnOnce() + Send + 'static) -> Receiver<Incoming> {
    let (sender, receiver) = channel(INCOMING);
    let thread = thread::Builder::new().name("input".to_owned());
    let started = thread.spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(Some(body)) = frame(&mut input) {
            let message = message(&body);
            let is_exit = matches!(&message, Incoming::Request(r) if r.method() == "exit");
            if is_exit {
                break;
            }
            if sender.blocking_send(message).is_err() {
                break;
            }
        }
        drop(sender);
        ending();
    });
    if let Err(error) = started {
        tracing::error!("cannot start a thread: {error}");
    }
    receiver
}

/// Starts the writing thread. `ended` is called when everything is written, or the client has
/// closed the pipe.
pub(super) fn write(ended: impl FnOnce(io::Result<()>) + Send + 'static) -> Sender<Vec<u8>> {
    let (sender, mut receiver) = channel::<Vec<u8>>(OUTGOING);
    let thread = thread::Builder::new().name("output".to_owned());
    let started = thread.spawn(move || {
        let mut output = io::stdout().lock();
        let mut run = || -> io::Result<()> {
            while let Some(body) = receiver.blocking_recv() {
                write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
                output.write_all(&body)?;
                output.flush()?;
            }
            Ok(())
        };
        ended(run());
    });
    if let Err(error) = started {
        tracing::error!("cannot start a thread: {error}");
    }
    sender
}

/// Reads the body of the next message, or `None` at the end of the input.
fn frame(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        // A very long line is not a header.
        if input.take(8192).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        match (line.split_once(':'), length) {
            (None, Some(length)) if line.is_empty() => {
                let mut body = Vec::new();
                input.take(length).read_to_end(&mut body)?;
                let is_whole = u64::try_from(body.len()) == Ok(length);
                return Ok(is_whole.then_some(body));
            }
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok().filter(|&length| length <= LONGEST);
                if length.is_none() {
                    return Ok(Some(Vec::new()));
                }
            }
            // Ignore other headers and malformed lines.
            _ => {}
        }
    }
}

fn message(body: &[u8]) -> Incoming {
    let parsed = serde_json::from_slice::<Value>(body)
        .or_else(|_| serde_json::from_slice(&without_lone_surrogates(body)));
    let Ok(mut value) = parsed else {
        return malformed(-32700, "Parse error", Value::Null);
    };
    encode_uri(&mut value);
    let id = value.get("id").cloned().unwrap_or_default();
    let is_request = value.get("method").is_some();
    let is_response = value.get("result").is_some() || value.get("error").is_some();
    let read = if is_request {
        serde_json::from_value(value).map(Incoming::Request)
    } else if is_response {
        serde_json::from_value(value).map(Incoming::Response)
    } else {
        return malformed(-32600, "Invalid request", id);
    };
    read.unwrap_or_else(|_| malformed(-32600, "Invalid request", id))
}

/// Replaces escapes of single surrogates in JSON by U+FFFD. JavaScript clients send them, for
/// example when half of a pair was typed.
fn without_lone_surrogates(body: &[u8]) -> Vec<u8> {
    let unit = |at: usize| {
        let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut replaced = body.to_vec();
    let mut at = 0;
    while let Some(&byte) = body.get(at) {
        at += match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                if let Some(digits) = replaced.get_mut(at + 2..at + 6) {
                    digits.copy_from_slice(b"fffd");
                }
                6
            }
            // An escaped backslash starts no other escape.
            _ if byte == b'\\' => 2,
            _ => 1,
        };
    }
    replaced
}

/// The ASCII characters that a URI must encode.
const NOT_IN_URI: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Percent-encodes the URI of a document if the client has not done so.
fn encode_uri(message: &mut Value) {
    let method = message.get("method").and_then(Value::as_str);
    let is_opening = method == Some("textDocument/didOpen");
    let Some(Value::String(uri)) = message.pointer_mut("/params/textDocument/uri") else {
        return;
    };
    if uri.parse::<Uri>().is_ok() {
        return;
    }
    let encoded = utf8_percent_encode(uri, NOT_IN_URI).to_string();
    if is_opening {
        match encoded.parse::<Uri>() {
            Ok(_) => tracing::warn!("`{uri}` is not percent-encoded: reading it as `{encoded}`"),
            Err(_) => tracing::warn!("cannot open `{uri}`: it is not a URI"),
        }
    }
    *uri = encoded;
}

fn malformed(code: i32, message: &str, id: Value) -> Incoming {
    let id = match id {
        Value::Number(_) | Value::String(_) => id,
        _ => Value::Null,
    };
    tracing::warn!("the client sent a malformed message: {message}");
    let error = json!({"code": code, "message": message});
    Incoming::Malformed(json!({"jsonrpc": "2.0", "error": error, "id": id}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_bytes_do_not_hide_the_next_message() {
        let input = "nonsense\r\nContent-Length: x\r\n\r\ncontent-length: 2\r\nContent-Type: a; charset=utf-8\r\n\r\n{}Content-Length: 3\r\n\r\n[1]";
        let mut input = input.as_bytes();
        let mut bodies = Vec::new();
        while let Some(body) = frame(&mut input).unwrap() {
            bodies.push(String::from_utf8(body).unwrap());
        }
        assert_eq!(bodies, ["", "{}", "[1]"]);
    }

    #[test]
    fn unterminated_long_line_is_skipped() {
        let text = format!("{}\r\nContent-Length: 2\r\n\r\n{{}}", "x".repeat(20_000));
        assert_eq!(frame(&mut text.as_bytes()).unwrap(), Some(b"{}".to_vec()));
    }

    #[test]
    fn unreadable_message_is_answered_with_its_error() {
        let code = |body: &str| match message(body.as_bytes()) {
            Incoming::Malformed(error) => error["error"]["code"].as_i64(),
            _ => None,
        };
        assert_eq!(code("{"), Some(-32700));
        assert_eq!(code("[]"), Some(-32600));
        assert_eq!(code("{\"method\": 5, \"id\": 1}"), Some(-32600));
        assert_eq!(code("{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}"), None);
    }

    #[test]
    fn lone_surrogates_are_replaced() {
        for (sent, read) in [
            (r"a\ud83d", "a\u{fffd}"),
            (r"\ude00b", "\u{fffd}b"),
            (r"\ud83d\ude00\uD83D", "\u{1f600}\u{fffd}"),
            (r"\ud83d\ud83d\ude00", "\u{fffd}\u{1f600}"),
            (r"\\ud83d\udfff", "\\ud83d\u{fffd}"),
        ] {
            let body = format!(r#"{{"jsonrpc":"2.0","method":"a","params":["{sent}"]}}"#);
            match message(body.as_bytes()) {
                Incoming::Request(request) => assert_eq!(request.params(), Some(&json!([read]))),
                _ => panic!("{sent}"),
            }
        }
    }
}
