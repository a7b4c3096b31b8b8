/// How much of anything a peer may make the daemon hold or send.
///
/// Every limit has its reason, and reaching one is said to the client.
package struct Limits: Equatable, Sendable {
  /// Diagnostics in one push: an editor shows a few dozen at a time, and each keystroke sends all.
  package var diagnosticCount = 500
  /// Items in one completion list: more is typed through, not read.
  package var completionCount = 1000
  /// Documents open at once; an editor has tens.
  package var documentCount = 4096
  /// The bytes of one document: offsets inside a field are 32 bits wide.
  package var documentByteCount = 1 << 30
  /// Symbols in one part of a streamed answer.
  package var symbolPartCount = 1000

  package init() {}
}
