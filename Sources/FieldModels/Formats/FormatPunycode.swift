/// Punycode (RFC 3492): the ASCII form of a label in other scripts, both ways.
///
/// Labels are at most 63 bytes in ASCII form, unless somebody takes longer ones, so what is longer is
/// refused before any work; that bounds the insertions, each of which moves the rest of the label.
enum Punycode {
  private static let base = 36
  private static let firstThreshold = 1
  private static let lastThreshold = 26
  private static let firstCodePoint = 0x80
  private static let firstBias = 72
  private static let mostBytes = 63
  private static let hyphen = UInt8(ascii: "-")

  /// The characters that an encoded label, without `xn--`, stands for.
  static func decoded(
    _ encoded: ArraySlice<UInt8>, mostBytes: Int = mostBytes
  ) -> [Unicode.Scalar]? {
    guard encoded.count <= mostBytes else { return nil }
    let split = encoded.lastIndex(of: hyphen)
    var scalars = encoded[..<(split ?? encoded.startIndex)].map { Unicode.Scalar($0) }
    guard scalars.allSatisfy({ $0.isASCII }) else { return nil }
    var rest = encoded[(split.map { $0 + 1 } ?? encoded.startIndex)...]
    var (codePoint, position, bias) = (firstCodePoint, 0, firstBias)
    while !rest.isEmpty {
      let isFirst = codePoint == firstCodePoint && position == 0 && bias == firstBias
      guard let delta = variableLengthNumber(&rest, bias: bias) else { return nil }
      let count = scalars.count + 1
      let insertion = position + delta
      codePoint += insertion / count
      position = insertion % count
      bias = adapted(delta, count, isFirst: isFirst)
      guard codePoint <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(codePoint)) else {
        return nil
      }
      scalars.insert(scalar, at: position)
      position += 1
    }
    return scalars
  }

  /// The ASCII form of a label, without `xn--`, unless it is longer than a label can be.
  static func encoded(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
    guard scalars.count <= mostBytes else { return nil }
    var output = scalars.filter { $0.isASCII }.map { UInt8($0.value) }
    var handledCount = output.count
    if handledCount > 0 { output.append(hyphen) }
    var (codePoint, delta, bias) = (firstCodePoint, 0, firstBias)
    var isFirst = true
    while handledCount < scalars.count {
      let next = scalars.lazy.map { Int($0.value) }.filter { $0 >= codePoint }.min() ?? codePoint
      delta += (next - codePoint) * (handledCount + 1)
      codePoint = next
      for scalar in scalars {
        if scalar.value < codePoint { delta += 1 }
        guard scalar.value == codePoint else { continue }
        appendVariableLengthNumber(delta, bias: bias, to: &output)
        bias = adapted(delta, handledCount + 1, isFirst: isFirst)
        (delta, isFirst) = (0, false)
        handledCount += 1
      }
      delta += 1
      codePoint += 1
    }
    return output.count <= mostBytes ? output : nil
  }

  private static func threshold(_ place: Int, bias: Int) -> Int {
    min(max(place - bias, firstThreshold), lastThreshold)
  }

  /// Reads a number whose last digit is the first below its place's threshold.
  private static func variableLengthNumber(_ rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
    var (number, weight, place) = (0, 1, base)
    while let byte = rest.popFirst() {
      guard let digit = digit(byte) else { return nil }
      number += digit * weight
      // Beyond this no insertion is within Unicode, and arithmetic stays far from its limits.
      guard number <= Int(Int32.max) else { return nil }
      let threshold = threshold(place, bias: bias)
      guard digit >= threshold else { return number }
      weight *= base - threshold
      guard weight <= Int(Int32.max) else { return nil }
      place += base
    }
    return nil
  }

  private static func appendVariableLengthNumber(
    _ number: Int, bias: Int, to output: inout [UInt8]
  ) {
    var (rest, place) = (number, base)
    while true {
      let threshold = threshold(place, bias: bias)
      guard rest >= threshold else { break }
      let (quotient, digit) = (rest - threshold).quotientAndRemainder(dividingBy: base - threshold)
      output.append(letter(threshold + digit))
      (rest, place) = (quotient, place + base)
    }
    output.append(letter(rest))
  }

  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var scaled = isFirst ? delta / 700 : delta / 2
    scaled += scaled / count
    var bias = 0
    while scaled > (base - firstThreshold) * lastThreshold / 2 {
      scaled /= base - firstThreshold
      bias += base
    }
    return bias + (base - firstThreshold + 1) * scaled / (scaled + 38)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    if ASCIISet.letters.contains(byte) { return Int(byte | 0x20) - Int(UInt8(ascii: "a")) }
    return ASCIISet.digits.contains(byte) ? Int(byte) - Int(UInt8(ascii: "0")) + 26 : nil
  }

  private static func letter(_ digit: Int) -> UInt8 {
    digit < 26 ? UInt8(ascii: "a") + UInt8(digit) : UInt8(ascii: "0") + UInt8(digit - 26)
  }
}
