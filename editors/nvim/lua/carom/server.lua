--- Starts the language server and sends requests to it.
local notify = require("carom.notify")

local M = {}

--- The oldest version of carom that this plugin works with.
M.oldest = "0.1.0"

--- Installation advice for error messages.
M.how_to_install = "install it with `cargo install --locked --path .` in carom's sources, "
  .. "or set `vim.g.carom = { cmd = { '/path/to/carom', 'lsp' } }`"

--- The last `carom/solving` notification.
M.solving = { open = 0, running = 0, titles = {} }

--- The versions of the running servers, by client id.
---@type table<integer, string>
M.versions = {}

local function is_new()
  return vim.fn.has("nvim-0.11") == 1
end

--- Returns the command that starts the server. |vim.lsp.config()| takes precedence.
---@return string[]|function
function M.command()
  local configured = is_new() and vim.lsp.config.carom
  return configured and configured.cmd or require("carom").options().cmd
end

--- Returns the path of the binary, or `nil` if it is not executable.
---@return string?
function M.binary()
  local cmd = M.command()
  local binary = type(cmd) == "table" and cmd[1]
  return binary and vim.fn.executable(binary) == 1 and vim.fn.exepath(binary) or nil
end

--- Returns whether a version is too old for the plugin.
---@param version string
function M.is_too_old(version)
  local ok, is_older = pcall(vim.version.lt, version, M.oldest)
  return not ok or is_older
end

local function capabilities()
  return vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), {
    workspace = { codeLens = { refreshSupport = true } },
    textDocument = {
      -- Not all completion menus in Neovim render Markdown.
      completion = { completionItem = { documentationFormat = { "plaintext" } } },
    },
    experimental = {
      carom = {
        solving = true,
        map = true,
        proofs = require("carom").options().signs,
        commands = { "carom.showSolution", "carom.newPuzzle" },
      },
    },
  })
end

--- Returns the settings of the server. It shows answers in lenses, or in hints if
--- lenses are off from the start. The server cannot detect this itself: the
--- capabilities of Neovim do not depend on the options.
local function settings()
  local options = require("carom").options()
  return vim.tbl_extend("keep", options.settings, { answers = options.code_lens and "lens" or "hint" })
end

local function on_init(client, result)
  local version = ((result or {}).serverInfo or {}).version or "0"
  M.versions[client.id] = version
  if M.is_too_old(version) then
    local message = "carom %s is too old: this plugin needs %s or newer"
    notify.error(message:format(version, M.oldest), M.how_to_install)
  end
  -- A plugin manager may set options while the client starts.
  local wanted = vim.tbl_deep_extend("keep", client.settings or {}, { carom = settings() })
  if not vim.deep_equal(wanted, client.settings) then
    client.settings = wanted
    M.notify(client, "workspace/didChangeConfiguration", { settings = wanted })
  end
  -- Semantic tokens would override tree-sitter, and have no empty squares.
  if not require("carom").options().semantic_tokens then
    client.server_capabilities.semanticTokensProvider = nil
  end
end

local function on_exit(code, signal, id)
  M.solving = { open = 0, running = 0, titles = {} }
  local had_started = M.versions[id] ~= nil
  M.versions[id] = nil
  if not had_started and (code ~= 0 or signal ~= 0) then
    local cmd = table.concat(require("carom").options().cmd, " ")
    local message = "`%s` exited with status %d before it was ready"
    notify.error(message:format(cmd, code), "see `:checkhealth carom`")
  end
end

local handlers = {
  ["carom/solving"] = function(_, solving)
    M.solving = solving
    vim.api.nvim_exec_autocmds("User", { pattern = "CaromSolving", modeline = false, data = solving })
    vim.cmd.redrawstatus()
  end,
  ["carom/proofs"] = function(err, update)
    require("carom.proofs").update(err, update)
  end,
  ["carom/mapped"] = function(_, update)
    require("carom.map").update(update)
  end,
}

-- Neovim 0.12 and newer handles this request itself.
if not vim.lsp.handlers["workspace/codeLens/refresh"] then
  handlers["workspace/codeLens/refresh"] = function(_, _, context)
    require("carom.attach").refresh_lenses(context.client_id)
    return vim.NIL
  end
end

--- The last hints of each buffer, with the version of its text.
---@type table<integer, { version: integer, hints: table }>
local drawn = {}

-- Neovim draws the hints of a line only once for each version of the text. If it redraws
-- before new hints for the same text arrive, it never shows them. Enabling the hints again
-- draws all lines anew.
handlers["textDocument/inlayHint"] = function(err, result, context)
  vim.lsp.handlers["textDocument/inlayHint"](err, result, context)
  local bufnr, version = context.bufnr, context.version
  if err or not vim.api.nvim_buf_is_loaded(bufnr) or not vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr }) then
    return
  end
  local hints = result or {}
  local before = drawn[bufnr]
  drawn[bufnr] = { version = version, hints = hints }
  if before and before.version == version and not vim.deep_equal(before.hints, hints) then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
end

local root_markers = { "carom.toml", ".git" }

