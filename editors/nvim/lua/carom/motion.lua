--- Motions from puzzle to puzzle.
local M = {}

--- Moves the cursor to the `puzzle` line of the next or the previous puzzle,
--- [count] times. Adds the old position to the jump list.
---@param direction "next"|"previous"
function M.go(direction)
  local flags = direction == "previous" and "bW" or "W"
  local from = vim.fn.getpos(".")
  local at = 0
  for _ = 1, vim.v.count1 do
    at = vim.fn.search([[^\s*\zspuzzle\>]], flags)
    if at == 0 then
      break
    end
  end
  local to = vim.fn.getpos(".")
  if to[2] ~= from[2] and vim.fn.mode() == "n" then
    vim.fn.setpos(".", from)
    vim.cmd.normal({ "m'", bang = true })
    vim.fn.setpos(".", to)
  end
end

return M
