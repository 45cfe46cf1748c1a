; For Zed: capture names from its documentation of language extensions. The last
; pattern that matches a node wins.

(comment) @comment

"puzzle" @keyword

(game) @type

(string) @string

(escape_sequence) @string.escape

; ---- Keys and values

(key) @property

(user_key) @attribute

[
  ":"
  ","
] @punctuation.delimiter

(text) @string

(number) @number

[
  (none)
  (outcome)
  (place)
] @constant

(rule) @variant

[
  (square)
  (line)
] @label

(item) @string.special.symbol

; ---- Boards

(floor) @punctuation.delimiter

(block) @attribute

(wall) @operator

(target) @constant

(human) @variable.special

(robot) @variable

(diagonal) @operator

(tile) @type

(symbol) @constant

(face) @type

; The two sides of Slider.
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

; The five robots of the printed game and their targets, in five distinct colours:
; red, green, blue, yellow and silver if the theme has them. The pieces of Tilt are green and blue.
([
  (robot)
  (target)
] @tag
  (#any-of? @tag "R" "r"))

([
  (piece)
  (robot)
  (target)
] @enum
  (#any-of? @enum "G" "g"))

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
] @comment.doc
  (#any-of? @comment.doc "S" "s"))

; ---- Moves

[
  (direction)
  (pass)
] @operator
