; Neovim's names (`outer`, `inner`) beside those of Helix (`around`, `inside`).

; A puzzle.
(puzzle) @class.outer @class.around

(puzzle
  (header)
  (_)+ @class.inner @class.inside)

; A board, and a solution.
[
  (board)
  (solution)
] @function.outer @function.around

(board
  [
    (row)
    (wall_row)
  ]+ @function.inner @function.inside)

(solution
  [
    (move)
    (pass)
  ]+ @function.inner @function.inside)

; Any other key and its value.
(field) @assignment.outer @entry.around

(field
  key: (_) @assignment.lhs)

(field
  value: (_)+ @assignment.rhs @assignment.inner @entry.inside)

; A move among moves, a group among groups.
[
  (move)
  (pass)
  (group)
] @parameter.inner @parameter.outer @parameter.inside @parameter.around

(comment) @comment.inner @comment.inside

(comment)+ @comment.outer @comment.around
