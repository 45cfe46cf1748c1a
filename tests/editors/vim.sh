# Vim with ALE: colours and diagnostics of a file, and its layout. Part of nvim.sh.

# On that Debian, `vim` may be Neovim.
echo "-- $(within trixie vim.basic --version | head -n 1)"
follow trixie Vim
cat >"$editors/trixie/carom/vim.carom" <<'DECK'
puzzle ricochet "To the wall"
  rules: direct
  moves: 3
  board:
    . . . . . .
            -
    . . . . r .
    R . . . .|.
  solution: R> R^
DECK
# On Debian, ALE must be enabled.
echo 'syntax on | packadd! ale' >"$editors/trixie/root/.vimrc"
terminal within trixie vim.basic /carom/vim.carom
see 'puzzle ricochet'
see 'claimed 3 moves, but the optimum is 2'
press /R Space . Enter
press ":echo synIDattr(synID(line('.'), col('.'), 1), 'name')" Enter
see caromPieceRed
press ':ALEHover' Enter
see 'the robot R'
press ':wincmd j' Enter ':%s/moves: 3/moves:   3/' Enter ':%!carom fmt -' Enter
see 'moves: 3'
leave
