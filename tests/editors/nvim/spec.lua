--- Tests of the installed plugin. Run `nvim -l spec.lua [filter]` with the plugin installed
--- and `carom` in the path.
local here = vim.fs.dirname(debug.getinfo(1, "S").source:sub(2))
package.path = here .. "/?.lua;" .. package.path
local harness = require("harness")
local test, equal = harness.test, harness.equal

local first = [[
puzzle lunar "First contact"
  moves: 5
  board:
    . . . . A
    . . B . .
    . C + . .
    . . . D .
    . . . . @
  solution: @^ @< @v @<
]]

local unsolved = first:gsub("  solution:[^\n]*\n", "")

--- A puzzle that is not solved during a test.
local hard = [[
puzzle ricochet "Hard"
  rules: bounce no-rebound
  board:
    C . . . . . . . . . . . . . . D
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . G . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . F . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . a . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . E . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . H . . . . . .
    . . . . . . . . . . . . . . . .
    A . . . . . . . . . . . . . . B
]]

local function deck(text)
  return harness.files({ { "deck.carom", text } })
end

--- Selects the item with this title in the next list, as a user would.
local function choose(editor, title)
  editor:lua([[
    local title = ...
    vim.ui.select = function(items, options, done)
      for _, item in ipairs(items) do
        if options.format_item(item):find(title, 1, true) then
          return done(item)
        end
      end
      error("no item " .. title)
    end
  ]], title)
end

local function codes(editor)
  return editor:lua([[
    local codes = vim.tbl_map(function(diagnostic) return diagnostic.code end, vim.diagnostic.get(0))
    table.sort(codes)
    return codes
  ]])
end

local has_parser = #vim.api.nvim_get_runtime_file("parser/carom.so", false) > 0

test("a file gets its file type and options", function(edit)
  local editor = edit(deck(first))
  equal(editor:lua("return vim.bo.filetype"), "carom")
  equal(editor:lua("return vim.bo.commentstring"), "; %s")
  editor:keys("gcc")
  editor:read('; puzzle lunar "First contact"')
end)

test("diagnostics appear once and vanish after the fix", function(edit)
  local editor = edit(deck(first))
  editor:wait("the diagnostic", function()
    return vim.deep_equal(codes(editor), { "moves-mismatch" })
  end)
  equal(editor:lua("return vim.diagnostic.get(0)[1].lnum"), 1)
  -- Later updates must not add a duplicate.
  vim.uv.sleep(500)
  equal(codes(editor), { "moves-mismatch" })
  editor:keys("jf5r4")
  editor:wait("no diagnostic", function()
    return #codes(editor) == 0
  end)
end)

test("hover shows the answer", function(edit)
  local editor = edit(deck(first))
  editor:see("4 moves")
  editor:keys("K")
  editor:see("Lunar Lockout", "optimal solution")
end)

