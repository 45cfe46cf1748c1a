//! The parent process. If it has ended, no client will send `exit`.

use std::thread;
use std::time::Duration;

/// The interval between two checks.
const INTERVAL: Duration = Duration::from_millis(400);

/// Calls `gone` once the process `id` has ended.
pub(super) fn watch(id: u32, gone: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().name("parent".to_owned());
    let started = thread.spawn(move || {
        while is_alive(id) {
            thread::sleep(INTERVAL);
        }
        gone();
    });
    if let Err(error) = started {
        tracing::error!("cannot start a thread: {error}");
    }
}

#[cfg(unix)]
fn is_alive(id: u32) -> bool {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    let Some(id) = id else {
        return false;
    };
    // A zombie counts as ended.
    let path = format!("/proc/{}/stat", id.as_raw_nonzero());
    let status = crate::limited::read_text(path.as_ref(), 64 << 10);
    let state = status.ok().and_then(|status| {
        let (_, rest) = status.rsplit_once(") ")?;
        rest.chars().next()
    });
    if matches!(state, Some('Z' | 'X')) {
        return false;
    }
    !matches!(rustix::process::test_kill_process(id), Err(rustix::io::Errno::SRCH))
}

/// On other systems the server ends with its standard input.
#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
