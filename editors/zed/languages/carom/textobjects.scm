(puzzle) @class.around

(puzzle
  (header)
  (_)+ @class.inside)

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

(comment)+ @comment.around
