" Forms and records, which have a file type of their own for their client.
autocmd BufNewFile,BufRead *.fields.json,*.fields.jsonc,*.values.json,*.values.jsonc set filetype=fields
" Forms of others, of which the daemon tells what a form of its own can't keep.
autocmd BufNewFile,BufRead *.schema.json,*.json-schema.json,*.rjsf.json,*.formio.json set filetype=fields
autocmd BufNewFile,BufRead *.surveyjs.json,*.survey.json,*.mcp.json,*.lsp-form.json,*.xlsform.json set filetype=fields
autocmd BufNewFile,BufRead *.github.yml,*.github.yaml set filetype=yaml.fields
autocmd BufNewFile,BufRead */ISSUE_TEMPLATE/*.yml,*/ISSUE_TEMPLATE/*.yaml
      \ if expand('<afile>:t:r') !=? 'config' | set filetype=yaml.fields | endif
" Where the name does not say it, what stands in the file does: JSON that names a form, and a page that has one.
autocmd BufRead,BufWritePost *.json,*.jsonc
      \ if &filetype !=# 'fields' && search('"$form"', 'nw') | set filetype=fields | endif
autocmd BufRead,BufWritePost *.html,*.htm
      \ if &filetype ==# 'html' && search('\c<\%(form\|input\|select\|textarea\)\>', 'nw')
      \ | set filetype=html.fields | endif
