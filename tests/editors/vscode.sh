#!/usr/bin/env bash
# The extension for VS Code: its own tests, its package, and the package in a
# real editor (code-server and Chromium). Run it as `bash tests/editors/vscode.sh`;
# it installs what it needs. Pictures are left in the target folder, below
# editors/vscode, in the folder screenshots of each test; with UPDATE_PICTURE=1,
# that of the README is taken anew.
set -euo pipefail
cd "$(dirname "$0")/../.."

NODE=24.21.0
CODE_SERVER=4.139.1

built=${CARGO_TARGET_DIR:-target}
mkdir -p "$built/editors/vscode"
tools=$(cd "$built/editors/vscode" && pwd)

packages=(chromium g++ libkrb5-dev libsecret-1-dev libx11-dev libxkbfile-dev make pkg-config python3)
command -v npm >/dev/null || packages+=(npm)
missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# code-server wants the Node that it was made for, with its headers, because
# parts of it are compiled. What is there already is not installed again.
install() {
    local folder=$tools/$1 package=$2
    if [ "$(cat "$folder/.installed" 2>/dev/null)" != "$package" ]; then
        rm -rf "$folder" && mkdir -p "$folder"
        echo '{"private":true}' >"$folder/package.json"
        npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "$package"
        echo "$package" >"$folder/.installed"
    fi
}
install node "node@$NODE"
node_home=$(cd "$(dirname "$(find "$tools/node/node_modules" -path '*/include/node/node_api.h' | head -n 1)")/../.." && pwd)
export PATH="$node_home/bin:$PATH" npm_config_nodedir="$node_home"
install code-server "code-server@$CODE_SERVER"

npm ci --prefix editors/vscode --no-audit --no-fund --loglevel=error
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

# try_in_editor NAME VSIX: the tests of this name, in an editor of their own.
try_in_editor() {
    CODE_SERVER=$tools/code-server/node_modules/.bin/code-server CHROMIUM=$(command -v chromium) \
        VSIX=$2 OUT=$tools/$1 node --test --test-timeout=400000 "tests/editors/vscode/$1.test.ts"
}
# The editor as a whole, the panel that edits and plays, puzzles as tests with
# signs beside them, and a deck that is typed.
for name in vscode desk proofs typing; do
    CAROM=$carom try_in_editor "$name" "$vsix"
done

# The extension for one platform, with the server inside, where there is no other.
platform=linux-$(node -p process.arch)
npm run --silent --prefix editors/vscode package -- \
    --out "$tools/carom-$platform.vsix" --server "$carom" --target "$platform"
try_in_editor bundled "$tools/carom-$platform.vsix"

# The picture of the README, when it is to be taken anew.
if [ -n "${UPDATE_PICTURE:-}" ]; then
    cp "$tools/vscode/screenshots/panel-ricochet.png" docs/vscode.png
fi
