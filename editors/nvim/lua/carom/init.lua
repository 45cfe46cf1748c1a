--- Options, and the status for a status line.
local M = {}

--- The defaults of the options in `vim.g.carom` or |carom.setup()|.
---@class carom.Options
local defaults = {
  --- The command that starts the server.
  cmd = { "carom", "lsp" },
  --- Code lenses: the answer above each puzzle, with actions.
  code_lens = true,
  --- Inlay hints: the optimum after each puzzle's first line.
  inlay_hints = true,
  --- Signs for the state of each proof.
  signs = true,
  --- The next optimal move after the cursor, if Neovim has inline completion.
  next_move = true,
  --- `]]` and `[[` move from puzzle to puzzle.
  mappings = true,
  --- Folds of puzzles, boards and solutions, open at first.
  folding = true,
  --- Tree-sitter highlighting, if the parser is installed.
  treesitter = true,
  --- Semantic tokens, which override tree-sitter and the syntax file.
  semantic_tokens = false,
  --- Milliseconds between two moves while a solution plays.
  interval = 700,
  --- The settings of the server, as in `carom.toml`.
  settings = {},
}

--- Returns the current options.
---@return carom.Options
function M.options()
  local set = vim.g.carom
  return vim.tbl_deep_extend("force", defaults, type(set) == "table" and set or {})
end

--- Sets options. Calling it is optional: all options have defaults.
---@param options? table
function M.setup(options)
  local set = vim.g.carom
  vim.g.carom = vim.tbl_deep_extend("force", type(set) == "table" and set or {}, options or {})
  require("carom.server").reconfigure()
end

--- Returns the progress for a status line, or "" if nothing is being solved.
---@return string
function M.status()
  local solving = require("carom.server").solving
  if solving.open == 0 then
    return ""
  end
  local first = solving.titles[1]
  return ("solving %d%s"):format(solving.open, first and ": " .. first or "")
end

return M
