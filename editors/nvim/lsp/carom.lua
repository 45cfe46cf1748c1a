-- Read by `vim.lsp.config` in Neovim 0.11 and newer.
return require("carom.server").config()
