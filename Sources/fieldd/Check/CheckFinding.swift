import FieldModels
import FieldRPC

/// Something that `fieldd check` has to tell: what, and where.
struct CheckFinding: Sendable {
  let problem: CheckProblem
  var place: RecordSplitter.Place
  /// The number of the record in its file, from 0; nil in a form.
  var record: Int?
  var excerpt: Excerpt?
  /// Where it ends, if whoever tells of it wants to know.
  var end: RecordSplitter.Place?
  /// That nobody could be asked is told once.
  var unasked: Unasked?

  /// What was not checked of which field: a validator that somebody would have to ask, or what depends
  /// on some fields that a partial record lacks.
  struct Unasked: Hashable, Sendable {
    var key: String?
    var problem: RecordProblem?
  }

  /// The line that a finding is about, or the part of it that can be looked at.
  struct Excerpt: Equatable, Sendable {
    /// In UTF-8.
    private(set) var text: [UInt8] = []
    /// How many columns of a terminal stand before what is meant, and how many it takes.
    private(set) var indent = 0
    private(set) var width = 1
  }

  init(_ problem: CheckProblem, at place: RecordSplitter.Place) {
    self.problem = problem
    self.place = place
  }

  /// The line, counted from 1.
  var line: Int { place.lineIndex + 1 }
  /// The column in Unicode scalars, counted from 1.
  var column: Int { place.columnIndex + 1 }

  /// Writes all of it, as a JSON object.
  func write(to output: inout CheckOutput) {
    output.write(problem.json[..<problem.linePlace])
    output.write(line)
    output.write(",\"column\":")
    output.write(column)
    output.write(",\"byteOffset\":")
    output.write(place.byteOffset)
    if let record {
      output.write(",\"record\":")
      output.write(record)
    }
    output.write(problem.json[(problem.linePlace + 1)...])
  }
}

/// What is wrong somewhere, with all that any format says of it but the place.
///
/// An object, since the same is wrong with very many records.
final class CheckProblem: Sendable {
  /// What the file is called.
  let source: String
  let key: String?
  /// Where the value is in the record, as a JSON pointer; nil in a form.
  let path: String?
  let severity: Severity
  let code: String
  let message: String
  /// A finding as JSON, and where the byte is in it in whose place its line and other numbers are.
  let json: [UInt8]
  let linePlace: Int

  convenience init(
    _ finding: Finding, of key: String?, at path: String?, in source: String, _ wording: Wording
  ) {
    self.init(
      code: finding.problem.code, finding.severity, message: finding.message(in: wording),
      data: finding.problem.parameters, of: key, at: path, in: source)
  }

  /// - Parameters:
  ///   - code: what it is called by programs
  ///   - severity: how much it matters
  ///   - message: what people are told
  ///   - data: what more programs are told
  ///   - key: the field, where it is about one
  ///   - path: where the value is in the record
  ///   - source: what the file is called
  init(
    code: String, _ severity: Severity, message: String, data: [JSONValue.Member],
    of key: String?, at path: String?, in source: String
  ) {
    (self.source, self.key, self.path) = (source, key, path)
    (self.severity, self.code, self.message) = (severity, code, message)
    var json = JSONWriter()
    var linePlace = 0
    json.object { json in
      json.member("file", source)
      json.member("line", 0)
      linePlace = json.bytes.count - 1
      if let key { json.member("key", key) }
      if let path { json.member("path", path) }
      json.member("severity", severity.rawValue)
      json.member("code", code)
      json.member("message", message)
      if !data.isEmpty { json.member("data", JSONValue.object(data)) }
    }
    self.json = json.bytes
    self.linePlace = linePlace
  }
}

extension CheckFinding.Excerpt {
  /// How many scalars are shown before and behind the beginning of what is meant.
  private static let reach = (before: 40, behind: 60)
  private static let mostScalarBytes = 4

