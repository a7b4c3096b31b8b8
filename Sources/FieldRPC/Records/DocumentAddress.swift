import FieldModels

/// Where a document is, spelt in one way: clients write the URI of a file in several.
package struct DocumentAddress: Hashable, Sendable {
  /// The path of a file, where it is one, without `.` and `..`.
  package let filePath: String?
  /// The URI, of which that of a file has been spelt anew.
  let uri: String

  init(uri: String) {
    self.init(path: FileURI.path(of: uri), uri: uri)
  }

  /// The addresses of which a record means the first that is there by the name of its form: a path
  /// from the record's own folder, a whole path, or a URI; none where there are no folders.
  static func all(of name: String, from uri: String) -> [DocumentAddress] {
    if !hasScheme(name), let path = FileURI.path(of: uri) {
      return FormName.paths(of: name).map { name in
        DocumentAddress(path: name.hasPrefix("/") ? name : folder(of: path) + name)
      }
    }
    return DocumentAddress(of: name, remoteFrom: uri).map { [$0] } ?? []
  }

  /// The address of a URI, or of a path beside a URI that is no file's.
  private init?(of name: String, remoteFrom uri: String) {
    if Self.hasScheme(name) {
      self.init(uri: name)
    } else if let start = uri.firstRange(ofText: "://"), uri[start.upperBound...].contains("/") {
      let host = uri[start.upperBound...].prefix { $0 != "/" }
      let path = Self.folder(of: String(uri[host.endIndex...]))
      let whole = Self.withoutDots(name.hasPrefix("/") ? name : path + name)
      self.init(path: nil, uri: uri[..<host.endIndex] + whole)
    } else {
      return nil
    }
  }

  /// The address of a file.
  init(path: String) { self.init(path: path, uri: path) }

  /// A URI of it, as clients are told.
  var toldURI: String { filePath.map(FileURI.uri) ?? uri }

  private init(path: String?, uri: String) {
    filePath = path.map(Self.withoutDots)
    self.uri = filePath.map { "file:\($0)" } ?? uri
  }

  /// A scheme has two letters at least: one is a drive.
  private static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    guard 1 < scheme.count, scheme.count < text.utf8.count, let first = scheme.first else {
      return false
    }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    return isLetter(first)
      && scheme.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// A path without names that lead nowhere or back.
  private static func withoutDots(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name != ".." { names.append(name) } else if !names.isEmpty { names.removeLast() }
    }
    return "/" + names.joined(separator: "/")
  }
}

/// To which form a record belongs.
enum FormWish: Equatable, Sendable {
  /// To the one that it names, the first of these that is there; none where nobody can know it.
  case stated(String, [DocumentAddress])
  /// To the first of these, beside it, that is there, else to the one that the first record of the
  /// text names, by the first of these.
  case beside([Named], orFirst: [Named])
  /// What it names is no name.
  case unreadable
  /// To one more than are read for a text.
  case excess(String, [DocumentAddress])

  /// A form by its name, for people, and its address.
  struct Named: Equatable, Sendable {
    var name: String
    var address: DocumentAddress
  }

  /// What a record of a text names, by its number; nil where it names nothing.
  init?(statedBy number: Int, of record: RecordText, in uri: String) {
    guard let node = record.statedForm(ofRecord: number) else { return nil }
    guard let name = record.tree.string(node), !name.isEmpty else {
      self = .unreadable
      return
    }
    self = .stated(name, DocumentAddress.all(of: name, from: uri))
  }

  /// The forms to which a record belongs that names none, by its own name.
  static func forms(beside uri: String) -> [Named] {
    FileKind.forms(beside: uri).map { uri in
      let address = DocumentAddress(uri: uri)
      let name = (address.filePath ?? address.uri).split(separator: "/").last ?? ""
      return Named(name: String(name), address: address)
    }
  }

  /// The forms that it may be, the first of them that is there.
  var candidates: [Named] {
    switch self {
    case .stated(let name, let addresses): addresses.map { Named(name: name, address: $0) }
    case .beside(let forms, let first): forms + first
    case .unreadable, .excess: []
    }
  }
}
