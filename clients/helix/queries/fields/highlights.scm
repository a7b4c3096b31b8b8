; Forms and records are coloured as JSON is; what stands out in a form comes first.
(pair
  key: (string (string_content) @_name (#eq? @_name "pattern"))
  value: (string (string_content) @string.regexp))

(pair
  key: (string (string_content) @_name (#any-of? @_name "kind" "mode"))
  value: (string (string_content) @type.enum.variant))

(pair
  key: (string (string_content) @_name (#any-of? @_name "key" "group" "next" "previous" "equals"))
  value: (string (string_content) @label))

; inherits: json
