" fieldd in Vim, with the plugin vim-lsp: copy this to plugin/fieldd.vim in your Vim folder, and ftdetect, ftplugin,
" indent and syntax to its folders of these names. Needs `fieldd` in PATH. Settings are those of g:fieldd_settings.
augroup fieldd
  autocmd!
  autocmd User lsp_setup call lsp#register_server({
        \ 'name': 'fieldd',
        \ 'cmd': ['fieldd'],
        \ 'allowlist': ['fields', 'html.fields', 'yaml.fields'],
        \ 'workspace_config': {'fieldd': get(g:, 'fieldd_settings', {})},
        \ })
  autocmd User lsp_buffer_enabled setlocal omnifunc=lsp#complete
augroup END
