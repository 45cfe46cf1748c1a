--- The what-if map in a floating window: the answer of the puzzle with a piece
--- on each square, filled in as it is proved.
local server = require("carom.server")

local M = {}

--- The open map, if any.
---@type { uri: string, piece: string, client: integer, buf: integer, win: integer }?
M.current = nil

local function is_open()
  return M.current ~= nil and vim.api.nvim_win_is_valid(M.current.win)
end

local function lines(map)
  local heading = ("%s on %s"):format(map.piece.label, map.piece.square)
  return vim.list_extend({ heading, "" }, vim.split(map.text, "\n", { plain = true }))
end

local function show(map, client, uri)
  local text = lines(map)
  local buf, win = vim.lsp.util.open_floating_preview(text, "", {
    border = "rounded",
    focus_id = "carom.map",
    max_width = vim.o.columns - 4,
    wrap = false,
  })
  M.current = { uri = uri, piece = map.piece.id, client = client.id, buf = buf, win = win }
end

local function redraw(map)
  local buf, win, text = M.current.buf, M.current.win, lines(map)
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, text)
  vim.bo[buf].modifiable = false
  local width = 1
  for _, line in ipairs(text) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  vim.api.nvim_win_set_config(win, {
    width = math.min(width, vim.o.columns - 4),
    height = math.min(#text, vim.o.lines - 4),
  })
end

--- Shows the map of the item under the cursor.
function M.open()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = server.client(bufnr)
  if not client then
    return
  end
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  server.request(client, "carom/map", params, bufnr, function(map)
    if not map or map == vim.NIL then
      require("carom.notify").error("nothing under the cursor can be placed on another square")
      return
    end
    show(map, client, params.textDocument.uri)
  end)
end

--- Updates the open map when the server has more answers.
---@param update { uri: string, line: integer, piece: string, open: integer }
function M.update(update)
  if not is_open() or M.current.uri ~= update.uri or M.current.piece ~= update.piece then
    return
  end
  local client = vim.lsp.get_client_by_id(M.current.client)
  if not client then
    return
  end
  local params = {
    textDocument = { uri = update.uri },
    position = { line = update.line, character = 0 },
    piece = update.piece,
  }
  server.request(client, "carom/map", params, vim.uri_to_bufnr(update.uri), function(map)
    if map and map ~= vim.NIL and is_open() and M.current.piece == map.piece.id then
      redraw(map)
    end
  end)
end

return M
