/// What each sign means in each place, the wrong places included.
extension JSONReader {
  mutating func stepInObject(_ text: borrowing Span<UInt8>, _ byte: UInt8) {
    guard let expectation = context?.expectation else { return }
    switch (expectation, byte) {
    case (.colon, UInt8(ascii: "{")) where looksLikeNextPart(text): popAll()
    case (.value, UInt8(ascii: "{")) where isOnNewLine(text) && looksLikeNextPart(text): popAll()
    case (.colon, _):
      report(.missingColon, lastTokenEnd - 1, lastTokenEnd)
      context?.expectation = .value
    case (.value, UInt8(ascii: ",")), (.value, UInt8(ascii: "}")), (.value, UInt8(ascii: "]")):
      reportMissingValue()
      appendMissing(at: lastTokenEnd)
      context?.expectation = .comma
    case (.value, UInt8(ascii: "\"")): readStringOrNextKey(text)
    case (.item, UInt8(ascii: "}")), (.comma, UInt8(ascii: "}")):
      reportTrailingComma()
      close()
    case (.item, UInt8(ascii: "]")), (.comma, UInt8(ascii: "]")): closeOuter(isObject: false)
    case (.item, UInt8(ascii: "{")), (.comma, UInt8(ascii: "{")):
      openWithoutName(text)
    case (.item, UInt8(ascii: ",")): skipExtraComma()
    case (.comma, UInt8(ascii: ",")): takeComma()
    case (.comma, UInt8(ascii: "\"")):
      report(.missingComma, lastTokenEnd - 1, lastTokenEnd)
      context?.expectation = .item
    case (.item, UInt8(ascii: "\"")): readName(text)
    case (_, UInt8(ascii: ":")): skipStray()
    case (.item, _):
      readBareName(text)
      passColon(text)
    case (.value, _):
      context?.expectation = .comma
      readItem(text)
      passComma(text)
    case (.comma, _): skipJunk(text)
    }
  }

  mutating func stepInArray(_ text: borrowing Span<UInt8>, _ byte: UInt8) {
    let expectsComma = context?.expectation == .comma
    switch byte {
    case UInt8(ascii: "]"):
      reportTrailingComma()
      close()
    case UInt8(ascii: "}"): closeOuter(isObject: true)
    case UInt8(ascii: ":"): skipStray()
    case UInt8(ascii: ","):
      if expectsComma { takeComma() } else { skipExtraComma() }
    case UInt8(ascii: "{") where looksLikeNextPart(text): popAll()
    case _ where expectsComma:
      report(.missingComma, lastTokenEnd - 1, lastTokenEnd)
      context?.expectation = .item
    case UInt8(ascii: "\""): readElementOrNextKey(text)
    default:
      context?.comma = nil
      context?.expectation = .comma
      readItem(text)
    }
  }

  mutating func readName(_ text: borrowing Span<UInt8>) {
    readString(text)
    if recovery == .field, depth == 1, freeDepth == nil, nameIsPresentation() { freeDepth = 1 }
    passColon(text)
  }

  /// Passes the colon behind a name, or goes on without it.
  private mutating func passColon(_ text: borrowing Span<UInt8>) {
    context?.comma = nil
    skipTrivia(text)
    guard position < end, text[position] == UInt8(ascii: ":") else {
      context?.expectation = .colon
      return
    }
    position += 1
    lastTokenEnd = position
    context?.expectation = .value
    // As nearly everybody writes it.
    if position < end, text[position] == 0x20 { position += 1 }
  }

  /// Passes a comma right behind a value, where nearly all stand.
  private mutating func passComma(_ text: borrowing Span<UInt8>) {
    guard context?.expectation == .comma, position < end, text[position] == UInt8(ascii: ",") else {
      return
    }
    takeComma()
  }

  /// `presentation` is handed on untouched, so anything may stand in it.
  func nameIsPresentation() -> Bool {
    tree.isString(tree.nodes.count - 1, "presentation")
  }

  /// A string where a value should be is the next name if a colon follows it.
  mutating func readStringOrNextKey(_ text: borrowing Span<UInt8>) {
    let start = place
    readString(text)
    guard isFollowedByColon(text) else {
      context?.expectation = .comma
      endFreeObject()
      return passComma(text)
    }
    tree.nodes.removeLast()
    rewind(to: start)
    reportMissingValue()
    appendMissing(at: lastTokenEnd)
    context?.expectation = .item
  }

  /// Where the colon is missing too, that is told of alone.
  mutating func reportMissingValue() {
    let place = (lastTokenEnd - 1 - tree.base)..<(lastTokenEnd - tree.base)
    if problems.last == JSONProblem(.missingColon, place) { return }
    report(.missingValue, lastTokenEnd - 1, lastTokenEnd)
  }

