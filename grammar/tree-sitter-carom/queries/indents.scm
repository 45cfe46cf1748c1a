; Keys stand under their puzzle, rows under their board, and further moves
; under their solution. Neovim reads `indent.begin`, Helix reads `indent`.
[
  (puzzle)
  (board)
  (solution)
] @indent.begin @indent

(comment) @indent.auto
