-- fieldd in Neovim: copy this to plugin/fieldd.lua in your configuration. Needs `fieldd` in PATH.
-- It works from Neovim 0.7 on. A file keeps its type, with its colours, indentation and comments. From 0.11 on
-- completion opens while you type and writes what the daemon offers with what belongs around it; before, <C-x><C-o>
-- offers what begins with the typed word. Settings are those of vim.g.fieldd_settings.
local forms_and_records = { '%.fields%.jsonc?$', '%.values%.jsonc?$' }
-- Forms of others, whose lines say what a form can't keep.
local foreign_forms = {
  '%.schema%.json$', '%.json%-schema%.json$', '%.rjsf%.json$', '%.surveyjs%.json$', '%.survey%.json$',
  '%.formio%.json$', '%.mcp%.json$', '%.lsp%-form%.json$', '%.xlsform%.json$', '%.slack%.json$',
  '%.adaptive%-cards%.json$', '%.awx%.json$', '%.a2ui%.json$', '%.github%.ya?ml$', '%.backstage%.ya?ml$',
}

-- JSON that has records if it names a form, in the last ones one a line.
local other_json = { '%.jsonc?$', '%.ndjson$', '%.jsonl$', '%.jsonlines$', '%.ldjson$' }

local function matches_any(path, patterns)
  for _, pattern in ipairs(patterns) do
    if path:match(pattern) then return true end
  end
  return false
end

local function is_form_or_record(path)
  return matches_any(path, forms_and_records)
end

-- Whether a buffer has one of some texts in it.
local function has_any(buffer, texts)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    for _, text in ipairs(texts) do
      if line:lower():find(text, 1, true) then return true end
    end
  end
  return false
end

-- Files with other names are given to the daemon for what stands in them: a page that has a form, and JSON that names
-- a form.
local function is_for_daemon(buffer)
  if vim.bo[buffer].buftype ~= '' then return false end
  local path = vim.api.nvim_buf_get_name(buffer)
  local name = path:lower():gsub('\\', '/')
  if is_form_or_record(path) or matches_any(name, foreign_forms) then return true end
  if name:match('/issue_template/.*%.ya?ml$') then return not name:match('/config%.ya?ml$') end
  if name:match('%.html?$') then return has_any(buffer, { '<form', '<input', '<select', '<textarea' }) end
  return matches_any(name, other_json) and has_any(buffer, { '"$form"' })
end

-- What is offered is shown and not written until you choose it; a list with one row is shown too.
local function show_before_writing(buffer)
  local words = vim.split(vim.go.completeopt, ',', { trimempty = true })
  for _, word in ipairs({ 'menuone', 'noselect' }) do
    if not vim.tbl_contains(words, word) then table.insert(words, word) end
  end
  vim.bo[buffer].completeopt = table.concat(words, ',')
end

-- The folders that the daemon knows. One daemon has all that is open, so that a record sees its form as you type it,
-- wherever the two lie.
local folders = {}

local function is_known(folder)
  for _, known in ipairs(folders) do
    if vim.startswith(folder .. '/', known .. '/') then return true end
  end
  return false
end

local function folder_of(buffer)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ':p:h')
end

local config = {
  name = 'fieldd',
  cmd = { 'fieldd' },
  get_language_id = function() return 'fields' end,
  before_init = function(params) folders = { vim.uri_to_fname(params.rootUri) } end,
  on_attach = function(client, buffer)
    local folder = folder_of(buffer)
    if not is_known(folder) then
      table.insert(folders, folder)
      local added = { { uri = vim.uri_from_fname(folder), name = folder } }
      vim.lsp.buf_notify(buffer, 'workspace/didChangeWorkspaceFolders', { event = { added = added, removed = {} } })
    end
    vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
    if vim.lsp.completion then
      show_before_writing(buffer)
      vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
    end
    -- Counters, units and the like stand beside the text.
    if vim.lsp.inlay_hint then vim.lsp.inlay_hint.enable(true, { bufnr = buffer }) end
  end,
}

local attached, client_id = {}, nil

local function attach(buffer)
  if attached[buffer] or not is_for_daemon(buffer) then return end
  attached[buffer] = true
  config.root_dir = folder_of(buffer)
  config.init_options = vim.g.fieldd_settings and { fieldd = vim.g.fieldd_settings } or nil
  if vim.lsp.start then
    local function is_it(client) return client.name == 'fieldd' end
    vim.lsp.start(config, { bufnr = buffer, reuse_client = is_it })
  else
    if not (client_id and vim.lsp.get_client_by_id(client_id)) then client_id = vim.lsp.start_client(config) end
    if client_id then vim.lsp.buf_attach_client(buffer, client_id) end
  end
end

local group = vim.api.nvim_create_augroup('fieldd', {})

-- After the file's own settings have been made.
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  callback = function(event)
    if is_form_or_record(vim.api.nvim_buf_get_name(event.buf)) then
      vim.bo[event.buf].expandtab = true
      vim.bo[event.buf].shiftwidth = 2
      vim.bo[event.buf].softtabstop = 2
      vim.bo[event.buf].comments = 's1:/*,mb:*,ex:*/,://'
      vim.bo[event.buf].commentstring = '// %s'
      -- Where there is a parser it colours better than patterns do.
      if vim.treesitter and vim.treesitter.start then pcall(vim.treesitter.start, event.buf, 'json') end
    end
    attach(event.buf)
  end,
})

-- A file may have no type, and none is told of then.
vim.api.nvim_create_autocmd('BufReadPost', {
  group = group,
  callback = function(event)
    vim.schedule(function()
      if vim.api.nvim_buf_is_valid(event.buf) then attach(event.buf) end
    end)
  end,
})

-- A file may name its form, or get a name, after it was opened.
vim.api.nvim_create_autocmd({ 'TextChanged', 'InsertLeave', 'BufWritePost' }, {
  group = group,
  pattern = { '*.json', '*.jsonc', '*.ndjson', '*.jsonl', '*.jsonlines', '*.ldjson', '*.html', '*.htm' },
  callback = function(event) attach(event.buf) end,
})

vim.api.nvim_create_autocmd({ 'BufUnload', 'BufFilePost' }, {
  group = group,
  callback = function(event) attached[event.buf] = nil end,
})
