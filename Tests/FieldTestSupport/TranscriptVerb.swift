/// What a `>` line of a transcript may say besides a message as it is and a `field/` request;
/// `Tests/Fixtures/transcripts/README.md` says what each means.
package enum TranscriptVerb: String, CaseIterable, Sendable {
  case open, use, type, replace, delete, text, save, close
  case hover, complete, fix, hints, symbols
  case reply, cancel, answer, written, learned, removed, folder, file, listed, read
  case body, bytes, end, shutdown, exit
}

/// What a `=` line of a transcript may set.
package enum TranscriptSetting: String, CaseIterable, Sendable {
  case client, locale, validators, sources, store, lines, clock
}
