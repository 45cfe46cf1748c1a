# Helix: diagnostics of a file, hover, and indentation. Part of nvim.sh.

# helix SUITE ARGUMENTS...: runs the Helix of that Debian. Helix finds its own path in /proc,
# which that Debian lacks. Therefore it runs outside, with its own loader and libraries.
helix() {
    local root=$editors/$1
    shift
    /usr/bin/env -i HOME="$root/root" LANG=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor \
        PATH="$root/usr/local/bin:/usr/bin:/bin" HELIX_RUNTIME="$root/usr/lib/hx/runtime" \
        "$(echo "$root"/lib*/ld-linux-*.so.*)" --library-path "$(echo "$root"/usr/lib/*-linux-gnu)" \
        "$root/usr/lib/hx/hx" "$@"
}

echo "-- $(helix forky --version)"
follow forky Helix
cat >"$editors/forky/carom/deck.carom" <<'DECK'
puzzle lunar "First contact"
  moves: 5
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
DECK
helix forky --health carom >"$editors/helix.txt" 2>&1
grep -q 'carom: .*carom' "$editors/helix.txt"
for what in 'Tree-sitter parser' 'Highlight queries' 'Textobject queries' 'Indent queries'; do
    grep -q "$what: .*✓" "$editors/helix.txt"
done
terminal helix forky "$editors/forky/carom/deck.carom"
see 'puzzle lunar'
# The answer, in a hint after the first line.
see 'First contact" 4 moves'
# With the cursor on the wrong number, Helix shows the diagnostic.
press 2 g g g l
see 'claimed 5 moves, but the optimum is 4'
# Space and k: hover.
press g g Space k
see 'Lunar Lockout'
see '4 moves'
screen -e >"$editors/helix.ansi"

# row_below LINE SUITE: types the row `x` below a line, and waits until the file has it, indented.
# It waits after Escape, because terminals read a key right after it as Alt with that key.
row_below() {
    local try
    press "$1" g g o x
    see ' INS '
    press Escape
    see ' NOR '
    press : w Enter
    for try in $(seq 600); do
        grep -q '^    x$' "$editors/$2/carom/deck.carom" && return
        sleep 0.1
    done
    echo "no row 'x' after $try tries:" >&2
    screen >&2
    return 1
}

# A new row within a board is indented.
press Escape
see_no 'Lunar Lockout'
row_below 4 forky
leave

# A new row below the last row is indented too, but not in forky:
# https://github.com/helix-editor/helix/issues/16131
echo "-- $(helix trixie --version)"
follow trixie Helix
grep -v '^    x$' "$editors/forky/carom/deck.carom" >"$editors/trixie/carom/deck.carom"
terminal helix trixie "$editors/trixie/carom/deck.carom"
see 'puzzle lunar'
row_below 8 trixie
leave
