; A field, a group or a row by its key.
(object
  (pair
    key: (string (string_content) @_name)
    value: (string (string_content) @name)
    (#eq? @_name "key"))) @item
