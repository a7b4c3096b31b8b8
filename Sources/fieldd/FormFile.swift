import FieldModels
import FieldRPC
import FieldSession

/// A form that a command line names, read whole.
struct FormFile {
  let document: FieldDocument
  /// What it is called.
  let name: String

  /// Why there is none, in words.
  struct Refusal: Error {
    let message: String
  }

  /// - Parameters:
  ///   - path: the file; `-` for standard input
  ///   - name: what it is called
  ///   - zones: the time zones that there are
  ///   - now: the moment at which it is looked at
  /// - Throws: what the system refused, or what is wrong with the form
  init(path: String, name: String, zones: ZoneFiles, at now: Instant) throws(Refusal) {
    self.name = name
    var bytes: [UInt8] = []
    do throws(SystemError) {
      var file = try CheckInput(path: path)
      while try file.read(to: &bytes) {}
    } catch {
      throw Refusal(message: error.description)
    }
    if let foreign = ForeignInput(startOf: bytes) {
      throw Refusal(message: "\(name): \(Wording.english.text(foreign.saying(for: .form)))")
    }
    var document = FieldDocument(
      bytes, dialect: .ofFile(at: name), vocabulary: Vocabulary(zones: zones.database), at: now)
    document.refresh(at: now)
    let errors = document.textErrors(limit: 1)
    if let error = errors.first {
      let place = document.text.position(atByteOffset: error.range.lowerBound, encoding: .utf32)
      throw Refusal(
        message: "\(name):\(place.lineIndex + 1):\(place.column + 1): "
          + "\(error.finding.message(in: .english)); `fieldd check` tells of all errors")
    }
    self.document = document
  }
}
