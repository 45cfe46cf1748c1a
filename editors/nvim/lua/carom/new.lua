--- `:CaromNew`: a new puzzle at the end of a file, or in a new buffer.
local M = {}

local server = require("carom.server")

--- How long a server may take to start, in milliseconds.
local patience = 30000

local function start(client, bufnr, argument, done)
  local params = { command = "carom.startPuzzle", arguments = { argument } }
  server.request(client, "workspace/executeCommand", params, bufnr, done)
end

--- Passes `given` to `done`, or asks the user to choose an item.
local function choose(items, given, prompt, format, done)
  if given then
    return done(given)
  end
  vim.ui.select(items, { prompt = prompt, format_item = format }, function(chosen)
    if chosen then
      done(chosen)
    end
  end)
end

--- Moves the cursor to the first square of the board below a line.
local function to_board(bufnr, from)
  local lines = vim.api.nvim_buf_get_lines(bufnr, from, -1, false)
  local row
  for number, line in ipairs(lines) do
    row = line:match("^%s*board:%s*$") and number or row
  end
  if row and lines[row + 1] and vim.api.nvim_get_current_buf() == bufnr then
    local column = #lines[row + 1]:match("^%s*")
    vim.api.nvim_win_set_cursor(0, { from + row + 1, column })
  end
end

--- Returns the client of the current carom buffer, or of a new one.
local function carom_buffer()
  local bufnr = vim.api.nvim_get_current_buf()
  local is_new = vim.bo[bufnr].filetype ~= "carom"
  if is_new then
    local is_unused = vim.api.nvim_buf_get_name(bufnr) == "" and vim.api.nvim_buf_get_offset(bufnr, 1) <= 1
    if not is_unused or vim.bo[bufnr].buftype ~= "" then
      vim.cmd.new()
      bufnr = vim.api.nvim_get_current_buf()
    end
    vim.bo[bufnr].filetype = "carom"
  end
  vim.wait(patience, function()
    local client = vim.lsp.get_clients({ bufnr = bufnr, name = "carom" })[1]
    return client ~= nil and client.initialized
  end, 20)
  return server.client(bufnr), bufnr
end

--- Asks for a missing game or size, and writes the puzzle.
---@param game? string
---@param size? integer
---@param name? string
function M.run(game, size, name)
  local client, bufnr = carom_buffer()
  if not client then
    return
  end
  local function write(chosen, side)
    local argument = { game = chosen, size = side, name = name, uri = vim.uri_from_bufnr(bufnr) }
    start(client, bufnr, argument, function(edit)
      vim.lsp.util.apply_text_edits({ edit }, bufnr, client.offset_encoding)
      to_board(bufnr, edit.range.start.line)
    end)
  end
  if game and size then
    return write(game, size)
  end
  start(client, bufnr, nil, function(kinds)
    local given
    for _, kind in ipairs(kinds) do
      given = kind.game == game and kind or given
    end
    local function title(kind)
      return kind.title
    end
    choose(kinds, given, "Game", title, function(kind)
      local function by(side)
        return ("%d by %d"):format(side, side)
      end
      choose(kind.sizes, size, "Size", by, function(side)
        write(kind.game, side)
      end)
    end)
  end)
end

return M
