--- Code lenses and inlay hints of a buffer.
local M = {}

local has_enable = vim.lsp.codelens.enable ~= nil

--- The buffers that show lenses, if Neovim does not track them.
---@type table<integer, boolean>
local shown = {}

local function lenses_on(bufnr)
  if has_enable then
    return vim.lsp.codelens.is_enabled({ bufnr = bufnr })
  end
  return shown[bufnr] == true
end

local function refresh(bufnr)
  if shown[bufnr] and vim.api.nvim_buf_is_loaded(bufnr) then
    vim.lsp.codelens.refresh({ bufnr = bufnr })
  end
end

--- Requests the lenses of a client's buffers again. Waits for further refreshes
--- first: Neovim sends no request while another is pending.
---@param id integer
function M.refresh_lenses(id)
  vim.defer_fn(function()
    local client = vim.lsp.get_client_by_id(id)
    for bufnr in pairs(client and client.attached_buffers or {}) do
      refresh(bufnr)
    end
  end, 50)
end

local function set_lenses(bufnr, on)
  if has_enable then
    vim.lsp.codelens.enable(on, { bufnr = bufnr })
    return
  end
  shown[bufnr] = on or nil
  if on then
    refresh(bufnr)
  else
    vim.lsp.codelens.clear(nil, bufnr)
  end
end

--- Turns on lenses, hints, inline completion and signs, as the options say.
---@param client vim.lsp.Client
---@param bufnr integer
function M.attach(client, bufnr)
  local options = require("carom").options()
  if options.code_lens then
    local group = vim.api.nvim_create_augroup("carom.lens." .. bufnr, {})
    if has_enable then
      -- Neovim shows a lens above the first line after drawing it, but not when its buffer returns.
      vim.api.nvim_create_autocmd("BufWinEnter", {
        group = group,
        buffer = bufnr,
        callback = vim.schedule_wrap(function()
          if vim.api.nvim_get_current_buf() == bufnr and vim.fn.line("w0") == 1 then
            vim.fn.winrestview({ topfill = 1 })
          end
        end),
      })
    else
      vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "TextChanged" }, {
        group = group,
        buffer = bufnr,
        callback = function()
          refresh(bufnr)
        end,
      })
      vim.api.nvim_create_autocmd("LspDetach", {
        group = group,
        buffer = bufnr,
        callback = function(event)
          if event.data.client_id == client.id then
            set_lenses(bufnr, false)
          end
        end,
      })
    end
    set_lenses(bufnr, true)
  end
  if options.inlay_hints then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  -- Neovim 0.12 and newer.
  if options.next_move and vim.lsp.inline_completion then
    vim.lsp.inline_completion.enable(true, { bufnr = bufnr })
  end
  if options.signs then
    vim.api.nvim_create_autocmd("LspDetach", {
      group = vim.api.nvim_create_augroup("carom.proofs." .. bufnr, {}),
      buffer = bufnr,
      callback = function(event)
        if event.data.client_id == client.id then
          require("carom.proofs").clear(bufnr)
        end
      end,
    })
  end
end

--- Turns lenses or hints of the current buffer on or off.
---@param what "lens"|"hints"
function M.toggle(what)
  local bufnr = vim.api.nvim_get_current_buf()
  if what == "lens" then
    set_lenses(bufnr, not lenses_on(bufnr))
  elseif what == "hints" then
    local on = vim.lsp.inlay_hint.is_enabled({ bufnr = bufnr })
    vim.lsp.inlay_hint.enable(not on, { bufnr = bufnr })
  else
    require("carom.notify").error(("cannot toggle `%s`: expected `lens` or `hints`"):format(what))
  end
end

return M