test("files without a root share one server", function(edit)
  local path = harness.files({ { "deck.carom", first }, { "more.carom", unsolved } })
  local editor = edit(path)
  editor:attached()
  local function servers()
    return editor:lua([[
      local servers = vim.lsp.get_clients({ name = "carom" })
      return { #servers, vim.lsp.buf_is_attached(0, servers[1].id) }
    ]])
  end
  for _, command in ipairs({ "edit", "edit more.carom", "edit", "buffer deck.carom", "edit!" }) do
    editor:command(command)
    editor:see("4 moves")
    equal(servers(), { 1, true })
  end
end)

test("the lens inserts the solution", function(edit)
  local editor = edit(deck(unsolved))
  editor:see("4 moves · @^ @< @v @<", "▶ show solution", "insert solution", "record moves")
  choose(editor, "insert solution")
  editor:lua("vim.lsp.codelens.run()")
  editor:read("solution: @^ @< @v @<")
end)

test("the lens follows the text", function(edit)
  local editor = edit(deck(unsolved))
  editor:see("4 moves · @^ @< @v @<")
  -- The human no longer stops.
  editor:keys("/A<CR>r.<Esc>")
  editor:see_no("4 moves")
  -- A malformed puzzle keeps a lens, so that the text does not jump.
  editor:keys("x")
  editor:see("malformed: row has 4 squares")
end)

test("an answer is shown once", function(edit)
  local editor = edit(deck(first))
  editor:see("4 moves · @^ @< @v @<")
  -- Later updates must not add a second answer.
  vim.uv.sleep(500)
  local times = select(2, table.concat(editor:screen(), "\n"):gsub("4 moves", ""))
  equal(times, 1)
end)

test("motions go from puzzle to puzzle", function(edit)
  local editor = edit(deck(first .. "\n" .. first:gsub("First", "Second") .. "\n" .. first:gsub("First", "Third")))
  local function line()
    return editor:lua("return vim.api.nvim_get_current_line()")
  end
  editor:keys("j]]")
  equal(line(), 'puzzle lunar "Second contact"')
  editor:keys("[[2]]")
  equal(line(), 'puzzle lunar "Third contact"')
  editor:keys("2[[")
  equal(line(), 'puzzle lunar "First contact"')
  editor:keys("d]]")
  equal(line(), 'puzzle lunar "Second contact"')
  editor:keys("u<C-o>")
  local other = edit(deck(first .. "\n" .. first), "vim.g.carom = { mappings = false }")
  equal(other:lua("return vim.fn.maparg(']]', 'n')"), "")
end)

test("the lens plays the solution in a window", function(edit)
  local editor = edit(deck(first))
  editor:see("show solution")
  choose(editor, "show solution")
  editor:lua("vim.lsp.codelens.run()")
  editor:see("First contact · 4 moves", "0/4  start")
end)

test("commands write what the lenses write", function(edit)
  local editor = edit(deck(unsolved))
  editor:see("4 moves")
  editor:command("CaromInsertSolution")
  editor:read("solution: @^ @< @v @<")
  editor:command("CaromRecordMoves")
  editor:read("moves: 4")
end)

test("a map shows the answer of each square", function(edit)
  local editor = edit(deck(unsolved))
  editor:see("4 moves")
  editor:keys("/A<CR>")
  editor:command("CaromMap")
  -- The robot on e5 can also start on the target.
  editor:see("robot A on e5", "[4]", "a b c d e")
  editor:see_no("not proved yet")
  editor:keys("gg")
  editor:see_no("robot A on e5")
end)

test("the preview opens in a browser and follows the cursor", function(edit)
  local editor = edit(deck(first .. "\n" .. unsolved))
  editor:see("4 moves")
  editor:lua([[
    vim.ui.open = function(address)
      opened = address
      return { code = 0, wait = function() return { code = 0 } end }
    end
  ]])
  editor:command("CaromPreview")
  editor:wait("the address", function()
    local address = editor:lua("return opened or ''")
    return address:match("^http://127%.0%.0%.1:%d+/[%w_-]+/$") ~= nil
  end)
  editor:lua([[
    local port, path = opened:match(":(%d+)(/.*)")
    local stream = vim.uv.new_tcp()
    events = ""
    stream:connect("127.0.0.1", tonumber(port), function()
      stream:read_start(function(_, data) events = events .. (data or "") end)
      stream:write(("GET %sevents HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n"):format(path, port))
    end)
  ]])
  local function shown(line)
    return function()
      return editor:lua("return events"):find(('"line":%d}'):format(line), 1, true) ~= nil
    end
  end
  editor:wait("the puzzle", shown(0))
  editor:keys("G")
  editor:wait("the other puzzle", shown(editor:lua("return vim.fn.line('$') - 1")))
  -- The column selects a move of a solution.
  editor:keys("gg$")
  editor:wait("the column", function()
    return editor:lua("return events"):find('"character":[1-9]') ~= nil
  end)
end)

test("one change makes a puzzle harder, and another easier", function(edit)
  local editor = edit(deck(unsolved))
  editor:see("4 moves")
  editor:command("CaromHarder")
  editor:see("instead of 4")
  editor:see_no("4 moves · @^ @< @v @<")
  editor:keys("u")
  editor:read(". . . . A")
  editor:command("CaromEasier")
  editor:see("1 move instead of 4")
end)

test("puzzles are generated, and the hardest start is found", function(edit)
  local editor = edit(deck(unsolved))
  editor:see("4 moves")
  editor:command("CaromHardest")
  editor:see("the hardest of")
  editor:keys("u")
  editor:read(". . . . A")
  editor:command("CaromMinimise")
  editor:see("nothing can be removed")
  editor:command("CaromGenerate lunar 5 4..5 2")
  editor:wait("two more puzzles", function()
    return editor:lua([[
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      local _, count = text:gsub("puzzle lunar", "")
      return count == 3 and vim.startswith(vim.api.nvim_get_current_line(), "puzzle lunar")
    ]])
  end)
end)

test("a code action repairs the claim", function(edit)
  local editor = edit(deck(first))
  editor:wait("the diagnostic", function()
    return #codes(editor) == 1
  end)
  editor:keys("/5<CR>")
  editor:lua([[
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action) return action.kind == "quickfix" end,
    })
  ]])
  editor:read("moves: 4")
