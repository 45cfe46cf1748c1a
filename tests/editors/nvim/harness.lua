--- Drives a second Neovim with key presses and checks its screen.
---
--- This runs under `nvim -l`. Each test starts its own editor with a real screen.
local M = {}

local patience = 60000
local columns, lines = 150, 40

---@class Editor
---@field channel integer
local Editor = {}
Editor.__index = Editor

--- Opens a file in a new editor. `set` is Lua code that runs before any plugin.
function M.edit(path, set)
  local size = ("set columns=%d lines=%d"):format(columns, lines)
  -- Neovim keeps a screen even without a terminal.
  local command = { vim.v.progpath, "--headless", "--embed", "-n", "-i", "NONE", "--cmd", size }
  if set then
    vim.list_extend(command, { "--cmd", "lua " .. set })
  end
  table.insert(command, path)
  local self = setmetatable({}, Editor)
  self.channel = vim.fn.jobstart(command, { rpc = true, cwd = vim.fs.dirname(path) })
  assert(self.channel > 0, "the editor does not start")
  return self
end

--- Runs Lua in the editor and returns the result.
function Editor:lua(code, ...)
  return vim.rpcrequest(self.channel, "nvim_exec_lua", code, { ... })
end

--- Types keys, in the notation of mappings.
function Editor:keys(keys)
  vim.rpcrequest(self.channel, "nvim_input", keys)
end

function Editor:command(command)
  vim.rpcrequest(self.channel, "nvim_command", command)
end

--- Returns the rows of the screen.
function Editor:screen()
  return self:lua([[
    vim.cmd.redraw()
    local rows = {}
    for row = 1, vim.o.lines do
      local cells = {}
      for column = 1, vim.o.columns do
        cells[column] = vim.fn.screenstring(row, column)
      end
      rows[row] = table.concat(cells)
    end
    return rows
  ]])
end

function Editor:text()
  return table.concat(vim.rpcrequest(self.channel, "nvim_buf_get_lines", 0, 0, -1, false), "\n")
end

function Editor:messages()
  return vim.rpcrequest(self.channel, "nvim_exec2", "messages", { output = true }).output
end

--- Waits until `look` returns a true value, and returns that.
function Editor:wait(what, look)
  local found
  local is_there = vim.wait(patience, function()
    found = look()
    return found
  end, 25)
  if not is_there then
    local screen = table.concat(self:screen(), "\n")
    error(("timed out waiting for %s\n%s\n%s"):format(what, screen, self:messages()), 0)
  end
  return found
end

--- Waits until the screen shows all of these plain texts in this order.
function Editor:see(...)
  local wanted = { ... }
  return self:wait("the screen to show " .. vim.inspect(wanted), function()
    local screen, from = table.concat(self:screen(), "\n"), 1
    for _, text in ipairs(wanted) do
      local _, stop = screen:find(text, from, true)
      if not stop then
        return false
      end
      from = stop
    end
    return true
  end)
end

--- Waits until the screen no longer shows a text.
function Editor:see_no(text)
  self:wait("the screen not to show " .. text, function()
    return not table.concat(self:screen(), "\n"):find(text, 1, true)
  end)
end

--- Waits until the buffer contains a text.
function Editor:read(text)
  self:wait("the buffer to contain " .. text, function()
    return self:text():find(text, 1, true)
  end)
end

--- Waits for a message.
function Editor:hear(text)
  self:wait("the message " .. text, function()
    -- A long message may wait for a key.
    if vim.rpcrequest(self.channel, "nvim_get_mode").blocking then
      self:keys("<CR>")
      return false
    end
    return self:messages():gsub("%s+", " "):find(text, 1, true)
  end)
end

--- Waits until the server is attached.
function Editor:attached()
  self:wait("the server", function()
    return self:lua("return #vim.lsp.get_clients({ bufnr = 0, name = 'carom' }) == 1")
  end)
end

function Editor:quit()
  pcall(vim.rpcrequest, self.channel, "nvim_command", "qall!")
  vim.fn.jobstop(self.channel)
  vim.fn.jobwait({ self.channel }, 3000)
end

local folder = vim.fn.tempname()

--- Creates a folder with these files, and returns the path of the first.
function M.files(files)
  local below = ("%s/%d"):format(folder, vim.uv.hrtime())
  local first
  for _, file in ipairs(files) do
    local path = below .. "/" .. file[1]
    vim.fn.mkdir(vim.fs.dirname(path), "p")
    vim.fn.writefile(vim.split(file[2], "\n"), path)
    first = first or path
  end
  return first
end

function M.equal(found, expected)
  if not vim.deep_equal(found, expected) then
    error(("expected %s, found %s"):format(vim.inspect(expected), vim.inspect(found)), 2)
  end
end

local tests = {}

--- Defines a test. `run` receives a function that starts editors, which are closed after the
--- test.
function M.test(name, run)
  table.insert(tests, { name = name, run = run })
end

--- Runs the tests whose names contain `filter`, and exits with their result.
function M.run(filter)
  local failed = 0
  for _, test in ipairs(tests) do
    if not filter or test.name:find(filter, 1, true) then
      local editors = {}
      local function edit(...)
        local editor = M.edit(...)
        table.insert(editors, editor)
        return editor
      end
      local ok, message = xpcall(test.run, function(message)
        return type(message) == "string" and message or vim.inspect(message)
      end, edit)
      for _, editor in ipairs(editors) do
        editor:quit()
      end
      io.stdout:write(("%s %s\n"):format(ok and "ok  " or "FAIL", test.name))
      if not ok then
        failed = failed + 1
        io.stdout:write(("%s\n"):format(message))
      end
    end
  end
  vim.fn.delete(folder, "rf")
  os.exit(failed == 0 and 0 or 1)
end

return M
