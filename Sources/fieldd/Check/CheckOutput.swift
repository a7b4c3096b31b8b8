import FieldModels
import FieldRPC

/// A file that is written to piece by piece, until it can't be any more.
struct CheckOutput: Sendable {
  private let descriptor: Descriptor
  private let name: String
  private var bytes: [UInt8] = []
  /// Why no more can be written.
  private(set) var failure: Failure?

  /// Why a file can't be written to.
  enum Failure: Equatable, Sendable {
    /// Nobody reads what is written.
    case abandoned
    /// In words.
    case refused(String)
  }

  static let standardOutput = CheckOutput(.standardOutput, name: "standard output")

  private init(_ descriptor: Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// A file in the place of what there was; `-` is standard output.
  init(path: String) throws(SystemError) {
    self.init(
      path == "-" ? .standardOutput : try Descriptor.open(path, for: .replacing), name: path)
  }

  var isTerminal: Bool { descriptor.isTerminal }

  mutating func write(_ more: some Sequence<UInt8>) {
    bytes.append(contentsOf: more)
    if Self.pieceByteCount <= bytes.count { flush() }
  }

  mutating func write(_ text: String) { write(text.utf8) }

  /// Writes a sign of ASCII so many times.
  mutating func write(_ sign: Unicode.Scalar, count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: sign), count: count))
  }

  /// Writes a number in decimal.
  mutating func write(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: number.magnitude)
  }

  mutating func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    var writtenByteCount = 0
    while failure == nil, writtenByteCount < bytes.count {
      switch descriptor.write(bytes.span.extracting(writtenByteCount...)) {
      case .bytes(let byteCount): writtenByteCount += byteCount
      case .interrupted: continue
      case .unready: _ = descriptor.isReady(for: .writing, timeoutMilliseconds: -1)
      case .abandoned: failure = .abandoned
      case .failed: failure = .refused(SystemError.last("write to \(name)").description)
      }
    }
  }

  private static let pieceByteCount = 64 << 10
}