end)

test("completion offers legal moves", function(edit)
  local editor = edit(deck(first:gsub("solution:.*", "solution: ")))
  editor:attached()
  editor:see("4 moves")
  editor:keys("/solution:<CR>A <C-x><C-o>")
  editor:see("solution:", "@^")
  local words = editor:wait("the list", function()
    local items = editor:lua("return vim.fn.complete_info({ 'items' }).items")
    return #items > 0 and vim.tbl_map(function(item)
      return item.word
    end, items)
  end)
  assert(vim.tbl_contains(words, "@^"), vim.inspect(words))
  assert(not vim.tbl_contains(words, "A^"), vim.inspect(words))
  local info = editor:lua("return vim.fn.complete_info({ 'items' }).items[1].info")
  assert(info:find(". . . . A", 1, true) and not info:find("```", 1, true), info)
end)

test("renaming renames a piece everywhere in its puzzle", function(edit)
  local editor = edit(deck(first .. "\n" .. first:gsub("First", "Second")))
  editor:attached()
  editor:keys("/@<CR>")
  editor:lua("vim.lsp.buf.rename('7')")
  editor:read("solution: 7^ 7< 7v 7<")
  assert(editor:text():find("    . . . . 7", 1, true))
  -- The other puzzle keeps its names.
  assert(editor:text():find("solution: @^ @< @v @<", 1, true))
end)

test("formatting indents the board", function(edit)
  local editor = edit(deck(first:gsub("    ", "  ")))
  editor:attached()
  -- By default, Neovim waits one second.
  editor:lua("vim.lsp.buf.format({ timeout_ms = 60000 })")
  editor:read("    . . B . .")
end)

test("inlay hints follow the first line, and can be turned off", function(edit)
  local editor = edit(deck(first), "vim.g.carom = { code_lens = false }")
  editor:see('"First contact"', "4 moves")
  editor:see_no("show solution")
  editor:command("CaromToggle hints")
  editor:see_no("4 moves")
  editor:command("CaromToggle lens")
  editor:see("show solution")
  editor:command("CaromToggle lens")
  editor:see_no("show solution")
end)

test("both can be off from the start", function(edit)
  local editor = edit(deck(first), "vim.g.carom = { code_lens = false, inlay_hints = false }")
  editor:wait("the diagnostic", function()
    return #codes(editor) == 1
  end)
  editor:see_no("4 moves")
end)

test("the solution can be stepped forward and back", function(edit)
  local editor = edit(deck(first))
  editor:attached()
  editor:command("CaromSolution")
  editor:see("First contact · 4 moves", "0/4  start", "←/→ step · Space play · q close")
  editor:keys("l")
  editor:see("1/4", "move 1 of 4: @^", "@ slides up from e1 to e4")
  editor:keys("2<Right>")
  editor:see("3/4", "move 3 of 4: @v")
  editor:keys("l")
  editor:see("4/4", "and leaves the")
  -- Steps after the end or before the start do nothing.
  editor:keys("l")
  editor:see("4/4")
  editor:keys("<Home>h")
  editor:see("0/4  start")
  editor:keys("G")
  editor:see("4/4")
  editor:keys("q")
  editor:see_no("4/4")
  equal(editor:lua("return vim.bo.filetype"), "carom")
end)

test("the solution plays by itself and stops at its end", function(edit)
  local editor = edit(deck(first), "vim.g.carom = { interval = 60 }")
  editor:attached()
  editor:command("CaromSolution")
  editor:see("0/4  start")
  editor:keys("<Space>")
  editor:see("4/4", "and leaves the")
  equal(editor:lua("return require('carom.solution').current.timer == nil"), true)
end)

