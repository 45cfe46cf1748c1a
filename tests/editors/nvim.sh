#!/usr/bin/env bash
# Neovim 0.10 and 0.12, Helix, Emacs and Vim, each set up as editors/README.md describes, with
# the real server. Pictures are left in $CARGO_TARGET_DIR/editors. With --main, only Neovim 0.10
# without the parser.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/editors/common.sh
trap leave EXIT

need debootstrap debootstrap
need tmux tmux
test -x "$built/release/carom" || cargo build --locked --release

if [ "${1:-}" = --main ]; then
    debian trixie trixie neovim,ca-certificates
    fresh trixie
    follow trixie Neovim 1 2
    within trixie nvim -l /tests/nvim/spec.lua
    exit 0
fi

debian trixie trixie neovim,hx,emacs-nox,vim,vim-ale,gcc,libc6-dev,ca-certificates &
first=$!
debian forky sid neovim,hx,ca-certificates
wait "$first"

fresh trixie
fresh forky

for suite in trixie forky; do
    echo "-- $(within $suite nvim --version | head -n 1)"
    follow $suite Neovim 1 2
    within $suite nvim -l /tests/nvim/spec.lua
    if [ $suite = forky ]; then
        # forky has no compiler: this `cc` copies the parser built in trixie.
        parser=root/.local/share/nvim/site/parser/carom.so
        cp "$editors/trixie/$parser" "$editors/forky/carom.so"
        cat >"$editors/forky/usr/local/bin/cc" <<'CC'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
cp /carom.so "$2"
CC
        chmod +x "$editors/forky/usr/local/bin/cc"
    fi
    follow $suite Neovim 3
    echo '-- with the parser'
    for name in tree-sitter checkhealth; do
        within $suite nvim -l /tests/nvim/spec.lua "$name"
    done
done

. tests/editors/messages.sh
. tests/editors/picture.sh
. tests/editors/helix.sh
. tests/editors/emacs.sh
. tests/editors/vim.sh
