--- Messages that say who speaks.
local M = {}

--- What was said, with all of its advice, for `:checkhealth carom`.
---@type string[]
M.said = {}

--- Whether Neovim runs a script and nobody looks at its screen.
---@return boolean
function M.is_script()
  local arguments = vim.v.argv
  return vim.tbl_contains(arguments, "--headless") and not vim.tbl_contains(arguments, "--embed")
end

--- A message of more than a line would stop the editor until Enter is pressed.
local function fit(message, advice)
  local whole = message .. (advice and "; " .. advice or "")
  table.insert(M.said, whole)
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
  ---@param advice? string what to do, said where there is room for it
  return function(message, advice)
    if M.is_script() then
      vim.notify(fit(message, advice) .. "\n", level)
      return
    end
    vim.schedule(function()
      -- What was said before must not make it two lines.
      vim.cmd.redraw()
      vim.notify(fit(message, advice), level)
    end)
  end
end

M.info = say(vim.log.levels.INFO)
M.warn = say(vim.log.levels.WARN)
M.error = say(vim.log.levels.ERROR)

return M
