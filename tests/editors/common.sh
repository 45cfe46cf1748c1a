# Shared functions of the editor tests. They run as root on Debian, in the top folder of the
# sources, and keep all files below $editors.

# Use a cache of this commit, and leave the user's cache alone.
export CAROM_NO_CACHE=1

built=${CARGO_TARGET_DIR:-target}
mkdir -p "$built/editors"
built=$(cd "$built" && pwd)
editors=$built/editors

# need COMMAND PACKAGE: installs the package if the command is missing.
need() {
    command -v "$1" >/dev/null && return
    apt-get install -y --no-install-recommends "$2" >"$editors/$2.log" 2>&1 ||
        { apt-get update && apt-get install -y --no-install-recommends "$2"; } >"$editors/$2.log" 2>&1 ||
        { cat "$editors/$2.log" >&2 && return 1; }
}

# debian SUITE SCRIPT PACKAGES: installs a Debian with these packages in $editors/SUITE, or
# reuses a complete one.
debian() {
    local root=$editors/$1 packages=$3
    [ "$(cat "$root/.packages" 2>/dev/null)" = "$packages" ] && return
    rm -rf "$root"
    if ! debootstrap --variant=minbase --include="$packages" "$1" "$root" \
        http://deb.debian.org/debian "$2" >"$editors/$1.log" 2>&1; then
        tail -n 20 "$editors/$1.log" >&2
        return 1
    fi
    rm -rf "$root"/var/cache/apt/archives/*.deb
    echo "$packages" >"$root/.packages"
}

# fresh SUITE: prepares an empty home, the binary, and the sources of carom that users need to
# set up their editor.
fresh() {
    local root=$editors/$1
    rm -rf "$root/root" "$root/carom" "$root/tests"
    mkdir -p "$root/root" "$root/carom/examples"
    cp "$built/release/carom" "$root/usr/local/bin/carom"
    # Skip files that other tests have installed.
    tar -c --exclude=node_modules --exclude=target --exclude=editors/vscode editors grammar |
        tar -x -C "$root/carom"
    cp examples/*.carom "$root/carom/examples/"
    cp -r tests/editors "$root/tests"
}

# within SUITE COMMAND...: runs a command in that Debian.
within() {
    local suite=$1
    shift
    chroot "$editors/$suite" /usr/bin/env -i HOME=/root LANG=C.UTF-8 TERM=tmux-256color \
        COLORTERM=truecolor PATH=/usr/local/bin:/usr/bin:/bin CAROM_LOG="${CAROM_LOG:-warn}" "$@"
}

# follow SUITE HEADING [FIRST [LAST]]: runs the commands below a heading of
# editors/README.md, from the first to the last.
follow() {
    local commands
    commands=$(awk -v heading="## $2" '
        $0 == heading { is_here = 1 }
        is_reading && /^```$/ { exit }
        is_reading { print }
        is_here && /^```sh$/ { is_reading = 1 }
    ' editors/README.md | sed -n "${3:-1},${4:-\$}p")
    [ -n "$commands" ] || {
        echo "no commands below '$2' in editors/README.md" >&2
        return 1
    }
    within "$1" sh -ec "cd /carom && $(sed 's/$/;/' <<<"$commands")" </dev/null
}

# terminal COMMAND...: runs one of these functions in a terminal with $columns columns.
terminal() {
    leave
    # On the socket of an exiting server, the new session would end with it.
    socket=carom-$RANDOM
    { declare -p editors && declare -f && printf '%q ' "$@"; } >"$editors/terminal.sh"
    LANG=C.UTF-8 tmux -L "$socket" -f /dev/null new-session -d -x "${columns:-110}" -y 30 "bash $editors/terminal.sh"
}

# screen: prints the terminal's content; -e keeps the colours.
screen() { LANG=C.UTF-8 tmux -L "$socket" capture-pane -p "$@"; }

# press KEYS...: types keys, with tmux names.
press() { tmux -L "$socket" send-keys "$@"; }

# see TEXT: waits until the terminal shows the text.
see() {
    local try
    for try in $(seq 600); do
        [[ $(screen) == *"$1"* ]] && return
        sleep 0.1
    done
    echo "the terminal does not show '$1' after $try tries:" >&2
    screen >&2
    return 1
}

# see_no TEXT: waits until the terminal no longer shows the text.
see_no() {
    local try
    for try in $(seq 600); do
        [[ $(screen) != *"$1"* ]] && return
        sleep 0.1
    done
    echo "the terminal still shows '$1' after $try tries:" >&2
    screen >&2
    return 1
}

# leave: ends the program in the terminal.
socket=carom
leave() { tmux -L "$socket" kill-server 2>/dev/null || true; }
