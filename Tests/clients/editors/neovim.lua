-- Carries the steps of a specification out in Neovim, with typed keys where a person types.
-- One line of JSON per step goes to $EDITOR_RESULT.
local steps = vim.json.decode(table.concat(vim.fn.readfile(vim.env.EDITOR_STEPS), '\n')).steps
local result = assert(io.open(vim.env.EDITOR_RESULT, 'a'))
local patience_ms = 15000
local buffer, driver

-- Lets Neovim work until a condition holds.
local function wait_for(condition)
  local give_up = vim.loop.now() + patience_ms
  repeat
    local got = condition()
    if got then return got end
    vim.defer_fn(function() coroutine.resume(driver) end, 20)
    coroutine.yield()
    vim.loop.update_time()
  until vim.loop.now() > give_up
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
end

local function contains_all(whole, parts)
  for _, part in ipairs(parts or {}) do
    if not whole:find(part, 1, true) then return false end
  end
  return true
end

local function contains_none(whole, parts)
  for _, part in ipairs(parts or {}) do
    if whole:find(part, 1, true) then return false end
  end
  return true
end

-- Puts the cursor on a ¦; tells whether that is behind the last character of a line.
local function go(marked)
  local before, after = marked:match('^(.*)¦(.*)$')
  for row, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local start = line:find(before .. after, 1, true)
    if start then
      local column = start - 1 + #before
      vim.api.nvim_win_set_cursor(0, { row, column })
      -- The cursor stands on the last character of a line, not behind it.
      return column > 0 and column >= #line
    end
  end
  error('nowhere: ' .. marked)
end

local function mode(wanted)
  wait_for(function() return vim.api.nvim_get_mode().mode:sub(1, 1) == wanted end)
end

local function press(keys)
  vim.api.nvim_input(keys)
end

-- What a person types, as keys.
local function typed(text)
  return (text:gsub('<', '<lt>'):gsub('\n', '<CR>'))
end

local do_step = {}

-- Where nothing is written nothing can be seen of the server.
function do_step.attached()
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  return wait_for(function() return clients()[1] and clients()[1].initialized end), ''
end

-- Another file beside the document.
function do_step.open(step)
  vim.cmd('drop ' .. vim.fn.fnameescape(vim.fn.fnamemodify(vim.env.EDITOR_DOCUMENT, ':h') .. '/' .. step.file))
  buffer = vim.api.nvim_get_current_buf()
  return true, ''
end

function do_step.unattached()
  local clients
  if vim.lsp.get_clients then
    clients = vim.lsp.get_clients({ bufnr = buffer })
  else
    clients = vim.lsp.buf_get_clients(buffer)
  end
  return next(clients) == nil, vim.bo[buffer].filetype
end

-- Something that stands in the file.
function do_step.reads(step)
  return wait_for(function() return contains_all(text(), step.lines) end), text()
end

function do_step.diagnostics(step)
  local said
  local good = wait_for(function()
    local messages = vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(buffer))
    said = table.concat(messages, '\n')
    return contains_all(said, step.contain) and contains_none(said, step.absent)
      and (not step.count or #messages == step.count)
  end)
  return good, said
end

function do_step.edit(step)
  local is_behind = go(step.at)
  local tick, deletions = vim.api.nvim_buf_get_changedtick(buffer), step.delete or 0
  press(('x'):rep(deletions))
  wait_for(function() return vim.api.nvim_buf_get_changedtick(buffer) >= tick + deletions end)
  if step.insert ~= '' then
    press((is_behind and 'a' or 'i') .. typed(step.insert))
    mode('i')
    press('<C-\\><C-n>')
  end
  mode('n')
  return true, ''
end

function do_step.paste(step)
  local is_behind = go(step.at)
  vim.fn.setreg('"', vim.fn.readfile(vim.env.EDITOR_PASTE), 'c')
  press(is_behind and 'p' or 'P')
  return wait_for(function() return vim.api.nvim_buf_line_count(buffer) > 100 end), ''
end

function do_step.undo()
  local before = vim.b[buffer].changedtick
  press('u')
  return wait_for(function() return vim.b[buffer].changedtick ~= before end), ''
end

function do_step.redo()
  local before = vim.b[buffer].changedtick
  press('<C-r>')
  return wait_for(function() return vim.b[buffer].changedtick ~= before end), ''
end

