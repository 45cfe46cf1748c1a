--- Messages with the prefix `carom:`.
local M = {}

--- All messages with their full advice, for `:checkhealth carom`.
---@type string[]
M.history = {}

--- Whether Neovim runs a script, without a user interface.
---@return boolean
function M.is_script()
  local arguments = vim.v.argv
  return vim.tbl_contains(arguments, "--headless") and not vim.tbl_contains(arguments, "--embed")
end

--- Returns a message of one line: a longer one would block the editor until
--- Enter is pressed.
local function fit(message, advice)
  local whole = message .. (advice and "; " .. advice or "")
  table.insert(M.history, whole)
  whole = "carom: " .. whole:gsub("%s*\n%s*", " ")
  local space = vim.v.echospace
  if M.is_script() or vim.fn.strdisplaywidth(whole) <= space then
    return whole
  end
  local short, hint = "carom: " .. message:gsub("%s*\n.*", ""), "; see `:checkhealth carom`"
  while vim.fn.strdisplaywidth(short) > space - #hint do
    short = vim.fn.strcharpart(short, 0, vim.fn.strchars(short) - 1)
  end
  return short .. hint
end

local function say(level)
  ---@param message string
  ---@param advice? string what to do, shown if there is room
  return function(message, advice)
    if M.is_script() then
      vim.notify(fit(message, advice) .. "\n", level)
      return
    end
    vim.schedule(function()
      -- Clear the previous message, so that both do not need two lines.
      vim.cmd.redraw()
      vim.notify(fit(message, advice), level)
    end)
  end
end

M.info = say(vim.log.levels.INFO)
M.warn = say(vim.log.levels.WARN)
M.error = say(vim.log.levels.ERROR)

return M
