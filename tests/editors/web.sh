#!/usr/bin/env bash
# The board view of editors/web: its own tests, and in Chromium the view with a host without a
# server, `carom preview` and `carom page`. Run it as `bash tests/editors/web.sh`; it installs
# its requirements. Pictures are left in the target folder, below editors/web. With --firefox, only
# the tests in Firefox run.
set -euo pipefail
firefox=${1:-}
cd "$(dirname "$0")/../.."
source tests/editors/node.sh

cargo build --locked --release
carom=$(cd "$built/release" && pwd)/carom
npm ci --prefix editors/web --no-audit --no-fund --loglevel=error
cd editors/web
if [ -n "$firefox" ]; then
    install_packages firefox-esr
    CAROM=$carom FIREFOX=$(command -v firefox-esr || command -v firefox) npm run --silent test:firefox
    exit
fi
npm run --silent check
npm test --silent
CAROM=$carom CHROMIUM=$(command -v chromium) OUT=$tools/../web npm run --silent test:browser
