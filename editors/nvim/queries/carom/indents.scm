; Keys stand under their puzzle, rows under their board, and further moves
; under their solution. Neovim reads `indent.begin`; Helix reads `indent`, and
; `extend` lets it go on behind the last line.
([
  (puzzle)
  (board)
  (solution)
] @indent.begin @indent @extend
  (#set! indent.immediate 1))

(comment) @indent.auto
