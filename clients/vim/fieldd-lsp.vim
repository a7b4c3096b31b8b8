" fieldd in Vim 9, with the plugin lsp (yegappan/lsp): copy this to plugin/fieldd.vim in your Vim folder, and ftdetect,
" ftplugin, indent and syntax to its folders of these names. Needs `fieldd` in PATH. Settings are those of g:fieldd_settings.
augroup fieldd
  autocmd!
  autocmd User LspSetup call LspAddServer([{
        \ 'name': 'fieldd',
        \ 'filetype': ['fields', 'html.fields', 'yaml.fields'],
        \ 'path': exepath('fieldd'),
        \ 'args': [],
        \ 'workspaceConfig': {'fieldd': get(g:, 'fieldd_settings', {})},
        \ }])
augroup END
