-- fieldd in Neovim: copy this to plugin/fieldd.lua in your configuration. Needs `fieldd` in PATH.
-- It works from Neovim 0.7 on; the file keeps its JSON highlighting. From 0.11 on completion opens while you type and
-- writes what the daemon offers with what belongs around it; before, <C-x><C-o> offers what begins with the typed word.
vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
  pattern = { '*.fields.json', '*.fields.jsonc', '*.values.json', '*.values.jsonc' },
  callback = function(event)
    vim.bo[event.buf].expandtab = true
    vim.bo[event.buf].shiftwidth = 2
    vim.bo[event.buf].softtabstop = 2
    local config = {
      name = 'fieldd',
      cmd = { 'fieldd' },
      root_dir = vim.fn.fnamemodify(event.match, ':h'),
      get_language_id = function() return 'fields' end,
      on_attach = function(client, buffer)
        vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
        if vim.lsp.completion and vim.lsp.completion.enable then
          vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
        end
      end,
    }
    if vim.lsp.start then
      vim.lsp.start(config, { bufnr = event.buf })
    else
      vim.lsp.buf_attach_client(event.buf, vim.lsp.start_client(config))
    end
  end,
})
