//! The `carom` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    carom::main()
}
