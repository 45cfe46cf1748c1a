; Indents keys below their puzzle, rows below their board, and moves below their
; solution.
[
  (puzzle)
  (board)
  (solution)
] @indent

; A new line at the end of a board is a row; at the end of a puzzle, a key.
[
  (puzzle)
  (board)
] @extend
