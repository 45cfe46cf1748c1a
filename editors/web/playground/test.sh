#!/usr/bin/env bash
# Builds the playground with the package carom-wasm in the folder PACKAGE, and tests it in
# Chromium. Saves screenshots in the target folder, in editors/playground.
set -euo pipefail
package=$(realpath "$PACKAGE")
cd "$(dirname "$0")/../../.."
. tests/editors/node.sh

npm ci --prefix editors/web --no-audit --no-fund --loglevel=error
cd editors/web/playground
npm ci --no-audit --no-fund --loglevel=error
npm install --no-save --no-package-lock --no-audit --no-fund --loglevel=error "$package"
npm run --silent check
../node_modules/.bin/biome ci --error-on-warnings --config-path=.. src test build.ts
site=$tools/../playground/site
npm run --silent build -- --out "$site"
for file in main.js worker.js page.css carom_bg.wasm; do
    echo "$file: $(stat -c %s "$site/$file") bytes, $(gzip -9 <"$site/$file" | wc -c) compressed"
done
CHROMIUM=$(command -v chromium) SITE=$site OUT=$tools/../playground/pictures \
    npm test --silent -- --test-timeout=1800000