  /// A string in an array is the next property's name if a colon follows it.
  mutating func readElementOrNextKey(_ text: borrowing Span<UInt8>) {
    let start = place
    readString(text)
    guard isInside(isObject: true), isFollowedByColon(text) else {
      context?.comma = nil
      context?.expectation = .comma
      return
    }
    tree.nodes.removeLast()
    rewind(to: start)
    while context?.isObject == false { pop() }
    context?.expectation = .item
  }

  mutating func isFollowedByColon(_ text: borrowing Span<UInt8>) -> Bool {
    if position < end, text[position] == UInt8(ascii: ",") { return false }
    skipTrivia(text)
    return position < end && text[position] == UInt8(ascii: ":")
  }

  /// `{` where a name should be: the next field, or a value that lost its name.
  mutating func openWithoutName(_ text: borrowing Span<UInt8>) {
    if recovery != .value, freeDepth == nil { return popAll() }
    report(.missingComma, lastTokenEnd - 1, lastTokenEnd)
    appendMissing(at: position)
    context?.comma = nil
    context?.expectation = .comma
    readItem(text)
  }

  mutating func takeComma() {
    context?.comma = position
    context?.expectation = .item
    position += 1
    lastTokenEnd = position
  }

  mutating func skipExtraComma() {
    report(.extraComma, position, position + 1)
    position += 1
  }

  mutating func skipStray() {
    report(.unexpectedCharacter, position, position + 1)
    position += 1
  }

  mutating func skipJunk(_ text: borrowing Span<UInt8>) {
    readBareName(text)
    tree.nodes.removeLast()
  }

  /// Reads a name without quotes, which is wrong even where it would be right as a value.
  mutating func readBareName(_ text: borrowing Span<UInt8>) {
    let start = position
    readWord(text)
    guard tree.nodes[tree.nodes.count - 1].kind != .invalid else { return }
    tree.nodes[tree.nodes.count - 1].kind = .invalid
    report(.unexpectedWord, start, position)
  }

  mutating func reportTrailingComma() {
    guard dialect == .strict, let context, context.expectation == .item,
      let comma = context.comma
    else { return }
    report(.trailingComma, comma, comma + 1)
  }

  /// A closing character of the other kind closes what was left open inside its own.
  mutating func closeOuter(isObject: Bool) {
    guard isInside(isObject: isObject) else {
      report(.strayClose, position, position + 1)
      position += 1
      return
    }
    while context?.isObject == !isObject { pop() }
    context?.comma = nil
  }

  private func isInside(isObject: Bool) -> Bool {
    context?.isObject == isObject || outerContexts.contains { $0.isObject == isObject }
  }

  /// Whether a line ends between the last token and `position`.
  func isOnNewLine(_ text: borrowing Span<UInt8>) -> Bool {
    (lastTokenEnd..<position).contains { text[$0] == 0x0A || text[$0] == 0x0D }
  }

  /// Whether the object at `position` is the next field or entry.
  private mutating func looksLikeNextPart(_ text: borrowing Span<UInt8>) -> Bool {
    switch recovery {
    case .value: false
    case .field: looksLikeNextField(text)
    case .entry: (outerContexts.first ?? context)?.isObject ?? false
    }
  }

  /// Whether the object at `position`, inside a field, has the names of a field.
  ///
  /// Then what it is in was left open. Looks only up to its first bracket.
  private mutating func looksLikeNextField(_ text: borrowing Span<UInt8>) -> Bool {
    guard freeDepth == nil, (outerContexts.first ?? context)?.isObject ?? false
    else { return false }
    var names: Set<ArraySlice<UInt8>> = []
    var probe = JSONReader(
      tree.bytes, from: position + 1, to: min(end, position + Self.lookaheadByteCount),
      dialect: dialect)
    defer {
      lookaheadEnd = max(lookaheadEnd, probe.position + 1)
      if probe.end == end, probe.didReachEnd || end <= probe.position { didReachEnd = true }
    }
    while probe.position < probe.end {
      probe.skipTrivia(text)
      guard probe.position < probe.end else { break }
      switch text[probe.position] {
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
        return names.contains(Self.keyName) && names.contains(Self.kindName)
      case UInt8(ascii: "\""):
        probe.readString(text)
        let name = probe.tree.contentSpan(probe.tree.nodes.count - 1)
        if probe.isFollowedByColon(text) { names.insert(probe.tree.text(name)) }
      default: probe.position += 1
      }
    }
    return names.contains(Self.keyName) && names.contains(Self.kindName)
  }

  /// The names of a field come first in it; more than this is not looked at.
  package static let lookaheadByteCount = 512
  static let keyName = ArraySlice("key".utf8)
  static let kindName = ArraySlice("kind".utf8)
}
