import FieldModels
import FieldSession

/// The files of forms that open records belong to, read again when they have changed.
///
/// They are looked at with every message, and every second while nothing happens: an editor that
/// saves a form, or a program that writes one, need not tell.
/// What is large is read by an errand; what the file said before holds meanwhile.
struct FormFiles: Sendable {
  private var readers: [String: FormReader] = [:]
  /// The paths of files that an errand is reading.
  private var away: Set<String> = []
  private let leave: @Sendable (Letter) -> Void

  /// What came of an errand.
  struct Letter: Sendable {
    var path: String
    var reader: FormReader
    var file: FormFile?
  }

  /// - Parameter leave: takes letters from errands, from any thread, to be given to `take`
  init(leave: @escaping @Sendable (Letter) -> Void) { self.leave = leave }

  /// The longest the loop may wait between two looks; nil where there is nothing to look at.
  var intervalMilliseconds: Int32? { readers.isEmpty ? nil : 1000 }

  /// What is read at once is read in a few milliseconds.
  private static let byteCountAtOnce = 256 << 10

  /// Reads what is wanted and has changed, and tells the connection.
  mutating func refresh(_ connection: inout Connection, at now: Instant) {
    if let paths = connection.takeFormWishes() {
      readers = readers.filter { paths.contains($0.key) }
      for path in paths where readers[path] == nil { readers[path] = FormReader(path: path) }
    }
    if readers.isEmpty { return }
    var news: [(path: String, file: FormFile)] = []
    for path in readers.keys.sorted() where !away.contains(path) {
      guard var reader = readers[path] else { continue }
      if Self.byteCountAtOnce < reader.unreadByteCount {
        away.insert(path)
        Errand.begin { [reader, leave] in
          var reader = reader
          let file = reader.refresh()
          leave(Letter(path: path, reader: reader, file: file))
        }
      } else if let file = reader.refresh() {
        news.append((path, file))
      }
      readers[path] = reader
    }
    if !news.isEmpty { connection.deliver(forms: news, at: now) }
  }

  /// Takes what came of an errand.
  mutating func take(_ letter: Letter, _ connection: inout Connection, at now: Instant) {
    away.remove(letter.path)
    // Nobody may want it any more.
    guard readers[letter.path] != nil else { return }
    readers[letter.path] = letter.reader
    if let file = letter.file { connection.deliver(forms: [(letter.path, file)], at: now) }
  }
}

/// The file of a form, read again when it has changed.
struct FormReader: Sendable {
  private let path: String
  /// The file as it was read; nil before, and while it can't be read.
  private var seen: FileStatus?
  /// What was said last, where it can't be read.
  private var trouble: FormFile?

  init(path: String) { self.path = path }

  /// How many bytes `refresh` would read.
  var unreadByteCount: Int {
    guard let status = try? FileStatus(path: path), status != seen else { return 0 }
    return min(status.byteCount, PlainFile.byteCountLimit)
  }

  /// Reads the file if it has changed, which costs one question to the system if it has not; nil
  /// where it is as it was.
  mutating func refresh() -> FormFile? {
    do throws(SystemError) {
      if let status = try FileStatus(path: path) {
        if status == seen { return nil }
        if let bytes = try PlainFile.bytes(of: path, within: nil) {
          (seen, trouble) = (status, nil)
          return .text(bytes, path: path)
        }
      }
      return missing(FormFile.gone)
    } catch {
      return missing(.missing(why: error.reason))
    }
  }

  private mutating func missing(_ file: FormFile) -> FormFile? {
    seen = nil
    if trouble == file { return nil }
    trouble = file
    return file
  }
}
