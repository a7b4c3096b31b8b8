import FieldModels

/// A page, or a piece of one, as the elements and texts that a browser would make of it, as far as
/// forms are concerned.
///
/// Any text is read: what is broken is mended as the HTML standard has it where that decides which
/// control belongs to which form, fieldset, label or list; formatting and tables are not moved about.
/// The time taken is in proportion to the length of the text.
struct HTMLTree {
  /// In the order of the text; the first is what all others are in.
  private(set) var nodes: [Node] = [Node(name: "", offset: 0, parent: 0)]
  private let bytes: [UInt8]

  /// An element, or a text, which has no name.
  struct Node {
    var name: String
    var attributes: [Attribute] = []
    /// Where it begins in the text.
    var offset: Int
    /// The element that it is in.
    var parent: Int
    /// The node behind it and all that is in it.
    var end = 0
    /// The form that was open when it began.
    var form: Int?
    /// It is in a template, and so nowhere yet.
    var isInert = false
    /// The bytes of a text.
    var text = 0..<0
    /// The text has character references.
    var hasReferences = true

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  /// An attribute of an element.
  struct Attribute {
    /// In small letters.
    var name: String
    var value: String
    var offset: Int
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
    var reader = Reader(bytes)
    reader.read()
    nodes = reader.nodes
    for index in nodes.indices { nodes[index].end = index + 1 }
    for index in nodes.indices.dropFirst().reversed() {
      let parent = nodes[index].parent
      nodes[parent].end = max(nodes[parent].end, nodes[index].end)
    }
  }

  /// What is in an element, at any depth.
  func inside(_ index: Int) -> Range<Int> { (index + 1)..<nodes[index].end }

  /// The elements in which a node is, from the nearest on.
  func around(_ index: Int) -> [Int] {
    var found: [Int] = []
    var parent = nodes[index].parent
    while parent != 0 {
      found.append(parent)
      parent = nodes[parent].parent
    }
    return found
  }

  /// The text in an element, without that of some elements in it.
  func text(of index: Int, without left: Set<String> = []) -> String {
    if nodes[index].name.isEmpty { return text(nodes[index]) }
    var result = ""
    var next = index + 1
    while next < nodes[index].end {
      let node = nodes[next]
      if left.contains(node.name) {
        next = node.end
        continue
      }
      if node.name.isEmpty { result += text(node) }
      if node.name == "br" { result += "\n" }
      next += 1
    }
    return result
  }

