/// What UTS #46 makes of each character of a host: it is valid, disallowed, or stands for others.
///
/// The table is decoded when the first host that is not plain ASCII is met.
enum HostMapping {
  /// The characters that a host's characters stand for, in normalization form C, unless one of
  /// them is disallowed.
  static func mapped(_ scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar]? {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      switch table[scalar] {
      case .valid: result.append(scalar)
      case .disallowed: return nil
      case .lowercase: result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      case .moved(let distance):
        guard let other = Unicode.Scalar(UInt32(truncatingIfNeeded: Int(scalar.value) + distance))
        else { return nil }
        result.append(other)
      case .text(let range): result.append(contentsOf: table.texts[range])
      }
    }
    return NormalizationForm.composed(result)
  }

  /// Whether characters stand for themselves, and are in normalization form C.
  static func areValid(_ scalars: [Unicode.Scalar]) -> Bool {
    guard scalars.allSatisfy({ if case .valid = table[$0] { true } else { false } }) else {
      return false
    }
    return NormalizationForm.isComposed(scalars)
  }

  private static let table = Table(HostTable.mappings)

  private enum Outcome {
    case valid, disallowed
    /// The lower case, in normalization form C.
    case lowercase
    /// The character so much further on.
    case moved(Int)
    /// A text, which is empty for what is ignored.
    case text(Range<Int>)
  }

  private struct Table {
    private var starts: [UInt32] = []
    private var outcomes: [Outcome] = []
    private(set) var texts: [Unicode.Scalar] = []

    init(_ digits: String) {
      var numbers = TableDigits.numbers(in: digits).map(Int.init)[...]
      var start = 0
      while let run = numbers.popFirst() {
        starts.append(UInt32(start))
        switch run % 4 {
        case 0: outcomes.append(.valid)
        case 1: outcomes.append(.disallowed)
        case 2: outcomes.append(.lowercase)
        default: outcomes.append(readMapping(&numbers, from: start))
        }
        start += run / 4 + 1
      }
    }

    private mutating func readMapping(_ numbers: inout ArraySlice<Int>, from start: Int) -> Outcome
    {
      func distance() -> Int {
        let number = numbers.popFirst() ?? 0
        return number.isMultiple(of: 2) ? number / 2 : -(number / 2)
      }
      let (count, isDistance) = (numbers.popFirst() ?? 0).quotientAndRemainder(dividingBy: 2)
      if isDistance == 1 { return .moved(distance()) }
      let first = texts.count
      var scalar = start
      for _ in 0..<count {
        scalar += distance()
        if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: scalar)) { texts.append(scalar) }
      }
      return .text(first..<texts.count)
    }

    /// What the run with a character says.
    subscript(scalar: Unicode.Scalar) -> Outcome {
      var (low, high) = (0, starts.count)
      while low + 1 < high {
        let middle = (low + high) / 2
        if starts[middle] <= scalar.value { low = middle } else { high = middle }
      }
      return outcomes.isEmpty ? .disallowed : outcomes[low]
    }
  }
}
