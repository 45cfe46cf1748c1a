--- A language server that is too old: it has no features and reports its version. Runs
--- under `nvim -l`.
local function read()
  local length
  for line in io.lines() do
    line = line:gsub("\r$", "")
    if line == "" then
      break
    end
    length = tonumber(line:match("^Content%-Length: (%d+)")) or length
  end
  return length and vim.json.decode(io.read(length))
end

local function send(message)
  message.jsonrpc = "2.0"
  local body = vim.json.encode(message)
  io.stdout:write(("Content-Length: %d\r\n\r\n%s"):format(#body, body))
  io.stdout:flush()
end

while true do
  local message = read()
  if not message or message.method == "exit" then
    break
  elseif message.method == "initialize" then
    local info = { name = "carom", version = "0.0.9" }
    send({ id = message.id, result = { capabilities = vim.empty_dict(), serverInfo = info } })
  elseif message.method == "shutdown" then
    send({ id = message.id, result = vim.NIL })
  elseif message.id then
    send({ id = message.id, error = { code = -32601, message = "method not found" } })
  end
end
