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
  func member(_ name: StaticString) -> Parameters? {
    tree.value(named: name, in: index).map(at)
  }

  /// A member that may be missing or null.
  func optional(_ name: StaticString) -> Parameters? { node(name).map(at) }

  /// The node of a member that is there and not null: what is read of it takes no look at it as
  /// parameters of its own.
  private func node(_ name: StaticString) -> Int? {
    tree.value(named: name, in: index).flatMap { tree[$0].kind == .null ? nil : $0 }
  }

  private func error(_ name: StaticString, _ expected: String) -> RPCError {
    .invalidParams("\(path).\(name)", expected: expected)
  }

  func string(_ name: StaticString) throws(RPCError) -> String {
    guard let node = node(name), let text = tree.string(node) else {
      throw error(name, "a string")
    }
    return text
  }

  /// The UTF-8 of a string member, for texts that may be long.
  func utf8(_ name: StaticString) throws(RPCError) -> [UInt8] {
    guard let node = node(name), let text = tree.utf8(node) else {
      throw error(name, "a string")
    }
    return text
  }

  func integer(_ name: StaticString) throws(RPCError) -> WholeNumber {
    guard let node = node(name), let number = tree.integer(node) else {
      throw error(name, "a whole number")
    }
    return number
  }

  /// A place in a list or a text: a whole number however large, since what is behind the end is
  /// put to the end; those of LSP have 31 bits, which is beyond the end of any text.
  func place(_ name: StaticString) throws(RPCError) -> Int {
    guard let node = node(name), let number = tree.clampedInteger(node) else {
      throw error(name, "a whole number")
    }
    return Int(Int32(clamping: number))
  }

  /// A number from 0 to 1.
  func fraction(_ name: StaticString) throws(RPCError) -> Double {
    guard let node = node(name), tree[node].kind == .number,
      let number = Double(tree.source(node)), 0 <= number, number <= 1
    else { throw error(name, "a number from 0 to 1") }
    return number
  }

  func bool(_ name: StaticString) throws(RPCError) -> Bool {
    guard let node = node(name), let bool = tree.bool(node) else {
      throw error(name, "true or false")
    }
    return bool
  }

  /// A flag that may be missing.
  func bool(_ name: StaticString, unlessGiven value: Bool) throws(RPCError) -> Bool {
    node(name) == nil ? value : try bool(name)
  }

  /// One of the words of an enum.
  func word<Word: RawRepresentable & CaseIterable & Equatable>(
    _ name: StaticString
  ) throws(RPCError) -> Word where Word.RawValue == String {
    try word(name, among: Array(Word.allCases))
  }

  /// One of some words.
  func word<Word: RawRepresentable & Equatable>(
    _ name: StaticString, among words: [Word]
  ) throws(RPCError) -> Word where Word.RawValue == String {
    let text = try string(name)
    guard let word = Word(rawValue: text), words.contains(word) else {
      throw error(name, "one of " + words.map { $0.rawValue }.joined(separator: ", "))
    }
    return word
  }

  /// The same; nil where the member is left out.
  func optionalWord<Word: RawRepresentable & CaseIterable & Equatable>(
    _ name: StaticString
  ) throws(RPCError) -> Word? where Word.RawValue == String {
    try optionalWord(name, among: Array(Word.allCases))
  }

  /// One of some words; nil where the member is left out.
  func optionalWord<Word: RawRepresentable & Equatable>(
    _ name: StaticString, among words: [Word]
  ) throws(RPCError) -> Word? where Word.RawValue == String {
    optional(name) == nil ? nil : try word(name, among: words)
  }

  func object(_ name: StaticString) throws(RPCError) -> Parameters {
    guard let node = node(name), tree[node].kind == .object else {
      throw error(name, "an object")
    }
    return at(node)
  }

  func array(_ name: StaticString) throws(RPCError) -> [Parameters] {
    guard let node = node(name), tree[node].kind == .array else {
      throw error(name, "a list")
    }
    var elements: [Parameters] = []
    var next = node + 1
    while next < Int(tree[node].subtreeEnd) {
      elements.append(at(next))
      next = Int(tree[next].subtreeEnd)
    }
    return elements
  }

  var string: String? { tree.string(index) }
  var integer: WholeNumber? { tree.integer(index) }
  var bool: Bool? { tree.bool(index) }
  var value: JSONValue { JSONValue(tree, index) }

  /// The strings of a list member; none where it is missing.
  func strings(_ name: StaticString) -> [String] {
    guard let member = optional(name), tree[member.index].kind == .array else { return [] }
    return tree.elements(of: member.index).compactMap { tree.string($0) }
  }

  /// A flag deep inside; false where anything on the way is missing.
  func flag(_ names: StaticString...) -> Bool {
    var at: Parameters? = self
    for name in names { at = at?.optional(name) }
    return at?.bool ?? false
  }
}
