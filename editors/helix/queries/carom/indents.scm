; Keys stand under their puzzle, rows under their board, and further moves under
; their solution.
[
  (puzzle)
  (board)
  (solution)
] @indent

; A new line at the end of a board is another row, at the end of a puzzle another key.
[
  (puzzle)
  (board)
] @extend
