; For nvim-treesitter; without it, lua/carom/indent.lua does the same. Keys stand
; under their puzzle, rows under their board, further moves under their solution.
[
  (puzzle)
  (board)
  (solution)
] @indent.begin

(comment) @indent.auto