-- The same text in another window, where the next steps are done.
function do_step.split()
  press('<C-w>s')
  return wait_for(function() return #vim.api.nvim_tabpage_list_wins(0) == 2 end), ''
end

function do_step.coloured(step)
  go(step.at)
  local line, column = vim.fn.line('.'), vim.fn.col('.')
  local name = vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
  if vim.inspect_pos then name = name .. vim.inspect(vim.inspect_pos().treesitter) end
  return name:match('%a') ~= nil, name
end

-- Older versions have no key for it, but say what a comment looks like.
function do_step.comment(step)
  if vim.fn.maparg('gcc', 'n') == '' then return vim.bo[buffer].commentstring == '// %s', 'not in this version' end
  go(step.at)
  press('gcc')
  return wait_for(function() return contains_all(text(), step.lines) end), text()
end

-- Somebody else gives the file another name.
function do_step.move()
  return os.rename(vim.env.EDITOR_DOCUMENT, vim.env.EDITOR_DOCUMENT .. '.moved'), ''
end

-- Chooses among what is offered in insert mode. The only thing that is offered may be written at once.
local function choose(label)
  local before = vim.b[buffer].changedtick
  press('<C-x><C-o>')
  local offered
  wait_for(function()
    offered = vim.fn.complete_info({ 'items', 'selected' })
    return vim.fn.pumvisible() == 1 or vim.b[buffer].changedtick ~= before
  end)
  if vim.fn.pumvisible() == 0 then return end
  for index, item in ipairs(offered.items) do
    if vim.trim(item.abbr) == label then
      press(('<C-n>'):rep(index - offered.selected - 1) .. '<C-y>')
    end
  end
end

-- Types one key after the other, and waits behind a quote for what is offered there, as a person may.
function do_step.typed(step)
  local row
  press(go(step.at) and 'a' or 'i')
  mode('i')
  for _, key in ipairs(vim.fn.split(step.insert, '\\zs')) do
    row = vim.api.nvim_get_current_line()
    press(typed(key))
    wait_for(function() return vim.api.nvim_get_current_line() ~= row end)
    if key == '"' and vim.lsp.completion then wait_for(function() return vim.fn.pumvisible() == 1 end) end
  end
  press('<C-\\><C-n>')
  mode('n')
  return contains_all(text(), step.lines), text()
end

function do_step.completion(step)
  press((go(step.at) and 'a' or 'i') .. step.insert)
  mode('i')
  choose(step.accept)
  wait_for(function() return contains_all(text(), step.lines) end)
  press('<C-\\><C-n>')
  mode('n')
  return contains_all(text(), step.lines), text()
end

-- Types, takes what is offered, steps over the quotes that are there already, and types on.
-- Older versions look for what begins with the word at the cursor, and quotes are in no word.
function do_step.accept(step)
  local key = go(step.at) and 'a' or 'i'
  press(key .. typed(not vim.lsp.completion and step.unfiltered or step.insert))
  mode('i')
  choose(step.label)
  local good = wait_for(function() return contains_all(text(), step.lines) end)
  local column = vim.api.nvim_win_get_cursor(0)[2]
  press((vim.api.nvim_get_current_line():sub(column + 1, column + 1) == '"' and '<Right>' or '') .. (step['then'] or ''))
  press('<C-\\><C-n>')
  mode('n')
  return good, text()
end

function do_step.hover(step)
  go(step.at)
  vim.lsp.buf.hover()
  local asked, shown = vim.loop.now(), ''
  local good = wait_for(function()
    -- An answer that comes before Neovim has noticed that the cursor moved is closed at once.
    if shown == '' and vim.loop.now() - asked > 1000 then
      asked = vim.loop.now()
      vim.lsp.buf.hover()
    end
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
        shown = table.concat(lines, '\n')
        return contains_all(shown, step.contain)
      end
    end
  end)
  return good, shown
end

function do_step.codeAction(step)
  go(step.at)
  vim.ui.select = function(actions, options, choose)
    for index, action in ipairs(actions) do
      local title = options.format_item(action)
      if title:find(step.title, 1, true) then return choose(action, index) end
    end
    choose(nil)
  end
  vim.lsp.buf.code_action()
  return wait_for(function() return contains_all(text(), step.lines) end), text()
end

function do_step.symbols(step)
  vim.lsp.buf.document_symbol()
  local names = ''
  local good = wait_for(function()
    local rows = vim.list_extend(vim.fn.getqflist(), vim.fn.getloclist(0))
    names = table.concat(vim.tbl_map(function(row) return row.text end, rows), '\n')
    return contains_all(names, step.contain)
  end)
  vim.cmd('cclose | lclose')
  return good, names
end

function do_step.inlayHints(step)
  if not vim.lsp.inlay_hint then return true, 'not in this version' end
  local labels = ''
  local good = wait_for(function()
    local hints = vim.lsp.inlay_hint.get({ bufnr = buffer })
    labels = table.concat(vim.tbl_map(function(h) return h.inlay_hint.label end, hints), '\n')
    return contains_all(labels, step.contain)
  end)
  return good, labels
end

function do_step.format(step)
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ async = false, timeout_ms = patience_ms })
  else
    vim.lsp.buf.formatting_sync(nil, patience_ms)
  end
  return contains_all(text(), step.lines), text()
end

function do_step.rename(step)
  go(step.at)
  vim.lsp.buf.rename(step.name)
  return wait_for(function() return contains_all(text(), step.lines) end), text()
end

function do_step.definition(step)
  go(step.at)
  local from = vim.api.nvim_win_get_cursor(0)[1]
  vim.lsp.buf.definition()
  wait_for(function() return vim.api.nvim_win_get_cursor(0)[1] ~= from end)
  local line = vim.api.nvim_get_current_line()
  return line:find(step.line, 1, true), line
end

function do_step.save()
  vim.cmd('silent write!')
  return not vim.bo[buffer].modified, ''
end

driver = coroutine.create(function()
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.EDITOR_DOCUMENT))
  buffer = vim.api.nvim_get_current_buf()
  for _, step in ipairs(steps) do
    local ran, good, detail = pcall(do_step[step['do']], step)
    if not ran then good, detail = false, good end
    local told = { step = step, ok = good and true or false, detail = detail }
    result:write(vim.json.encode(told) .. '\n')
    result:flush()
  end
  vim.cmd('qall!')
end)
vim.defer_fn(function() coroutine.resume(driver) end, 20)
