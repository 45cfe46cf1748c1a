--- Plays a solution move by move in a floating window. The server draws the
--- frames.
local M = {}

local space = vim.api.nvim_create_namespace("carom.solution")

--- The open player, if any.
---@type carom.Player?
M.current = nil

---@class carom.Player
---@field bufnr integer the buffer of the puzzle
---@field params table the parameters of `carom/solution`
---@field solution table the result of `carom/solution`
---@field at integer the current frame, from 1
---@field buf integer
---@field win integer
---@field timer uv.uv_timer_t?
---@field interval integer
local Player = {}
Player.__index = Player

--- Wraps a text at spaces into lines of at most `width` cells.
local function wrapped(text, width)
  local lines, line = {}, ""
  for word in text:gmatch("%S+") do
    local longer = line == "" and word or line .. " " .. word
    if line ~= "" and vim.fn.strdisplaywidth(longer) > width then
      table.insert(lines, line)
      line = word
    else
      line = longer
    end
  end
  table.insert(lines, line)
  return lines
end

local function widest(lines)
  local width = 0
  for _, line in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(line))
  end
  return width
end

local help = " ←/→ step · Space play · q close "

--- Returns the lines of a frame, and the height of its board.
function Player:lines(number, width)
  local frames = self.solution.frames
  local frame = frames[number]
  local board = vim.split(frame.text, "\n", { plain = true })
  local lines = vim.list_extend({}, board)
  table.insert(lines, "")
  local last = frames[#frames].turn
  local count = ("%d/%d"):format(number - 1, #frames - 1)
  local heading = frame.turn == 0 and "start" or ("move %d of %d: %s"):format(frame.turn, last, frame.move)
  table.insert(lines, ("%s  %s"):format(count, heading))
  vim.list_extend(lines, wrapped(frame.description, width))
  return lines, #board
end

--- Returns a size that fits all frames, so that the window does not jump.
function Player:size()
  local width = math.min(vim.o.columns - 4, math.max(46, widest({ self:title() }) + 2))
  for _, frame in ipairs(self.solution.frames) do
    width = math.max(width, widest(vim.split(frame.text, "\n")))
  end
  width = math.min(width, vim.o.columns - 4)
  local height = 1
  for number in ipairs(self.solution.frames) do
    height = math.max(height, #self:lines(number, width))
  end
  return width, math.min(height, vim.o.lines - 4)
end

function Player:title()
  local solution = self.solution
  local of = self.params.of == "file" and " (the file's own)" or ""
  local playing = self.timer and " ▶" or ""
  return (" %s · %s%s%s "):format(solution.title, solution.summary, of, playing)
end

--- Returns the configuration of the window for the current frame.
function Player:window()
  local width, height = self:size()
  local config = {
    relative = "editor",
    width = width,
    height = height,
    -- At the right, which the text seldom reaches.
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, vim.o.columns - width - 4),
    style = "minimal",
    border = "rounded",
    title = self:title(),
    title_pos = "center",
  }
  -- A footer that is too wide would be cut in the middle.
  if vim.fn.strdisplaywidth(help) <= width then
    config.footer = help
    config.footer_pos = "center"
  end
  return config
end

--- Highlights what has changed on the board since the previous frame.
function Player:mark(lines, height)
  vim.api.nvim_buf_clear_namespace(self.buf, space, 0, -1)
  local before = self.at > 1 and vim.split(self.solution.frames[self.at - 1].text, "\n", { plain = true })
  for row = 1, before and height or 0 do
    local old, new = before[row] or "", lines[row]
    -- Skip notes below the board.
    if new:match("^%s*%d+ ") then
      local old_characters, column = vim.fn.split(old, "\\zs"), 0
      for number, character in ipairs(vim.fn.split(new, "\\zs")) do
        if old_characters[number] ~= character then
          vim.api.nvim_buf_set_extmark(self.buf, space, row - 1, column, {
            end_col = column + #character,
            hl_group = "CaromMoved",
          })
        end
        column = column + #character
      end
    end
  end
  vim.api.nvim_buf_set_extmark(self.buf, space, height + 1, 0, { line_hl_group = "Title" })
end

--- Draws the current frame.
function Player:draw()
  if not vim.api.nvim_win_is_valid(self.win) then
    return
  end
  self.at = math.max(1, math.min(self.at, #self.solution.frames))
  local lines, height = self:lines(self.at, vim.api.nvim_win_get_width(self.win))
  vim.bo[self.buf].modifiable = true
  vim.api.nvim_buf_set_lines(self.buf, 0, -1, false, lines)
  vim.bo[self.buf].modifiable = false
  self:mark(lines, height)
  vim.api.nvim_win_set_config(self.win, self:window())
end

--- Stops playing and goes to a frame, from 1.
function Player:go(number)
  self:stop()
  self.at = number
  self:draw()
end

function Player:stop()
  if self.timer then
    self.timer:stop()
    self.timer:close()
    self.timer = nil
  end
end

--- Plays from the current frame, or at the end from the start.
function Player:play()
  self:stop()
  if self.at == #self.solution.frames then
    self.at = 1
  end
  self.timer = assert(vim.uv.new_timer())
  self.timer:start(
    self.interval,
    self.interval,
    vim.schedule_wrap(function()
      if not self.timer then
        return
      end
      self.at = self.at + 1
      if self.at >= #self.solution.frames then
        self:stop()
      end
      self:draw()
    end)
  )
  self:draw()
end

function Player:toggle()
  if self.timer then
    self:go(self.at)
  else
    self:play()
  end
end

--- Multiplies the interval between two moves.
function Player:speed(factor)
  self.interval = math.max(50, math.min(5000, math.floor(self.interval * factor)))
  if self.timer then
    self:play()
  end
end

function Player:close()
  self:stop()
  if M.current == self then
    M.current = nil
  end
  if vim.api.nvim_win_is_valid(self.win) then
    vim.api.nvim_win_close(self.win, true)
  end
end

--- Switches between the moves of the solver and of the file.
function Player:switch()
  self.params.of = self.params.of == "file" and "solver" or "file"
  self:stop()
  self.at = 1
  self:ask()
end

--- Requests the solution, repeatedly until the puzzle is solved.
function Player:ask()
  local server = require("carom.server")
  local client = server.client(self.bufnr)
  if not client then
    return
  end
  server.request(client, "carom/solution", self.params, self.bufnr, function(solution)
    if M.current ~= self then
      return
    end
    if not solution or #solution.frames == 0 then
      self:close()
      return
    end
    self.solution = solution
    self:draw()
    self:wait()
  end)
end

function Player:wait()
  if self.solution.state == "solving" then
    vim.defer_fn(function()
      if M.current == self then
        self:ask()
      end
    end, 300)
  end
end

function Player:keys()
  local function map(keys, action, text)
    for _, key in ipairs(keys) do
      vim.keymap.set("n", key, action, { buffer = self.buf, nowait = true, desc = text })
    end
  end
  local function step(by)
    return function()
      self:go(self.at + by * vim.v.count1)
    end
  end
  map({ "<Right>", "l", "n", "j", "<Down>" }, step(1), "next move")
  map({ "<Left>", "h", "p", "k", "<Up>" }, step(-1), "previous move")
  map({ "<Home>", "0", "gg", "^" }, function()
    self:go(1)
  end, "start")
  map({ "<End>", "$", "G" }, function()
    self:go(#self.solution.frames)
  end, "end")
  map({ "<Space>" }, function()
    self:toggle()
  end, "play or pause")
  map({ "+" }, function()
    self:speed(0.7)
  end, "faster")
  map({ "-" }, function()
    self:speed(1.4)
  end, "slower")
  map({ "s" }, function()
    self:switch()
  end, "switch between the moves of the solver and the file")
  map({ "q", "<Esc>" }, function()
    self:close()
  end, "close")
end

local function highlight()
  vim.api.nvim_set_hl(0, "CaromMoved", { default = true, link = "IncSearch" })
end

local function show(bufnr, params, solution)
  if M.current then
    M.current:close()
  end
  highlight()
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = "wipe"
  vim.bo[buf].filetype = "carom-solution"
  local self = setmetatable({
    bufnr = bufnr,
    params = params,
    solution = solution,
    at = 1,
    buf = buf,
    interval = require("carom").options().interval,
  }, Player)
  self.win = vim.api.nvim_open_win(buf, true, self:window())
  M.current = self
  self:keys()
  vim.api.nvim_create_autocmd("BufWipeout", {
    buffer = buf,
    once = true,
    callback = function()
      self:stop()
      if M.current == self then
        M.current = nil
      end
    end,
  })
  vim.api.nvim_create_autocmd("VimResized", {
    buffer = buf,
    callback = function()
      self:draw()
    end,
  })
  self:draw()
  self:wait()
end

--- Plays the solution of the puzzle under the cursor, or of the one at
--- `position` (line and character from 0) of the document `uri`.
---@param options? { uri?: string, position?: table, of?: "solver"|"file" }
function M.open(options)
  options = options or {}
  local server, notify = require("carom.server"), require("carom.notify")
  local bufnr = options.uri and vim.uri_to_bufnr(options.uri) or vim.api.nvim_get_current_buf()
  local client = server.client(bufnr)
  if not client then
    return
  end
  local cursor = vim.api.nvim_win_get_cursor(0)
  local params = {
    textDocument = { uri = options.uri or vim.uri_from_bufnr(bufnr) },
    position = options.position or { line = cursor[1] - 1, character = 0 },
    of = options.of or "solver",
  }
  server.request(client, "carom/solution", params, bufnr, function(solution)
    if not solution then
      notify.warn("there is no puzzle under the cursor")
    elseif solution.state == "invalid" then
      notify.warn(("%s is malformed and cannot be played"):format(solution.title))
    else
      show(bufnr, params, solution)
    end
  end)
end

return M
