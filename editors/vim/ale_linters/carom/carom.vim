" Runs carom's language server in ALE.

call ale#Set('carom_executable', 'carom')

" The root is the folder of the nearest carom.toml, or else of the file.
function! s:Root(buffer) abort
  let l:settings = ale#path#FindNearestFile(a:buffer, 'carom.toml')
  let l:inside = empty(l:settings) ? bufname(a:buffer) : l:settings
  return fnamemodify(l:inside, ':p:h')
endfunction

call ale#linter#Define('carom', {
\   'name': 'carom',
\   'lsp': 'stdio',
\   'executable': {buffer -> ale#Var(buffer, 'carom_executable')},
\   'command': '%e lsp',
\   'language': 'carom',
\   'project_root': function('s:Root'),
\})
