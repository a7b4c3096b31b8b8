/// What a record's bytes must be for a field to be right in plain sight.
///
/// A value of numbers only, which refer to the pool of the sieve, so that to look at one copies
/// nothing that is counted.
struct SieveField: Sendable {
  var sort: Sort
  /// It has to be there.
  var isRequired: Bool
  /// It is checked beside others, or others see its draft, where a record lacks it.
  var isSeenWhereMissing = false
  var takesNull: Bool
  var takesEmptyText = false
  /// Of an empty text others see that it is an answer, so that the record is looked at closely.
  var showsEmptyText = false
  /// Of any value: white space and what holds nothing else may be no answer.
  var doubtsBlanks = false
  /// Of any value: what is empty but is no null has to be looked at closely.
  var doubtsNothing = false
  /// Of any value: the schemas say nothing of null, or of the empty text, which an empty field gives.
  var skipsNull = false
  var skipsEmptyText = false
  /// What others see of its values whether or not they are right.
  var shows = Shows.nothing
  /// Bytes of a text that has surely not too many units, and of one in ASCII that has enough.
  var mostUnits = Int.max
  var leastUnits = 0
  /// What the limits are counted in; a text of ASCII has one for each byte, or less.
  var unit = LengthUnit.grapheme
  /// Of a text: white space alone is no answer.
  var asksVisible = false { didSet { noteLimits() } }
  /// More of a text counts than its length and what machines say of it: noted, since each text is asked.
  private(set) var hasOtherLimits = false
  /// The machines, by their numbers, that a text has to pass.
  var machines: Range<Int> = 0..<0
  /// The schemas, by their numbers, in which a value has to be valid.
  var schemas: Range<Int> = 0..<0
  /// Somebody has to be asked about a value that is right.
  var asks = false
  /// What a value must be before it is held to the schemas, or asked about, by its place among such fields.
  var inner = -1
  /// The rows, by their numbers; of several how many may be chosen.
  var rows: Range<Int> = 0..<0
  var choiceCounts: ClosedRange<Int> = 1...1
  /// Of several rows one may be chosen twice.
  var takesTwins = false
  /// Beside several rows other texts may stand, which are typed.
  var takesTyped = false
  /// Where any texts are typed those that are not right, by their numbers among the rows, without quotes.
  var excludedTexts: Range<Int> = 0..<0 { didSet { noteLimits() } }
  /// Of several rows those that are chosen alone, as bits.
  var exclusiveRows: UInt64 = 0
  /// Where the pool says which of the rows begin with what (`SieveRows`).
  var rowStarts = 0
  /// Where the rows are looked up by their hashes (`ByteHash`), where they are many.
  var rowIndex: Range<Int> = 0..<0
  /// How many digits behind the point count in the limits of numbers, which are whole in units of the last.
  var places = 0
  /// Steps from zero; zero where any number is taken.
  var step: Int64 = 0
  /// Of dates that are written otherwise than drafts how they are, by the numbers of the parts (`SieveSpelling`).
  var spelling: Range<Int> = 0..<0
  /// The first and the last date, as keys (`SieveDate`).
  var dates: ClosedRange<UInt64> = 0...UInt64.max
  var least = Int64.min
  var most = Int64.max
  /// Of times, and of dates with times: in what the least and the greatest are counted.
  var clock = SieveClock.none
  /// The first and the last number of units between which and the next one numbers are right.
  var leastBetween = Int64.min
  var mostBetween = Int64.max

  private mutating func noteLimits() {
    hasOtherLimits = asksVisible || !excludedTexts.isEmpty
  }

  /// Several rows may be chosen.
  var takesRows: Bool { sort == .choices || sort == .flags }

  /// Values that are a draft to others whatever rules say of them.
  enum Shows: Sendable {
    case nothing, numbers, texts, anything
  }

