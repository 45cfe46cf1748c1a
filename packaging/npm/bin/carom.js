#!/usr/bin/env node
// Runs the program of carom that was installed for this system.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

/** The package with the program for this system. */
function packageName() {
  const { arch, platform, report } = process;
  let name = `@carom/cli-${platform}-${arch}`;
  // Who has no glibc has musl.
  if (platform === "linux" && report.getReport().header.glibcVersionRuntime === undefined) {
    name += "-musl";
  }
  return name;
}

function program() {
  const name = packageName();
  try {
    return require.resolve(`${name}/${process.platform === "win32" ? "carom.exe" : "carom"}`);
  } catch {
    console.error(
      `error: the package ${name} is not installed. Either there is no carom for this system, or optional\n` +
        "dependencies were left out: install carom again without `--omit=optional`.",
    );
    process.exit(2);
  }
}

process.report.excludeNetwork = true;
const child = spawn(program(), process.argv.slice(2), { stdio: "inherit", windowsHide: true });
child.on("error", (error) => {
  console.error(`error: carom cannot be run: ${error.message}`);
  process.exit(2);
});
// A terminal interrupts both, and the program may have something to say first;
// what is sent to this process alone is handed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
