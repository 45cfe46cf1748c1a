" Vim syntax file
" Language: carom, puzzles of sliding robots
" For Vim, and for Neovim without the tree-sitter parser.

if exists("b:current_syntax")
  finish
endif

let s:cpo_save = &cpo
set cpo&vim

" Long enough to find the start of a board.
syntax sync minlines=80

" A comment starts at the start of a line or after a space.
syntax match caromComment /\%(^\|\s\)\@1<=;.*$/ contains=@Spell,caromTodo
syntax keyword caromTodo contained TODO FIXME XXX
syntax match caromPragma /carom:\s*allow\>/ contained containedin=caromComment

syntax match caromPuzzle /^\s*puzzle\>/ nextgroup=caromGame skipwhite
syntax match caromGame /\<\%(lunar\|ricochet\|slider\|rush\|tilt\)\>/ contained nextgroup=caromName skipwhite
syntax region caromName contained oneline start=/"/ skip=/\\./ end=/"/ contains=caromEscape,@Spell
syntax match caromEscape /\\["\\]/ contained

" Keys whose values are text.
syntax match caromKey /^\s*\%(title\|author\|source\|license\|date\|tags\|notes\|difficulty\):/ nextgroup=caromText skipwhite
syntax match caromText /\S.\{-}\ze\%(\s;\|$\)/ contained contains=@Spell
syntax match caromUserKey /^\s*x-[a-z0-9-]*:/
syntax match caromKey /^\s*moves:/ nextgroup=caromNumber,caromConstant skipwhite
syntax match caromKey /^\s*result:/ nextgroup=caromConstant skipwhite
syntax match caromKey /^\s*rules:/ nextgroup=caromRule skipwhite
syntax match caromKey /^\s*\%(target\|robots\|diagonals\|to-move\|player\|hand\|items\|quests\|opponent\|opponent-hand\|tiles\):/ nextgroup=caromPlaces skipwhite
syntax match caromPlaces /\S.\{-}\ze\%(\s;\|$\)/ contained contains=caromSquare,caromPiece,caromArrow,caromTile
syntax match caromSquare /\<[a-p]\%(1[0-6]\|[1-9]\)\>/ contained
syntax match caromNumber /\<\d\+\>/ contained
syntax match caromConstant /\<\%(none\|win\|loss\|draw\)\>/ contained nextgroup=caromNumber skipwhite
syntax match caromRule /\<\%(exit\|stay\|bounce\|direct\|no-rebound\|grouped\)\>/ contained nextgroup=caromRule skipwhite

" A solution continues over lines with moves only.
syntax region caromSolution matchgroup=caromKey start=/^\s*solution:/ end=/^\ze\s*\%($\|[a-z-]\+:\|puzzle\>\)/ contains=caromMove,@caromRobotMoves,caromComment keepend
syntax match caromMove /\<\%(\d\{1,2}\|\a\d\{0,2}\)\ze[\^v<>↑↓←→]/ contained nextgroup=caromArrow
syntax match caromMove /@\ze[\^v<>↑↓←→]/ contained nextgroup=caromArrow
syntax match caromArrow /[\^v<>↑↓←→]\+\%(:[\^v<>↑↓←→]*\)\?/ contained
syntax match caromMove /--/ contained

" A board ends at a blank line, a key or the next puzzle.
syntax region caromBoard matchgroup=caromKey start=/^\s*board:/ end=/^\ze\s*\%($\|[a-z][a-z-]*:\|puzzle\>\)/ contains=caromFloor,caromBlock,caromWall,caromPiece,@caromRobots,caromHuman,caromTarget,caromDiagonal,caromTile,caromComment keepend
syntax match caromFloor /\./ contained
syntax match caromBlock /#/ contained
syntax match caromWall /[|-]/ contained
syntax match caromPiece /[A-Z0]/ contained
syntax match caromHuman /[@1-9]/ contained
syntax match caromTarget /[a-z+*]/ contained
syntax match caromDiagonal /[\/\\]/ contained
syntax match caromTile /[─-╿·]/ contained

" The five robots named after a colour, and their targets.
for s:colour in ["Red", "Green", "Blue", "Yellow", "Silver"]
  let s:letter = s:colour[0]
  execute "syntax match caromPiece" .. s:colour "/[" .. s:letter .. tolower(s:letter) .. "]/ contained"
  execute "syntax match caromMove" .. s:colour "/\\<" .. s:letter .. "\\ze[\\^v<>↑↓←→]/ contained nextgroup=caromArrow"
  execute "syntax cluster caromRobots add=caromPiece" .. s:colour
  execute "syntax cluster caromRobotMoves add=caromMove" .. s:colour
  execute "highlight default link caromPiece" .. s:colour "Carom" .. s:colour
  execute "highlight default link caromMove" .. s:colour "Carom" .. s:colour
endfor
unlet s:colour s:letter

" In Neovim, the plugin defines these for each background.
if !has("nvim")
  highlight default CaromRed cterm=bold ctermfg=Red gui=bold guifg=Red
  highlight default CaromGreen cterm=bold ctermfg=DarkGreen gui=bold guifg=SeaGreen
  highlight default CaromBlue cterm=bold ctermfg=Blue gui=bold guifg=SlateBlue
  highlight default CaromYellow cterm=bold ctermfg=DarkYellow gui=bold guifg=Orange
  highlight default CaromSilver cterm=bold ctermfg=Gray gui=bold guifg=Gray
endif

highlight default link caromComment Comment
highlight default link caromTodo Todo
highlight default link caromPragma PreProc
highlight default link caromPuzzle Keyword
highlight default link caromGame Type
highlight default link caromName String
highlight default link caromEscape SpecialChar
highlight default link caromKey Identifier
highlight default link caromUserKey PreProc
highlight default link caromText String
highlight default link caromNumber Number
highlight default link caromConstant Constant
highlight default link caromRule Special
highlight default link caromSquare Label
highlight default link caromMove Function
highlight default link caromArrow Operator
highlight default link caromFloor NonText
highlight default link caromBlock PreProc
highlight default link caromWall Operator
highlight default link caromPiece Function
highlight default link caromHuman Statement
highlight default link caromTarget Constant
highlight default link caromDiagonal Operator
highlight default link caromTile Type

let b:current_syntax = "carom"

let &cpo = s:cpo_save
unlet s:cpo_save
