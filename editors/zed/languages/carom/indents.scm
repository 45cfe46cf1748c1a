[
  (puzzle)
  (board)
  (solution)
] @indent
