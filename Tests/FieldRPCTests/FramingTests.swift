import FieldModels
import FieldSession
import FieldTestSupport
import Testing

/// What must come out of a stream of bytes, however it is cut.
struct FramedStream: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let frames: [String]

  init(_ description: String, _ text: String, _ frames: [String]) {
    self.init(description, Array(text.utf8), frames)
  }

  init(_ description: String, _ bytes: [UInt8], _ frames: [String]) {
    testDescription = description
    self.bytes = bytes
    self.frames = frames
  }
}

/// Small, so that short streams reach them.
private let limits = FramingLimits(
  messageByteCount: 40, trustedByteCount: 30, headerByteCount: 256)

/// Bodies as they are, and what is malformed behind a sign that no body here begins with.
private func frames(of chunks: [[UInt8]], limits: FramingLimits = limits) -> [String] {
  var framing = Framing(limits: limits)
  var frames: [String] = []
  for chunk in chunks {
    framing.append(chunk.span)
    drain(&framing, into: &frames)
  }
  framing.finish()
  drain(&framing, into: &frames)
  return frames
}

private func drain(_ framing: inout Framing, into frames: inout [String]) {
  while let frame = framing.next() {
    switch frame {
    case .body(let range): frames.append(String(decoding: framing.bytes[range], as: UTF8.self))
    case .malformed(let reason): frames.append("! " + reason)
    }
  }
}

