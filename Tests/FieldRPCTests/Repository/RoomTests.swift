import Foundation
import Testing

/// The rooms of the house: each module's folders in the order in which ARCHITECTURE.md lists them,
/// from the lowest up, and that none uses what is declared in one above it.
@Suite("The rooms")
struct RoomTests {
  /// A folder with its place in the list; folders inside of it belong to it.
  private struct Room {
    let module: String
    let name: String
    let floor: Int
  }

  private static let rooms = listedRooms()
  private static let sources = Repository.sources(in: "Sources").map { path, text in
    (path: path, code: code(of: text))
  }

  @Test("are all listed, and all there")
  func areListed() {
    let listed = Set(Self.rooms.map { "\($0.module)/\($0.name)" })
    let found = Set(
      Self.sources.compactMap { path, _ -> String? in
        let parts = path.split(separator: "/")
        return parts.count > 3 ? "\(parts[1])/\(parts[2])" : nil
      })
    #expect(listed == found)
    #expect(listed.count > 15)
  }

  @Test("use what is below them, never what is above")
  func useWhatIsBelow() throws {
    let homes = try Self.homes()
    #expect(homes.count > 200)
    for (path, code) in Self.sources {
      guard let room = Self.room(of: path) else { continue }
      for name in Set(code.matches(of: try Regex<Substring>(#"\b[A-Z]\w+\b"#)).map(\.output)) {
        guard let home = homes[String(name)], home.module == room.module else { continue }
        #expect(
          home.floor <= room.floor,
          "\(path) uses \(name), which lives above it, in \(home.name)/")
      }
    }
  }

  @Test("are told apart by what is code")
  func wordsAreNoUses() {
    let code = Self.code(
      of: #"""
        /// A Session in a comment.
        let word = "a Session in a \(Turn.now) string" // and Session behind
        let text = """
          Session
          """
        case .session: Rope()
        """#)
    #expect(!code.contains("Session"))
    #expect(code.contains("Turn"))
    #expect(code.contains("Rope"))
  }

  /// Where each type of a room is declared; a name that several types have says nothing, nor does
  /// one that a type inside of another has too.
  private static func homes() throws -> [String: Room] {
    let declaration = try Regex<(Substring, Substring, Substring)>(
      #"(?m)^( *)(?:(?:package|public|private|fileprivate|final|indirect) +)*(?:struct|enum|class|protocol|typealias) +(\w+)"#
    )
    var homes: [String: Room] = [:]
    var ambiguous: Set<String> = []
    for (path, code) in sources {
      guard let room = room(of: path) else { continue }
      for match in code.matches(of: declaration) {
        let (_, indent, word) = match.output
        let name = String(word)
        if !indent.isEmpty {
          ambiguous.insert(name)
        } else if homes.updateValue(room, forKey: name) != nil {
          ambiguous.insert(name)
        }
      }
    }
    return homes.filter { !ambiguous.contains($0.key) }
  }

  private static func room(of path: String) -> Room? {
    let parts = path.split(separator: "/")
    guard parts.count > 3 else { return nil }
    return rooms.first { $0.module == parts[1] && $0.name == parts[2] }
  }

  /// The list in ARCHITECTURE.md.
  private static func listedRooms() -> [Room] {
    let url = Repository.root.appending(path: "ARCHITECTURE.md")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    var rooms: [Room] = []
    var module: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let word = line.split(separator: " ").first ?? ""
      if line.hasPrefix("Sources/") {
        let parts = word.split(separator: "/")
        module = parts.count > 1 ? String(parts[1]) : nil
      } else if line.hasPrefix("  "), word.hasSuffix("/"), let module {
        rooms.append(Room(module: module, name: String(word.dropLast()), floor: rooms.count))
      } else {
        module = nil
      }
    }
    return rooms
  }

  /// A source without its comments and the words of its strings; what is interpolated stays.
  private static func code(of text: String) -> String {
    var code = ""
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("\"") {
        let end = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(end.count)
        skipString(&rest, until: end, into: &code)
      } else {
        code.append(character)
        rest = rest.dropFirst()
      }
    }
    return code
  }

  private static func skipString(
    _ rest: inout Substring, until end: String, into code: inout String
  ) {
    while !rest.isEmpty, !rest.hasPrefix(end) {
      if rest.hasPrefix("\\(") {
        rest = rest.dropFirst(2)
        var depth = 1
        while depth > 0, let character = rest.first {
          if character == "(" { depth += 1 }
          if character == ")" { depth -= 1 }
          if character == "\"" {
            rest = rest.dropFirst()
            skipString(&rest, until: "\"", into: &code)
            continue
          }
          code.append(character)
          rest = rest.dropFirst()
        }
        code.append(" ")
      } else {
        rest = rest.dropFirst(rest.hasPrefix("\\") ? 2 : 1)
      }
    }
    rest = rest.dropFirst(end.count)
  }
}
