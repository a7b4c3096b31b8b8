" Carries the steps of a specification out in Vim with ALE, as far as ALE has the feature.
" One line of JSON per step goes to $EDITOR_RESULT.
source $VIMRUNTIME/defaults.vim
packadd! ale
let s:patience_seconds = 15
let s:lint_count = 0
autocmd User ALELintPre let s:lint_count += 1

func! s:ContainsAll(whole, parts) abort
  return empty(filter(copy(a:parts), {_, part -> stridx(a:whole, part) < 0}))
endfunc

func! s:ContainsNone(whole, parts) abort
  return empty(filter(copy(a:parts), {_, part -> stridx(a:whole, part) >= 0}))
endfunc

" Lets Vim work until a condition holds.
func! s:WaitFor(Condition) abort
  let began = reltime()
  while !a:Condition()
    if reltimefloat(reltime(began)) > s:patience_seconds
      return v:false
    endif
    sleep 20m
  endwhile
  return v:true
endfunc

" Puts the cursor on a ¦; gives the key that goes on writing there, as the cursor may not stand behind a line.
func! s:Go(marked) abort
  let [before, after] = split(a:marked, '¦', 1)
  for number in range(1, line('$'))
    let start = stridx(getline(number), before . after)
    if start >= 0
      call cursor(number, start + strlen(before) + 1)
      return start + strlen(before) > 0 && start + strlen(before) == strlen(getline(number)) ? 'a' : 'i'
    endif
  endfor
  throw 'nowhere: ' . a:marked
endfunc

func! s:Count() abort
  return len(get(get(g:ale_buffer_info, bufnr(), {}), 'loclist', []))
endfunc

func! s:Said() abort
  let rows = get(get(g:ale_buffer_info, bufnr(), {}), 'loclist', [])
  return join(map(copy(rows), {_, row -> row.text}), "\n")
endfunc

func! s:Diagnostics(step) abort
  ALELint
  let good = s:WaitFor({-> s:ContainsAll(s:Said(), get(a:step, 'contain', []))
        \ && s:ContainsNone(s:Said(), get(a:step, 'absent', []))
        \ && (!has_key(a:step, 'count') || s:Count() == a:step.count)})
  return [good, s:Said()]
endfunc

" Another file beside the document.
func! s:Open(step) abort
  execute 'tab drop' fnameescape(fnamemodify($EDITOR_DOCUMENT, ':h') . '/' . a:step.file)
  return [v:true, '']
endfunc

" Something that stands in the file.
func! s:Reads(step) abort
  let Text = {-> join(getline(1, '$'), "\n")}
  return [s:WaitFor({-> s:ContainsAll(Text(), a:step.lines)}), Text()]
endfunc

func! s:Unattached() abort
  return [index(split(&filetype, '\.'), 'fields') < 0, &filetype]
endfunc

func! s:Edit(step) abort
  let lints = s:lint_count
  let key = s:Go(a:step.at)
  let insert = substitute(a:step.insert, "\n", "\<CR>", 'g')
  call feedkeys(repeat('x', get(a:step, 'delete', 0)) . (empty(insert) ? '' : key . insert . "\<Esc>"), 'tx')
  if empty(insert)
    " Vim tells of this when it waits for the next key, which it never does while this runs.
    doautocmd TextChanged
  endif
  " ALE looks at the file when the typing rests, and not at one that is left before.
  call s:WaitFor({-> s:lint_count > lints || s:Unattached()[0]})
  return [v:true, getline('.')]
endfunc

