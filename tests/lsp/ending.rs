//! The exit of a server.

use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Client, PATIENCE};

impl Client {
    /// Waits for the process to exit.
    pub fn ended(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the server did not exit");
    }
}
