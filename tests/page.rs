//! A browser's side of the preview: plain HTTP over a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Nothing takes so long; whoever waits longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// The address of a preview.
#[derive(Clone, Debug)]
pub struct Page {
    pub port: u16,
    pub token: String,
}

/// A response: its status, its head in lower case, and its body.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Page {
    /// Parses an address as it is printed.
    pub fn new(address: &str) -> Self {
        let rest = address.trim_end().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, path) = rest.split_once('/').unwrap();
        Self { port: port.parse().unwrap(), token: path.strip_suffix('/').unwrap().to_owned() }
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub fn path(&self, name: &str) -> String {
        format!("/{}/{name}", self.token)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends a request with these headers and no others.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut stream = self.connect();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        // The server may refuse a request before it has read the whole body.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    pub fn get(&self, name: &str) -> Response {
        self.send("GET", &self.path(name), &[("Host", &self.host())], "")
    }

    /// Sends a request of the page itself.
    pub fn post(&self, body: &str) -> Response {
        let origin = format!("http://{}", self.host());
        let headers =
            [("Host", &*self.host()), ("Origin", &origin), ("Content-Type", "application/json")];
        self.send("POST", &self.path("call"), &headers, body)
    }

    /// Returns the whole answer to a request of the page.
    pub fn answer(&self, method: &str, params: &Value) -> Value {
        let response = self.post(&json!({"method": method, "params": params}).to_string());
        assert_eq!(response.status, 200, "{}", response.body);
        serde_json::from_str(&response.body).unwrap()
    }

    /// Returns the result of a request of the page.
    pub fn call(&self, method: &str, params: &Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Executes a command about the puzzle at a line.
    pub fn execute(&self, command: &str, uri: &str, line: u32, more: &Value) -> Value {
        let mut argument = json!({"uri": uri, "line": line});
        let members = more.as_object().unwrap().clone();
        argument.as_object_mut().unwrap().extend(members);
        let params = json!({"command": command, "arguments": [argument]});
        self.call("workspace/executeCommand", &params)
    }

    /// Listens to events.
    pub fn listen(&self) -> Events {
        let mut stream = self.connect();
        let (path, host) = (self.path("events"), self.host());
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        Events { reader: BufReader::new(stream), end: Instant::now() + PATIENCE }
    }
}

/// The events of a page.
pub struct Events {
    reader: BufReader<TcpStream>,
    end: Instant,
}

impl Events {
    fn line(&mut self) -> String {
        let mut line = String::new();
        let length = self.reader.read_line(&mut line).unwrap();
        assert_ne!(length, 0, "the events ended");
        assert!(Instant::now() < self.end, "the event did not come");
        line
    }

    /// Waits for the next event with this name, and returns its data.
    pub fn next(&mut self, name: &str) -> Value {
        let event = format!("event: {name}\n");
        while self.line() != event {}
        self.data()
    }

    fn data(&mut self) -> Value {
        let data = self.line();
        serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap()
    }

    /// Waits for the events that the cursor has moved to a line and that the text has changed. They
    /// may come in any order.
    pub fn line_and_text_shown(&mut self, line: u32) {
        let (mut is_line, mut is_text) = (false, false);
        while !(is_line && is_text) {
            match &*self.line() {
                "event: cursor\n" => is_line |= self.data()["position"]["line"] == line,
                "event: text\n" => is_text = true,
                _ => {}
            }
        }
    }

    /// Waits for the event that the cursor has moved to a line.
    pub fn line_shown(&mut self, line: u32) -> Value {
        loop {
            let shown = self.next("cursor");
            if shown["position"]["line"] == line {
                return shown;
            }
        }
    }
}
