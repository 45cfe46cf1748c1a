autocmd BufNewFile,BufRead *.carom setfiletype carom
