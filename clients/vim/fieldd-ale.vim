" fieldd in Vim, with the plugin ALE: copy this to plugin/fieldd.vim in your Vim folder.
" Needs `fieldd` in PATH.
augroup fieldd
  autocmd!
  autocmd BufNewFile,BufRead *.fields.json,*.fields.jsonc,*.values.json,*.values.jsonc
        \ setlocal filetype=fields syntax=json omnifunc=ale#completion#OmniFunc
        \ expandtab shiftwidth=2 softtabstop=2
augroup END

function! s:Register() abort
  call ale#linter#Define('fields', {
        \ 'name': 'fieldd',
        \ 'lsp': 'stdio',
        \ 'executable': 'fieldd',
        \ 'command': '%e',
        \ 'project_root': {buffer -> expand('#' . buffer . ':p:h')},
        \ 'language': 'fields',
        \ })
endfunction
autocmd fieldd VimEnter * call s:Register()
