import FieldModels

/// What a survey's triggers do while it is filled in.
///
/// A form has none, and judges answers as they are. So it asks nothing of what a trigger writes, shows
/// or lets people pass over: it would refuse answers that the survey takes.
struct SurveyTriggers {
  /// The trigger that writes or shows a question or a page, by the name of that.
  private var ofNames: [String: String] = [:]
  /// The trigger by which a survey ends, or goes on, before all pages are filled in.
  private(set) var early: String?

  /// Notes what a trigger does.
  ///
  /// - Parameters:
  ///   - trigger: one of a survey's `triggers`
  ///   - path: where it stands
  /// - Returns: whether its type is known
  mutating func add(_ trigger: JSONValue, at path: String) -> Bool {
    var type = trigger["type"]?.string ?? ""
    if type.hasSuffix("trigger") { type.removeLast("trigger".count) }
    switch type {
    case "complete", "skip": early = early ?? path
    case "setvalue", "copyvalue", "runexpression":
      // A name may lead into a question of several values.
      let name = trigger["setToName"]?.string?.split(separator: ".").first
      if let name { ofNames[String(name)] = path }
    case "visible":
      for name in ["pages", "questions"].flatMap({ trigger[$0]?.array ?? [] }) {
        if let name = name.string { ofNames[name] = path }
      }
    default: return false
    }
    return true
  }

  /// The trigger that writes or shows a question, or the page that it is on.
  func path(of question: String?, on page: String) -> String? {
    question.flatMap { ofNames[$0] } ?? ofNames[page]
  }
}

extension SurveyImport {
  mutating func readTriggers(of survey: ForeignObject) {
    for (index, trigger) in (survey.peek("triggers")?.array ?? []).enumerated() {
      let path = "/triggers/\(index)"
      if !triggers.add(trigger, at: path) {
        notes.add(.program, path, "A trigger of this type is not known")
      }
    }
  }

  /// Has a field ask nothing that a trigger does away with.
  ///
  /// - Parameters:
  ///   - question: of which the field is made
  ///   - members: the field, so far
  ///   - rules: its rules
  mutating func release(
    _ question: Question, _ members: inout [JSONValue.Member], _ rules: inout [JSONValue]
  ) {
    let around = question.surroundings
    let outer = (around.list ?? around.section).map { sections[$0].path } ?? []
    if let path = triggers.path(of: (outer + question.path).first, on: around.page) {
      if members["required"] == nil, rules.isEmpty { return }
      members.removeAll { $0.name == "required" }
      rules = []
      notes.add(.program, path, "Nothing is asked of what a trigger writes or shows")
    } else if around.isBehindFirstPage, let path = triggers.early, members["required"] != nil {
      members.removeAll { $0.name == "required" }
      notes.add(.program, path, "An answer is not asked for that a trigger may pass over")
    }
  }

  /// Has a list ask for no entries that a trigger does away with.
  mutating func release(_ list: inout ForeignSection, _ around: Surroundings) {
    guard let path = trigger(of: list, around) else { return }
    notes.releaseEntries(&list.repetition, path)
  }

  /// Where a trigger stands that may do away with a list or its entries.
  func trigger(of list: ForeignSection, _ around: Surroundings) -> String? {
    triggers.path(of: list.path.first, on: around.page)
      ?? (around.isBehindFirstPage ? triggers.early : nil)
  }
}
