import FieldModels
import FieldRPC
import FieldSession
import Synchronization

/// The forms that records name in `$form`, each read once, for all threads that judge.
///
/// What a record may name is a plain file within a folder: see `PlainFile`.
final class CheckForms: Sendable {
  private let known = Mutex<[Place: Entry]>([:])
  private let root: String?
  private let reader: CheckFormReader

  /// Where a form is, and the folder in which it must be: records from elsewhere may not name it.
  private struct Place: Hashable {
    let path: String
    let root: String
  }

  /// What a path leads to.
  enum Entry: Sendable {
    case form(RecordForm)
    /// Why it can't be used.
    case problem(RecordProblem)
  }

  /// - Parameters:
  ///   - root: the folder that all forms are in that records may name; nil for that around each record
  ///   - reader: what reads them
  init(root: String?, reader: CheckFormReader) { (self.root, self.reader) = (root, reader) }

  /// The path of a form as a record names it, which counts from the folder of the record, unless it is a
  /// whole one or a URI.
  static func path(of name: String, besides records: String) -> String {
    let paths = FormName.paths(of: name).map { name in
      if name.hasPrefix("/") || records == "-" { return name }
      let folder = records.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      return (folder.map(String.init) + [name]).joined(separator: "/")
    }
    return paths.count == 1 ? paths[0] : paths.first(where: FileNames.exist) ?? paths[0]
  }

  /// The form that a record names.
  ///
  /// - Parameters:
  ///   - name: as the record names it
  ///   - records: the path of the file that the record is in
  ///   - now: this moment
  /// - Returns: the form, or why it can't be used
  func form(named name: String, besides records: String, at now: Instant) -> Entry {
    let place = Place(
      path: Self.path(of: name, besides: records),
      root: root ?? PlainFile.root(around: records))
    if let entry = known.withLock({ $0[place] }) { return entry }
    let entry = read(place, named: name, at: now)
    known.withLock { $0[place] = entry }
    return entry
  }

  /// The paths of the forms that records have named so far.
  var paths: [String] { known.withLock { $0.keys.map(\.path) } }

  private func read(_ place: Place, named name: String, at now: Instant) -> Entry {
    do throws(SystemError) {
      guard let bytes = try PlainFile.bytes(of: place.path, within: place.root) else {
        return .problem(.missingForm(name, why: "there is no such file"))
      }
      do throws(ConversionRefusal) {
        let reading = try reader.read(bytes, named: place.path, at: now)
        if let form = reading.records { return .form(form) }
        let errors = reading.document.textErrors(limit: 1000)
        return .problem(.brokenForm(name, errorCount: errors.count))
      } catch {
        // Nothing is quoted of what others have named and is no form.
        return .problem(.missingForm(name, why: "it is no form"))
      }
    } catch {
      return .problem(.missingForm(name, why: error.description))
    }
  }
}
