" fieldd in Vim, with the plugin vim-lsp: copy this to plugin/fieldd.vim in your Vim folder, and ftdetect, ftplugin,
" indent and syntax to its folders of these names. Needs `fieldd` in PATH.
augroup fieldd
  autocmd!
  autocmd User lsp_setup call lsp#register_server({
        \ 'name': 'fieldd',
        \ 'cmd': ['fieldd'],
        \ 'allowlist': ['fields', 'html.fields', 'yaml.fields'],
        \ })
  autocmd User lsp_buffer_enabled setlocal omnifunc=lsp#complete
augroup END
