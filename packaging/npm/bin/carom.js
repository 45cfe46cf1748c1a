#!/usr/bin/env node
// Runs the carom program that was installed for this system.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

/** The package with the program for this system. */
function packageName() {
  const { arch, platform, report } = process;
  let name = `@carom/cli-${platform}-${arch}`;
  // A system without glibc uses musl.
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
// A terminal interrupts both processes, and the program may still print a result. Signals
// sent only to this process are passed on.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("exit", (code, signal) => {
  process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
});
