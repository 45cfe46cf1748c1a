--- `:checkhealth carom`
local M = {}

local health = vim.health

local function check_binary(server)
  health.start("carom: the binary")
  local binary = server.binary()
  if not binary then
    local cmd = server.command()
    local name = type(cmd) == "table" and cmd[1] or "carom"
    health.error(("`%s` was not found"):format(name), { server.how_to_install })
    return
  end
  health.ok(("found: %s"):format(binary))
  local result = vim.system({ binary, "--version" }, { text = true }):wait(30000)
  local version = result.code == 0 and (result.stdout or ""):match("(%d+%.%d+%.%d+%S*)")
  if not version then
    health.error(("`%s --version` does not print a version"):format(binary), { server.how_to_install })
  elseif server.is_too_old(version) then
    local message = ("version %s is too old: this plugin needs %s or newer"):format(version, server.oldest)
    health.error(message, { server.how_to_install })
  else
    health.ok(("version %s (the plugin needs %s or newer)"):format(version, server.oldest))
  end
end

local function check_server(server)
  health.start("carom: the server")
  local buffers = vim.tbl_filter(function(bufnr)
    return vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == "carom"
  end, vim.api.nvim_list_bufs())
  if #buffers == 0 then
    health.info("no carom file is open, so no server is running")
    return
  end
  for _, bufnr in ipairs(buffers) do
    local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ":~:.")
    local client = vim.lsp.get_clients({ bufnr = bufnr, name = "carom" })[1]
    if client then
      local version = server.versions[client.id] or "0"
      if server.is_too_old(version) then
        local message = "%s: attached to carom %s, which is too old: this plugin needs %s or newer"
        health.warn(message:format(name, version, server.oldest), { server.how_to_install })
      else
        health.ok(("%s: attached to carom %s, root %s"):format(name, version, client.config.root_dir or "none"))
      end
    else
      health.error(("%s: no server is attached"):format(name), { "see `:checkhealth vim.lsp` and the log it names" })
    end
  end
end

local function check_highlighting()
  health.start("carom: filetype and colours")
  if vim.filetype.match({ filename = "deck.carom" }) == "carom" then
    health.ok("*.carom files have the filetype carom")
  else
    health.error("*.carom files do not have the filetype carom", { "try `:filetype on`" })
  end
  local treesitter = require("carom.treesitter")
  local is_installed, problem = treesitter.is_installed()
  if problem then
    health.error("cannot load the tree-sitter parser: " .. problem, { "rebuild it with `:CaromBuildParser`" })
    return
  end
  if not is_installed then
    health.info("the tree-sitter parser is not installed, using the syntax file; `:CaromBuildParser` installs the parser")
    return
  end
  health.ok("the tree-sitter parser is installed")
  for _, name in ipairs({ "highlights", "folds", "injections", "locals", "indents", "textobjects" }) do
    local ok, query = pcall(vim.treesitter.query.get, "carom", name)
    if not ok then
      local advice = { "the versions of parser and plugin differ: rebuild the parser with `:CaromBuildParser`" }
      health.error(("the query `%s` does not match the parser: %s"):format(name, query), advice)
    elseif not query then
      health.warn(("the query `%s` is missing"):format(name))
    end
  end
end

local function check_options()
  health.start("carom: options")
  local options = require("carom").options()
  for _, name in ipairs({ "code_lens", "inlay_hints", "signs", "next_move", "folding", "treesitter", "semantic_tokens" }) do
    health.info(("%s: %s"):format(name, options[name] and "on" or "off"))
  end
end

local function check_messages()
  local history = require("carom.notify").history
  if #history > 0 then
    health.start("carom: messages")
    for _, message in ipairs(history) do
      health.info(message)
    end
  end
end

function M.check()
  local server = require("carom.server")
  check_binary(server)
  check_server(server)
  check_highlighting()
  check_options()
  check_messages()
end

return M
