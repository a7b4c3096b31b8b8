" A form or a record of it is edited as JSON with comments is, and indented by two spaces.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal expandtab shiftwidth=2 softtabstop=2
setlocal comments=s1:/*,mb:*,ex:*/,:// commentstring=//\ %s formatoptions-=t
let b:undo_ftplugin = 'setlocal expandtab< shiftwidth< softtabstop< comments< commentstring< formatoptions<'
