-- Defines the commands and starts the server for buffers with the filetype `carom`.
if vim.g.loaded_carom then
  return
end
vim.g.loaded_carom = 1

if vim.fn.has("nvim-0.10") == 0 then
  vim.notify("carom: this plugin needs Neovim 0.10 or newer", vim.log.levels.ERROR)
  return
end

-- A plugin manager may load the plugin after filetype detection is set up.
vim.filetype.add({ extension = { carom = "carom" } })

local command = vim.api.nvim_create_user_command

command("CaromSolution", function(args)
  require("carom.solution").open({ of = args.bang and "file" or "solver" })
end, { bang = true, desc = "Play the solution of the puzzle under the cursor (!: the one in the file)" })

command("CaromCheck", function(args)
  require("carom.check").run(args.fargs)
end, { nargs = "*", complete = "file", desc = "Check files or the workspace and fill the quickfix list" })

command("CaromInsertSolution", function()
  require("carom.server").execute("carom.insertSolution")
end, { desc = "Write an optimal solution into the puzzle under the cursor" })

command("CaromRecordMoves", function()
  require("carom.server").execute("carom.recordMoves")
end, { desc = "Write the optimum into the puzzle under the cursor" })

command("CaromSolve", function()
  require("carom.server").execute("carom.solve")
end, { desc = "Solve the puzzle under the cursor again, with larger limits" })

command("CaromNew", function(args)
  -- The name is taken literally, with its backslashes and spaces.
  local name = args.args:match("^%S+%s+%S+%s+(.*)$")
  require("carom.new").run(args.fargs[1], tonumber(args.fargs[2]), name)
end, {
  nargs = "*",
  complete = function(lead, line)
    local is_first = #vim.split(line, "%s+") <= 2
    return is_first and vim.tbl_filter(function(game)
      return vim.startswith(game, lead)
    end, { "lunar", "ricochet", "slider", "rush", "tilt" }) or {}
  end,
  desc = "Append a new puzzle to the file, or start a new file",
})

command("CaromMap", function()
  require("carom.map").open()
end, { desc = "Show the what-if map of the piece or target under the cursor" })

command("CaromPreview", function()
  require("carom.preview").open()
end, { desc = "Open the board in a browser that follows the cursor" })

command("CaromGenerate", function(args)
  require("carom.server").generate(args.fargs)
end, {
  nargs = "+",
  complete = function(lead, line)
    local is_first = #vim.split(line, "%s+") <= 2
    return is_first and vim.tbl_filter(function(game)
      return vim.startswith(game, lead)
    end, { "lunar", "ricochet" }) or {}
  end,
  desc = "Generate puzzles at the end of the file",
})

command("CaromHardest", function()
  require("carom.server").execute("carom.hardest")
end, { desc = "Move the pieces to the start with the most moves" })

command("CaromMinimise", function()
  require("carom.server").execute("carom.minimise")
end, { desc = "Remove what the optimum does not need" })

command("CaromHarder", function()
  require("carom.server").execute("carom.harder")
end, { desc = "Move one piece or target so that the puzzle needs the most moves" })

command("CaromEasier", function()
  require("carom.server").execute("carom.easier")
end, { desc = "Move one piece or target so that the puzzle needs the fewest moves" })

command("CaromToggle", function(args)
  require("carom.attach").toggle(args.args)
end, {
  nargs = 1,
  complete = function()
    return { "lens", "hints" }
  end,
  desc = "Turn code lenses or inlay hints of this buffer on or off",
})

command("CaromBuildParser", function(args)
  local is_built = require("carom.treesitter").build(args.args ~= "" and args.args or nil)
  -- Report the failure to scripts by the exit status.
  if not is_built and require("carom.notify").is_script() then
    vim.cmd.cquit()
  end
end, { nargs = "?", complete = "dir", desc = "Compile the tree-sitter parser" })

-- Users can map keys to these, see |carom-mappings|.
for name, ran in pairs({
  solution = "CaromSolution",
  ["insert-solution"] = "CaromInsertSolution",
  ["record-moves"] = "CaromRecordMoves",
  solve = "CaromSolve",
  check = "CaromCheck",
  new = "CaromNew",
  map = "CaromMap",
  hardest = "CaromHardest",
  minimise = "CaromMinimise",
  harder = "CaromHarder",
  easier = "CaromEasier",
  ["toggle-lens"] = "CaromToggle lens",
  ["toggle-hints"] = "CaromToggle hints",
}) do
  vim.keymap.set("n", ("<Plug>(carom-%s)"):format(name), ("<Cmd>%s<CR>"):format(ran))
end
for _, direction in ipairs({ "next", "previous" }) do
  vim.keymap.set({ "n", "x", "o" }, ("<Plug>(carom-%s-puzzle)"):format(direction), function()
    require("carom.motion").go(direction)
  end)
end

require("carom.colours").enable()
require("carom.proofs").define()
require("carom.treesitter").register()
require("carom.server").enable()
