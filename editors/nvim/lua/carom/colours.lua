--- The colours of the five robots that are named after a colour.
local M = {}

--- Colours of Neovim's palette for dark and light backgrounds, then terminal
--- colours for the same.
local robots = {
  CaromRed = { "NvimLightRed", "NvimDarkRed", 9, 1 },
  CaromGreen = { "NvimLightGreen", "NvimDarkGreen", 10, 2 },
  CaromBlue = { "NvimLightBlue", "NvimDarkBlue", 12, 4 },
  CaromYellow = { "NvimLightYellow", "NvimDarkYellow", 11, 3 },
  CaromSilver = { "NvimLightGrey4", "NvimDarkGrey4", 7, 8 },
}

--- The definitions set here. Groups that differ were set by the user and are kept.
local own = {}

local function set(name, definition)
  local now = vim.api.nvim_get_hl(0, { name = name })
  if vim.tbl_isempty(now) or vim.deep_equal(now, own[name]) then
    vim.api.nvim_set_hl(0, name, definition)
    own[name] = vim.api.nvim_get_hl(0, { name = name })
  end
end

local function define()
  local is_light = vim.o.background == "light"
  for name, colours in pairs(robots) do
    local fg, ctermfg = colours[is_light and 2 or 1], colours[is_light and 4 or 3]
    set(name, { fg = fg, ctermfg = ctermfg, bold = true })
    local colour = name:sub(#"Carom" + 1):lower()
    -- The captures of the queries, and the semantic tokens.
    set(("@variable.robot.%s.carom"):format(colour), { link = name })
    for _, kind in ipairs({ "variable", "enumMember", "function" }) do
      set(("@lsp.typemod.%s.%s.carom"):format(kind, colour), { link = name })
    end
  end
  -- Empty squares are unobtrusive, as in the syntax file.
  set("@punctuation.floor.carom", { link = "NonText" })
end

--- Defines the groups now and after each change of colour scheme or background.
function M.enable()
  define()
  local group = vim.api.nvim_create_augroup("carom.colours", {})
  vim.api.nvim_create_autocmd("ColorScheme", { group = group, callback = define })
  vim.api.nvim_create_autocmd("OptionSet", { group = group, pattern = "background", callback = define })
end

return M
