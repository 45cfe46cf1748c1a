if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

local options = require("carom").options()
local undo = { "setlocal commentstring< comments< formatoptions< iskeyword< expandtab< shiftwidth< softtabstop<" }

vim.bo.commentstring = "; %s"
vim.bo.comments = ":;"
-- As `carom fmt` writes it.
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
vim.bo.softtabstop = 2
-- Never wrap rows of a board. Do not continue comments: the next line is more
-- often part of a puzzle.
vim.opt_local.formatoptions:remove({ "t", "r", "o" })
vim.opt_local.formatoptions:append("cql")
-- Keys and rules have hyphens.
vim.opt_local.iskeyword:append("-")

local has_parser = options.treesitter and require("carom.treesitter").is_installed()
if has_parser and pcall(vim.treesitter.start, 0, "carom") then
  table.insert(undo, "call v:lua.vim.treesitter.stop()")
else
  has_parser = false
end

if options.folding and vim.go.foldmethod == "manual" then
  local window = vim.wo[vim.api.nvim_get_current_win()][0]
  window.foldmethod = "expr"
  window.foldexpr = has_parser and "v:lua.vim.treesitter.foldexpr()" or "v:lua.require'carom.fold'.level()"
  -- All folds are open at first.
  if vim.go.foldlevelstart < 0 then
    window.foldlevel = 99
  end
  table.insert(undo, "setlocal foldmethod< foldexpr< foldlevel<")
end

if options.mappings then
  local mappings = { ["]]"] = "<Plug>(carom-next-puzzle)", ["[["] = "<Plug>(carom-previous-puzzle)" }
  for keys, plug in pairs(mappings) do
    vim.keymap.set({ "n", "x", "o" }, keys, plug, { buffer = true })
    table.insert(undo, ("silent! nunmap <buffer> %s | silent! xunmap <buffer> %s | silent! ounmap <buffer> %s"):format(keys, keys, keys))
  end
end

vim.b.undo_ftplugin = table.concat(undo, " | ")

require("carom.server").warn_if_missing()
