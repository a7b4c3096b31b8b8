" fieldd in Vim, with the plugin ALE: copy this to plugin/fieldd.vim in your Vim folder, and ftdetect, ftplugin, indent
" and syntax to its folders of these names. Needs `fieldd` in PATH. Settings are those of g:fieldd_settings.
augroup fieldd
  autocmd!
  autocmd FileType fields setlocal omnifunc=ale#completion#OmniFunc
  autocmd VimEnter * call s:Register()
augroup END

function! s:Register() abort
  call ale#linter#Define('fields', {
        \ 'name': 'fieldd',
        \ 'lsp': 'stdio',
        \ 'executable': 'fieldd',
        \ 'command': '%e',
        \ 'project_root': {buffer -> expand('#' . buffer . ':p:h')},
        \ 'language': 'fields',
        \ 'lsp_config': {-> exists('g:fieldd_settings') ? {'fieldd': g:fieldd_settings} : {}},
        \ })
endfunction
