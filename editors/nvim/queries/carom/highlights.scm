; For Neovim: capture names from `:h treesitter-highlight-groups`.
; lua/carom/colours.lua links those with an additional part, such as
; `@variable.robot.red`. The last pattern that matches a node wins.

(comment) @spell @comment

"puzzle" @keyword

(game) @type

(string) @spell @string

(escape_sequence) @string.escape

; ---- Keys and values

(key) @property

(user_key) @attribute

[
  ":"
  ","
] @punctuation.delimiter

(text) @spell @string

(number) @number

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

(floor) @punctuation.floor

(block) @attribute

(wall) @operator

(target) @constant.builtin

(human) @variable.builtin

(robot) @variable.robot

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
] @variable.robot.red
  (#any-of? @variable.robot.red "R" "r"))

([
  (piece)
  (robot)
  (target)
] @variable.robot.green
  (#any-of? @variable.robot.green "G" "g"))

([
  (piece)
  (robot)
  (target)
] @variable.robot.blue
  (#any-of? @variable.robot.blue "B" "b"))

([
  (robot)
  (target)
] @variable.robot.yellow
  (#any-of? @variable.robot.yellow "Y" "y"))

([
  (robot)
  (target)
] @variable.robot.silver
  (#any-of? @variable.robot.silver "S" "s"))

; ---- Moves

[
  (direction)
  (pass)
] @operator
