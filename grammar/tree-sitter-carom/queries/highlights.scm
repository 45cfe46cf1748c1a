; For the tree-sitter command line and compatible tools: names that most editors know. If two
; patterns match a node, the later one wins. The table in grammar/README.md compares these names
; with those of the other grammars and queries.

(comment) @comment

"puzzle" @keyword

(game) @type

(string) @string

(escape_sequence) @string.special

; ---- Keys and values

(key) @tag

(user_key) @attribute

[
  ":"
  ","
] @punctuation.delimiter

(text) @string

(number) @constant

[
  (none)
  (outcome)
  (place)
] @constant.builtin

(rule) @variable.parameter

[
  (square)
  (line)
] @label

(item) @string.special.symbol

; ---- Boards

(floor) @punctuation.delimiter

(block) @attribute

(wall) @operator

(target) @constant.builtin

(human) @variable.builtin

(robot) @variable

(diagonal) @operator

(tile) @type

(symbol) @constant.builtin

(face) @type

; The two sides of slider.
([
  (piece)
  (side)
] @function
  (#eq? @function "H"))

([
  (piece)
  (side)
] @type
  (#eq? @type "V"))

; The five robots of the printed game and their targets: red, green, blue,
; yellow and silver, or at least five that differ. The pieces of Tilt are green and blue.
([
  (robot)
  (target)
] @diff.minus
  (#any-of? @diff.minus "R" "r"))

([
  (piece)
  (robot)
  (target)
] @diff.plus
  (#any-of? @diff.plus "G" "g"))

([
  (piece)
  (robot)
  (target)
] @function
  (#any-of? @function "B" "b"))

([
  (robot)
  (target)
] @type
  (#any-of? @type "Y" "y"))

([
  (robot)
  (target)
] @keyword.directive
  (#any-of? @keyword.directive "S" "s"))

; ---- Moves

[
  (direction)
  (pass)
] @operator
