/// Reads the generated tables: the set of scalars that a name of Unicode stands for.
///
/// The entries of a table are found once, when the first pattern asks, and a set is decoded each
/// time it is asked for, which takes a few microseconds. Names are matched exactly, as ECMA-262
/// demands. The notation of an entry is explained in the script that writes the tables, that of its
/// numbers at `TableDigits`.
struct UnicodeTable: Sendable {
  /// The values of General_Category.
  static let categories = UnicodeTable(UnicodeCategories.table)

  /// The values of Script.
  static let scripts = UnicodeTable(UnicodeScripts.table)

  /// The values of Script_Extensions that are not the same as those of Script.
  static let scriptExtensions = UnicodeTable(UnicodeScripts.extensions)

  /// The binary properties.
  static let binaryProperties = UnicodeTable(UnicodeBinaryProperties.table)

  private let text: String
  private var byteOffsets: [String: Int] = [:]

  private init(_ text: String) {
    self.text = text
    let bytes = text.utf8.span
    var nameStart: Int?
    var names: [String] = []
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "-"):
        nameStart = index + 1
      case UInt8(ascii: " "), UInt8(ascii: "/"):
        guard let start = nameStart else { continue }
        names.append(String(decoding: (start..<index).map { bytes[$0] }, as: UTF8.self))
        nameStart = index + 1
        guard bytes[index] == UInt8(ascii: "/") else { continue }
        for name in names { byteOffsets[name] = index + 1 }
        names = []
        nameStart = nil
      default:
        continue
      }
    }
  }

  /// The scalars of a value or property, or nothing if there is none of that name.
  func scalars(named name: String) -> ScalarSet? {
    guard let byteOffset = byteOffsets[name] else { return nil }
    return ScalarSet(TableDigits.ranges(in: text, fromByteOffset: byteOffset))
  }
}
