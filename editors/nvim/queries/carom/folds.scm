[
  (puzzle)
  (board)
  (solution)
] @fold

(comment)+ @fold
