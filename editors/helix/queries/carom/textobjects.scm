; A puzzle.
(puzzle) @class.around

(puzzle
  (header)
  (_)+ @class.inside)

; A board, and a solution.
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

; Any other key and its value.
(field) @entry.around

(field
  value: (_)+ @entry.inside)

; A move among moves, a group among groups.
[
  (move)
  (pass)
  (group)
] @parameter.inside @parameter.around

(comment) @comment.inside

(comment)+ @comment.around
