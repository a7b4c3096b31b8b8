import FieldModels

/// Writes block collections of YAML that readers of YAML 1.1 and 1.2 take for the same.
struct YAMLWriter {
  private(set) var text = ""
  private var depth = 0
  /// The next member stands behind the `-` of its element.
  private var isFirst = false

  private mutating func start() {
    text += String(repeating: "  ", count: isFirst ? depth - 1 : depth) + (isFirst ? "- " : "")
    isFirst = false
  }

  mutating func member(_ name: String, _ value: String) {
    start()
    text += "\(name): \(Self.scalar(value, indent: depth + 1))\n"
  }

  mutating func member(_ name: String, literal: String) {
    start()
    text += "\(name): \(literal)\n"
  }

  /// A value of any type; in a list, or by names, as JSON has it, which is YAML too.
  mutating func member(_ name: String, of value: JSONValue) {
    switch value {
    case .string(let text): member(name, text)
    case .array(let elements):
      member(name, literal: "[\(elements.map { $0.json }.joined(separator: ", "))]")
    case .null, .bool, .number, .object: member(name, literal: value.json)
    }
  }

  mutating func begin(_ name: String) {
    start()
    text += "\(name):\n"
    depth += 1
  }

  mutating func end() { depth -= 1 }

  /// Begins an element that has members, with the first of them.
  mutating func element(_ name: String, _ value: String) {
    depth += 1
    isFirst = true
    member(name, value)
  }

  mutating func endElement() { depth -= 1 }

  mutating func element(_ value: String) {
    text += String(repeating: "  ", count: depth) + "- \(Self.scalar(value, indent: depth + 1))\n"
  }

  /// Ends a list, which has nothing in it if nothing was written.
  mutating func endList(_ name: String) {
    if text.hasSuffix("\n\(name):\n") { text = String(text.dropLast()) + " []\n" }
  }

  /// Members of any type, with a line for each that holds no others.
  mutating func members(_ members: [JSONValue.Member]) {
    for member in members {
      let name = Self.isPlain(member.name) ? member.name : Self.quoted(member.name)
      switch member.value {
      case .object(let inner) where !inner.isEmpty:
        begin(name)
        self.members(inner)
        end()
      case .array(let elements) where !elements.isEmpty:
        begin(name)
        for element in elements { self.element(of: element) }
        end()
      case .string(let text): self.member(name, text)
      case .null, .bool, .number, .array, .object: self.member(name, literal: member.value.json)
      }
    }
  }

  private mutating func element(of value: JSONValue) {
    switch value {
    case .string(let text): element(text)
    case .object(let inner) where !inner.isEmpty:
      depth += 1
      isFirst = true
      members(inner)
      depth -= 1
    case .null, .bool, .number, .array, .object:
      text += String(repeating: "  ", count: depth) + "- \(value.json)\n"
    }
  }

  /// A text in the plainest style that it can have.
  private static func scalar(_ value: String, indent: Int) -> String {
    if value.utf8.contains(0x0A), let block = block(value, indent: indent) { return block }
    return isPlain(value) ? value : quoted(value)
  }

  private static func quoted(_ value: String) -> String {
    var quoted = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      default:
        if isPrintable(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          let hex = String(scalar.value, radix: 16)
          let digitCount = scalar.value < 0x100 ? 2 : scalar.value < 0x10000 ? 4 : 8
          let mark = digitCount == 2 ? "x" : digitCount == 4 ? "u" : "U"
          quoted += "\\" + mark + String(repeating: "0", count: digitCount - hex.count) + hex
        }
      }
    }
    return quoted + "\""
  }

  private static func isPrintable(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD, 0x10000...0x10FFFF:
      scalar.value != 0x2028 && scalar.value != 0x2029
    default: false
    }
  }

  /// Lines of text as they are.
  private static func block(_ value: String, indent: Int) -> String? {
    var lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    guard value.unicodeScalars.allSatisfy({ $0 == "\n" || isPrintable($0) }) else { return nil }
    guard let first = lines.first, !first.isEmpty, first.utf8.first != 0x20,
      !lines.contains(where: { $0.utf8.last == 0x20 })
    else { return nil }
    var mark = "|-"
    if lines.last?.isEmpty ?? false {
      lines.removeLast()
      mark = lines.last?.isEmpty ?? true ? "|+" : "|"
    }
    let margin = String(repeating: "  ", count: indent)
    let body = lines.map { $0.isEmpty ? "" : margin + $0 }
    return mark + "\n" + body.joined(separator: "\n")
  }

  /// Whether a text without quotes is read as itself.
  private static func isPlain(_ value: String) -> Bool {
    guard let first = value.unicodeScalars.first, value.utf8.last != 0x20,
      value.utf8.last != UInt8(ascii: ":"), value.unicodeScalars.allSatisfy(isPrintable)
    else { return false }
    if "-?:,[]{}#&*!|>'\"%@`=<~ ".unicodeScalars.contains(first) || value.contains(text: ": ") {
      return false
    }
    if value.contains(text: " #") || value.hasPrefix("...") { return false }
    // What looks like a number, a date or a word of YAML's is put in quotes.
    let isWord =
      first.properties.isAlphabetic || first.value > 0x7F || "([/_$".unicodeScalars.contains(first)
    guard isWord, case .string = YAMLReader.content(ofPlain: value) else { return false }
    return !["y", "n"].contains(HTMLImport.lowercased(value))
  }
}