  /// What the value is.
  enum Sort: Sendable {
    case text
    /// A text that one machine looks at.
    case pattern
    case choice, date, integer, number
    /// A day or a time that is written otherwise than drafts have it.
    case written
    /// Several rows, as a list or as an object that says of each whether it is chosen.
    case choices, flags
    /// True or false, without rows.
    case flag
    /// Any JSON.
    case any
    /// What another member takes, and schemas do or somebody is asked about.
    case validated
    /// One that has to be looked at closely in any case.
    case other
  }
}

/// A member of an object of a record: a field, an object within or a list.
struct SieveMember: Sendable {
  var content: Content
  /// The field, the object or the list, by its number.
  var number: Int
  /// What the values of a field must be.
  var field: SieveField
  /// Where the value is noted, since others look at it, or it looks at others; else -1.
  var note = -1
  /// Whether its field is right is seen once all of the record is known.
  var isDependent = false
  /// The member that takes what is right while no condition of a rule holds, by its number; -1 where there is
  /// none.
  var loose = -1
  /// The member that takes what is then held to schemas or asked about, by its number; -1 where there is none.
  var inner = -1
  /// The name with its quotes.
  var name: SievePool.Stretch
  /// The same between a comma and a colon, with spaces behind both and without, as nearly all
  /// programs write it.
  var spaced: SievePool.Stretch
  var dense: SievePool.Stretch

  /// What stands under the name.
  enum Content: Sendable {
    case field, object, list
  }

  init(
    _ content: RecordLayout.Content, _ fields: [SieveField], name: SievePool.Stretch,
    spaced: SievePool.Stretch, dense: SievePool.Stretch
  ) {
    field = SieveField(sort: .other, isRequired: false, takesNull: false)
    switch content {
    case .field(let number): (self.content, self.number, field) = (.field, number, fields[number])
    case .object(let number): (self.content, self.number) = (.object, number)
    case .list(let number): (self.content, self.number) = (.list, number)
    }
    self.name = name
    self.spaced = spaced
    self.dense = dense
  }
}

/// What becomes of a record that has another value where an object or a list belongs.
enum SieveUnfit {
  /// All of it has to be looked at closely.
  case unreadable
  /// That is told, or passed, and nothing is missing there.
  case told, passed
}

/// An object of a record.
struct SieveObject: Sendable {
  /// Its members, by their numbers.
  var members: Range<Int>
  /// It need not be there, and nothing in it.
  var mayBeMissing: Bool
  /// The words whose bits say which members have been there (`SieveScratch`), and which have to be.
  var words: Range<Int>
  /// Of up to as many members as a word has bits those that have to be there.
  var required: UInt64 = 0
  /// Where its names are looked up; empty where there are few of them.
  var index: Range<Int> = 0..<0
  /// The object around it; -1 around the record and entries.
  var parent = -1
  /// Nothing in it is missing where it is.
  var isExcusable = false
  /// Null may stand in its place.
  var takesNull = false
  /// What another value in its place is.
  var unfit = SieveUnfit.unreadable
  /// The members, as bits, without which nothing is open in a partial record whatever it lacks: no other
  /// looks at something.
  var lookers: UInt64?
  /// The fields whose checks look at others once it is passed; -1 for an object within.
  var scope = -1
}

/// A list of a record.
struct SieveList: Sendable {
  /// The object that each entry is, by its number.
  var entry: Int
  /// The member without a name that each entry is instead, by its number; -1 where entries are objects.
  var value = -1
  var least: Int
  var most: Int
  var mayBeMissing: Bool
  /// Null may stand in its place.
  var takesNull: Bool
  /// What another value in its place is.
  var unfit: SieveUnfit
  /// How many of its entries there are is noted there; else -1.
  var note: Int
  /// Its entries look at what stands outside of it, and so are looked at once that is known.
  var isDeferred: Bool
  /// The fields by which entries differ, by their numbers.
  var unique: Range<Int>
  /// The fields whose answers are gathered from all entries, by their numbers.
  var columns: Range<Int>
}