  /// The bytes around an offset that are shown: those on its line, as far as the reach goes.
  static func window(around offset: Int, in bytes: Span<UInt8>) -> Range<Int> {
    let offset = min(offset, bytes.count)
    // Bytes that are no UTF-8 may begin no scalar however many they are.
    let first = max(0, offset - mostScalarBytes * reach.before)
    let last = min(bytes.count, offset + mostScalarBytes * reach.behind)
    var (start, scalarCount) = (offset, 0)
    while first < start, scalarCount < reach.before, !bytes[start - 1].endsLine {
      start -= 1
      if bytes[start].beginsScalar { scalarCount += 1 }
    }
    var end = offset
    scalarCount = 0
    while end < last, !bytes[end].endsLine {
      if bytes[end].beginsScalar {
        if scalarCount == reach.behind { break }
        scalarCount += 1
      }
      end += 1
    }
    return start..<end
  }

  /// The surroundings of a stretch of some bytes, on the line where it begins.
  init(of span: Range<Int>, in bytes: Span<UInt8>) {
    let start = min(span.lowerBound, bytes.count)
    let window = Self.window(around: start, in: bytes)
    let meantEnd = max(start, min(span.upperBound, window.upperBound))
    let isCut = (
      before: 0 < window.lowerBound && !bytes[window.lowerBound - 1].endsLine,
      behind: window.upperBound < bytes.count && !bytes[window.upperBound].endsLine
    )
    text.reserveCapacity(window.count + Self.cut.utf8.count * 2)
    if isCut.before { text += Self.cut.utf8 }
    var columns = TerminalColumns()
    indent = (isCut.before ? 1 : 0) + add(window.lowerBound..<start, of: bytes, &columns)
    width = max(1, add(start..<meantEnd, of: bytes, &columns))
    _ = add(meantEnd..<window.upperBound, of: bytes, &columns)
    if isCut.behind { text += Self.cut.utf8 }
  }

  private static let cut = "…"

  /// Adds some bytes as a terminal can show them, and gives how many columns they take.
  private mutating func add(
    _ range: Range<Int>, of bytes: Span<UInt8>, _ columns: inout TerminalColumns
  ) -> Int {
    var columnCount = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index].isPrintableASCII {
        text.append(bytes[index])
        columnCount += columns.count(adding: Unicode.Scalar(bytes[index]))
        index += 1
        continue
      }
      var others: [UInt8] = []
      while index < range.upperBound, !bytes[index].isPrintableASCII {
        others.append(bytes[index])
        index += 1
      }
      for scalar in String(decoding: others, as: UTF8.self).unicodeScalars {
        let shown = scalar.shownInTerminal
        text += String(shown).utf8
        columnCount += columns.count(adding: shown)
      }
    }
    return columnCount
  }
}

extension UInt8 {
  fileprivate var beginsScalar: Bool { self & 0xC0 != 0x80 }
  fileprivate var endsLine: Bool { self == 0x0A || self == 0x0D }
}

/// Counts the columns that a terminal needs for a text, scalar by scalar.
///
/// Most scalars have a width of their own, as East Asian Width (UAX #11) has it; what changes the
/// scalar before it adds only what that becomes wider by.
private struct TerminalColumns {
  private var last: Unicode.Scalar?

  /// How many columns the next scalar adds.
  mutating func count(adding scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII {
      last = scalar
      return 1
    }
    let before = last
    last = scalar
    switch scalar.value {
    case 0xFE0F:
      // A sign that can be a picture is one.
      return before.map { $0.properties.isEmoji && $0.columnCount == 1 } ?? false ? 1 : 0
    case 0x1F1E6...0x1F1FF:
      guard let before, 0x1F1E6...0x1F1FF ~= before.value else { return 2 }
      // Two letters are a flag, the third begins another.
      last = nil
      return 0
    case 0x1F3FB...0x1F3FF where before?.properties.isEmojiModifierBase ?? false: return 0
    default: return scalar.columnCount
    }
  }
}

extension Unicode.Scalar {
  /// How many columns of a terminal it takes by itself.
  fileprivate var columnCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    // The vowels and last consonants of Hangul stand in the columns of the first, as does what fills
    // their place.
    case 0x1160...0x11FF, 0x3164, 0xD7B0...0xD7FF: return 0
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FF6, 0x17000...0x191D2,
      0x1AFF0...0x1B2FB, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      return 2
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}
