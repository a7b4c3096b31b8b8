import FieldModels
import FieldRPC
import FieldSession

/// What happens in the demo, step by step.
///
/// Each step is a sentence, an edit or a question, and the part of the document that it is about,
/// as it looks then.
/// The form begins with three mistakes and ends with none; the waits for the live rules are real.
struct DemoScript: ~Copyable {
  private var editor: DemoEditor
  private var view = DemoView()

  init(_ editor: consuming DemoEditor) {
    self.editor = editor
  }

  /// Plays everything.
  mutating func run() throws(DemoFailure) {
    let start = editor.now()
    try view.paragraph("A form is a text file. fieldd keeps it alive while somebody types in it.")
    try view.remark("This is an editor's session with it: → what the editor says, ← the daemon.")
    try startDaemon()
    try openDocument()
    try mendProperty()
    try typeIntoEmail()
    try completeEmail()
    try chooseCountry()
    try correctBirthday()
    try writeTooMuch()
    try changePassword()
    try showResult()
    try sayGoodbye()
    try showTally(since: start)
  }
}

// The steps.
extension DemoScript {
  private mutating func startDaemon() throws(DemoFailure) {
    try view.step("Start `fieldd serve` and say hello")
    let name = try editor.initialize(processID: Int(HostProcess.id))
    try view.exchange(
      "initialize", "\(name.value), process \(editor.daemonProcessID)", after: name.delay)
  }

  private mutating func openDocument() throws(DemoFailure) {
    try view.step("Open \(DemoDocument.name)")
    let delay = try editor.open()
    // Behind the last line feed there is no line to show.
    let lineCount = editor.text.lines.count - 1
    try view.exchange("didOpen v\(editor.version): \(lineCount) lines", publication(), after: delay)
    try view.remark("Behind a line: its inlay hints, asked for each time. Below it: what is wrong.")
    try show(lines: 0..<lineCount)
  }

  private mutating func mendProperty() throws(DemoFailure) {
    try view.step("Ask for a quick fix for `lable`, and take it")
    let place = try place(of: "lable", in: "about")
    try takeFix("Change to \"label\"", at: place)
    try show(lines: place.start.line..<place.start.line + 1)
  }

  private mutating func typeIntoEmail() throws(DemoFailure) {
    try view.step("Type `@` into E-mail; its live rule waits until the typing rests")
    let line = try type("@", behind: "\"text\": \"ada", in: "email")
    try show(lines: line..<line + 1)
    try awaitNews()
    try show(lines: line..<line + 1)
  }

  private mutating func completeEmail() throws(DemoFailure) {
    try view.step("Type `exa`, take what autofill offers; the error stays until the next check")
    let line = try type("exa", behind: "\"text\": \"ada@", in: "email")
    try takeCompletion("ada@example.org", behind: "\"text\": \"ada@exa", in: "email")
    try show(lines: line..<line + 1)
    try awaitNews()
    try show(lines: line..<line + 1)
  }

  private mutating func chooseCountry() throws(DemoFailure) {
    try view.step("Choose a Country from the rows of its picker")
    try takeCompletion("Romania", behind: "\"text\": \"", in: "country")
    let line = try place(of: "\"text\"", in: "country").start.line
    try show(lines: line..<line + 1)
  }

  private mutating func correctBirthday() throws(DemoFailure) {
    try view.step("Correct the year of Birthday, and hover over it")
    let draft = try place(of: "2990", in: "birthday")
    let digit = LSP.Range(
      start: draft.start,
      end: LSP.Position(line: draft.start.line, character: draft.start.character + 1))
    let delay = try editor.replace(digit, with: "1")
    let place = Self.words(for: digit.start)
    try view.exchange(
      "didChange v\(editor.version): \(place) \"2\" to \"1\"", publication(), after: delay)
    let hover = try editor.hover(at: digit.start)
    try view.exchange("hover at \(place)", "\(hover.value.count) lines", after: hover.delay)
    for line in hover.value { try view.quotation(line) }
    try show(lines: digit.start.line..<digit.start.line + 1)
  }

  private mutating func writeTooMuch() throws(DemoFailure) {
    try view.step("Write more into About you than there is room for; a limit needs no waiting")
    let line = try type(
      " I wrote the first program ever.", behind: "Mathematician.", in: "about")
    try show(lines: line..<line + 1)
    let place = try place(of: "ever", in: "about")
    try takeFix("Truncate to 40 characters", at: place)
    try show(lines: line..<line + 1)
  }

  private mutating func changePassword() throws(DemoFailure) {
    try view.step("Type `!` into Password; Password again must equal it, and knows at once")
    let first = try type("!", behind: "horse", in: "password")
    let second = try place(of: "\"text\"", in: "again").start.line
    try show(lines: first..<first + 1, second..<second + 1)
    try view.step("Type `!` into Password again, too")
    _ = try type("!", behind: "horse", in: "again")
    try show(lines: first..<first + 1, second..<second + 1)
    try awaitNews()
    try show(lines: first..<first + 1, second..<second + 1)
  }

