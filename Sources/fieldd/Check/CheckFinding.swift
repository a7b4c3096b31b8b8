import FieldModels

/// Something that `fieldd check` has to tell, with all that any format says of it.
struct CheckFinding: Equatable, Sendable {
  /// What the file is called.
  var source: String
  var place: RecordSplitter.Place
  /// The number of the record in its file, from 0; nil in a form.
  var record: Int?
  var key: String?
  /// Where the value is in the record, as a JSON pointer; nil in a form.
  var path: String?
  var severity: Severity
  var code: String
  var message: String
  var parameters: [JSONValue.Member]
  var excerpt: Excerpt?
  /// What of it as JSON says what is wrong, where that was written beforehand.
  private(set) var words: [UInt8]?

  /// The line that a finding is about, or the part of it that can be looked at.
  struct Excerpt: Equatable, Sendable {
    var text: String
    /// How many columns of a terminal stand before what is meant, and how many it takes.
    var indent: Int
    var width: Int
  }

  init(_ finding: Finding, in source: String, at place: RecordSplitter.Place) {
    self.source = source
    self.place = place
    severity = finding.severity
    code = finding.problem.code
    message = finding.message
    parameters = finding.problem.parameters
  }

  /// The line, counted from 1.
  var line: Int { place.lineIndex + 1 }
  /// The column in Unicode scalars, counted from 1.
  var column: Int { place.columnIndex + 1 }
}

// As JSON.
extension CheckFinding {
  /// All of it, as an object.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("file", source)
      json.member("line", line)
      json.member("column", column)
      json.member("byteOffset", place.byteOffset)
      json.member("record", ifAny: record)
      if let words { json.members(words[...]) } else { writeWords(to: &json) }
    }
    return json.bytes
  }

  /// Writes what is wrong beforehand, for findings that differ in their places only.
  mutating func writeWords() {
    var json = JSONWriter()
    writeWords(to: &json)
    words = json.bytes
  }

  private func writeWords(to json: inout JSONWriter) {
    json.member("key", ifAny: key)
    json.member("path", ifAny: path)
    json.member("severity", severity.rawValue)
    json.member("code", code)
    json.member("message", message)
    if !parameters.isEmpty { json.member("data", JSONValue.object(parameters)) }
  }
}

extension CheckFinding.Excerpt {
  /// How many scalars are shown before and behind the beginning of what is meant.
  private static let reach = (before: 40, behind: 60)
  private static let mostScalarBytes = 4

  /// The bytes around an offset that can be shown: those on its line, as far as the reach goes.
  static func window(around offset: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let offset = min(offset, bytes.count)
    var start = offset
    let first = max(0, offset - mostScalarBytes * (reach.before + 1))
    while first < start, bytes[start - 1] != 0x0A { start -= 1 }
    let last = min(bytes.count, offset + mostScalarBytes * reach.behind)
    return start..<(bytes.firstOffset(of: 0x0A, in: offset..<last) ?? last)
  }

  /// The surroundings of a stretch of some bytes, on the line where it begins.
  init(of span: Range<Int>, in bytes: Span<UInt8>) {
    let start = min(span.lowerBound, bytes.count)
    let window = Self.window(around: start, in: bytes)
    func text(_ range: Range<Int>) -> [Unicode.Scalar] {
      var copy: [UInt8] = []
      for index in range { copy.append(bytes[index]) }
      return Array(String(decoding: copy, as: UTF8.self).unicodeScalars)
    }
    let before = text(window.lowerBound..<start)
    let meantEnd = max(start, min(span.upperBound, window.upperBound))
    let meant = text(start..<meantEnd).prefix(Self.reach.behind)
    let behind = text(meantEnd..<window.upperBound)
    let shownBefore = before.suffix(Self.reach.before)
    let shownBehind = behind.prefix(Self.reach.behind - meant.count)
    let head = shownBefore.count < before.count ? "…" : ""
    let isWhole = meant.count + shownBehind.count < Self.reach.behind
    self.text =
      head + Self.shown(shownBefore) + Self.shown(meant) + Self.shown(shownBehind)
      + (isWhole ? "" : "…")
    indent = head.unicodeScalars.count + Self.width(shownBefore)
    width = max(1, Self.width(meant))
  }

  /// Without what moves a terminal's cursor.
  private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(scalar.isControl ? "·" : scalar) }
    return String(text)
  }

  private static func width(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + $1.columnCount }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }

  /// How many columns of a terminal it takes, as East Asian Width (UAX #11) has it for the scripts
  /// that are wide.
  fileprivate var columnCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
