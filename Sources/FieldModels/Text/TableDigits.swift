/// Reads the digits in which the generated tables hold numbers.
///
/// A table is text, so that it costs the compiler nothing. The notation is explained in
/// `Tests/tools/ucd.py`, which writes it.
enum TableDigits {
  /// The numbers of a table from a byte on, up to a `-` or the end.
  static func numbers(in table: String, fromByteOffset byteOffset: Int = 0) -> [UInt32] {
    let bytes = table.utf8.span
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

  /// The set of scalars that (gap, length - 1) pairs stand for, as ranges in order.
  static func ranges(
    in table: String, fromByteOffset byteOffset: Int = 0
  ) -> [ClosedRange<UInt32>] {
    let numbers = numbers(in: table, fromByteOffset: byteOffset)
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
}
