/// Turns of phrase that several problems share.
enum Wording {
  static func suggestion(_ nearest: String?) -> String {
    nearest.map { "; did you mean \"\($0)\"?" } ?? ""
  }

  static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? shown + ", …" : shown
  }

  static func sentence(_ title: String) -> String {
    guard let first = title.first, first != "`" else { return title }
    return first.uppercased() + title.dropFirst()
  }

  static func parameter(_ name: String, _ value: String?) -> [JSONValue.Member] {
    value.map { [.init(name, .string($0))] } ?? []
  }
}
