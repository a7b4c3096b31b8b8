package import FieldModels

/// How much of anything a peer may make the daemon hold or send.
///
/// Every limit has its reason, and reaching one is said to the client.
package struct Limits: Equatable, Sendable {
  /// What may wait in one form.
  package var form = FormLimits()
  /// Documents open at once; an editor has tens.
  package var documentCount = 4096
  /// The bytes of one document: offsets inside a field are 32 bits wide.
  package var documentByteCount = 1 << 30
  /// What there is of anything in one part of a streamed answer.
  package var answerPartCount = 1000

  /// Texts of autofill in what a front end is told with each keystroke; `field/autofill` has all.
  package var listCount = 50

  /// Messages in one batch, which is answered as a whole; editors send none.
  package var batchCount = 1000
  /// The answers to a batch, which leave together; beyond that a request is told to come alone.
  package var batchAnswerByteCount = 16 << 20
  /// Output that waits, beyond which no message is taken: enough to keep a pipe full.
  package var outputByteCount = 1 << 20
  /// What a turn may say before what it has said is written: as much as a pipe holds.
  package var turnByteCount = 64 << 10
  /// Messages of one turn: enough for any burst of typing to be told of once.
  package var turnCount = 256
  /// Messages that were read and wait, beyond which no more are read: a client that writes this
  /// much before it reads anything is served all the same.
  package var inboxByteCount = 16 << 20
  /// How long messages may wait for others before those that change something overtake those that
  /// only ask; a person notices more.
  package var patienceNanoseconds: Int64 = 100_000_000

  package init() {}
}
