if vim.b.did_indent then
  return
end
vim.b.did_indent = 1

vim.bo.indentexpr = "v:lua.require'carom.indent'.level()"
-- Reindent at the colon of a key and after the word `puzzle`.
vim.bo.indentkeys = "o,O,!^F,<:>,0=puzzle"
vim.b.undo_indent = "setlocal indentexpr< indentkeys<"
