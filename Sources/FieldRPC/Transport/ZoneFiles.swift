package import FieldModels
import Synchronization

/// The time zones that the machine knows, read from their files when they are first asked for.
///
/// What was read is kept, and so is that there was nothing to read. A name cannot lead out of the
/// folder, and a file that is too long or no zone file is as if it were not there.
package final class ZoneFiles: Sendable {
  private let folder: String
  private let known = Mutex<[String: ZoneRules?]>([:])

  /// Zone files are about a kilobyte; this is far more than any of them.
  package static let longestByteCount = 65_536

  /// More zones than any form names; names come from documents, so what is kept has an end.
  package static let mostKept = 256

  /// The zones in a folder, by default where systems keep them.
  package init(folder: String = "/usr/share/zoneinfo") {
    self.folder = folder
  }

  /// These zones, for documents to use.
  package var database: ZoneDatabase {
    ZoneDatabase({ [self] in rules(named: $0) }, names: { [self] in names })
  }

  /// The names of places that the folder has a list of, one for each zone of each country.
  private var names: [String] {
    let lines = (read("\(folder)/zone.tab") ?? []).split(separator: UInt8(ascii: "\n"))
    return lines.filter { $0.first != UInt8(ascii: "#") }.compactMap { line in
      let columns = line.split(separator: UInt8(ascii: "\t"))
      let name = columns.count < 3 ? "" : String(decoding: columns[2], as: UTF8.self)
      return Self.isName(name) ? name : nil
    }.sorted()
  }

  /// The rules of a zone by its name: `Area/City`.
  package func rules(named name: String) -> ZoneRules? {
    known.withLock { known in
      if let rules = known[name] { return rules }
      guard Self.isName(name) else { return nil }
      let rules = read("\(folder)/\(name)").flatMap(ZoneRules.init(tzif:))
      if known.count >= Self.mostKept { known.removeAll() }
      known.updateValue(rules, forKey: name)
      return rules
    }
  }

  /// Whether a name is letters, digits, `_`, `-` and `+` between single slashes, so that it has
  /// neither a dot nor a slash in front.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 100
      && name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy { part in
          !part.isEmpty
            && part.allSatisfy { byte in
              switch byte {
              case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
                UInt8(ascii: "+"):
                true
              default: false
              }
            }
        }
  }

  private func read(_ path: String) -> [UInt8]? {
    try? OpenFile(reading: path)?.bytes(from: 0, limit: Self.longestByteCount)
  }
}
