; Where Neovim and Helix name the same thing differently, a pattern gives both
; names; each editor passes over the one it does not know. The table in
; grammar/README.md sets these beside the scopes of the TextMate grammar.

(comment) @comment @spell

"puzzle" @keyword

(game) @type

(string) @string

(string_content) @spell

(escape_sequence) @constant.character.escape @string.escape

; ---- Keys and values

(key) @variable.other.member @property

(user_key) @attribute

[
  ":"
  ","
] @punctuation.delimiter

(text) @string @spell

(number) @constant.numeric @number

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

(item) @constant

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
; yellow and silver, or at least five that differ.
([
  (robot)
  (target)
] @diff.minus
  (#any-of? @diff.minus "R" "r"))

([
  (robot)
  (target)
] @diff.plus
  (#any-of? @diff.plus "G" "g"))

([
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
] @punctuation.special
  (#any-of? @punctuation.special "S" "s"))

; ---- Moves

[
  (direction)
  (pass)
] @operator
