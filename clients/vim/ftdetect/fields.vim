" Forms and records, which have a file type of their own for their client.
autocmd BufNewFile,BufRead *.fields.json,*.fields.jsonc,*.values.json,*.values.jsonc set filetype=fields
" Forms of others, of which the daemon tells what a form of its own can't keep; the case of letters is all the same.
autocmd BufNewFile,BufRead *
      \ if expand('<afile>') =~? '\.\%(schema\|json-schema\|rjsf\|surveyjs\|survey\|formio\|mcp\|lsp-form\|xlsform\|slack\|adaptive-cards\|awx\|a2ui\)\.json$'
      \ | set filetype=fields | endif
autocmd BufNewFile,BufRead *
      \ if expand('<afile>:p') =~? '\.\%(github\|backstage\)\.ya\?ml$\|/ISSUE_TEMPLATE/.*\.ya\?ml$'
      \ && expand('<afile>:p') !~? '/ISSUE_TEMPLATE/\%(.*/\)\?config\.ya\?ml$'
      \ | set filetype=yaml.fields | endif
" Where the name does not say it, what stands in the file does: JSON that names a form, and a page that has one.
autocmd BufRead,BufWritePost *.json,*.jsonc,*.ndjson,*.jsonl,*.jsonlines,*.ldjson
      \ if &filetype !=# 'fields' && search('"$form"', 'nw') | set filetype=fields | endif
autocmd BufRead,BufWritePost *.html,*.htm
      \ if &filetype ==# 'html' && search('\c<\%(form\|input\|select\|textarea\)\>', 'nw')
      \ | set filetype=html.fields | endif
