package import FieldModels

/// What the person at a client wishes, as the client has it in its settings under `fieldd`.
package struct ClientSettings: Equatable, Sendable {
  /// How long a draft rests before its live rules run, in a field that does not say.
  package var liveIntervalNanoseconds = FieldDefinition.standard.liveInterval
  /// How severe a finding with a code is told to be, where that is not its own severity.
  package var severities: [String: Severity] = [:]
  /// The codes of findings that are not told.
  package var hiddenCodes: Set<String> = []
  /// Findings of one document that are told at once; nil for as many as usual.
  package var findingCount: Int?
  /// Texts that autofill offers for a draft; nil for as many as usual.
  package var offerCount: Int?
  /// What is taught to autofill is written to a disk, where the daemon was started to do that.
  package var isMemoryStored = true
  /// How many characters a line of a text that is laid out may have.
  package var lineWidth = JSONLayout.Style().lineWidth
  /// The address of a page with a section for each code; nil where none is known.
  package var codesPage: String?

  package init() {}

  /// Whether a finding is not told.
  func hides(_ finding: Finding) -> Bool { !hiddenCodes.isEmpty && hides(finding.problem.code) }

  /// Whether nothing with a code is told.
  func hides(_ code: String) -> Bool { hiddenCodes.contains(code) }

  /// The names of settings.
  private enum Name: String, CaseIterable {
    case interval, severities, limits, store, format, codesPage
  }

  private enum Limit: String, CaseIterable { case findings, completions }

  private enum Format: String, CaseIterable { case lineWidth }

  /// Takes what a client has under `fieldd`.
  ///
  /// - Returns: what can't be taken, in words; the rest is.
  mutating func take(_ value: JSONValue) -> [String] {
    // Who has no settings has null.
    if case .null = value { return [] }
    var complaints: [String] = []
    let names = Name.allCases.map { $0.rawValue }
    for member in Self.members(of: value, "fieldd", among: names, &complaints) {
      guard let name = Name(rawValue: member.name) else { continue }
      let path = "fieldd.\(member.name)"
      switch name {
      case .interval:
        if let milliseconds = Self.integer(member.value, 0...3_600_000, path, &complaints) {
          liveIntervalNanoseconds = Int64(milliseconds) * 1_000_000
        }
      case .severities:
        for code in Self.members(of: member.value, path, among: nil, &complaints) {
          takeSeverity(code, path, &complaints)
        }
      case .limits:
        let limits = Limit.allCases.map { $0.rawValue }
        for limit in Self.members(of: member.value, path, among: limits, &complaints) {
          let path = "\(path).\(limit.name)"
          guard let name = Limit(rawValue: limit.name),
            let count = Self.integer(limit.value, 1...100_000, path, &complaints)
          else { continue }
          switch name {
          case .findings: findingCount = count
          case .completions: offerCount = count
          }
        }
      case .store:
        if case .bool(let isStored) = member.value {
          isMemoryStored = isStored
        } else {
          complaints.append("The setting `\(path)` takes true or false")
        }
      case .format:
        let formats = Format.allCases.map({ $0.rawValue })
        for format in Self.members(of: member.value, path, among: formats, &complaints) {
          let path = "\(path).\(format.name)"
          if let width = Self.integer(format.value, 20...1000, path, &complaints) {
            lineWidth = width
          }
        }
      case .codesPage:
        if let page = member.value.string, page.isEmpty || page.contains(text: "://") {
          codesPage = page.isEmpty ? nil : page
        } else {
          complaints.append("The setting `\(path)` takes an absolute address")
        }
      }
    }
    return complaints
  }

  private mutating func takeSeverity(
    _ code: JSONValue.Member, _ path: String, _ complaints: inout [String]
  ) {
    if code.value.string == "off" {
      hiddenCodes.insert(code.name)
    } else if let severity = code.value.string.flatMap(Severity.init) {
      severities[code.name] = severity
    } else {
      let words = Severity.allCases.map { $0.rawValue }.joined(separator: ", ")
      complaints.append("The setting `\(path).\(code.name)` takes off, \(words)")
    }
  }

  /// The members of a setting that is an object, of which only some names are known.
  private static func members(
    of value: JSONValue, _ path: String, among names: [String]?, _ complaints: inout [String]
  ) -> [JSONValue.Member] {
    guard case .object(let members) = value else {
      complaints.append("The setting `\(path)` takes an object")
      return []
    }
    return members.filter { member in
      guard let names, !names.contains(member.name) else { return true }
      // Clients keep settings of their own beside ours, such as where the program is.
      if let nearest = Nearest.name(to: member.name, among: names) {
        complaints.append(
          "There is no setting `\(path).\(member.name)`; did you mean `\(nearest)`?")
      }
      return false
    }
  }

  private static func integer(
    _ value: JSONValue, _ range: ClosedRange<Int>, _ path: String,
    _ complaints: inout [String]
  ) -> Int? {
    if let number = value.integer.flatMap({ Int(exactly: $0) }), range.contains(number) {
      return number
    }
    complaints.append(
      "The setting `\(path)` takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    return nil
  }
}
