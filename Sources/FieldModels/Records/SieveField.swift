/// What a record's bytes must be for a field to be right in plain sight.
///
/// A value of numbers only, which refer to the pool of the sieve, so that to look at one copies
/// nothing that is counted.
struct SieveField: Sendable {
  var sort: Sort
  /// It need not be there, and null says so.
  var isRequired: Bool
  var takesNull: Bool
  /// Bytes of a text that has surely not too many units, and of one in ASCII that has enough.
  var mostUnits = Int.max
  var leastUnits = 0
  /// The limits are counted in something that a text of ASCII has one of for each byte.
  var countsBytesOfASCII = true
  /// The machines, by their numbers, that a text has to pass.
  var machines: Range<Int> = 0..<0
  /// The rows, by their numbers.
  var rows: Range<Int> = 0..<0
  /// The first and the last date, where the pool has them.
  var dates: (lower: SievePool.Stretch, upper: SievePool.Stretch)?
  var least = Int.min
  var most = Int.max

  /// What the value is.
  enum Sort: Sendable {
    case text, choice, date, integer, number
    /// One that has to be looked at closely in any case.
    case other
  }
}

/// A member of an object of a record: a field, an object within or a list.
struct SieveMember: Sendable {
  /// The name with its quotes.
  var name: SievePool.Stretch
  var content: RecordLayout.Content
}

/// An object of a record.
struct SieveObject: Sendable {
  /// Its members, by their numbers.
  var members: Range<Int>
  /// It need not be there, and nothing in it.
  var mayBeMissing: Bool
}

/// A list of a record.
struct SieveList: Sendable {
  /// The object that each entry is, by its number.
  var entry: Int
  var least: Int
  var most: Int
  var mayBeMissing: Bool
  /// Entries can be judged one by one.
  var isSifted: Bool
}

/// A machine that a text has to pass, with its table in the pool.
struct SieveMachine: Sendable {
  var transitions: Int
  var acceptance: Int
  var start: UInt8
  /// Longer texts are looked at closely.
  var byteLimit: Int
}

extension Format {
  /// What surely has the format: a pattern, and up to how many bytes; the rest is looked at closely.
  var plainSight: (pattern: String, byteLimit: Int)? {
    switch self {
    // A label has at most 63 bytes, and something stands before it.
    case .email:
      (
        "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@" + Self.plainLabel + "(\\." + Self.plainLabel + ")*$",
        64
      )
    case .url, .httpURL:
      (
        "^https?://[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)*(/[A-Za-z0-9._~!$&'()*+,;=:@/-]*)?$",
        // Shorter than hosts may be.
        1_024
      )
    case .slug: ("^[a-z0-9]+(-[a-z0-9]+)*$", .max)
    case .hex: ("^[0-9A-Fa-f]+$", .max)
    case .uuid: ("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", .max)
    case .ascii, .singleLine: ("^[ -~]*$", .max)
    default: nil
    }
  }

  private static let plainLabel = "[A-Za-z0-9]+(-+[A-Za-z0-9]+)*"

  /// Every month has these days.
  static let plainDate = "^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$"
}
