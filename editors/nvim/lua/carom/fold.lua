--- Folds without a parser: puzzles, boards and solutions.
local M = {}

--- The fold levels of each buffer, and the 'changedtick' they were computed for.
---@type table<integer, { tick: integer, levels: table<integer, string> }>
local known = {}

local function is_blank(line)
  return line:match("^%s*$") ~= nil
end

local function levels(lines)
  local found, is_in_puzzle = {}, false
  for number, line in ipairs(lines) do
    local level = "="
    if line:match("^%s*puzzle%f[%W]") then
      is_in_puzzle = true
      level = ">1"
    elseif not is_in_puzzle then
      level = "0"
    elseif line:match("^%s*board:") or line:match("^%s*solution:") then
      level = ">2"
    elseif is_blank(line) or line:match("^%s*%l[%w-]*:") then
      level = "1"
    end
    found[number] = level
  end
  -- Blank lines and comments above a puzzle belong to no fold.
  local above = true
  for number = #lines, 1, -1 do
    local line = lines[number]
    if found[number] == ">1" then
      above = true
    elseif above and (is_blank(line) or line:match("^%s*;")) then
      found[number] = "0"
    else
      above = false
    end
  end
  return found
end

--- Returns the fold level of the line |v:lnum|, for 'foldexpr'.
---@return string
function M.level()
  local bufnr = vim.api.nvim_get_current_buf()
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  if not known[bufnr] or known[bufnr].tick ~= tick then
    local lines = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
    known[bufnr] = { tick = tick, levels = levels(lines) }
  end
  return known[bufnr].levels[vim.v.lnum] or "0"
end

vim.api.nvim_create_autocmd("BufWipeout", {
  group = vim.api.nvim_create_augroup("carom.fold", {}),
  callback = function(event)
    known[event.buf] = nil
  end,
})

return M