  private mutating func showResult() throws(DemoFailure) {
    try view.step("Look at every draft once more: \(Self.words(for: editor.findings.count))")
    let keys = ["email", "nickname", "password", "again", "country", "birthday", "about"]
    var drafts: [Range<Int>] = []
    for key in keys {
      let name = key == "birthday" ? "\"date\": " : "\"text\": "
      let line = try place(of: name, in: key).start.line
      drafts.append(line..<line + 1)
    }
    try show(lines: drafts)
  }

  private mutating func sayGoodbye() throws(DemoFailure) {
    try view.step("Say goodbye")
    let start = editor.now()
    let status = try editor.shutDown()
    let delay = Duration(from: start, to: editor.now())
    try view.exchange("shutdown, exit", "exit status \(status)", after: delay)
  }

  private mutating func showTally(since start: Instant) throws(DemoFailure) {
    let tally = editor.tally
    let seconds = Duration(from: start, to: editor.now()) / .milliseconds(100)
    let tenths = Int(seconds.rounded())
    try view.gap()
    try view.paragraph(
      "\(tally.sentCount) messages sent, \(tally.receivedCount) received in "
        + "\(tenths / 10).\(tenths % 10) s; slowest of \(tally.keystrokeCount) keystrokes: "
        + "\(DemoView.words(for: tally.slowestKeystroke)).")
  }
}

// What the steps are made of.
extension DemoScript {
  /// Types a text character by character, and gives the line it was typed on.
  private mutating func type(
    _ text: String, behind neighbour: String, in key: String
  ) throws(DemoFailure) -> Int {
    let start = try place(of: neighbour, in: key).end
    let firstVersion = editor.version + 1
    var position = start
    var slowest = Duration.zero
    for character in text {
      slowest = max(slowest, try editor.type(character, at: position))
      position.character += String(character).utf8.count
    }
    let place = Self.words(for: start)
    if text.count == 1 {
      try view.exchange(
        "didChange v\(editor.version): \(place) \"\(text)\"", publication(), after: slowest)
    } else {
      try view.exchange(
        "didChange v\(firstVersion)–\(editor.version): from \(place)", publication(), after: slowest
      )
      try view.remark(
        "\(text.count) keystrokes, each with an answer of its own; the time is the slowest's")
    }
    return start.line
  }

  /// Asks for what could stand behind a text, shows it and takes one of it.
  private mutating func takeCompletion(
    _ label: String, behind neighbour: String, in key: String
  ) throws(DemoFailure) {
    let position = try place(of: neighbour, in: key).end
    let offered = try editor.completions(at: position)
    try view.exchange(
      "completion at \(Self.words(for: position))", "\(offered.value.count) items",
      after: offered.delay)
    for item in offered.value {
      try view.item(item.label, detail: item.detail, isChosen: item.label == label)
    }
    guard let chosen = offered.value.first(where: { $0.label == label }) else {
      throw .misunderstood("no completion is called \(label)")
    }
    let delay = try editor.apply(chosen.edit)
    try view.exchange("didChange v\(editor.version): that edit", publication(), after: delay)
  }

  /// Asks what would mend a place, shows it and takes one of it.
  private mutating func takeFix(
    _ title: String, at place: LSP.Range
  ) throws(DemoFailure) {
    let offered = try editor.fixes(at: place)
    try view.exchange(
      "codeAction at \(Self.words(for: place.start))", "\(offered.value.count) fixes",
      after: offered.delay)
    for fix in offered.value { try view.item(fix.title, isChosen: fix.title == title) }
    guard let chosen = offered.value.first(where: { $0.title == title }) else {
      throw .misunderstood("no fix is called \(title)")
    }
    let delay = try editor.apply(chosen.edit)
    try view.exchange("didChange v\(editor.version): that edit", publication(), after: delay)
  }

  private mutating func awaitNews() throws(DemoFailure) {
    try view.remark("… half a second without a keystroke, and unasked:")
    let news = try editor.awaitNews()
    if news.value { try view.news(publication(), news.delay) }
    try view.news("inlayHint/refresh", news.delay)
  }

  /// Shows lines as they look now.
  private mutating func show(lines ranges: Range<Int>...) throws(DemoFailure) {
    try show(lines: ranges)
  }

  private mutating func show(lines ranges: [Range<Int>]) throws(DemoFailure) {
    let hints = try editor.hints()
    for line in ranges.joined() {
      try view.source(
        line, of: editor.text, hints: hints.filter { $0.line == line }.map(\.label),
        findings: editor.findings)
    }
  }

  private func publication() -> String {
    "publishDiagnostics v\(editor.version): \(Self.words(for: editor.findings.count))"
  }

  private func place(of text: String, in key: String) throws(DemoFailure) -> LSP.Range {
    guard let range = editor.text.range(of: text, in: key) else {
      throw .misunderstood("there is no `\(text)` in the field \(key)")
    }
    return range
  }

  private static func words(for findingCount: Int) -> String {
    "\(findingCount) finding\(findingCount == 1 ? "" : "s")"
  }

  /// Lines and columns as people count them.
  private static func words(for position: LSP.Position) -> String {
    "\(position.line + 1):\(position.character + 1)"
  }
}
