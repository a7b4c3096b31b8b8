/// A JSON value on its own, for data that is passed on rather than understood.
///
/// Numbers keep their text, so nothing is rounded; members keep their order.
public enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as it is written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A property of an object.
  public struct Member: Equatable, Sendable {
    /// The name of the property.
    public var name: String
    /// What it has.
    public var value: JSONValue

    /// A property with a value.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// A whole number.
  public static func integer(_ value: some SignedInteger) -> JSONValue { .number(String(value)) }

  /// The value of a tree's node and all below it.
  ///
  /// Null, if the tree of a text without a value has no such node.
  /// Depth is bounded by the reader's limit.
  package init(_ tree: JSONTree, _ index: Int) {
    guard index < tree.nodes.count else {
      self = .null
      return
    }
    switch tree[index].kind {
    case .null, .invalid, .missing: self = .null
    case .true: self = .bool(true)
    case .false: self = .bool(false)
    case .number: self = .number(tree.source(index))
    case .string: self = .string(tree.string(index) ?? "")
    case .array: self = .array(tree.elements(of: index).map { JSONValue(tree, $0) })
    case .object:
      self = .object(
        tree.members(of: index).compactMap { key in
          tree.string(key).map { Member($0, JSONValue(tree, key + 1)) }
        })
    }
  }

  /// The value of the last member with this name.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The text; nil for anything else.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The whole number, however it is spelt; nil for anything else.
  public var integer: WholeNumber? {
    guard case .number(let text) = self else { return nil }
    return JSONNumber.integer(ArraySlice(text.utf8))
  }

  /// True or false; nil for anything else.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements of a list; nil for anything else.
  public var array: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members of an object; none of anything else.
  package var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// The value as JSON text.
  public var json: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Whether two values are written alike: texts with the same scalars, numbers with the same signs.
  public static func == (one: JSONValue, other: JSONValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let flag), .bool(let otherFlag)): flag == otherFlag
    case (.number(let text), .number(let otherText)): text.isExactly(otherText)
    case (.string(let text), .string(let otherText)): text.isExactly(otherText)
    case (.array(let elements), .array(let otherElements)): elements == otherElements
    case (.object(let members), .object(let otherMembers)):
      members.elementsEqual(otherMembers) { $0.name.isExactly($1.name) && $0.value == $1.value }
    default: false
    }
  }

  /// Whether two values are equal to readers of JSON, to whom 1 is 1.0; lists and objects are compared
  /// as they are written.
  package func isSame(as other: JSONValue) -> Bool {
    if self == other { return true }
    guard case .number(let text) = self, case .number(let otherText) = other,
      let number = Decimal(text), let otherNumber = Decimal(otherText)
    else { return false }
    return number == otherNumber
  }
}

/// Values written down in Swift as they look in JSON.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A text.
  public init(stringLiteral text: String) { self = .string(text) }

  /// A whole number.
  public init(integerLiteral number: Int) { self = .integer(number) }

  /// The shortest decimal that is read as this number.
  public init(floatLiteral number: Double) { self = .number("\(number)") }

  /// True or false.
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }

  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object, whose members keep their order.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}

extension [JSONValue.Member] {
  /// The value of the last member with this name; one that is set to nil is taken out.
  package subscript(name: String) -> JSONValue? {
    get { last { $0.name.isExactly(name) }?.value }
    set {
      let index = lastIndex { $0.name.isExactly(name) }
      switch (index, newValue) {
      case (let index?, let value?): self[index].value = value
      case (let index?, nil): remove(at: index)
      case (nil, let value?): append(.init(name, value))
      case (nil, nil): break
      }
    }
  }
}

extension JSONWriter {
  /// Writes a value of a tree, without taking more room than what is written.
  package mutating func value(_ tree: JSONTree, _ index: Int) {
    switch tree[index].kind {
    case .null, .invalid, .missing: null()
    case .true: value(true)
    case .false: value(false)
    case .number: number(spelt: tree.text(tree[index].span))
    case .string: value(tree.string(index) ?? "")
    case .array:
      array { json in
        for element in tree.elements(of: index) { json.value(tree, element) }
      }
    case .object:
      object { json in
        for key in tree.members(of: index) {
          guard let name = tree.string(key) else { continue }
          json.member(named: name) { $0.value(tree, key + 1) }
        }
      }
    }
  }
}

extension JSONValue: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let flag): json.value(flag)
    case .number(let text): json.number(spelt: Array(text.utf8)[...])
    case .string(let text): json.value(text)
    case .array(let elements): json.value(elements)
    case .object(let members):
      json.object { json in
        for member in members { json.member(named: member.name, member.value) }
      }
    }
  }
}

extension JSONValue {
  /// The value that stands at a place of some bytes, where there is one.
  init(of bytes: [UInt8], at place: Range<Int>) {
    if let text = JSONString.plain(bytes.span.extracting(place)) {
      self = .string(text)
    } else {
      self.init(JSONTree(reading: bytes, at: place), 0)
    }
  }
}
