/// Records as types of a program.
extension JSONValue {
  /// The value as a type of the program.
  ///
  ///     struct SignUp: Decodable { var email: String, age: Int? }
  ///     case .committed(let record): let signUp = try record.decode(SignUp.self)
  ///
  /// A number becomes an integer where it is whole, however it is written. A text is no number.
  ///
  /// - Throws: `DecodingError`, which says where the value is not what the type asks
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try ValueDecoder(value: self, codingPath: []).decode(type)
  }
}

extension [JSONValue.Member] {
  /// The record as a type of the program, as ``JSONValue/decode(_:)`` makes it.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONValue.object(self).decode(type)
  }
}

/// A step of a path into a value.
private struct ValueKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

private struct ValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: JSONValue].self) }
    return KeyedDecodingContainer(KeyedValues(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch([JSONValue].self) }
    return ValueList(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// That the value is no such thing.
  func mismatch(_ type: Any.Type, _ what: String? = nil) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: what ?? "\(value.json) is no \(type)")
    return value == .null
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let flag = value.bool else { throw mismatch(type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard let text = value.string else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double { try float(type) }
  func decode(_ type: Float.Type) throws -> Float { try float(type) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: self)
  }

  private func float<Number: LosslessStringConvertible & FloatingPoint>(
    _ type: Number.Type
  ) throws -> Number {
    guard case .number(let text) = value, let number = Number(text), number.isFinite else {
      throw mismatch(type)
    }
    return number
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard case .number(let text) = value, let decimal = Decimal(text), decimal.isInteger,
      // As many digits as a number of 64 bits has are written out.
      decimal.digits.count + decimal.exponent <= 20
    else { throw mismatch(type) }
    guard let number = Number(decimal.description) else {
      throw mismatch(type, "\(text) is beyond the numbers of \(type)")
    }
    return number
  }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [JSONValue.Member]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(for: key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    ValueDecoder(
      value: members["super"] ?? .null, codingPath: codingPath + [ValueKey(stringValue: "super")])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

  private func decoder(for key: Key) throws -> ValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "There is no \(key.stringValue)"))
    }
    return ValueDecoder(value: value, codingPath: codingPath + [key])
  }
}

private struct ValueList: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try current().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try current().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try current().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try current().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try current()
    currentIndex += 1
    return decoder
  }

  private func current() throws -> ValueDecoder {
    let path = codingPath + [ValueKey(intValue: currentIndex)]
    guard currentIndex < elements.count else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: path, debugDescription: "The list has no more elements"))
    }
    return ValueDecoder(value: elements[currentIndex], codingPath: path)
  }
}

/// Values of any kind, as members of types of a program.
extension JSONValue: Decodable {
  /// A value that a form has committed; from another decoder a value of JSON, whose numbers are doubles.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      self = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      self = .number("\(number)")
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      let members = try container.decode([String: JSONValue].self)
      self = .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }
  }
}
