" fieldd in Vim, with the plugin vim-lsp: copy this to plugin/fieldd.vim in your Vim folder.
" Needs `fieldd` in PATH.
augroup fieldd
  autocmd!
  autocmd BufNewFile,BufRead *.fields.json,*.fields.jsonc,*.values.json,*.values.jsonc
        \ setlocal filetype=fields syntax=json expandtab shiftwidth=2 softtabstop=2
  autocmd User lsp_setup call lsp#register_server({
        \ 'name': 'fieldd',
        \ 'cmd': ['fieldd'],
        \ 'allowlist': ['fields'],
        \ })
  autocmd User lsp_buffer_enabled setlocal omnifunc=lsp#complete
augroup END
