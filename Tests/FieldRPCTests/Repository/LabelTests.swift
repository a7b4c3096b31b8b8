import Foundation
import Testing

/// That a call says what its values are: of a function's parameters at most two have no label.
@Suite("Labels")
struct LabelTests {
  @Test(
    "name what is given, in all but one of a hundred functions",
    arguments: ["FieldModels", "FieldRPC", "fieldd"])
  func namesWhatIsGiven(module: String) throws {
    let functions = try Repository.sources(in: "Sources/\(module)").flatMap { path, text in
      try Self.functions(in: text).map { (path: path, function: $0) }
    }
    #expect(functions.count > 50)
    let bare = functions.filter { $0.function.unlabelledCount >= 3 }
    #expect(
      bare.count * 100 < functions.count,
      "\(bare.map { "\($0.path): \($0.function.name)" }.joined(separator: "\n"))")
  }

  @Test("are told from what stands between brackets of other kinds")
  func areCounted() throws {
    let functions = try Self.functions(
      in: """
        func one(_ a: [Int: String], _ b: (Int, Int) -> Bool = { _, _ in true }, c: Set<Int>) {}
        func many<Value>(_ a: Int, _ b: Int, _ c: Value) { init(1, 2, 3) }
        init?(_ a: Int, of b: Int) // func no(_ a: Int, _ b: Int, _ c: Int)
        """)
    #expect(functions.map(\.name) == ["one", "many", "init?"])
    #expect(functions.map(\.unlabelledCount) == [2, 3, 1])
  }

  private struct Function {
    let name: String
    /// How many of its parameters have no label.
    let unlabelledCount: Int
  }

  private static func functions(in text: String) throws -> [Function] {
    let code = text.replacing(try Regex<Substring>("//.*"), with: "")
    let head = try Regex<(Substring, Substring?, Substring?)>(
      #"(?:\bfunc\s+([^\s(<]+)|\b(init\??))(?:<[^>(]*>)?\("#)
    return code.matches(of: head).compactMap { match in
      let before = code[..<match.range.lowerBound].last
      if before == "." || before == "\\" { return nil }
      let parameters = parameters(of: code[match.range.upperBound...])
      // A call of an initializer has values and no parameters.
      guard parameters.allSatisfy({ $0.contains(":") }) else { return nil }
      return Function(
        name: String(match.output.1 ?? match.output.2 ?? ""),
        unlabelledCount: parameters.count { $0.hasPrefix("_ ") })
    }
  }

  /// The parameters up to the bracket that closes them.
  private static func parameters(of rest: Substring) -> [String] {
    var parameters = [""]
    var depth = 1
    var last: Character = "("
    for character in rest {
      switch character {
      case "(", "[", "{", "<": depth += 1
      case ")", "]", "}": depth -= 1
      case ">" where last != "-": depth -= 1
      default: break
      }
      if depth == 0 { break }
      if character == ",", depth == 1 {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
      last = character
    }
    return parameters.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }
}