/// A field of a list whose answers are gathered from all entries.
struct SieveColumn: Sendable {
  var note: Int
  /// Its answers are numbers, which can be added up and compared.
  var isNumber: Bool
}

/// A field by which the entries of a list differ.
struct SieveUnique: Sendable {
  var note: Int
  /// It is the same number however it is spelt.
  var isNumber: Bool
}

/// A machine that a text has to pass, with its tables in the pool.
///
/// It takes two characters at a time, since a step waits for the one before. A character has a class,
/// and characters that lead to the same states have the same one; a state is the place of its row in
/// the pool, which has the states behind all pairs of classes, and at its end whether a text that ends
/// there is accepted.
struct SieveMachine: Sendable {
  /// Where the classes of characters are: for the first of two how far apart in a row they are from
  /// the first class, and for the second.
  var classes: Int
  var otherClasses: Int
  /// Where in a row it says whether a text is accepted.
  var acceptance: Int
  var start: Int
}

/// What goes into a pool for a machine.
struct SieveMachineTables {
  /// By characters; the class of the character 0, which no text has, leads nowhere.
  private var classes: [Int] = Array(repeating: 0, count: 128)
  /// For each class one of its characters.
  private var letters: [Int] = [0]
  private let table: PatternTable

  private static let stateByteCount = 4

  init(_ table: PatternTable) {
    self.table = table
    var known: [[UInt8]: Int] = [:]
    for letter in 0x20..<128 {
      let column = (0..<table.acceptance.count).map { table.transitions[$0 << 7 | letter] }
      let number = known[column] ?? letters.count
      if number == letters.count { letters.append(letter) }
      known[column] = number
      classes[letter] = number
    }
  }

  private var pairCount: Int { letters.count * letters.count }
  private var rowByteCount: Int { (pairCount + 1) * Self.stateByteCount }

  /// How many bytes they take.
  var byteCount: Int {
    table.acceptance.count * rowByteCount + 2 * 2 * classes.count
  }

