# Helix: the diagnostics of a file, and a hover. Part of nvim.sh.

# Helix finds its own path in /proc, which that Debian lacks. Therefore it runs outside, with
# its own loader and libraries.
helix() {
    local root=$editors/forky
    /usr/bin/env -i HOME="$root/root" LANG=C.UTF-8 TERM=tmux-256color COLORTERM=truecolor \
        PATH="$root/usr/local/bin:/usr/bin:/bin" HELIX_RUNTIME="$root/usr/lib/hx/runtime" \
        "$(echo "$root"/lib*/ld-linux-*.so.*)" --library-path "$(echo "$root"/usr/lib/*-linux-gnu)" \
        "$root/usr/lib/hx/hx" "$@"
}

echo "-- $(helix --version)"
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
helix --health carom >"$editors/helix.txt" 2>&1
grep -q 'carom: .*carom' "$editors/helix.txt"
for what in 'Tree-sitter parser' 'Highlight queries' 'Textobject queries' 'Indent queries'; do
    grep -q "$what: .*✓" "$editors/helix.txt"
done
terminal helix "$editors/forky/carom/deck.carom"
see 'puzzle lunar'
# The answer, in a hint after the first line.
see 'First contact" 4 moves'
# On the wrong number, Helix shows the reason.
press 2 g g g l
see 'claimed 5 moves, but the optimum is 4'
# Space and k: hover.
press g g Space k
see 'Lunar Lockout'
see '4 moves'
screen -e >"$editors/helix.ansi"
# A new row within a board is indented.
press Escape 4 g g o x Escape : w Enter
for _ in $(seq 150); do
    grep -q '^    x$' "$editors/forky/carom/deck.carom" && break
    sleep 0.1
done
grep -q '^    x$' "$editors/forky/carom/deck.carom"
leave
