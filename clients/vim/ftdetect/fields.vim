" Forms and records, which have a file type of their own for their client.
autocmd BufNewFile,BufRead *.fields.json,*.fields.jsonc,*.values.json,*.values.jsonc set filetype=fields
