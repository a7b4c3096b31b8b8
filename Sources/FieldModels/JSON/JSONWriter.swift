/// Writes JSON into a byte buffer, putting the commas where they belong, and notes which of the
/// bytes are secret.
///
/// It is the only one who writes JSON, and it takes no text for JSON that it has not looked at: so
/// whatever a document or a client has in it, what is written is one value on one line.
///
/// It only looks at the last byte to know whether a comma is due, so it has no state but its text.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private var secrets: [JSONText.Secret] = []

  /// A writer with room for most of what is written.
  package init() { bytes.reserveCapacity(512) }

  /// Moves what was written to another writer, which goes on, and leaves nothing.
  package mutating func take() -> JSONWriter {
    var taken = JSONWriter(bytes: [])
    swap(&taken, &self)
    return taken
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// What was written.
  package var text: JSONText { JSONText(bytes, secrets: secrets) }

  /// Writes an object with the members that a closure writes.
  package mutating func object(_ writeMembers: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    writeMembers(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes a list of what a closure writes.
  package mutating func array(_ writeElements: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "["))
    writeElements(&self)
    bytes.append(UInt8(ascii: "]"))
  }

  package mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

  package mutating func null() { word("null") }

  /// Writes a number of tenths: 15 is 1.5, and 20 is 2.
  package mutating func tenths(_ value: Int) {
    number(value / 10)
    let rest = value.magnitude % 10
    if rest == 0 { return }
    bytes.append(UInt8(ascii: "."))
    bytes.append(digitsOf: UInt64(rest))
  }

  /// Writes a number as it is spelt; null for a text that is not a number of JSON.
  package mutating func number(spelt text: ArraySlice<UInt8>) {
    guard JSONReader.isNumber(text.span) else { return null() }
    separate()
    bytes.append(contentsOf: text)
  }

  /// Writes a value of which, if it is secret, only a stand-in may be written down.
  package mutating func secret(
    if isSecret: Bool, standIn: JSONValue = .string(""), _ write: (inout JSONWriter) -> Void
  ) {
    guard isSecret else { return write(&self) }
    // The comma before it is no secret.
    separate()
    let start = bytes.count
    write(&self)
    secrets.append(JSONText.Secret(start..<bytes.count, standIn: standIn))
  }

  /// Writes a text with secrets of its own.
  mutating func text(_ text: JSONText) {
    separate()
    for secret in text.secrets {
      let start = bytes.count + secret.range.lowerBound
      secrets.append(.init(start..<(start + secret.range.count), standIn: secret.standIn))
    }
    bytes.append(contentsOf: text.bytes)
  }
}

// Members of objects.
extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member that is there only if it has a value.
  package mutating func member(_ name: StaticString, ifAny value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes a member that is null without a value.
  package mutating func member(_ name: StaticString, orNull value: (some JSONWritable)?) {
    if let value { member(name, value) } else { member(name) { $0.null() } }
  }

  /// The same for what is written most; where a type is known, nothing has to find it out.
  package mutating func member(_ name: StaticString, orNull value: Int?) {
    self.name(name)
    if let value { number(value) } else { null() }
  }

  package mutating func member(_ name: StaticString, orNull value: String?) {
    self.name(name)
    if let value { string(value) } else { null() }
  }

  package mutating func member(_ name: StaticString, _ value: String) {
    self.name(name)
    string(value)
  }

  /// Writes a member whose value, if it is secret, may be written down only as a stand-in.
  package mutating func member(
    _ name: StaticString, _ value: some JSONWritable, isSecret: Bool,
    standIn: JSONValue = .string("")
  ) {
    member(name) { json in json.secret(if: isSecret, standIn: standIn) { $0.value(value) } }
  }

  /// Writes a member that is an object with the members that a closure writes.
  package mutating func object(
    _ name: StaticString, _ writeMembers: (inout JSONWriter) -> Void
  ) {
    self.name(name)
    object(writeMembers)
  }

  /// Writes a member whose value a closure writes.
  package mutating func member(_ name: StaticString, _ writeValue: (inout JSONWriter) -> Void) {
    self.name(name)
    writeValue(&self)
  }

  /// Writes a member whose name comes from outside.
  package mutating func member(named name: String, _ value: some JSONWritable) {
    member(named: name) { $0.value(value) }
  }

  /// Writes a member whose name comes from outside, and whose value a closure writes.
  package mutating func member(named name: String, _ writeValue: (inout JSONWriter) -> Void) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    writeValue(&self)
  }
}