  /// Appends them to a pool.
  func append(to pool: inout [UInt8]) -> SieveMachine {
    let start = pool.count
    func append(_ number: Int, byteCount: Int) {
      for place in 0..<byteCount { pool.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
    func next(_ state: Int, _ number: Int) -> Int {
      number == 0 ? state : Int(table.transitions[state << 7 | letters[number]])
    }
    for state in table.acceptance.indices {
      for first in letters.indices {
        for second in letters.indices {
          let end = next(next(state, first), second)
          append(start + end * rowByteCount, byteCount: Self.stateByteCount)
        }
      }
      append(Int(table.acceptance[state]), byteCount: Self.stateByteCount)
    }
    let places = pool.count
    // At most 97 classes: less than two bytes count.
    for number in classes { append(number * letters.count * Self.stateByteCount, byteCount: 2) }
    for number in classes { append(number * Self.stateByteCount, byteCount: 2) }
    return SieveMachine(
      classes: places, otherClasses: places + 2 * classes.count,
      acceptance: pairCount * Self.stateByteCount, start: start + Int(table.start) * rowByteCount)
  }
}

/// The rows of a picker, in an order in which those that may stand somewhere are found by the bytes
/// they begin with.
enum SieveRows {
  static let bucketCount = 64
  /// A text of one letter with its quotes has as many.
  private static let byteCount = 3

  /// The bucket of what begins with the lowest bytes of a word.
  @inline(__always)
  static func bucket(of word: UInt64) -> Int {
    let start = word & (1 << UInt64(8 * byteCount) - 1)
    // The highest bits of a product depend on all bits of its factors; this one has no pattern.
    return Int(truncatingIfNeeded: (start &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// The bucket of a row as JSON.
  static func bucket(of json: String) -> Int {
    bucket(of: json.utf8.prefix(byteCount).reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }
}

/// Dates as ISO 8601 writes them, as numbers in the order of the days.
enum SieveDate {
  /// Eight bytes of zeros and hyphens where `YYYY-MM-` has digits and hyphens, the first the lowest,
  /// and of `YY-MM-DD`.
  private static let head: UInt64 = 0x2D30_302D_3030_3030
  private static let tail: UInt64 = 0x3030_2D30_302D_3030
  /// What added to the value of a byte gives 128 where it is too large: more than 9 for a digit, more
  /// than 0 for a hyphen.
  private static let headRest: UInt64 = 0x7F76_767F_7676_7676
  private static let tailRest: UInt64 = 0x7676_7F76_767F_7676

  /// The key of a date of which a text has these words at its beginning and at its end; nil for what
  /// is none, and for the last day of February in leap years.
  @inline(__always)
  static func key(head: UInt64, tail: UInt64) -> UInt64? {
    let (first, last) = (head ^ Self.head, tail ^ Self.tail)
    let excess = first | (first &+ headRest) | last | (last &+ tailRest)
    guard excess & 0x8080_8080_8080_8080 == 0, first & 0xFF != 0 else { return nil }
    let month = (last &>> 24 & 0xF) &* 10 &+ (last &>> 32 & 0xF)
    let day = (last &>> 48 & 0xF) &* 10 &+ last &>> 56
    guard month &- 1 < 12, day &- 1 < dayCounts &>> ((month &- 1) &* 5) & 0x1F else { return nil }
    return key(head, day: day)
  }

  /// How many days each month has in any year, five bits each, from the lowest on.
  private static let dayCounts: UInt64 = 0x0FFB_FEFF_FDFF_7F9F

  /// The key of any date; nil where its text has another form.
  static func key(of date: CivilDate) -> UInt64? {
    let text = Array(date.description.utf8)
    guard text.count == byteCount else { return nil }
    return key(text.span.word(at: 0).bits, day: UInt64(date.day))
  }

  /// How long dates are.
  static let byteCount = 10

  /// The day in the place of the last hyphen.
  @inline(__always)
  private static func key(_ head: UInt64, day: UInt64) -> UInt64 {
    head.byteSwapped & ~0xFF | day
  }
}

extension Format {
  /// What surely has the format: a pattern, and up to how many bytes; the rest is looked at closely.
  package var plainSight: (pattern: String, byteLimit: Int)? {
    let hex = "[0-9A-Fa-f]"
    return switch self {
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
    case .uuid: ("^" + hex + "{8}(-" + hex + "{4}){3}-" + hex + "{12}$", .max)
    case .ascii, .singleLine: ("^[ -~]*$", .max)
    case .emailRFC5321, .idnEmail:
      ("^[A-Za-z0-9]+(\\.[A-Za-z0-9]+)*@" + Self.hostLabels + "$", 63)
    case .uri, .iri:
      (
        "^https?://[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)*(/[A-Za-z0-9._~!$&'()*+,;=:@/-]*)?"
          + "(\\?[A-Za-z0-9._~!$&'()*+,;=:@/?-]*)?(#[A-Za-z0-9._~/?-]*)?$",
        1_024
      )
    case .hostname, .idnHostname: ("^" + Self.hostLabels + "$", 63)
    case .domain: ("^([a-z][a-z0-9]*(-[a-z0-9]+)*\\.)+[a-z]{2,}$", 63)
    case .date: ("^" + Self.day + "$", .max)
    case .dateTime: ("^" + Self.day + "T" + Self.clock + Self.fraction + Self.offset + "$", .max)
    case .javaScriptDate:
      ("^" + Self.day + "(T" + Self.clock + Self.fraction + Self.offset + ")?$", .max)
    case .datetimeLocal: ("^" + Self.day + "T" + Self.minutes + "$", .max)
    case .time: ("^" + Self.minutes + "$", .max)
    case .timeOffset: ("^" + Self.clock + Self.fraction + Self.offset + "$", .max)
    case .month: ("^[12][0-9]{3}-(0[1-9]|1[0-2])$", .max)
    case .week: ("^[12][0-9]{3}-W(0[1-9]|[1-4][0-9]|5[0-2])$", .max)
    case .duration: ("^P([0-9]{1,4}[DWMY]|T[0-9]{1,4}[HMS]|[0-9]{1,4}DT[0-9]{1,4}H)$", .max)
    case .ipv4: ("^(" + Self.octet + "\\.){3}" + Self.octet + "$", .max)
    case .mac: ("^" + hex + "{2}((:" + hex + "{2}){5}|(-" + hex + "{2}){5})$", .max)
    case .port: ("^([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3})$", .max)
    case .phone: ("^\\+?[1-9][0-9]{6,14}$", .max)
    case .phoneE164: ("^\\+[1-9][0-9]{6,14}$", .max)
    case .color: ("^#" + hex + "{6}$", .max)
    case .colorCSSHex: ("^#(" + hex + "{3}|" + hex + "{4}|" + hex + "{6}|" + hex + "{8})$", .max)
    case .semver:
      (
        "^" + Self.count + "\\." + Self.count + "\\." + Self.count
          + "(-[a-z][a-z0-9]*(\\.(" + Self.count + "|[a-z][a-z0-9]*))*)?$",
        .max
      )
    case .number: ("^-?(0|[1-9][0-9]{0,14})(\\.[0-9]{1,15})?$", .max)
    case .integer: ("^-?(0|[1-9][0-9]{0,14})$", .max)
    // The last digit has no bits that nobody reads.
    case .base64:
      (
        "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$", .max
      )
    case .base64URL:
      ("^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$", .max)
    case .language: ("^[a-z]{2}(-[A-Z]{2})?$", .max)
    case .latitude: ("^-?([0-9]|[1-8][0-9])(\\.[0-9]{1,15})?$", .max)
    case .longitude: ("^-?([0-9]|[1-9][0-9]|1[0-7][0-9])(\\.[0-9]{1,15})?$", .max)
    case .jsonPointer: ("^(/[A-Za-z0-9_-]*)+$", .max)
    case .relativeJSONPointer, .uriReference, .iriReference, .uriTemplate, .ipv6, .iban, .bic,
      .creditcard, .isbn, .ean, .lei, .vatEU, .country, .currency:
      nil
    }
  }

  private static let plainLabel = "[A-Za-z0-9]+(-+[A-Za-z0-9]+)*"
  /// Labels of a host that no rule looks at twice.
  private static let hostLabels =
    "[a-z][a-z0-9]*(-[a-z0-9]+)*(\\.[a-z][a-z0-9]*(-[a-z0-9]+)*)*"
  private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let count = "(0|[1-9][0-9]{0,8})"
  /// A day that each year has.
  static let day =
    "[12][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)"
    + "|(0[13578]|1[02])-31)"
  /// Hours and minutes.
  static let shortClock = "([01][0-9]|2[0-3]):[0-5][0-9]"
  static let clock = shortClock + ":[0-5][0-9]"
  private static let fraction = "(\\.[0-9]{1,9})?"
  private static let minutes = shortClock + "(:[0-5][0-9](\\.[0-9]{1,3})?)?"
  /// Hours and minutes, and perhaps seconds with a fraction.
  static let clockWithFraction = shortClock + "(:[0-5][0-9]" + fraction + ")?"
  /// A duration as ISO 8601 writes it, without fractions.
  static let countdown =
    "P([0-9]{1,6}[DW]|([0-9]{1,6}D)?T([0-9]{1,6}H([0-9]{1,6}M)?([0-9]{1,6}S)?|[0-9]{1,6}M([0-9]{1,6}S)?"
    + "|[0-9]{1,6}S))"
  /// How far a clock is ahead of UTC, or nothing.
  static let anyOffset = "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])?"
  private static let offset = "(Z|\\+00:00|[+-](0[1-9]|1[0-3]):[0-5][0-9])"
}
