import FieldModels

/// A record in the making: a draft for each field, in each entry of each list.
struct SampleRecord: Equatable, Sendable {
  /// The drafts of the fields that are in no list, in the order of the form.
  var singles: [Draft]
  /// Of each list the entries, with the drafts of its fields.
  var lists: [[[Draft]]]
  /// What stands in the record instead of what the drafts give, by where it stands.
  var edits: [Edit] = []

  /// A value that no draft gives.
  struct Edit: Equatable, Sendable {
    /// A JSON pointer into the record.
    var path: String
    /// Nil: nothing stands there.
    var value: JSONValue?
  }
}

/// A field of a record, or of one of the entries of its list.
struct SamplePlace: Hashable, Sendable {
  /// The number of the field in the form.
  var field: Int
  /// The number of the entry; nil for a field that is in no list.
  var entry: Int?
}

extension JSONValue {
  /// The same with another value at a place, or without one there.
  ///
  /// Objects on the way that are not there are added; a place that is in something else is left out.
  func replacing(at steps: ArraySlice<String>, with value: JSONValue?) -> JSONValue {
    guard let step = steps.first else { return value ?? self }
    let rest = steps.dropFirst()
    switch self {
    case .object(var members):
      guard !rest.isEmpty else {
        members[step] = value
        return .object(members)
      }
      if members[step] == nil, value == nil { return self }
      members[step] = (members[step] ?? .object([])).replacing(at: rest, with: value)
      return .object(members)
    case .array(var elements):
      guard let index = Int(step), elements.indices.contains(index) else { return self }
      if rest.isEmpty, value == nil {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].replacing(at: rest, with: value)
      }
      return .array(elements)
    case .null, .bool, .number, .string: return self
    }
  }
}
