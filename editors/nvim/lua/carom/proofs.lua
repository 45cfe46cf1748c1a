--- Signs for the state of each proof.
local M = {}

local namespace = vim.api.nvim_create_namespace("carom.proofs")

--- The sign of each state, its highlight group, and the group's default link.
local signs = {
  proved = { "✓", "CaromProved", "DiagnosticOk" },
  proving = { "…", "CaromProving", "DiagnosticInfo" },
  stale = { "○", "CaromStale", "NonText" },
  failed = { "✗", "CaromFailed", "DiagnosticError" },
  unknown = { "?", "CaromUnknown", "DiagnosticWarn" },
  invalid = { "!", "CaromInvalid", "DiagnosticError" },
}

--- The puzzles of each buffer, in order.
---@type table<integer, table[]>
local known = {}

--- Defines the groups that are not set yet.
function M.define()
  for _, sign in pairs(signs) do
    vim.api.nvim_set_hl(0, sign[2], { link = sign[3], default = true })
  end
end

local function show(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local count = vim.api.nvim_buf_line_count(bufnr)
  for _, puzzle in ipairs(known[bufnr] or {}) do
    local sign = signs[puzzle.state]
    if sign and puzzle.line < count then
      vim.api.nvim_buf_set_extmark(bufnr, namespace, puzzle.line, 0, {
        sign_text = sign[1],
        sign_hl_group = sign[2],
        -- Diagnostics have priority 10. Only a failed proof takes precedence over them.
        priority = puzzle.state == "failed" and 11 or 5,
      })
    end
  end
end

--- Handles the notification `carom/proofs`.
function M.update(_, update)
  local bufnr = vim.uri_to_bufnr(update.uri)
  if not vim.api.nvim_buf_is_loaded(bufnr) or not require("carom").options().signs then
    return
  end
  known[bufnr] = update.puzzles
  show(bufnr)
end

--- Removes the signs of a buffer, or of all buffers.
---@param bufnr? integer
function M.clear(bufnr)
  for _, one in ipairs(bufnr and { bufnr } or vim.tbl_keys(known)) do
    known[one] = nil
    if vim.api.nvim_buf_is_loaded(one) then
      vim.api.nvim_buf_clear_namespace(one, namespace, 0, -1)
    end
  end
end

return M
