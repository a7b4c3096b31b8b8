import FieldModels

/// Something that `fieldd check` has to tell: what, and where.
struct CheckFinding: Sendable {
  let problem: CheckProblem
  var place: RecordSplitter.Place
  /// The number of the record in its file, from 0; nil in a form.
  var record: Int?
  var excerpt: Excerpt?

  /// The line that a finding is about, or the part of it that can be looked at.
  struct Excerpt: Equatable, Sendable {
    var text: String
    /// How many columns of a terminal stand before what is meant, and how many it takes.
    var indent: Int
    var width: Int
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
    output.write(problem.json.head)
    output.write(line)
    output.write(",\"column\":")
    output.write(column)
    output.write(",\"byteOffset\":")
    output.write(place.byteOffset)
    if let record {
      output.write(",\"record\":")
      output.write(record)
    }
    output.write(problem.json.tail)
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
  /// A finding as JSON, before its line and behind the last of its numbers.
  let json: (head: [UInt8], tail: [UInt8])

  init(
    _ finding: Finding, of key: String?, at path: String?, in source: String, _ wording: Wording
  ) {
    self.source = source
    self.key = key
    self.path = path
    severity = finding.severity
    code = finding.problem.code
    message = finding.message(in: wording)
    var head = JSONWriter()
    head.member("file", source)
    var tail = JSONWriter()
    tail.member("key", ifAny: key)
    tail.member("path", ifAny: path)
    tail.member("severity", severity.rawValue)
    tail.member("code", code)
    tail.member("message", message)
    let parameters = finding.problem.parameters
    if !parameters.isEmpty { tail.member("data", JSONValue.object(parameters)) }
    json = (
      Array("{".utf8) + head.bytes + Array(",\"line\":".utf8),
      Array(",".utf8) + tail.bytes + [UInt8(ascii: "}")]
    )
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
