--- Messages that say who speaks.
local M = {}

local function say(level)
  return function(message)
    vim.schedule(function()
      vim.notify("carom: " .. message, level)
    end)
  end
end

M.info = say(vim.log.levels.INFO)
M.warn = say(vim.log.levels.WARN)
M.error = say(vim.log.levels.ERROR)

return M