extension JSONWriter {
  /// Writes a name with all that stands around it in one go.
  private mutating func name(_ name: StaticString) {
    let isCommaDue = isCommaDue
    name.withUTF8Buffer { text in
      bytes.append(addingCapacity: text.count + 4) { tail in
        if isCommaDue { tail.append(UInt8(ascii: ",")) }
        tail.append(UInt8(ascii: "\""))
        for index in 0..<text.count { unsafe tail.append(text[index]) }
        tail.append(UInt8(ascii: "\""))
        tail.append(UInt8(ascii: ":"))
      }
    }
  }

  fileprivate mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    JSONString.escape(value, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  fileprivate mutating func number(_ value: some SignedInteger) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(digitsOf: UInt64(value.magnitude))
  }

  fileprivate mutating func word(_ word: StaticString) {
    separate()
    word.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
  }

  /// A comma is due unless this is a first item or a value behind its name.
  ///
  /// A string's closing quote is never one of these bytes, so the last byte alone decides.
  private var isCommaDue: Bool {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): false
    default: true
    }
  }

  private mutating func separate() {
    if isCommaDue { bytes.append(UInt8(ascii: ",")) }
  }
}

extension [UInt8] {
  /// Writes a number in decimal.
  package mutating func append(digitsOf number: UInt64) {
    let most: UInt64 = 100_000_000
    if number < most { return append(fewDigitsOf: number, atLeast: 1) }
    append(digitsOf: number / most)
    append(fewDigitsOf: number % most, atLeast: 8)
  }

  /// Writes up to eight digits, which are made from the last one on: of a word the first is the lowest
  /// byte.
  private mutating func append(fewDigitsOf number: UInt64, atLeast count: Int) {
    append(addingCapacity: 8) { tail in
      var (rest, word, digitCount) = (number, UInt64(0), 0)
      // Two at a time, of which the first is tens.
      while 100 <= rest {
        let hundreds = rest / 100
        let two = rest &- 100 &* hundreds
        let tens = (two &* 103) &>> 10
        word = word &<< 16 | (0x3030 &+ tens &+ ((two &- 10 &* tens) &<< 8))
        rest = hundreds
        digitCount &+= 2
      }
      while rest != 0 || digitCount < count {
        let tens = rest / 10
        word = word &<< 8 | (0x30 &+ rest &- 10 &* tens)
        rest = tens
        digitCount &+= 1
      }
      for _ in 0..<digitCount {
        tail.append(UInt8(truncatingIfNeeded: word))
        word &>>= 8
      }
    }
  }
}

/// What can be written as a JSON value.
package protocol JSONWritable {
  func write(to json: inout JSONWriter)
}

/// What can be written as a JSON object.
package protocol JSONObjectWritable: JSONWritable {
  func writeMembers(to json: inout JSONWriter)
}

extension JSONObjectWritable {
  // The method itself, given as a closure, would have a copy of the value.
  package func write(to json: inout JSONWriter) { json.object { writeMembers(to: &$0) } }
}

extension String: JSONWritable {
  package func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritable {
  package func write(to json: inout JSONWriter) { json.number(self) }
}

extension Int64: JSONWritable {
  package func write(to json: inout JSONWriter) { json.number(self) }
}

extension Bool: JSONWritable {
  package func write(to json: inout JSONWriter) { json.word(self ? "true" : "false") }
}

extension Array: JSONWritable where Element: JSONWritable {
  package func write(to json: inout JSONWriter) {
    json.array { json in
      for element in self { json.value(element) }
    }
  }
}
