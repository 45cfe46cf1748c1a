; Puzzles.
(puzzle) @class.outer

(puzzle
  (header)
  (_)+ @class.inner)

; Boards and solutions.
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

; Other keys and their values.
(field) @assignment.outer

(field
  key: (_) @assignment.lhs)

(field
  value: (_)+ @assignment.rhs @assignment.inner)

; Moves and groups in a list.
[
  (move)
  (pass)
  (group)
] @parameter.inner @parameter.outer

(comment) @comment.inner

(comment)+ @comment.outer