  private func text(_ node: Node) -> String {
    HTMLText.decoded(
      bytes[node.text], inAttribute: false, hasReferences: node.hasReferences)
  }
}

/// Reads markup to nodes.
private struct Reader {
  var nodes: [HTMLTree.Node] = [HTMLTree.Node(name: "", offset: 0, parent: 0)]
  private let bytes: [UInt8]
  private var place = 0
  /// The open elements.
  private var stack: [Int] = [0]
  /// How many of them have a name.
  private var open: [String: Int] = [:]
  private var form: Int?
  /// No more elements are open at once; those beyond are in the last.
  private static let depthLimit = 512

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() {
    // A byte order mark is no text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    var start = place
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<"), place + 1 < bytes.count else {
        place += 1
        continue
      }
      let next = bytes[place + 1]
      let mark = place
      if isLetter(next) {
        addText(start..<mark)
        startTag()
      } else if next == UInt8(ascii: "/"), place + 2 < bytes.count {
        addText(start..<mark)
        endTag()
      } else if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        addText(start..<mark)
        comment()
      } else {
        place += 1
        continue
      }
      start = place
    }
    addText(start..<bytes.count)
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    ASCIISet.lowercase.contains(byte) || ASCIISet.uppercase.contains(byte)
  }

  private mutating func addText(_ range: Range<Int>, hasReferences: Bool = true) {
    if range.isEmpty { return }
    var node = HTMLTree.Node(name: "", offset: range.lowerBound, parent: top)
    node.text = range
    node.hasReferences = hasReferences
    nodes.append(node)
  }

  private var top: Int { stack.last ?? 0 }

  private var topName: String { nodes[top].name }

  /// Goes on behind a comment, a declaration, or what is taken for one.
  private mutating func comment() {
    let rest = bytes[(place + 2)...]
    if bytes[place + 1] == UInt8(ascii: "!"), rest.starts(with: "--".utf8) {
      place += 4
      if place < bytes.count, bytes[place] == UInt8(ascii: ">") { return place += 1 }
      if bytes[place...].starts(with: "->".utf8) { return place += 2 }
      while place < bytes.count {
        if bytes[place] == UInt8(ascii: "-") {
          for end in ["-->", "--!>"] where bytes[place...].starts(with: end.utf8) {
            return place += end.utf8.count
          }
        }
        place += 1
      }
    } else if isForeign, bytes[place...].starts(with: "<![CDATA[".utf8) {
      place += 9
      let start = place
      while place < bytes.count, !bytes[place...].starts(with: "]]>".utf8) { place += 1 }
      addText(start..<place, hasReferences: false)
      place = min(bytes.count, place + 3)
    } else {
      skip(behind: UInt8(ascii: ">"))
    }
  }

  private mutating func skip(behind byte: UInt8) {
    while place < bytes.count, bytes[place] != byte { place += 1 }
    place = min(bytes.count, place + 1)
  }

  // Tags.

  private mutating func tagName() -> String {
    let start = place
    while place < bytes.count, !HTMLText.isSpace(bytes[place]), bytes[place] != UInt8(ascii: "/"),
      bytes[place] != UInt8(ascii: ">")
    {
      place += 1
    }
    return lowercased(start..<place)
  }

  /// A name in small letters, of which only those of ASCII have others.
  private func lowercased(_ range: Range<Int>) -> String {
    String(
      decoding: bytes[range].map { ASCIISet.uppercase.contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  /// The attributes of a tag up to its end; nil if it has none, and so is no tag.
  private mutating func attributes() -> (found: [HTMLTree.Attribute], closesItself: Bool)? {
    var found: [HTMLTree.Attribute] = []
    var names: Set<String> = []
    while true {
      while place < bytes.count, HTMLText.isSpace(bytes[place]) { place += 1 }
      guard place < bytes.count else { return nil }
      if bytes[place] == UInt8(ascii: ">") {
        place += 1
        return (found, false)
      }
      if bytes[place] == UInt8(ascii: "/") {
        place += 1
        if place < bytes.count, bytes[place] == UInt8(ascii: ">") {
          place += 1
          return (found, true)
        }
        continue
      }
      let offset = place
      // A name may begin with an equals sign.
      place += 1
      while place < bytes.count, !HTMLText.isSpace(bytes[place]), bytes[place] != UInt8(ascii: "/"),
        bytes[place] != UInt8(ascii: ">"), bytes[place] != UInt8(ascii: "=")
      {
        place += 1
      }
      let name = lowercased(offset..<place)
      guard let value = attributeValue() else { return nil }
      // The first of several counts.
      if names.insert(name).inserted {
        found.append(HTMLTree.Attribute(name: name, value: value, offset: offset))
      }
    }
  }

  /// The value behind the name of an attribute; nil where the text ends in it.
  private mutating func attributeValue() -> String? {
    let behindName = place
    while place < bytes.count, HTMLText.isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
      place = behindName
      return ""
    }
    place += 1
    while place < bytes.count, HTMLText.isSpace(bytes[place]) { place += 1 }
    guard place < bytes.count else { return nil }
    let quote = bytes[place]
    var start = place
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      start += 1
      place += 1
      while place < bytes.count, bytes[place] != quote { place += 1 }
      guard place < bytes.count else { return nil }
      defer { place += 1 }
      return HTMLText.decoded(bytes[start..<place], inAttribute: true)
    }
    while place < bytes.count, !HTMLText.isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">") {
      place += 1
    }
    return HTMLText.decoded(bytes[start..<place], inAttribute: true)
  }

  private mutating func startTag() {
    let offset = place
    place += 1
    let name = tagName()
    guard let (attributes, closesItself) = attributes() else {
      // A tag without an end is dropped with all that follows.
      return place = bytes.count
    }
    if isForeign {
      guard Self.breaksOut.contains(name) else {
        add(name, attributes, at: offset, isEmpty: closesItself)
        return
      }
      while isForeign { pop() }
    }
    guard opens(name) else { return }
    let isRoot = Self.foreign.contains(name)
    add(
      name, attributes, at: offset,
      isEmpty: Self.empty.contains(name) || (isRoot && closesItself))
    if Self.raw.contains(name) || name == "textarea" || name == "title" { rawText(of: name) }
    if name == "plaintext" {
      addText(place..<bytes.count, hasReferences: false)
      place = bytes.count
    }
  }

  private mutating func add(
    _ name: String, _ attributes: [HTMLTree.Attribute], at offset: Int, isEmpty: Bool
  ) {
    var node = HTMLTree.Node(name: name, attributes: attributes, offset: offset, parent: top)
    node.isInert = 0 < open["template", default: 0]
    if name == "form", !node.isInert { form = nodes.count }
    node.form = node.isInert ? nil : form
    if !isEmpty, stack.count < Self.depthLimit {
      stack.append(nodes.count)
      open[name, default: 0] += 1
    }
    nodes.append(node)
  }

  /// Ends what the start of an element ends; says whether there is to be an element.
  private mutating func opens(_ name: String) -> Bool {
    switch name {
    case "html", "head", "body": return open[name, default: 0] == 0
    case "form" where form != nil && open["template", default: 0] == 0: return false
    case "option": if topName == "option" { pop() }
    case "optgroup", "hr":
      if topName == "option" { pop() }
      if topName == "optgroup" { pop() }
    case "select":
      // A second start ends the list.
      if 0 < open["select", default: 0] {
        close("select", stoppingAt: [])
        return false
      }
    case "input", "textarea":
      if 0 < open["select", default: 0] { close("select", stoppingAt: []) }
    case "button": close("button", stoppingAt: Self.scopes)
    case "li": close("li", stoppingAt: Self.scopes.union(["ul", "ol", "menu"]))
    case "dt", "dd":
      close("dt", stoppingAt: Self.scopes.union(["dl"]))
      close("dd", stoppingAt: Self.scopes.union(["dl"]))
    case "td", "th":
      close("td", stoppingAt: ["table", "template"])
      close("th", stoppingAt: ["table", "template"])
    case "tr", "tbody", "thead", "tfoot":
      close("tr", stoppingAt: ["table", "template"])
    default: break
    }
    if Self.endsParagraph.contains(name) {
      close("p", stoppingAt: Self.scopes.union(["button"]))
    }
    return true
  }

  private mutating func pop() {
    guard stack.count > 1, let index = stack.popLast() else { return }
    open[nodes[index].name, default: 1] -= 1
  }

  /// Ends the nearest open element of a name, and those in it, unless one that it can't be ended from
  /// is nearer.
  private mutating func close(_ name: String, stoppingAt scopes: Set<String>) {
    guard 0 < open[name, default: 0] else { return }
    for index in stack.indices.dropFirst().reversed() {
      let found = nodes[stack[index]].name
      if found == name {
        while stack.count > index { pop() }
        return
      }
      if scopes.contains(found) { return }
    }
  }

  private mutating func endTag() {
    guard isLetter(bytes[place + 2]) else {
      return bytes[place + 2] == UInt8(ascii: ">") ? place += 3 : skip(behind: UInt8(ascii: ">"))
    }
    place += 2
    let name = tagName()
    guard attributes() != nil else { return place = bytes.count }
    switch name {
    case "form" where open["template", default: 0] == 0:
      // The form ends here, whatever in it is still open.
      guard let form else { return }
      self.form = nil
      if let index = stack.lastIndex(of: form) {
        stack.remove(at: index)
        open["form", default: 1] -= 1
      }
    case "select", "template", "table", "body", "html": close(name, stoppingAt: [])
    case _ where Self.special.contains(name): close(name, stoppingAt: Self.scopes)
    default: close(name, stoppingAt: Self.special)
    }
  }

  /// Reads the text of an element in which there are no others.
  private mutating func rawText(of name: String) {
    let start = place
    let end = Array(("</" + name).utf8)
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "<"), isEnd(end) { break }
      place += 1
    }
    addText(start..<place, hasReferences: name == "textarea" || name == "title")
    if place < bytes.count {
      place += end.count
      if attributes() == nil { place = bytes.count }
    }
    if topName == name { pop() }
  }

  private func isEnd(_ end: [UInt8]) -> Bool {
    guard place + end.count < bytes.count else { return false }
    for (index, byte) in end.enumerated() {
      let found = bytes[place + index]
      if (ASCIISet.uppercase.contains(found) ? found | 0x20 : found) != byte { return false }
    }
    let next = bytes[place + end.count]
    return HTMLText.isSpace(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
  }

  /// Whether what follows is in a drawing or a formula.
  private var isForeign: Bool {
    Self.foreign.contains { 0 < open[$0, default: 0] }
  }

  private static let foreign: Set<String> = ["svg", "math"]
  private static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr", "keygen", "basefont", "bgsound", "frame",
  ]
  private static let raw: Set<String> = [
    "script", "style", "xmp", "iframe", "noembed", "noframes", "noscript",
  ]
  /// What an end tag doesn't reach beyond.
  private static let scopes: Set<String> = [
    "caption", "table", "td", "th", "template", "select", "object", "marquee", "applet",
  ]
  /// Elements that the end of an ordinary one, such as a label, doesn't end.
  private static let special: Set<String> = scopes.union([
    "address", "article", "aside", "blockquote", "button", "center", "dd", "details", "dialog",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hgroup", "li", "listing", "main", "menu", "nav", "ol", "p",
    "pre", "search", "section", "summary", "tbody", "tfoot", "thead", "tr", "ul", "optgroup",
  ])
  /// Elements whose start ends a paragraph.
  private static let endsParagraph: Set<String> = special.subtracting(scopes)
    .subtracting(["button", "tbody", "tfoot", "thead", "tr", "optgroup"]).union(["table", "hr"])
  /// Elements that are in no drawing, and end it.
  private static let breaksOut: Set<String> = endsParagraph.union([
    "body", "b", "big", "br", "code", "em", "embed", "head", "i", "img", "meta", "s", "small",
    "span", "strong", "sub", "sup", "tt", "u", "input", "select", "textarea", "button", "label",
  ])
}
