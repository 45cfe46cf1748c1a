vim.filetype.add({ extension = { carom = "carom" } })
