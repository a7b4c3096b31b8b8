import FieldModels
import FieldRPC

/// A bar on the terminal of whoever waits for a long check.
struct CheckProgress: Sendable {
  private let isShown: Bool
  private var expectedByteCount: Int?
  private var byteCount = 0
  private var recordCount = 0
  private var start: Instant?
  private var lastDrawing: Instant?
  private var isDrawn = false

  /// What is over sooner needs no bar.
  private static let patienceNanoseconds: Int64 = 1_000_000_000
  private static let intervalNanoseconds: Int64 = 100_000_000

  init(isShown: Bool) { self.isShown = isShown }

  /// Says what there is to check; of a pipe nobody knows how long it is.
  mutating func expect(_ targets: [CheckTarget]) {
    guard isShown else { return }
    var total = 0
    for case .records(let path, _) in targets {
      // Nor of what is packed.
      guard path != "-", !CheckFileName(path).isPacked, let status = try? FileStatus(path: path),
        status.kind == .file
      else {
        return
      }
      total += status.byteCount
    }
    expectedByteCount = total
  }

  mutating func note(_ byteCount: Int, recordCount: Int, at now: Instant) {
    guard isShown else { return }
    self.byteCount += byteCount
    self.recordCount += recordCount
    guard let start else { return self.start = now }
    guard start.adding(nanoseconds: Self.patienceNanoseconds) <= now,
      lastDrawing.map({ $0.adding(nanoseconds: Self.intervalNanoseconds) <= now }) ?? true
    else { return }
    lastDrawing = now
    draw(nanoseconds: now.nanoseconds - start.nanoseconds)
  }

  /// Takes the bar away, so that something else can be written.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    write("\r\u{1B}[K")
  }

  private mutating func draw(nanoseconds: Int64) {
    isDrawn = true
    let rate = Double(recordCount) / Double(nanoseconds) * 1e9
    var line = "\r\u{1B}[K"
    if let total = expectedByteCount, 0 < total {
      let part = min(1, Double(byteCount) / Double(total))
      let filled = Int(part * 24)
      let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: 24 - filled)
      let left = Int(Double(nanoseconds) / 1e9 * (1 - part) / max(part, 1e-9) + 0.5)
      line += "[\(bar)] \(Int(part * 100))%  \(Int(rate)) records/s  \(Self.time(left)) left"
    } else {
      line += "\(recordCount) records  \(Int(rate)) records/s"
    }
    write(line)
  }

  private static func time(_ seconds: Int) -> String {
    let (minutes, rest) = seconds.quotientAndRemainder(dividingBy: 60)
    return minutes == 0 ? "\(rest) s" : "\(minutes) min \(rest) s"
  }

  private func write(_ text: String) { _ = Descriptor.standardError.write(Array(text.utf8).span) }
}