test("the file's own moves are played too", function(edit)
  local editor = edit(deck(first:gsub("solution:.*", "solution: @^ @<\n")))
  editor:attached()
  editor:command("CaromSolution!")
  editor:see("the file's own", "0/2  start")
  editor:keys("$")
  editor:see("2/2", "@ slides left from e4 to d4")
  editor:keys("s")
  editor:see("0/4  start")
end)

test("an unsolved puzzle shows its start and the progress", function(edit)
  local editor = edit(deck(hard))
  editor:attached()
  editor:command("CaromSolution")
  editor:see("Hard · solving…", "0/0  start")
  editor:wait("the status", function()
    return editor:lua("return require('carom').status()") == "solving 1: Hard"
  end)
end)

test("playing needs a puzzle", function(edit)
  local editor = edit(deck("; A deck.\n\n" .. first))
  editor:attached()
  editor:command("CaromSolution")
  editor:hear("there is no puzzle under the cursor")
end)

test("checking the workspace fills the quickfix list", function(edit)
  local path = harness.files({
    { "carom.toml", "" },
    { "deck.carom", first },
    { "deeper/more.carom", "puzzle lunar\n  notes: ä\n  board:\n    @ . +\n" },
  })
  path = vim.fs.dirname(path) .. "/deck.carom"
  local editor = edit(path)
  editor:attached()
  editor:command("CaromCheck")
  editor:hear(("carom: checking %s…"):format(vim.fn.fnamemodify(vim.fs.dirname(path), ":~")))
  editor:see("claimed 5", "[moves-mismatch]", "[unsolvable]")
  -- The cursor stays in the text.
  equal(editor:lua("return vim.fn.expand('%:p')"), path)
  local found = editor:lua([[
    local items = vim.fn.getqflist()
    return vim.tbl_map(function(item)
      local name = vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ":t")
      return { name, item.lnum, item.col, item.type }
    end, items)
  ]])
  equal(found, { { "deck.carom", 2, 10, "E" }, { "more.carom", 1, 1, "E" } })
  editor:command("cfirst")
  equal(editor:lua("return vim.api.nvim_win_get_cursor(0)"), { 2, 9 })
  -- After the correction, the list is empty.
  editor:keys("r4")
  editor:command("silent write")
  editor:command("CaromCheck deck.carom")
  editor:hear("carom: no diagnostics in 1 puzzles of 1 files")
  equal(editor:lua("return #vim.fn.getqflist()"), 0)
end)

test("a check that ends while one types does not move the cursor", function(edit)
  local path = deck(first)
  local editor = edit(path)
  editor:attached()
  editor:keys("Gonotes: ")
  editor:lua("require('carom.check').run()")
  -- Without a root, the message names the folder.
  local folder = editor:lua("return vim.fn.fnamemodify(vim.fn.getcwd(), ':~')")
  editor:hear(("carom: checking the current folder, %s…"):format(folder))
  editor:wait("the end of the check", function()
    return editor:lua("return vim.fn.getqflist({ title = 0 }).title == 'carom check'")
  end)
  editor:keys("typed<Esc>")
  editor:read("notes: typed")
  equal(editor:lua("return { vim.fn.expand('%:p'), vim.fn.winnr('$') }"), { path, 1 })
end)

test("an unreadable file does not stop the check of others", function(edit)
  local path = harness.files({
    { "carom.toml", "" },
    { "bad.carom", 'puzzle lunar "\255"\n' },
    { "deck.carom", first },
  })
  local editor = edit(vim.fs.dirname(path) .. "/deck.carom")
  editor:attached()
  editor:command("CaromCheck")
  editor:hear("carom: some files were not checked: error: bad.carom: not UTF-8")
  editor:see("claimed 5", "[moves-mismatch]")
  local function places()
    return editor:lua([[
      return vim.tbl_map(function(item)
        return { vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ":t"), item.lnum }
      end, vim.fn.getqflist())
    ]])
  end
  equal(places(), { { "deck.carom", 2 } })
  -- After the correction, only the unreadable file is listed.
  editor:command("cfirst")
  editor:keys("$r4")
  editor:command("silent write")
  editor:command("messages clear")
  editor:command("CaromCheck")
  editor:hear("some files were not checked: error: bad.carom: not UTF-8")
  equal(places(), {})
  assert(not editor:messages():find("no diagnostics", 1, true), editor:messages())
  -- If nothing was checked, the list is unchanged.
  editor:lua("vim.fn.setqflist({ { text = 'kept' } })")
  editor:command("CaromCheck --nothing")
  editor:hear("`carom check` failed: error: unexpected argument")
  equal(editor:lua("return #vim.fn.getqflist()"), 1)
