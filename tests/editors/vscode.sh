#!/usr/bin/env bash
# The extension for VS Code: its own tests, its package, and the package in a real editor
# (code-server and Chromium). Run it as `bash tests/editors/vscode.sh`; it installs its
# requirements. Pictures are left in the target folder, below editors/vscode, in the folder
# screenshots of each test. UPDATE_PICTURE=1 also updates the picture in the README. With --main,
# the tests of the panel, of typing and of the package with a server are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
main=${1:-}

CODE_SERVER=4.139.1

source tests/editors/node.sh

# Native parts of code-server are compiled with the headers of its Node version.
install_packages g++ libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev make pkg-config python3
install code-server "code-server@$CODE_SERVER"

npm ci --prefix editors/vscode --no-audit --no-fund --loglevel=error
# The panel shows the board view of editors/web, which is bundled from there.
npm ci --prefix tests/editors/vscode --no-audit --no-fund --loglevel=error
(
    cd editors/vscode
    npm run --silent check
    node_modules/.bin/tsc -p ../../tests/editors/vscode
    node_modules/.bin/biome ci --error-on-warnings --config-path=. ../../tests/editors/vscode
    npm test --silent
)

cargo build --locked --release
carom=$(cd "$built/release" && pwd)/carom
CAROM=$carom npm run --silent --prefix editors/vscode test:server

vsix=$tools/carom.vsix
npm run --silent --prefix editors/vscode package -- --out "$vsix"

# try_in_editor NAME VSIX: runs the tests of this name in a new editor. The timeout is that of all
# tests in a file together.
try_in_editor() {
    CODE_SERVER=$tools/code-server/node_modules/.bin/code-server CHROMIUM=$(command -v chromium) \
        VSIX=$2 OUT=$tools/$1 node --test --test-timeout=1800000 "tests/editors/vscode/$1.test.ts"
}
# The whole editor; then lenses, which file the panel shows, the panel for editing and playing, puzzles as tests with signs,
# and typing a file.
CAROM=$carom try_in_editor vscode "$vsix"
[ "$main" != --main ] || exit 0
for name in lenses follow desk proofs typing; do
    CAROM=$carom try_in_editor "$name" "$vsix"
done

# The extension for one platform includes the server: test it without a carom program.
platform=linux-$(node -p process.arch)
npm run --silent --prefix editors/vscode package -- \
    --out "$tools/carom-$platform.vsix" --server "$carom" --target "$platform"
try_in_editor bundled "$tools/carom-$platform.vsix"

# The pictures in the READMEs, if requested.
if [ -n "${UPDATE_PICTURE:-}" ]; then
    cp "$tools/vscode/screenshots/panel-ricochet.png" docs/vscode.png
    cp "$tools/desk/screenshots/drag-dark.png" docs/vscode-edit.png
    cp "$tools/proofs/screenshots/counts.png" docs/vscode-tests.png
fi
