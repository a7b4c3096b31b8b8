import FieldModels

/// A value of a message on its way in, which knows where in the message it stands, so that an error
/// can say which parameter is wrong and what would be right.
package struct Parameters {
  let tree: JSONTree
  let index: Int
  /// The node of the message's parameters.
  private let root: Int

  init(_ tree: JSONTree, _ index: Int) { self.init(tree, index, root: index) }

  private init(_ tree: JSONTree, _ index: Int, root: Int) {
    self.tree = tree
    self.index = index
    self.root = root
  }

  /// Where the value stands; found out only when something is wrong.
  var path: String { "params" + tree.path(from: root, to: index) }

  private func at(_ index: Int) -> Parameters { Parameters(tree, index, root: root) }

  /// A member that may be missing.
  func member(_ name: String) -> Parameters? {
    guard tree[index].kind == .object, let value = tree.value(of: name, in: index) else {
      return nil
    }
    return at(value)
  }

  /// A member that may be missing or null.
  func optional(_ name: String) -> Parameters? {
    guard let member = member(name), tree[member.index].kind != .null else { return nil }
    return member
  }

  /// A member that must be there.
  func required(_ name: String, _ expected: String) throws(RPCError) -> Parameters {
    guard let member = optional(name) else {
      throw .invalidParams(path + "." + name, expected: expected)
    }
    return member
  }

  func string(_ name: String) throws(RPCError) -> String {
    let member = try required(name, "a string")
    guard let text = tree.string(member.index) else {
      throw .invalidParams(member.path, expected: "a string")
    }
    return text
  }

  /// The UTF-8 of a string member, for texts that may be long.
  func utf8(_ name: String) throws(RPCError) -> [UInt8] {
    let member = try required(name, "a string")
    guard let text = tree.utf8(member.index) else {
      throw .invalidParams(member.path, expected: "a string")
    }
    return text
  }

  func integer(_ name: String) throws(RPCError) -> Int {
    let member = try required(name, "a whole number")
    guard let number = tree.integer(member.index) else {
      throw .invalidParams(member.path, expected: "a whole number")
    }
    return number
  }

  /// A place in a list or a text: a whole number however large, since what is behind the end is
  /// put to the end.
  func place(_ name: String) throws(RPCError) -> Int {
    let member = try required(name, "a whole number")
    guard let number = tree.clampedInteger(member.index) else {
      throw .invalidParams(member.path, expected: "a whole number")
    }
    return number
  }

  func bool(_ name: String) throws(RPCError) -> Bool {
    let member = try required(name, "true or false")
    guard let bool = tree.bool(member.index) else {
      throw .invalidParams(member.path, expected: "true or false")
    }
    return bool
  }

  /// A flag that may be missing.
  func bool(_ name: String, unlessGiven value: Bool) throws(RPCError) -> Bool {
    optional(name) == nil ? value : try bool(name)
  }

  /// One of the words of an enum.
  func word<Word: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(RPCError) -> Word where Word.RawValue == String {
    let text = try string(name)
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidParams(path + "." + name, expected: "one of " + words)
    }
    return word
  }

  func object(_ name: String) throws(RPCError) -> Parameters {
    let member = try required(name, "an object")
    guard tree[member.index].kind == .object else {
      throw .invalidParams(member.path, expected: "an object")
    }
    return member
  }

  func array(_ name: String) throws(RPCError) -> [Parameters] {
    let member = try required(name, "a list")
    guard tree[member.index].kind == .array else {
      throw .invalidParams(member.path, expected: "a list")
    }
    return tree.elements(of: member.index).map(at)
  }

  var string: String? { tree.string(index) }
  var integer: Int? { tree.integer(index) }
  var bool: Bool? { tree.bool(index) }
  var value: JSONValue { JSONValue(tree, index) }

  /// The strings of a list member; none where it is missing.
  func strings(_ name: String) -> [String] {
    guard let member = optional(name), tree[member.index].kind == .array else { return [] }
    return tree.elements(of: member.index).compactMap { tree.string($0) }
  }

  /// A flag deep inside; false where anything on the way is missing.
  func flag(_ names: String...) -> Bool {
    var at: Parameters? = self
    for name in names { at = at?.optional(name) }
    return at?.bool ?? false
  }
}
