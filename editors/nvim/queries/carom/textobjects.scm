; A puzzle.
(puzzle) @class.outer

(puzzle
  (header)
  (_)+ @class.inner)

; A board, and a solution.
[
  (board)
  (solution)
] @function.outer

(board
  [
    (row)
    (wall_row)
  ]+ @function.inner)

(solution
  [
    (move)
    (pass)
  ]+ @function.inner)

; Any other key and its value.
(field) @assignment.outer

(field
  key: (_) @assignment.lhs)

(field
  value: (_)+ @assignment.rhs @assignment.inner)

; A move among moves, a group among groups.
[
  (move)
  (pass)
  (group)
] @parameter.inner @parameter.outer

(comment) @comment.inner

(comment)+ @comment.outer
