" As JSON.
runtime! indent/json.vim
