# Emacs with eglot: diagnostics of a file, its answer, layout and actions. Part of nvim.sh.

echo "-- $(within trixie emacs --version | head -n 1)"
follow trixie Emacs >"$editors/emacs.txt" 2>&1 || { cat "$editors/emacs.txt" && false; }
cat >"$editors/trixie/carom/deck.carom" <<'DECK'
puzzle lunar "First contact"
  moves: 5
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
DECK
terminal within trixie emacs -nw /carom/deck.carom
see 'puzzle lunar'
see 'eglot:'
press M-x
press -l 'flymake-show-buffer-diagnostics'
press Enter
see 'claimed 5 moves, but the optimum is 4'
press C-x 1
press M-x
press -l 'eldoc'
press Enter
see '1 optimal solution'
press M-x
press -l 'replace-string'
press Enter
press -l 'moves: 5'
press Enter
press -l 'moves:   5'
press Enter
see 'moves:   5'
press M-x
press -l 'eglot-format-buffer'
press Enter
see 'moves: 5'
press M-x
press -l 'eglot-code-actions'
press Enter
see 'Pick an action (default record'
leave
