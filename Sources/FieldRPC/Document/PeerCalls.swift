import FieldModels

/// What was asked of those around the session and is yet to be answered.
struct PeerCalls: Sendable {
  /// Requests to the client.
  var client = PendingCalls()
  /// Closures of the program around the session.
  var host = HostCalls()
  private var nextRequestNumber = 1
  private var nextLookupNumber = 1

  /// The earliest moment at which we stop waiting for one.
  var next: Instant? { Instant.earlier(client.next, host.next) }

  /// The purposes of all calls, with the number of those to the client.
  var all: [(number: Int?, purpose: PendingCalls.Purpose)] {
    client.all.map { ($0, $1) } + host.all.map { (nil, $0) }
  }

  /// A number for a request to the client.
  mutating func takeRequestNumber() -> Int {
    defer { nextRequestNumber += 1 }
    return nextRequestNumber
  }

  /// A number for a question to an autofill source.
  mutating func takeLookupNumber() -> Int {
    defer { nextLookupNumber += 1 }
    return nextLookupNumber
  }
}
