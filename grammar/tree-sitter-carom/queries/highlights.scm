; Of two patterns for a node the later one has the say, in every editor. Where
; Neovim and Helix name the same thing differently, both names stand here:
; Helix's last, and Neovim's with a priority, which Neovim alone heeds. The
; table in grammar/README.md sets all of them beside the scopes of the TextMate
; grammar.

(comment) @spell @comment

"puzzle" @keyword

(game) @type

(string) @spell @string

((escape_sequence) @string.escape
  (#set! priority 101))

(escape_sequence) @constant.character.escape

; ---- Keys and values

((key) @property
  (#set! priority 101))

(key) @variable.other.member

(user_key) @attribute

[
  ":"
  ","
] @punctuation.delimiter

(text) @spell @string

((number) @number
  (#set! priority 101))

(number) @constant.numeric

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
] @keyword.directive
  (#any-of? @keyword.directive "S" "s"))

; ---- Moves

[
  (direction)
  (pass)
] @operator