end)

test("checkhealth reports no problems", function(edit)
  local editor = edit(deck(first))
  editor:attached()
  editor:command("checkhealth carom")
  editor:read("attached to carom")
  local text = editor:text()
  for _, word in ipairs({ "ERROR", "WARNING" }) do
    assert(not text:find(word, 1, true), text)
  end
  local parser = has_parser and "parser is installed" or "parser is not installed"
  assert(text:find(parser, 1, true), text)
end)

test("the help has a page for every command and option", function(edit)
  local editor = edit(deck(first))
  editor:command("helptags ALL")
  editor:command("help carom")
  editor:read("Puzzles of sliding robots")
  for _, name in ipairs(editor:lua("return vim.fn.getcompletion('Carom', 'command')")) do
    editor:command("help :" .. name)
  end
  local text = editor:text()
  for name in pairs(editor:lua("return require('carom').options()")) do
    assert(text:find("\n    " .. name, 1, true), name)
  end
  local plugs = editor:lua([[
    local found = vim.tbl_map(function(map) return map.lhs end, vim.api.nvim_get_keymap("n"))
    return vim.tbl_filter(function(keys) return vim.startswith(keys, "<Plug>(carom") end, found)
  ]])
  equal(#plugs, 15)
  for _, plug in ipairs(plugs) do
    assert(text:find("\n    " .. plug .. " ", 1, true), plug)
  end
end)

--- Three puzzles as typed, without the spaces that 'indentexpr' adds.
local typed = [[
title: Typed

puzzle lunar "One"
moves: 4
board:
. . . . A
. . B . .
. C + . .
. . . D .
. . . . @
solution: @^ @< @v @<

; The second.
puzzle ricochet "Two"
rules: bounce
board:
. G . . .
. .|. . .
; A remark among rows.
. . . . R
    -
. . r . .
moves: 2

puzzle slider "Three"
to-move: H
board:
H . . .
H . . .
H . . .
. V V V
]]

local function formatted(text)
  local found = vim.fn.system({ "carom", "fmt", "-" }, text)
  assert(vim.v.shell_error == 0, found)
  return found
end

test("a typed file has the standard layout", function(edit)
  local editor = edit(deck(""))
  editor:attached()
  -- A new line in a board starts where the row above starts.
  editor:keys("i" .. vim.trim(typed):gsub("<", "<lt>"):gsub("\n", "<CR>"))
  editor:read("V V V")
  equal(editor:text() .. "\n", formatted(editor:text()))
  equal((editor:text():gsub("%f[^\n]  +", "")), (formatted(typed):gsub("%f[^\n]  +", ""):gsub("\n$", "")))
end)

--- Returns the signs of a buffer with their lines, from 1.
local function signs(editor)
  return editor:lua([[
    local namespace = vim.api.nvim_get_namespaces()["carom.proofs"]
    local found = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
      found[#found + 1] = { mark[2] + 1, vim.trim(mark[4].sign_text), mark[4].sign_hl_group }
    end
    return found
  ]])
end

test("signs show the state of each proof, and can be turned off", function(edit)
  local text = first .. "\n" .. unsolved:gsub("5", "4"):gsub("First", "Second") .. "\npuzzle luna\n\n" .. hard
  local editor = edit(deck(text))
  editor:wait("the signs", function()
    return vim.deep_equal(signs(editor), {
      { 1, "✗", "CaromFailed" },
      { 11, "✓", "CaromProved" },
      { 20, "!", "CaromInvalid" },
      { 22, "…", "CaromProving" },
    })
  end)
  -- Only a failed proof takes precedence over a diagnostic on the same line.
  editor:see("✗ puzzle lunar", "… puzzle ricochet")
  -- Signs follow the text and the answers.
  editor:keys("jf5r4ggO; above<Esc>")
  editor:wait("a proof", function()
    return vim.deep_equal(signs(editor)[1], { 2, "✓", "CaromProved" })
  end)
  editor:lua("vim.lsp.stop_client(vim.lsp.get_clients({ name = 'carom' }), true)")
  editor:wait("no signs", function()
    return #signs(editor) == 0
  end)
  local other = edit(deck(first), "vim.g.carom = { signs = false }")
  other:see("4 moves")
  vim.uv.sleep(500)
  equal(signs(other), {})
end)

test("CaromNew appends a puzzle, or creates a file", function(edit)
  local editor = edit(deck(first))
  editor:attached()
  editor:lua([[
    vim.ui.select = function(items, options, done)
      local titles = vim.tbl_map(options.format_item, items)
      done(items[vim.fn.index(titles, "Slider") + 1] or items[vim.fn.index(titles, "5 by 5") + 1])
    end
  ]])
  editor:command("CaromNew")
  editor:read("\n\npuzzle slider\n")
  local row, column = unpack(editor:lua("return vim.api.nvim_win_get_cursor(0)"))
  equal({ vim.split(editor:text(), "\n")[row - 1], column }, { "  board:", 4 })
  editor:keys("u")
  editor:wait("the original text", function()
    return not editor:text():find("slider", 1, true)
  end)
  local other = edit(vim.fs.dirname(deck("")) .. "/notes.txt")
  other:command("CaromNew ricochet 8 Brand new")
  other:read('puzzle ricochet "Brand new"\n')
  equal(other:lua("return vim.bo.filetype"), "carom")
  equal(other:text() .. "\n", formatted(other:text()))
  -- The name is kept literally.
  other:command([[CaromNew lunar 5 a "b"  c\\d]])
  other:read([[puzzle lunar "a \"b\"  c\\\\d"]])
  equal(other:text() .. "\n", formatted(other:text()))
end)

if vim.lsp.inline_completion then
  test("the next move is shown after the cursor, and can be accepted", function(edit)
    local editor = edit(deck(unsolved))
    editor:attached()
    editor:see("4 moves")
    editor:lua([[
      vim.keymap.set("i", "<Tab>", function()
        return vim.lsp.inline_completion.get() and "" or "<Tab>"
      end, { expr = true })
    ]])
    editor:keys("Gosolution: ")
    editor:see("solution: @^")
    assert(not editor:text():find("@^", 1, true))
    editor:keys("<Tab>")
    editor:read("solution: @^")
    editor:keys("<Esc>")
    local other = edit(deck(unsolved), "vim.g.carom = { next_move = false }")
    other:attached()
    other:see("4 moves")
    other:keys("Gosolution: ")
    vim.uv.sleep(800)
    other:see_no("solution: @^")
  end)
end

test("the = operator formats a file", function(edit)
  local layout = formatted(typed):gsub("\n$", "")
  -- Walls stay between their rows.
  local crooked = layout:gsub("%f[^\n]    ", "       "):gsub("%f[^\n]  (%l)", "%1")
  assert(crooked ~= layout)
  local editor = edit(deck(crooked))
  editor:keys("gg=G")
  editor:wait("the layout", function()
    return editor:text() == layout
  end)
end)

--- Returns the highlight group and the colour of the last occurrence of a word.
local function colour(editor, pattern, offset)
  return editor:lua([[
    local pattern, offset = ...
    vim.cmd.redraw()
    pcall(function() vim.treesitter.get_parser(0, "carom"):parse() end)
    local row, column = unpack(vim.fn.searchpos("\\V" .. pattern, "nw"))
    local found = vim.inspect_pos(0, row - 1, column - 1 + offset)
    local over = found.treesitter[#found.treesitter] or found.syntax[#found.syntax]
    local name = over and over.hl_group_link or "Normal"
    return { name, vim.api.nvim_get_hl(0, { name = name, link = false }).fg or -1, #found.semantic_tokens }
  ]], pattern, offset or 0)
end

local coloured = [[
puzzle ricochet "Five"
  rules: direct
  board:
    R . G . . . r
    . . . . . . .
    B . Y . S . E
  solution: Y> E<
]]

for _, treesitter in ipairs(has_parser and { true, false } or { false }) do
  local how = treesitter and "tree-sitter" or "the syntax file"
  test("each robot has its colour by " .. how, function(edit)
    local editor = edit(deck(coloured), ("vim.g.carom = { treesitter = %s }; vim.o.termguicolors = true"):format(treesitter))
    editor:attached()
    local groups, seen = {}, {}
    for _, robot in ipairs({ "R .", "G .", "B .", "Y .", "S ." }) do
      local name, fg, tokens = unpack(colour(editor, robot))
      equal(tokens, 0)
      assert(not seen[fg], name .. " has the colour of another robot")
      seen[fg] = true
      table.insert(groups, name)
    end
    equal(groups, { "CaromRed", "CaromGreen", "CaromBlue", "CaromYellow", "CaromSilver" })
    equal(colour(editor, "r\\n")[1], "CaromRed")
    equal(colour(editor, "Y>")[1], "CaromYellow")
    assert(not seen[colour(editor, "E\\n")[2]])
    equal(colour(editor, ". . . . . .")[1], "NonText")
  end)
end

test("colours follow the background, and can be overridden", function(edit)
  local editor = edit(deck(coloured), "vim.api.nvim_set_hl(0, 'CaromRed', { fg = '#123456' })")
  local function fg(name)
    return editor:lua("return vim.api.nvim_get_hl(0, { name = ... }).fg", name)
  end
  equal(fg("CaromRed"), 0x123456)
  local dark = fg("CaromGreen")
  editor:command("set background=light")
  assert(fg("CaromGreen") ~= dark)
  editor:command("set background=dark")
  equal(fg("CaromGreen"), dark)
  editor:command("colorscheme habamax")
  equal(fg("CaromGreen"), dark)
end)

--- Lua that removes the plugin from Neovim's packages.
local without = "vim.o.packpath = vim.env.VIMRUNTIME\n"

test("a plugin manager can load it with the first file", function(edit)
  -- Like lazy.nvim does for `ft = "carom"` with `opts`.
  local editor = edit(deck(first), without .. [[
    local folder = vim.fn.stdpath("data") .. "/site/pack/carom/start/carom"
    vim.cmd("augroup filetypedetect | source " .. folder .. "/ftdetect/carom.vim | augroup END")
    vim.api.nvim_create_autocmd("FileType", {
      pattern = "carom",
      callback = function(event)
        if vim.g.loaded_carom then
          return
        end
        vim.opt.runtimepath:prepend(folder)
        vim.cmd.source(folder .. "/plugin/carom.lua")
        require("carom").setup({ code_lens = false })
        vim.api.nvim_exec_autocmds("FileType", { buffer = event.buf, modeline = false })
      end,
    })
  ]])
  editor:attached()
  editor:see('"First contact"', "4 moves")
  editor:see_no("insert solution")
  equal(editor:lua("return vim.bo.indentexpr"), "v:lua.require'carom.indent'.level()")
  equal(editor:messages(), "")
end)

if vim.lsp.config then
  test("the server works without the plugin, as the help describes", function(edit)
    local help = vim.api.nvim_get_runtime_file("doc/carom.txt", false)[1]
    local text = table.concat(vim.fn.readfile(help), "\n")
    local alone = assert(text:match("without this plugin: >lua\n(.-)\n<"))
    local editor = edit(deck(first), without .. alone)
    editor:wait("the diagnostic", function()
      return vim.deep_equal(codes(editor), { "moves-mismatch" })
    end)
    equal(editor:lua("return package.loaded.carom == nil"), true)
  end)

  test("vim.lsp.config and vim.lsp.enable control the server", function(edit)
    local editor = edit(deck(first), [[
      vim.lsp.config("carom", { settings = { carom = { lints = { ["moves-mismatch"] = "hint" } } } })
    ]])
    editor:wait("the diagnostic", function()
      return editor:lua("return (vim.diagnostic.get(0)[1] or {}).severity") == vim.diagnostic.severity.HINT
    end)
    editor:command("lua vim.lsp.enable('carom', false)")
    editor:wait("the end of the server", function()
      return editor:lua("return #vim.lsp.get_clients({ name = 'carom' }) == 0")
    end)
  end)
end

test("semantic tokens can be turned on", function(edit)
  local editor = edit(deck(coloured), "vim.g.carom = { semantic_tokens = true }")
  editor:attached()
  editor:wait("tokens", function()
    return colour(editor, "R .")[3] > 0
  end)
  -- Robots keep their colours.
  local group = editor:lua([[
    local found = vim.inspect_pos(0, 3, 4).semantic_tokens
    table.sort(found, function(a, b) return a.opts.priority < b.opts.priority end)
    return found[#found].opts.hl_group_link
  ]])
  equal(group, "CaromRed")
end)

test("a missing binary is reported with help", function(edit)
  local editor = edit(deck(first), "vim.g.carom = { cmd = { '/nowhere/carom', 'lsp' } }")
  editor:hear("carom: `/nowhere/carom` was not found; see `:checkhealth carom`")
  editor:command("CaromCheck")
  editor:hear("`/nowhere/carom` was not found")
  editor:command("checkhealth carom")
  editor:read("ERROR `/nowhere/carom` was not found")
  editor:read("install it with `cargo install")
end)

test("an old binary is reported with help", function(edit)
  local server = ("{ %q, '-l', %q }"):format(vim.v.progpath, here .. "/old_server.lua")
  local editor = edit(deck(first), ("vim.g.carom = { cmd = %s }"):format(server))
  editor:hear("carom 0.0.9 is too old: this plugin needs 0.1.0 or newer; see `:checkhealth carom`")
  editor:command("CaromSolution")
  editor:hear("does not support `carom/solution`")
  editor:command("checkhealth carom")
  editor:read("WARNING deck.carom: attached to carom 0.0.9, which is too old")
end)

test("a server that cannot start is reported", function(edit)
  local editor = edit(deck(first), "vim.g.carom = { cmd = { 'false' } }")
  editor:hear("exited with status 1 before it was ready")
end)

test("syntax colours match the words", function(edit)
  local set = "vim.g.carom = { treesitter = false }"
  local editor = edit(deck(first .. "  rules: stay ; a remark\n"), set)
  local function group(word, offset)
    return editor:lua([[
      local word, offset = ...
      local at = vim.fn.searchpos("\\V" .. word, "nw")
      return vim.fn.synIDattr(vim.fn.synID(at[1], at[2] + offset, 1), "name")
    ]], word, offset or 0)
  end
  local expected = {
    { "caromPuzzle", "puzzle" },
    { "caromGame", "lunar" },
    { "caromName", "First" },
    { "caromKey", "moves" },
    { "caromNumber", "5" },
    { "caromKey", "board" },
    { "caromPieceBlue", "B . ." },
    { "caromPiece", "C +" },
    { "caromTarget", "+" },
    { "caromHuman", ". @", 2 },
    { "caromFloor", ". . B" },
    { "caromMove", "@^" },
    { "caromArrow", "@^", 1 },
    { "caromRule", "stay" },
    { "caromComment", "remark" },
  }
  for _, pair in ipairs(expected) do
    equal({ pair[2], group(pair[2], pair[3]) }, { pair[2], pair[1] })
  end
end)

test("tree-sitter colours and folds if its parser is installed", function(edit)
  local editor = edit(deck(first .. "\n" .. first))
  editor:attached()
  local captures = editor:lua([[
    local found = {}
    pcall(function() vim.treesitter.get_parser(0, "carom"):parse() end)
    local ok, captures = pcall(vim.treesitter.get_captures_at_pos, 0, 0, 0)
    for _, capture in ipairs(ok and captures or {}) do
      table.insert(found, capture.capture)
    end
    return found
  ]])
  equal(vim.tbl_contains(captures, "keyword"), has_parser)
  equal(editor:lua("return vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()] ~= nil"), has_parser)
  -- All folds are open at first. A closed fold covers a whole puzzle.
  equal(editor:lua("return vim.fn.foldclosed(3)"), -1)
  editor:wait("the folds", function()
    editor:keys("zM")
    return editor:lua("return vim.fn.foldclosed(3)") == 1
  end)
  -- The blank line between the puzzles belongs to neither.
  local second = editor:lua("return vim.fn.search([[^puzzle]], 'nbw')")
  equal(editor:lua("return vim.fn.foldclosedend(3)"), second - 2)
  equal(editor:lua("return vim.fn.foldclosed(...)", second + 2), second)
end)

harness.run(arg[1])
