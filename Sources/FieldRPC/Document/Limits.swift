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

  /// How long a client may think about whether something should happen before it does; a person
  /// waits for it.
  package var questionNanoseconds: Int64 = 2_000_000_000
  /// How long a validator of a client may take before its field is told to be unchecked: a server
  /// that asks another server.
  package var validationNanoseconds: Int64 = 10_000_000_000
  /// How long an autofill source may take; a person waits for its list.
  package var sourceNanoseconds: Int64 = 2_000_000_000
  /// How long an editor may take to apply an edit; it may ask the person first.
  package var editNanoseconds: Int64 = 60_000_000_000
  /// Texts of autofill in what a front end is told with each keystroke; `field/autofill` has all.
  package var listCount = 50
  /// Drafts that are sent along to a validator of a client; beyond that, those of the fields that
  /// its own field mentions.
  package var sentDraftCount = 100
  /// Drafts of one document about which autofill sources are asked at once, each of which is looked
  /// at again at the end of a turn.
  package var lookupCount = 100
  /// Acts of one document that wait behind another, and requests that wait for its checks or for
  /// autofill.
  package var operationCount = 10_000

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
