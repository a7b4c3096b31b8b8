import FieldModels

/// The records of a text with the forms that they belong to: all that an editor hears of them is made of it.
struct RecordReading {
  let session: RecordSession
  let forms: RecordForms

  var uri: String { session.uri }
  var text: Rope { session.text }
  var record: RecordText { session.record }
}
