(comment) @comment
(string) @string
(escape_sequence) @string.escape
(pair key: (string) @property)
(pair
  key: (string (string_content) @_name)
  value: (string) @string.regex
  (#eq? @_name "pattern"))
(number) @number
[(true) (false)] @boolean
(null) @constant.builtin
["," ":"] @punctuation.delimiter
["{" "}" "[" "]"] @punctuation.bracket
