; Puzzles.
(puzzle) @class.around

(puzzle
  (header)
  (_)+ @class.inside)

; Boards and solutions.
[
  (board)
  (solution)
] @function.around

(board
  [
    (row)
    (wall_row)
  ]+ @function.inside)

(solution
  [
    (move)
    (pass)
  ]+ @function.inside)

; Other keys and their values.
(field) @entry.around

(field
  value: (_)+ @entry.inside)

; Moves and groups in a list.
[
  (move)
  (pass)
  (group)
] @parameter.inside @parameter.around

(comment) @comment.inside

(comment)+ @comment.around
