--- Finds, builds and registers the tree-sitter parser.
local M = {}

local function here()
  local source = debug.getinfo(1, "S").source:sub(2)
  -- lua/carom/treesitter.lua is three levels below the plugin.
  return vim.fs.dirname(vim.fs.dirname(vim.fs.dirname(vim.fn.resolve(source))))
end

--- Returns the folder of the grammar if the plugin is inside a clone of carom.
---@return string?
function M.grammar()
  local path = vim.fs.normalize(here() .. "/../../grammar/tree-sitter-carom")
  return vim.uv.fs_stat(path .. "/src/parser.c") and path or nil
end

--- Returns the path where the parser is installed.
---@return string
function M.target()
  return vim.fs.joinpath(vim.fn.stdpath("data"), "site", "parser", "carom.so")
end

--- Returns whether Neovim can load the parser, and the error if loading fails.
---@return boolean, string?
function M.is_installed()
  if #vim.api.nvim_get_runtime_file("parser/carom.so", false) == 0 then
    return false
  end
  -- Neovim 0.10 raises an error, newer versions return it.
  local ok, added, problem = pcall(vim.treesitter.language.add, "carom")
  if not ok or added == false or problem then
    return false, tostring(ok and problem or added)
  end
  return true
end

--- Registers the parser with nvim-treesitter for `:TSInstall carom`.
function M.register()
  vim.treesitter.language.register("carom", "carom")
  local grammar = M.grammar()
  if not grammar then
    return
  end
  vim.api.nvim_create_autocmd("User", {
    group = vim.api.nvim_create_augroup("carom.treesitter", {}),
    pattern = "TSUpdate",
    callback = function()
      local ok, parsers = pcall(require, "nvim-treesitter.parsers")
      if ok then
        parsers.carom = { install_info = { path = grammar, generate = false } }
      end
    end,
  })
end

--- Compiles the parser with the compiler `$CC`, or `cc`.
---@param grammar? string the folder of the grammar
---@return boolean
function M.build(grammar)
  local notify = require("carom.notify")
  grammar = grammar and vim.fs.normalize(vim.fn.expand(grammar)) or M.grammar()
  if not grammar or not vim.uv.fs_stat(grammar .. "/src/parser.c") then
    local advice = "give its folder: `:CaromBuildParser /path/to/carom/grammar/tree-sitter-carom`"
    notify.error("the grammar was not found", advice)
    return false
  end
  local compiler = vim.env.CC or "cc"
  if vim.fn.executable(compiler) == 0 then
    notify.error(("no C compiler: `%s` was not found"):format(compiler), "install one, or set $CC")
    return false
  end
  local target = M.target()
  vim.fn.mkdir(vim.fs.dirname(target), "p")
  local source = grammar .. "/src"
  local command = { compiler, "-shared", "-fPIC", "-O2", "-I", source, "-o", target }
  vim.list_extend(command, { source .. "/parser.c", source .. "/scanner.c" })
  local has_run, result = pcall(function()
    return vim.system(command, { text = true }):wait()
  end)
  if not has_run or result.code ~= 0 then
    notify.error("cannot compile the parser", vim.trim(has_run and result.stderr or tostring(result)))
    return false
  end
  notify.info("parser installed; reopen the file to use it", target)
  return true
end

return M
