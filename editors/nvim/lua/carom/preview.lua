--- `:CaromPreview`: the board in a browser, which follows the cursor.
local server = require("carom.server")

local M = {}

--- The last position sent to each client.
---@type table<integer, string>
local sent = {}

--- Sends the position of the cursor when it has changed.
local function send_cursor()
  local bufnr = vim.api.nvim_get_current_buf()
  local uri = vim.uri_from_bufnr(bufnr)
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, name = "carom" })) do
    local position = vim.lsp.util.make_position_params(0, client.offset_encoding).position
    local place = ("%d:%d %s"):format(position.line, position.character, uri)
    if sent[client.id] and sent[client.id] ~= place then
      sent[client.id] = place
      server.notify(client, "carom/focus", { textDocument = { uri = uri }, position = position })
    end
  end
end

--- Opens the puzzle under the cursor in a browser.
function M.open()
  local bufnr = vim.api.nvim_get_current_buf()
  local client = server.client(bufnr)
  if not client then
    return
  end
  server.execute("carom.preview")
  sent[client.id] = ""
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorMoved", "CursorMovedI" }, {
    group = vim.api.nvim_create_augroup("carom.preview", {}),
    callback = send_cursor,
  })
end

return M
