--- Indentation as in `carom fmt`, computed from the lines above: none for
--- `puzzle` and the keys of a file, one step for the keys of a puzzle, two for
--- the rows of a board and for further lines of moves.
local M = {}

local step = 2

---@alias carom.Line "blank"|"comment"|"puzzle"|"key"|"walls"|"other"

---@param line string
---@return carom.Line
local function kind(line)
  if line:match("^%s*$") then
    return "blank"
  elseif line:match("^%s*;") then
    return "comment"
  elseif line:match("^%s*puzzle%f[^%w_:-]") then
    return "puzzle"
  elseif line:match("^%s*%l[%w-]*%s*:") then
    return "key"
  elseif line:match("^[%s-]*$") then
    return "walls"
  end
  return "other"
end

--- Returns the kind and the number of the first line from `number` on that is
--- not a comment.
local function below(number)
  for at = number, vim.fn.line("$") do
    local found = kind(vim.fn.getline(at))
    if found ~= "comment" then
      return found, at
    end
  end
  return "blank", vim.fn.line("$") + 1
end

--- Returns what a line belongs to, from the lines above it.
---@return "file"|"keys"|"board"|"solution"
local function place(number)
  local innermost
  for at = number - 1, 1, -1 do
    local line = vim.fn.getline(at)
    local found = kind(line)
    if found == "puzzle" then
      return innermost or "keys"
    elseif not innermost and found == "blank" then
      -- A blank line ends a board and a solution.
      innermost = "keys"
    elseif not innermost and found == "key" then
      local name = line:match("^%s*([%l-]+)")
      innermost = (name == "board" or name == "solution") and name or "keys"
    end
  end
  return "file"
end

--- Walls are aligned with columns, so they shift with the row below them, which
--- is indented later.
local function wall_indent(number)
  local found, at = below(number + 1)
  local moved = found == "other" and 2 * step - vim.fn.indent(at) or 0
  return math.max(0, vim.fn.indent(number) + moved)
end

local function comment_indent(number, where)
  local next_kind = below(number + 1)
  if next_kind == "puzzle" or where == "file" then
    return 0
  elseif where == "board" and (next_kind == "other" or next_kind == "walls") then
    return 2 * step
  elseif next_kind == "blank" and number > 1 and kind(vim.fn.getline(number - 1)) == "blank" then
    return 0
  end
  return step
end

--- Returns the indentation of the line |v:lnum|, for 'indentexpr'.
---@return integer columns; -1 keeps the indentation
function M.level()
  local number = vim.v.lnum
  local found = kind(vim.fn.getline(number))
  if found == "puzzle" then
    return 0
  end
  local where = place(number)
  if found == "blank" then
    -- A new line below a blank line starts the next puzzle.
    local is_apart = number > 1 and kind(vim.fn.getline(number - 1)) == "blank"
    return (is_apart or where == "file") and 0 or where == "board" and 2 * step or step
  elseif found == "comment" then
    return comment_indent(number, where)
  elseif found == "key" then
    return where == "file" and 0 or step
  elseif where == "board" then
    return found == "walls" and wall_indent(number) or 2 * step
  elseif where == "solution" then
    return 2 * step
  end
  return -1
end

return M
