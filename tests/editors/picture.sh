# The picture of Neovim in the README: a file with answers and diagnostics, and a solution that
# plays. Part of nvim.sh.

echo '-- the picture of Neovim'
cat >"$editors/forky/carom/deck.carom" <<'DECK'
; A deck in the making.
title: My deck

puzzle ricochet "To the wall"
  rules: direct
  moves: 2
  board:
    . . . . . .
            -
    . . . . r .
    R . . . .|.
  solution: R> R^

puzzle lunar "First contact"
  moves: 5
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
  solution: @^ @< @v @<
DECK
terminal within forky nvim -c 'set termguicolors number signcolumn=yes' -c 'call cursor(14, 1)' /carom/deck.carom
see '4 moves · @^'
see '2 moves · R>'
press ':lua vim.diagnostic.config({ virtual_text = true })' Enter
see 'claimed 5'
press ':CaromSolution' Enter
see 'start'
press l l
see 'move 2 of 4'
sleep 0.5
draw=$built/debug/examples/terminal-svg
test -x "$draw" || cargo build -q --locked --example terminal-svg
screen -e -N | "$draw" >"$editors/neovim.svg"
leave