func! s:Paste(step) abort
  let key = s:Go(a:step.at)
  call setreg('"', readfile($EDITOR_PASTE), 'c')
  call feedkeys(key ==# 'a' ? 'p' : 'P', 'tx')
  return [line('$') > 100, '']
endfunc

func! s:Press(keys) abort
  call feedkeys(a:keys, 'tx')
  return [v:true, '']
endfunc

func! s:Coloured(step) abort
  call s:Go(a:step.at)
  let name = synIDattr(synID(line('.'), col('.'), 1), 'name')
  return [!empty(name), name]
endfunc

" Vim has no key for it, but is told what a comment looks like.
func! s:Comment(step) abort
  return [&commentstring ==# '// %s', &commentstring]
endfunc

" The keys that choose one of what is offered; the only one is written at once, and nothing is shown.
func! Chosen(label) abort
  if !pumvisible()
    return ''
  endif
  let offered = complete_info(['items', 'selected'])
  let row = index(map(copy(offered.items), {_, item -> item.word}), a:label)
  return repeat("\<C-n>", row - offered.selected) . "\<C-y>"
endfunc

func! s:Completion(step) abort
  let chosen = "\<C-r>=Chosen('" . a:step.accept . "')\<CR>"
  call feedkeys(s:Go(a:step.at) . a:step.insert . "\<C-x>\<C-o>" . chosen . "\<Esc>", 'tx')
  silent! pclose
  let text = join(getline(1, '$'), "\n")
  return [s:ContainsAll(text, a:step.lines), text]
endfunc

func! s:Hover(step) abort
  call s:Go(a:step.at)
  ALEHover
  let Shown = {-> join(map(filter(range(1, bufnr('$')), 'bufloaded(v:val)'),
        \ {_, number -> join(getbufline(number, 1, '$'), "\n")}), "\n")}
  let good = s:WaitFor({-> bufloaded('ALEPreviewWindow') && s:ContainsAll(Shown(), a:step.contain)})
  silent! pclose
  return [good, good ? '' : Shown()]
endfunc

" The fix that is wanted is the first that is offered.
func! s:CodeAction(step) abort
  call s:Go(a:step.at)
  ALECodeAction
  call feedkeys("1\<CR>", 't')
  let Text = {-> join(getline(1, '$'), "\n")}
  return [s:WaitFor({-> s:ContainsAll(Text(), a:step.lines)}), Text()]
endfunc

func! s:Rename(step) abort
  call s:Go(a:step.at)
  " The name that is there is offered to be changed.
  call feedkeys(":ALERename\<CR>\<C-u>" . a:step.name . "\<CR>", 'tx')
  return s:Reads(a:step)
endfunc

func! s:Definition(step) abort
  call s:Go(a:step.at)
  ALEGoToDefinition
  return [s:WaitFor({-> stridx(getline('.'), a:step.line) >= 0}), getline('.')]
endfunc

func! s:Save(step) abort
  silent write!
  return [!&modified, '']
endfunc

let s:do = {'open': function('s:Open'), 'unattached': {-> s:Unattached()},
      \ 'diagnostics': function('s:Diagnostics'), 'edit': function('s:Edit'),
      \ 'completion': function('s:Completion'), 'hover': function('s:Hover'),
      \ 'codeAction': function('s:CodeAction'), 'save': function('s:Save'),
      \ 'reads': function('s:Reads'), 'rename': function('s:Rename'),
      \ 'definition': function('s:Definition'),
      \ 'attached': {-> [v:true, '']}, 'paste': function('s:Paste'),
      \ 'undo': {-> s:Press('u')}, 'redo': {-> s:Press("\<C-r>")},
      \ 'split': {-> s:Press("\<C-w>s")},
      \ 'move': {-> [rename($EDITOR_DOCUMENT, $EDITOR_DOCUMENT . '.moved') == 0, '']},
      \ 'coloured': function('s:Coloured'), 'comment': function('s:Comment')}

func! Drive() abort
  execute 'edit' fnameescape($EDITOR_DOCUMENT)
  for step in json_decode(join(readfile($EDITOR_STEPS), "\n")).steps
    if !has_key(s:do, step.do)
      let [good, detail] = [v:true, 'not in ALE']
    else
      try
        let [good, detail] = s:do[step.do](step)
      catch
        let [good, detail] = [v:false, v:exception . ' in ' . v:throwpoint]
      endtry
    endif
    let good = good ? v:true : v:false
    let told = {'step': step.do, 'ok': good, 'detail': detail}
    call writefile([json_encode(told)], $EDITOR_RESULT, 'a')
  endfor
  qall!
endfunc

autocmd VimEnter * call feedkeys(":call Drive()\<CR>", 't')
