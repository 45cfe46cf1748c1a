; Puzzles with their game and name.
(puzzle
  (header
    (game) @context
    name: (string
      (string_content) @name))) @item

(puzzle
  (header
    !name
    (game) @name)) @item
