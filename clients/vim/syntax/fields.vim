" As JSON, with comments where the name of the file allows them.
if expand('%:e') ==# 'jsonc'
  runtime! syntax/jsonc.vim
else
  runtime! syntax/json.vim
endif
