--- The options, and what a status line may ask.
local M = {}

--- What may be set, in `vim.g.carom` or through |carom.setup()|.
---@class carom.Options
local defaults = {
  --- The command that starts the server.
  cmd = { "carom", "lsp" },
  --- Code lenses: the answer above each puzzle, and what to do with it.
  code_lens = true,
  --- Inlay hints: the fewest moves behind each puzzle's first line.
  inlay_hints = true,
  --- Signs that tell how the proof of each puzzle stands.
  signs = true,
  --- The next optimal move behind the cursor, where Neovim completes inline.
  next_move = true,
  --- `]]` and `[[` move from puzzle to puzzle.
  mappings = true,
  --- Folds by puzzles and boards, all of them open at first.
  folding = true,
  --- Highlights by tree-sitter, where its parser is installed.
  treesitter = true,
  --- The colours of the server, over those of tree-sitter or the syntax file.
  semantic_tokens = false,
  --- Milliseconds between two pictures of a solution that plays.
  interval = 700,
  --- The settings of the server, as in `carom.toml`.
  settings = {},
}

--- The options as they are now.
---@return carom.Options
function M.options()
  local set = vim.g.carom
  return vim.tbl_deep_extend("force", defaults, type(set) == "table" and set or {})
end

--- Sets options. It need not be called: all of them have defaults.
---@param options? table
function M.setup(options)
  local set = vim.g.carom
  vim.g.carom = vim.tbl_deep_extend("force", type(set) == "table" and set or {}, options or {})
  require("carom.server").reconfigure()
end

--- What is being solved, for a status line; empty when nothing is.
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
