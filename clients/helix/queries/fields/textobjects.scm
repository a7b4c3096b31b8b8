; A member and an element are entries, as in JSON; an object is what is meant by a class, so that `]t` goes from
; field to field.
(object) @class.around

(object
  (_) @class.inside)

; inherits: json
