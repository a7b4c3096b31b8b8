(object "}" @end) @indent
(array "]" @end) @indent
