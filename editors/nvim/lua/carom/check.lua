--- Runs `carom check` on files or the workspace and fills the quickfix list.
local M = {}

local kinds = { error = "E", warning = "W", info = "I", hint = "N" }

--- Converts a column in characters to one in bytes, both from 1.
local function byte_column(lines, place)
  local line = lines and lines[place.line]
  if not line then
    return place.column
  end
  return vim.fn.byteidx(line, place.column - 1) + 1
end

--- Returns a quickfix entry for each diagnostic, and the summary.
local function entries(output, folder)
  local items, summary, texts = {}, nil, {}
  for line in vim.gsplit(output, "\n", { plain = true, trimempty = true }) do
    local diagnostic = vim.json.decode(line, { luanil = { object = true } })
    if diagnostic.summary then
      summary = diagnostic.summary
    else
      local file = diagnostic.file
      local path = vim.startswith(file, "/") and file or vim.fs.joinpath(folder, file)
      if texts[path] == nil then
        texts[path] = vim.fn.filereadable(path) == 1 and vim.fn.readfile(path) or false
      end
      table.insert(items, {
        filename = path,
        lnum = diagnostic.start.line,
        col = byte_column(texts[path], diagnostic.start),
        end_lnum = diagnostic["end"].line,
        end_col = byte_column(texts[path], diagnostic["end"]),
        type = kinds[diagnostic.severity] or "I",
        text = ("%s [%s]"):format(diagnostic.message, diagnostic.code),
      })
    end
  end
  return items, summary
end

--- Shows the quickfix list without moving the cursor, or says how to: opening a window would
--- disturb someone who types or has a floating window open.
local function show(count)
  local window = vim.api.nvim_get_current_win()
  local is_floating = vim.api.nvim_win_get_config(window).relative ~= ""
  if vim.api.nvim_get_mode().mode ~= "n" or is_floating then
    local what = count == 1 and "1 diagnostic" or ("%d diagnostics"):format(count)
    return require("carom.notify").info(("%s; `:copen` lists them"):format(what))
  end
  vim.cmd("botright copen")
  vim.api.nvim_set_current_win(window)
end

local function report(result, folder, done)
  local notify = require("carom.notify")
  local ok, items, summary = pcall(entries, result.stdout, folder)
  -- Status 1: the files have errors. Status 2 with a summary: some files could not
  -- be read, and the others were checked.
  local is_done = result.code <= 1 and result.signal == 0
  local is_partial = result.code == 2 and result.signal == 0 and ok and summary
  if not is_done and not is_partial then
    notify.error(("`carom check` failed: %s"):format(vim.trim(result.stderr)))
    return done(false)
  end
  if not ok then
    local how = require("carom.server").how_to_install
    notify.error("cannot parse the output of `carom check`: is carom too old?", how)
    return done(false)
  end
  vim.fn.setqflist({}, " ", { title = "carom check", items = items })
  if #items > 0 then
    show(#items)
  else
    vim.cmd.cclose()
  end
  if not is_done then
    notify.error(("some files were not checked: %s"):format(vim.trim(result.stderr)))
  elseif #items == 0 then
    notify.info(("no diagnostics in %d puzzles of %d files"):format(summary.puzzles, summary.files))
  end
  done(is_done)
end

--- Checks `paths`, or the whole workspace. Reads the files on disk; with
--- 'autowrite', writes all buffers first.
---@param paths? string[]
---@param done? fun(is_done: boolean)
function M.run(paths, done)
  local server = require("carom.server")
  local binary = server.binary()
  done = done or function() end
  if not binary then
    local cmd = server.command()
    local name = type(cmd) == "table" and cmd[1] or "carom"
    require("carom.notify").error(("`%s` was not found"):format(name), server.how_to_install)
    return done(false)
  end
  if vim.o.autowrite then
    vim.cmd("silent! wall")
  end
  local folder = vim.fn.getcwd()
  local command = { binary, "check", "--format", "json" }
  local what
  if paths and #paths > 0 then
    for _, path in ipairs(paths) do
      table.insert(command, vim.fn.expand(path))
    end
    what = table.concat(paths, " ")
  else
    local client = vim.lsp.get_clients({ bufnr = 0, name = "carom" })[1]
    local root = client and client.config.root_dir
    folder = root or folder
    local name = vim.fn.fnamemodify(folder, ":~")
    what = root and name or ("the current folder, %s"):format(name)
  end
  require("carom.notify").info(("checking %s…"):format(what))
  vim.system(command, { cwd = folder, text = true }, vim.schedule_wrap(function(result)
    report(result, folder, done)
  end))
end

return M
