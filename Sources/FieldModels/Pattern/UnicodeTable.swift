/// Reads the generated tables: the set of scalars that a name of Unicode stands for.
///
/// A table is text, so that it costs the compiler nothing; its entries are found once, when the
/// first pattern asks, and a set is decoded each time it is asked for, which takes a few
/// microseconds. Names are matched exactly, as ECMA-262 demands. The notation is explained in the
/// script that writes the tables.
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
    return ScalarSet(Self.ranges(in: text, fromByteOffset: byteOffset))
  }

  /// The ranges of the entry whose digits begin at a byte.
  static func ranges(in text: String, fromByteOffset byteOffset: Int) -> [ClosedRange<UInt32>] {
    let numbers = numbers(in: text, fromByteOffset: byteOffset)
    var ranges: [ClosedRange<UInt32>] = []
    ranges.reserveCapacity(numbers.count / 2)
    var lower: UInt32 = 0
    for index in stride(from: 1, to: numbers.count, by: 2) {
      lower &+= numbers[index - 1]
      let upper = lower &+ numbers[index]
      ranges.append(lower...max(lower, upper))
      lower = upper &+ 1
    }
    return ranges
  }

  /// The numbers of the entry whose digits begin at a byte.
  static func numbers(in text: String, fromByteOffset byteOffset: Int) -> [UInt32] {
    let bytes = text.utf8.span
    var numbers: [UInt32] = []
    var value: UInt32 = 0
    var shift: UInt32 = 0
    for index in byteOffset..<bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "-") { break }
      guard UInt8(ascii: "0") <= byte else { continue }
      let digit = UInt32(byte - UInt8(ascii: "0"))
      value |= (digit & 31) &<< shift
      shift += 5
      if digit < 32 {
        numbers.append(value)
        value = 0
        shift = 0
      }
    }
    return numbers
  }
}