--- Returns the configuration of the client.
---@return table
function M.config()
  local options = require("carom").options()
  return {
    name = "carom",
    cmd = options.cmd,
    filetypes = { "carom" },
    root_markers = root_markers,
    -- `on_init` adds `answers`, because options can change until then.
    settings = { carom = options.settings },
    -- The first diagnostics need the configured levels.
    before_init = function(params, config)
      params.initializationOptions = vim.tbl_extend("keep", (config.settings or {}).carom or {}, settings())
    end,
    capabilities = capabilities(),
    handlers = handlers,
    on_init = on_init,
    on_exit = on_exit,
    commands = {
      ["carom.newPuzzle"] = function()
        require("carom.new").run()
      end,
      ["carom.showSolution"] = function(command)
        local uri, position = unpack(command.arguments)
        require("carom.solution").open({ uri = uri, position = position })
      end,
    },
  }
end

local has_warned = false

--- Reports a missing binary, once.
function M.warn_if_missing()
  local cmd = M.command()
  if has_warned or type(cmd) ~= "table" or vim.fn.executable(cmd[1]) == 1 then
    return
  end
  has_warned = true
  notify.error(("`%s` was not found"):format(cmd[1]), M.how_to_install)
end

--- The client started last for each buffer.
---@type table<integer, integer>
local started = {}

local function start(bufnr)
  -- A plugin manager that loads the plugin late sets the filetype again while
  -- the client is still attaching to the buffer.
  local client = started[bufnr] and vim.lsp.get_client_by_id(started[bufnr])
  if client and (not client.initialized or client.attached_buffers[bufnr]) then
    return
  end
  local is_file = vim.bo[bufnr].buftype == ""
  if not is_file or vim.fn.executable(require("carom").options().cmd[1]) == 0 then
    return
  end
  local config = M.config()
  -- A single file has no root, so that the server ignores other files in its folder.
  config.root_dir = vim.fs.root(bufnr, root_markers)
  started[bufnr] = vim.lsp.start(config, {
    bufnr = bufnr,
    -- By default, Neovim 0.10 starts one more server for every file without a root.
    reuse_client = function(running, wanted)
      return running.name == wanted.name
        and running.config.root_dir == wanted.root_dir
        and not running.is_stopped()
    end,
  })
end

--- Starts the server for all current and future buffers of the filetype.
function M.enable()
  local group = vim.api.nvim_create_augroup("carom", {})
  vim.api.nvim_create_autocmd("LspAttach", {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == "carom" then
        require("carom.attach").attach(client, event.buf)
      end
    end,
  })
  if is_new() then
    vim.lsp.enable("carom")
    return
  end
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = "carom",
    callback = function(event)
      start(event.buf)
    end,
  })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == "carom" then
      start(bufnr)
    end
  end
end

--- Applies options that were set after the plugin was loaded.
function M.reconfigure()
  if vim.g.loaded_carom and is_new() then
    vim.lsp.config("carom", M.config())
  end
end

--- Returns the client of a buffer, or reports that there is none.
---@param bufnr integer
function M.client(bufnr)
  local client = vim.lsp.get_clients({ bufnr = bufnr, name = "carom" })[1]
  if not client then
    notify.error("no server is attached to this buffer; see `:checkhealth carom`")
  end
  return client
end

--- Sends a notification in any version of Neovim.
---@param method string
function M.notify(client, method, params)
  if is_new() then
    client:notify(method, params)
  else
    client.notify(method, params)
  end
end

--- Sends a request in any version of Neovim. `done` receives the result.
function M.request(client, method, params, bufnr, done)
  local function handler(err, result)
    if err and err.code == -32601 then
      local version = M.versions[client.id] or "of an unknown version"
      notify.error(("carom %s does not support `%s`"):format(version, method), M.how_to_install)
    elseif err then
      notify.error(err.message)
    else
      done(result)
    end
  end
  if is_new() then
    client:request(method, params, handler, bufnr)
  else
    client.request(method, params, handler, bufnr)
  end
end

--- Executes a command of the server for the puzzle under the cursor.
---@param name string
function M.execute(name)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = M.client(bufnr)
  if client then
    local line = vim.api.nvim_win_get_cursor(0)[1] - 1
    local argument = { uri = vim.uri_from_bufnr(bufnr), line = line }
    local params = { command = name, arguments = { argument } }
    M.request(client, "workspace/executeCommand", params, bufnr, function() end)
  end
end

--- Generates puzzles at the end of the current file, and moves the cursor to the first.
---@param words string[] the game, the size, the moves and the number of puzzles
function M.generate(words)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = M.client(bufnr)
  if client then
    local argument = {
      game = words[1],
      size = tonumber(words[2]),
      moves = words[3],
      count = tonumber(words[4]),
      uri = vim.uri_from_bufnr(bufnr),
    }
    local params = { command = "carom.generate", arguments = { argument } }
    local window = vim.api.nvim_get_current_win()
    M.request(client, "workspace/executeCommand", params, bufnr, function(result)
      local is_shown = vim.api.nvim_win_is_valid(window)
        and vim.api.nvim_win_get_buf(window) == bufnr
      if is_shown and type(result.line) == "number" then
        vim.api.nvim_win_set_cursor(window, { result.line + 1, 0 })
      end
    end)
  end
end

return M
