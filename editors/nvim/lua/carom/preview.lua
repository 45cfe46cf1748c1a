--- `:CaromPreview`: the board in a browser, which follows the cursor.
local server = require("carom.server")

local M = {}

--- The last position sent to each client.
---@type table<integer, string>
local sent = {}

--- Sends the position of the cursor when its line has changed.
local function send_cursor()
  local bufnr = vim.api.nvim_get_current_buf()
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  local uri = vim.uri_from_bufnr(bufnr)
  local place = ("%d %s"):format(line, uri)
  for _, client in ipairs(vim.lsp.get_clients({ bufnr = bufnr, name = "carom" })) do
    if sent[client.id] and sent[client.id] ~= place then
      sent[client.id] = place
      local position = { line = line, character = 0 }
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
