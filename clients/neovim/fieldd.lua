-- fieldd in Neovim: copy this to plugin/fieldd.lua in your configuration. Needs `fieldd` in PATH.
-- It works from Neovim 0.7 on. The file stays one of JSON, with its colours, indentation and comments. From 0.11 on
-- completion opens while you type and writes what the daemon offers with what belongs around it; before, <C-x><C-o>
-- offers what begins with the typed word.
local endings = { '%.fields%.jsonc?$', '%.values%.jsonc?$' }

local function is_ours(path)
  return path:match(endings[1]) ~= nil or path:match(endings[2]) ~= nil
end

local config = {
  name = 'fieldd',
  cmd = { 'fieldd' },
  get_language_id = function() return 'fields' end,
  on_attach = function(client, buffer)
    vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
    if vim.lsp.completion then
      vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
    end
  end,
}

if vim.lsp.enable then
  config.filetypes = { 'json', 'jsonc' }
  -- Other files of JSON are not given to it.
  config.root_dir = function(buffer, start)
    local path = vim.api.nvim_buf_get_name(buffer)
    if is_ours(path) then start(vim.fs.dirname(path)) end
  end
  vim.lsp.config('fieldd', config)
  vim.lsp.enable('fieldd')
end

local function attach(buffer, path)
  config.root_dir = vim.fn.fnamemodify(path, ':h')
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    vim.lsp.buf_attach_client(buffer, vim.lsp.start_client(config))
  end
end

-- After the file's own settings for JSON have been made.
vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'json', 'jsonc' },
  callback = function(event)
    local path = vim.api.nvim_buf_get_name(event.buf)
    if not is_ours(path) then return end
    vim.bo[event.buf].expandtab = true
    vim.bo[event.buf].shiftwidth = 2
    vim.bo[event.buf].softtabstop = 2
    vim.bo[event.buf].comments = 's1:/*,mb:*,ex:*/,://'
    vim.bo[event.buf].commentstring = '// %s'
    -- Where there is a parser it colours better than patterns do.
    if vim.treesitter and vim.treesitter.start then pcall(vim.treesitter.start, event.buf, 'json') end
    if not vim.lsp.enable then attach(event.buf, path) end
  end,
})
