/// The words of which a property takes one, as documents spell them, each with a line for people.
///
/// The property table, completion and hover have their lists from here.
package protocol FieldWord: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
  var documentation: String { get }
}

extension FieldKind: FieldWord {}
extension FieldLook: FieldWord {}

extension LengthUnit: FieldWord {
  package var documentation: String {
    switch self {
    case .grapheme: "Characters as people see them: grapheme clusters of Unicode 17 (UAX #29)."
    case .scalar: "Unicode scalar values."
    case .utf16: "UTF-16 units, as JavaScript counts."
    case .utf8: "Bytes of UTF-8."
    case .words: "Words between white space."
    }
  }
}

extension DateMode: FieldWord {
  package var documentation: String {
    switch self {
    case .date: "A day: 1990-12-31."
    case .time: "A time of day: 18:30."
    case .dateAndTime: "A day and a time: 1990-12-31T18:30."
    case .countDownTimer: "A duration: PT1H30M or 01:30."
    }
  }
}

/// How a draft is read when it is committed.
public enum ValueKind: String, FieldWord {
  case string, number, integer, boolean

  package var isNumber: Bool { self == .number || self == .integer }

  package var documentation: String {
    switch self {
    case .string: "As text."
    case .number: "As a number."
    case .integer: "As a whole number."
    case .boolean: "As true or false."
    }
  }
}

/// How far whole numbers go that a field takes.
public enum NumberPrecision: String, FieldWord {
  case double, int64, unlimited

  package var documentation: String {
    switch self {
    case .double:
      "From -9007199254740991 to 9007199254740991: those that every reader of JSON has exactly."
    case .int64:
      "From -9223372036854775808 to 9223372036854775807: those of 64 bits, which not every reader has."
    case .unlimited: "All that doubles reach, which few readers have exactly."
    }
  }

  /// The first and the last whole number; nil where there is none.
  package var limits: ClosedRange<Decimal>? {
    switch self {
    case .double: Self.exactDoubles
    case .int64: Self.words
    case .unlimited: nil
    }
  }

  private static let exactDoubles = Decimal(1 - Int64(1) << 53)...Decimal(Int64(1) << 53 - 1)
  private static let words = Decimal(Int64.min)...Decimal(Int64.max)
}

/// What an empty draft gives when it is committed.
public enum EmptyValue: String, FieldWord {
  case null, empty, omit

  package var documentation: String {
    switch self {
    case .null: "Null."
    case .empty:
      "The empty text, with `multiple` the empty list, and with `asFlags` all rows as false."
    case .omit: "Nothing: the field is left out of the values."
    }
  }

  /// How an empty field is written in a record; nil where it is left out.
  package func written(as shape: ValueShape) -> String? {
    switch self {
    case .null: "null"
    case .empty:
      switch shape {
      case .one: "\"\""
      case .list: "[]"
      case .flags: "{}"
      }
    case .omit: nil
    }
  }
}

/// What the value of a field is in a record.
package enum ValueShape: Sendable {
  case one
  /// The rows that are chosen.
  case list
  /// Whether each row is chosen.
  case flags
}

/// What becomes of a field's value while the field is hidden.
package enum HiddenValue: String, FieldWord {
  case omit, keep, clear

  package var documentation: String {
    switch self {
    case .omit: "Left out of the values."
    case .keep: "Kept as it is."
    case .clear: "Emptied."
    }
  }
}

/// What a record stands for that lacks a field.
package enum MissingValue: String, FieldWord {
  case empty, `default`

  package var documentation: String {
    switch self {
    case .empty: "An empty field."
    case .default: "The field's own draft, as where a server fills in defaults before it checks."
    }
  }
}

/// The keyboard that a front end shows.
public enum Keyboard: String, FieldWord {
  case standard = "default"
  case asciiCapable, numbersAndPunctuation
  case url = "URL"
  case numberPad, phonePad, namePhonePad, emailAddress, decimalPad, twitter, webSearch
  case asciiCapableNumberPad

  package var documentation: String {
    switch self {
    case .standard: "The usual one."
    case .asciiCapable: "ASCII letters."
    case .numbersAndPunctuation: "Numbers and punctuation first."
    case .url: "With / and .com."
    case .numberPad: "Digits only."
    case .phonePad: "Digits, *, #."
    case .namePhonePad: "Names and phone numbers."
    case .emailAddress: "With @ and the full stop."
    case .decimalPad: "Digits and a decimal point."
    case .twitter: "With @ and #."
    case .webSearch: "For searches and addresses."
    case .asciiCapableNumberPad: "ASCII digits only."
    }
  }
}

/// What the keyboard capitalises.
public enum Autocapitalization: String, FieldWord {
  case none, words, sentences, allCharacters

  package var documentation: String {
    switch self {
    case .none: "Nothing."
    case .words: "Each word."
    case .sentences: "Each sentence."
    case .allCharacters: "Everything."
    }
  }
}

/// Whether the keyboard corrects words.
package enum Autocorrection: String, FieldWord {
  case standard = "default"
  case no, yes

  package var documentation: String { "" }
}

/// The word on the return key; two of them say what it does.
public enum ReturnKey: String, FieldWord {
  case standard = "default"
  case go, google, join, next, route, search, send, yahoo, done, emergencyCall, `continue`

  package var documentation: String {
    switch self {
    case .standard: "return"
    case .next: "Moves to the next field."
    case .done: "Ends editing."
    case .go, .google, .join, .route, .search, .send, .yahoo, .emergencyCall, .continue: ""
    }
  }
}

/// How a field is drawn.
package enum FieldStyle: String, FieldWord {
  case outlined, filled

  package var documentation: String {
    switch self {
    case .outlined: "A rounded border."
    case .filled: "A filled box, underlined."
    }
  }
}

/// What a tap on the icon does, once it was told of.
package enum IconAction: String, FieldWord {
  case clear, reveal, autofill

  package var documentation: String {
    switch self {
    case .clear: "Empties the field."
    case .reveal: "Shows or hides a secure draft."
    case .autofill: "Offers the texts of the autofill source."
    }
  }
}
