; For Helix: capture names from its documentation of themes. The last pattern that
; matches a node wins.

(comment) @comment

"puzzle" @keyword

(game) @type

(string) @string

(escape_sequence) @constant.character.escape

; ---- Keys and values

(key) @variable.other.member

(user_key) @attribute

[
  ":"
  ","
] @punctuation.delimiter

(text) @string

(number) @constant.numeric.integer

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
