/// Which strings of an autofill source go with a draft, and in which order.
package enum AutofillMatch {
  /// The strings to offer: sorted, those that begin with the draft first, then those that contain
  /// it, ignoring case; trimmed, each once, none longer than the field takes.
  ///
  /// Nothing below the field's minimum length, everything for an empty draft, and nothing where
  /// the one match is what is typed already.
  package static func matches(
    for draft: String, in source: [String], _ use: AutofillUse, _ definition: FieldDefinition
  ) -> [String] {
    let typed = trimmed(draft)
    guard use.minimumLength <= typed.count else { return [] }
    let strings = source.map { trimmed($0[...]) }.filter { !$0.isEmpty }.sorted()
    let wanted = typed.lowercased()
    let beginning = strings.filter { $0.lowercased().hasPrefix(wanted) }
    let containing = wanted.isEmpty ? [] : strings.filter { $0.lowercased().contains(wanted) }
    var seen: Set<String> = []
    let matches = (beginning + containing).filter { string in
      let fits = definition.maxLength.map { definition.lengthUnit.count(in: string) <= $0 } ?? true
      return fits && seen.insert(string).inserted
    }
    if matches.count == 1, matches[0].lowercased() == wanted { return [] }
    return matches
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace ?? false { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace ?? false { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}
