-- Read by `vim.lsp.config`, from Neovim 0.11 on.
return require("carom.server").config()
