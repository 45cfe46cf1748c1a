; For nvim-treesitter; lua/carom/indent.lua does the same without it. Indents keys
; below their puzzle, rows below their board, and moves below their solution.
[
  (puzzle)
  (board)
  (solution)
] @indent.begin

(comment) @indent.auto