private func message(_ body: String) -> String {
  "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

private let tooLongHeader = "! A header block has at most 256 bytes."
private let tooLongLine = "! A message is one line of at most 40 bytes."
private let noHeaderLine = "! A header line is a name, a colon and a value."
private let noHeaderName = "! The name of a header is letters, digits and hyphens."
private let noLength = "! A header block needs a Content-Length."
private let truncated = "! The input ended inside a message."

private let goodHeaders: [FramedStream] = [
  .init("two messages", message("{\"a\":1}") + message("[2]"), ["{\"a\":1}", "[2]"]),
  .init("an empty body", message("") + message("{}"), ["", "{}"]),
  .init("a body with line ends", message("{\r\n\r\n}\n") + message("{}"), ["{\r\n\r\n}\n", "{}"]),
  .init("a name in other letters", "content-LENGTH: 2\r\n\r\n{}", ["{}"]),
  .init("no blank before the value", "Content-Length:2\r\n\r\n{}", ["{}"]),
  .init("blanks around the value", "Content-Length: \t 2 \t \r\n\r\n{}", ["{}"]),
  .init("a blank before the colon", "Content-Length : 2\r\n\r\n{}", ["{}"]),
  .init("zeros before the number", "Content-Length: 0002\r\n\r\n{}", ["{}"]),
  .init("line feeds only", "Content-Length: 2\n\n{}Content-Length: 2\n\n[]", ["{}", "[]"]),
  .init(
    "the type before the length",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
    ["{}"]),
  .init(
    "the type after the length",
    "Content-Length: 2\r\nContent-Type: a/b;x=y; Charset = \"UTF8\"\r\n\r\n{}", ["{}"]),
  .init("a type without charset", "Content-Type: a/b\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
  .init("an unknown header", "X-Trace: {a: b}\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
  .init("an empty unknown header", "X:\r\nContent-Length: 2\r\n\r\n{}", ["{}"]),
  .init(
    "the same length twice", "Content-Length: 2\r\nContent-Length: 02\r\n\r\n{}", ["{}"]),
  .init(
    "blank lines before a header block", "\r\n \n\r\n" + message("{}") + "\r\n\n" + message("[]"),
    ["{}", "[]"]),
  .init("blank lines at the end", message("{}") + "\r\n \r\n\t", ["{}"]),
  .init("a byte order mark", "\u{FEFF}" + message("{}"), ["{}"]),
  .init("a byte order mark after blank lines", "\r\n\u{FEFF}\r\n" + message("{}"), ["{}"]),
  .init(
    "a body of the largest size", message(String(repeating: "x", count: 40)),
    [String(repeating: "x", count: 40)]),
  .init("nothing", "", []),
  .init("nothing but blanks", " \r\n\t\n", []),
  .init("nothing but a byte order mark", "\u{FEFF}", []),
]

private let hostileHeaders: [FramedStream] = [
  .init("no length", "X-A: 1\r\n\r\n{}" + message("[]"), [noLength, "[]"]),
  .init(
    "a length that is a word", "Content-Length: two\r\n\r\n{}" + message("[]"),
    ["! Content-Length is a number of bytes, not two.", "[]"]),
  .init(
    "no value", "Content-Length:\r\n\r\n{}" + message("[]"),
    ["! Content-Length is a number of bytes, not .", "[]"]),
  .init(
    "a negative length", "Content-Length: -2\r\n\r\n{}" + message("[]"),
    ["! Content-Length is a number of bytes, not -2.", "[]"]),
  .init(
    "a length with a sign", "Content-Length: +2\r\n\r\n{}" + message("[]"),
    ["! Content-Length is a number of bytes, not +2.", "[]"]),
  .init(
    "a length with a fraction", "Content-Length: 2.0\r\n\r\n{}" + message("[]"),
    ["! Content-Length is a number of bytes, not 2.0.", "[]"]),
  .init(
    "digits that are not ASCII", "Content-Length: \u{0662}\r\n\r\n{}" + message("[]"),
    ["! Content-Length is a number of bytes, not \u{0662}.", "[]"]),
  .init(
    "a length beyond all numbers",
    "Content-Length: 99999999999999999999\r\n\r\n{}" + message("[]"),
    ["! Content-Length is too large.", "[]"]),
  .init(
    "two different lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + message("[]"),
    ["! Content-Length is both 2 and 3.", "[]"]),
  .init(
    "a length above the limit",
    "Content-Length: 41\r\n\r\n" + String(repeating: "x", count: 41)
      + message("[]"),
    ["! A message has at most 40 bytes, not 41.", "[]"]),
  .init(
    "the largest number as length", "Content-Length: \(Int.max)\r\n\r\n{}" + message("[]"),
    ["! A message has at most 40 bytes, not \(Int.max).", "[]"]),
  .init(
    "a length above the limit, and no such body",
    "Content-Length: 1000000000000000000\r\n\r\n" + message("{}") + message("[]"),
    ["! A message has at most 40 bytes, not 1000000000000000000.", "{}", "[]"]),
  .init(
    "a long body that does not come", "Content-Length: 39\r\n\r\n" + message("{}") + message("[]"),
    ["! A message of 39 bytes ended after 0, at the next header.", "{}", "[]"]),
  .init(
    "a long body that ends early",
    "Content-Length: 40\r\n\r\n{}\n[\"a\"]" + message("[]"),
    ["! A message of 40 bytes ended after 8, at the next header.", "[]"]),
  .init(
    "a long body that says Content-Length, as one may",
    message("[\"Content-Length: 2\\r\\n\",\n 12345678901]\n") + message("[]"),
    ["[\"Content-Length: 2\\r\\n\",\n 12345678901]\n", "[]"]),
  .init(
    "another charset",
    "Content-Type: a/b; charset=utf-16\r\nContent-Length: 2\r\n\r\n{}"
      + message("[]"),
    ["! The charset of a message is utf-8, not utf-16.", "[]"]),
  .init(
    "another charset above the limit",
    "Content-Length: 41\r\nContent-Type: a/b; charset=\"latin1\"\r\n\r\n"
      + String(repeating: "x", count: 41) + message("[]"),
    ["! The charset of a message is utf-8, not latin1.", "[]"]),
  .init("a line without colon", "GET\r\n\r\n" + message("[]"), [noHeaderLine, "[]"]),
  .init("a name of two words", "GET / HTTP: 1\r\n\r\n" + message("[]"), [noHeaderName, "[]"]),
  .init("no name", ": 2\r\n\r\n" + message("[]"), [noHeaderName, "[]"]),
  .init(
    "a body longer than announced", "Content-Length: 2\r\n\r\n{}\"}" + message("[]"),
    ["{}", noHeaderName, "[]"]),
  .init(
    "a body shorter than announced",
    "Content-Length: 6\r\n\r\n{}" + message("[1]")
      + message("[2]"),
    ["{}Cont", noLength, "[2]"]),
  .init(
    "a header that is like the one that is looked for",
    "X\r\ncontent-lengthy: 2\r\ncontent-length; 2\r\ncontent-content-length: 2\r\n\r\n[]",
    [noHeaderLine, "[]"]),
  .init(
    "a length inside of a skipped string",
    "X\r\n\r\n{\"a\":\"Content-Length: 2\\r\\n\"}" + message("[]"), [noHeaderLine, "[]"]),
  .init(
    "a block that does not end",
    String(repeating: "X-A: 1\r\n", count: 40) + "\r\n"
      + message("[]"), [tooLongHeader, "[]"]),
  .init(
    "a line that does not end", String(repeating: "X", count: 600) + message("[]"),
    [tooLongHeader, "[]"]),
  .init(
    "blanks that do not end", "X: 1\r\n" + String(repeating: " ", count: 600) + message("[]"),
    [tooLongHeader, "[]"]),
  .init(
    "a length behind more blanks than anybody writes",
    "Content-Length:" + String(repeating: " ", count: 600) + "2\r\n\r\n{}" + message("[]"),
    [tooLongHeader, "[]"]),
  .init(
    "a line of JSON after headers", message("{}") + "{\"a\":1}\n" + message("[]"),
    ["{}", noHeaderName, "[]"]),
  .init(
    "bytes that are no text", [0xFF, 0xFE, 0x00, 0x0A, 0xEF, 0xBB] + Array(message("[]").utf8),
    [noHeaderLine, "[]"]),
  .init("half a byte order mark", [0xEF, 0xBB], [truncated]),
  .init("an end inside a name", "Content-Len", [truncated]),
  .init("an end before the blank line", "Content-Length: 2\r\n", [truncated]),
  .init("an end inside a body", "Content-Length: 3\r\n\r\n{}", [truncated]),
  .init("an end before a body", message("{}") + "Content-Length: 3\r\n\r\n", ["{}", truncated]),
  .init("an end while lost", "X\r\nContent-Len", [noHeaderLine]),
]

private let lines: [FramedStream] = [
  .init("two lines", "{\"a\":1}\n[2]\n", ["{\"a\":1}", "[2]"]),
  .init("a last line without end", "{}\n[]", ["{}", "[]"]),
  .init("carriage returns", "{}\r\n[]\r\n", ["{}", "[]"]),
  .init("a last carriage return", "{}\r", ["{}"]),
  .init("blank lines", "\n\r\n{}\n\n  \n\t\r\n[]\n \n", ["{}", "[]"]),
  .init("blanks around a message", "  {} \n\t[]\t\r\n", ["{} ", "\t[]\t"]),
  .init("a byte order mark", "\u{FEFF}{}\n", ["{}"]),
  .init("a line that is no JSON", "{}\nno\n[]\n", ["{}", "no", "[]"]),
  .init(
    "a header between lines", "{}\nContent-Length: 2\n\n[]\n",
    ["{}", "Content-Length: 2", "[]"]),
  .init(
    "a line of the largest size", "{}\n" + String(repeating: "x", count: 40) + "\n",
    ["{}", String(repeating: "x", count: 40)]),
  .init(
    "a line above the limit", "{}\n" + String(repeating: "x", count: 99) + "\n[]\n",
    ["{}", tooLongLine, "[]"]),
  .init(
    "blanks above the limit", "{}\n" + String(repeating: " ", count: 99) + "\n[]\n",
    ["{}", tooLongLine, "[]"]),
  .init(
    "a last line above the limit", "{}\n" + String(repeating: "x", count: 99),
    ["{}", tooLongLine]),
  .init(
    "bytes that are no text", Array("[\"".utf8) + [0xFF, 0x00] + Array("\"]\n".utf8),
    ["[\"\u{FFFD}\0\"]"]),
]

private let drips: [FramedStream] = [
  .init("one line", "{" + String(repeating: "x", count: 20_000), []),
  .init("blank lines", "{}" + String(repeating: "\n", count: 20_000), []),
  .init("a body", "Content-Length: 20000\r\n\r\n" + String(repeating: "x", count: 19_999), []),
  .init("headers", String(repeating: "X-A: b\r\n", count: 1_000), []),
  .init("a header line", "X-A: " + String(repeating: "b", count: 8_000), []),
  .init("noise", String(repeating: "no header at all\r\n", count: 1_000), []),
]

private let nearHeaders: [FramedStream] = [
  .init("initials", "X\r\n" + String(repeating: "c", count: 10_000), []),
  .init("names", "X\r\n" + String(repeating: "content-length", count: 1_000), []),
  .init("no line ends", "X\r\n" + String(repeating: "content-length: 1", count: 1_000), []),
  .init(
    "blanks",
    "X\r\n" + String(repeating: "Content-Length:" + String(repeating: " ", count: 200), count: 50),
    []),
]

@Suite("Framing")
struct FramingTests {
  @Test("a stream gives its messages", arguments: goodHeaders + hostileHeaders + lines)
  func whole(stream: FramedStream) {
    #expect(frames(of: [stream.bytes]) == stream.frames)
  }

  @Test("a stream cut at any byte gives the same", arguments: goodHeaders + hostileHeaders + lines)
  func cutOnce(stream: FramedStream) {
    for cut in 0...stream.bytes.count {
      let halves = [Array(stream.bytes[..<cut]), Array(stream.bytes[cut...])]
      #expect(frames(of: halves) == stream.frames, "cut at \(cut)")
    }
  }

  @Test("a stream that drips gives the same", arguments: goodHeaders + hostileHeaders + lines)
  func cutEverywhere(stream: FramedStream) {
    #expect(frames(of: stream.bytes.map { [$0] }) == stream.frames)
  }

  @Test("random bytes neither trap nor depend on the cuts", arguments: UInt64(0)..<300)
  func noise(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let words = [
      "Content-Length: ", "content-length:", "2", "41", "-1", "\r\n", "\n", "\r\n\r\n", "{}", "[1]",
      " ", ":", "Content-Type: a; charset=", "utf-8", "latin1", "\u{FEFF}", "\0", "C", "xyz",
    ]
    let text = (0..<60).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    let bytes = Array(text.utf8)
    var chunks: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = Int.random(in: 1...20, using: &random)
      chunks.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(frames(of: chunks) == frames(of: [bytes]))
  }

  @Test("the first significant byte decides the style")
  func style() {
    func style(_ text: String) -> Framing.Style {
      var framing = Framing()
      framing.append(Array(text.utf8).span)
      _ = framing.next()
      return framing.style
    }
    #expect(style("") == .undecided)
    #expect(style(" \r\n\u{FEFF}") == .undecided)
    #expect(style("\n{") == .lines)
    #expect(style("[") == .lines)
    #expect(style("C") == .headers)
    #expect(style("\"") == .headers)
  }

  @Test("an over-long message is reported before it has arrived, once")
  func reportedEarly() {
    var framing = Framing(limits: limits)
    framing.append(Array("Content-Length: 1000000000000\r\n\r\n".utf8).span)
    #expect(framing.next() != nil)
    for _ in 0..<100 {
      framing.append([UInt8](repeating: 0x78, count: 10_000).span)
      #expect(framing.next() == nil)
    }
    #expect(framing.bytes.capacity < 300_000)
  }

  @Test("an announced message takes no memory before it arrives")
  func announcement() {
    var framing = Framing()
    framing.append(Array("Content-Length: 1000000000\r\n\r\n{".utf8).span)
    #expect(framing.next() == nil)
    #expect(framing.bytes.capacity < 10_000)
  }

  @Test("what drips is looked at a bounded number of times", arguments: drips)
  func dripCost(drip: FramedStream) {
    #expect(examinedByteCount(dripping: drip.bytes) <= 2 * drip.bytes.count + 10)
  }

  @Test("what nearly is a header costs no more than its longest form", arguments: nearHeaders)
  func candidateCost(drip: FramedStream) {
    #expect(examinedByteCount(dripping: drip.bytes) <= 130 * drip.bytes.count)
  }

  private func examinedByteCount(dripping bytes: [UInt8]) -> Int {
    var framing = Framing()
    for byte in bytes {
      framing.append([byte].span)
      while framing.next() != nil {}
    }
    return framing.examinedByteCount
  }

  @Test("the room of a large message is given back")
  func capacity() {
    var framing = Framing()
    let body = [UInt8](repeating: 0x78, count: 4_000_000)
    framing.append(Framing.header(bodyByteCount: body.count).span)
    framing.append(body.span)
    #expect(framing.next() == .body(27..<4_000_027))
    #expect(framing.next() == nil)
    framing.release()
    #expect(framing.bytes.capacity < 300_000)
  }

  @Test("many small messages do not pile up")
  func steady() {
    var framing = Framing()
    let chunk = Array(String(repeating: message("{}"), count: 50).utf8.dropLast(3))
    var frameCount = 0
    for _ in 0..<200 {
      framing.append(chunk.span)
      while framing.next() != nil { frameCount += 1 }
      framing.append(Array("\n{}".utf8).span)
    }
    #expect(frameCount > 200 * 49)
    #expect(framing.bytes.capacity < 300_000)
  }

  @Test(
    "a message goes out as it came in",
    arguments: [
      (Framing.Style.headers, "Content-Length: 6\r\n\r\n[\"ä\"]"),
      (.undecided, "Content-Length: 6\r\n\r\n[\"ä\"]"),
      (.lines, "[\"ä\"]\n"),
    ])
  func outgoing(style: Framing.Style, expected: String) {
    var output = OutputBuffer()
    output.append(message: Array("[\"ä\"]".utf8), framedAs: style)
    #expect(String(decoding: output.take(), as: UTF8.self) == expected)
  }
}
