import FieldModels
import FieldRPC
import FieldSession

/// What a command line names, looked for in the folders.
struct CheckSearch {
  private let options: CheckOptions
  /// What is left out below the folders that were looked through so far, by their paths.
  private var sieves: [String: FolderSieve] = [:]
  /// What the search has met that people are told.
  private(set) var notes: [Note] = []

  /// Something to tell.
  enum Note: Equatable, Sendable {
    /// It could not be looked into, or is not there.
    case mistake(String)
    /// It is not checked, and why not.
    case omission(path: String, reason: String)
  }

  init(_ options: CheckOptions) { self.options = options }

  /// What a path stands for; of a folder all forms, and all records whose form is known, in it and
  /// below.
  mutating func targets(of path: String) -> [CheckTarget] {
    if path == "-" { return standardInput() }
    do throws(SystemError) {
      switch try FileStatus(path: path)?.kind {
      case .folder?: return folder(path)
      case .some:
        return [CheckTarget(file: path, options)] + recordsBeside(path)
      case nil: return pattern(path)
      }
    } catch {
      complain(error.description)
      return []
    }
  }

  private mutating func standardInput() -> [CheckTarget] {
    if CheckTarget.isForm(options.inputName) { return [.form(path: "-")] }
    guard let form = options.formPath else {
      complain("--form says to which form the records on standard input belong")
      return []
    }
    return [.records(path: "-", formPath: form)]
  }

  private mutating func folder(_ path: String) -> [CheckTarget] {
    let options = options
    let found = walk(path, entering: { _ in true }) { path in
      CheckFileName(path).mayBeChecked ? nil : "its name is not one of a form or of records"
    } orSince: { path in
      // What can't be read is told when it is opened.
      let hasForm =
        CheckTarget.isForm(path) || options.formPath != nil || CheckTarget.formBeside(path) != nil
        || CheckInput.mayStateForm(path, options.format(ofRecords: path))
      return hasForm ? nil : "no form is known for it"
    }
    return targets(found, or: "there is nothing to check in \(path)")
  }

  private mutating func pattern(_ path: String) -> [CheckTarget] {
    if path.isEmpty {
      complain("a path is empty; name a file, a folder or a pattern")
      return []
    }
    guard let folder = PathPattern.folder(of: path) else {
      complain("there is no file \(path)")
      return []
    }
    let names = PathPattern.names(of: path).map { String($0) }
    let pattern = PathPattern(names.joined(separator: "/")[...].unicodeScalars)
    let found = walk(folder, entering: { pattern.mayMatch(below: PathPattern.names(of: $0)) }) {
      pattern.matches(PathPattern.names(of: $0)[...]) ? nil : "it does not match \(path)"
    }
    return targets(found, or: "no file matches \(path)")
  }

  /// The records beside a form that is named, unless they are left out where folders are looked through.
  private mutating func recordsBeside(_ form: String) -> [CheckTarget] {
    let folder = FileNames.folder(of: form)
    return CheckTarget.recordsBeside(form).compactMap { path in
      if let reason = reason(toLeaveOut: path, isFolder: false, below: folder) {
        note(path, reason)
        return nil
      }
      return CheckTarget(file: path, options)
    }
  }

  private mutating func targets(_ found: Found, or complaint: String) -> [CheckTarget] {
    if found.paths.isEmpty, !found.isIncomplete {
      complain(
        found.leavesOut ? complaint + " but what .gitignore or --exclude leaves out" : complaint)
    }
    return found.paths.map { CheckTarget(file: $0, options) }
  }
}

// Folders.
extension CheckSearch {
  /// What was found below a folder.
  private struct Found {
    var paths: [String] = []
    /// Something was left out that Git ignores, or that is excluded.
    var leavesOut = false
    /// Something could not be looked into, which was said.
    var isIncomplete = false
  }

  /// The files below a folder that are wanted.
  ///
  /// - Parameters:
  ///   - folder: where to look
  ///   - mayEnter: whether a folder may have any
  ///   - reasonAgainst: why a file is not wanted, by its name; nil for one that is
  ///   - furtherReason: why one is not wanted by what is in it, which is asked last
  /// - Returns: their paths, and whether there is more
  private mutating func walk(
    _ folder: String, entering mayEnter: (String) -> Bool,
    unless reasonAgainst: (String) -> String?,
    orSince furtherReason: (String) -> String? = { _ in nil }
  ) -> Found {
    var found = Found()
    found.paths = Folder.files(below: folder) { path, entry in
      let isFolder = entry.kind == .folder
      if entry.isHidden {
        note(path, "it is hidden")
      } else if entry.kind == .linkedFolder {
        note(path, "links to folders are not followed")
      } else if entry.kind == .other {
        note(path, "it is no plain file")
      } else if isFolder, !mayEnter(path) {
        note(path, "nothing in it can match")
      } else if !isFolder, let reason = reasonAgainst(path) {
        note(path, reason)
      } else if let reason = reason(toLeaveOut: path, isFolder: isFolder, below: folder) {
        found.leavesOut = true
        note(path, reason)
      } else if !isFolder, let reason = furtherReason(path) {
        note(path, reason)
      } else {
        return true
      }
      return false
    } complain: { error in
      found.isIncomplete = true
      complain(error.description)
    }
    return found
  }

  private mutating func reason(
    toLeaveOut path: String, isFolder: Bool, below folder: String
  ) -> String? {
    if !options.heedsGitignore, options.excludedPatterns.isEmpty { return nil }
    // Taken out, so that it is changed where it lies.
    var sieve =
      sieves.removeValue(forKey: folder)
      ?? FolderSieve(
        below: folder, excluding: options.excludedPatterns, heedsGitignore: options.heedsGitignore)
    let reason = sieve.reason(toLeaveOut: path, isFolder: isFolder)
    for mistake in sieve.takeMistakes() { complain(mistake) }
    sieves[folder] = sieve
    return reason
  }

  private mutating func complain(_ words: String) { notes.append(.mistake(words)) }

  private mutating func note(_ path: String, _ reason: String) {
    if options.isVerbose { notes.append(.omission(path: path, reason: reason)) }
  }
}
