; Keys stand under their puzzle, rows under their board, and further moves under
; their solution.
[
  (puzzle)
  (board)
  (solution)
] @indent
