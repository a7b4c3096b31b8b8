import FieldModels

/// What is wrong with records, as other programs read it.
extension JSONWriter {
  /// Writes why a record is refused, as `answer`; nothing for one that is not.
  mutating func refusal(
    of verdict: RecordVerdict?, by form: RecordForm?, as shape: RefusalShape, in wording: Wording
  ) {
    let errors = (verdict?.problems ?? []).filter { $0.finding.severity == .error }
      .map { Refusal($0, by: form, in: wording) }
    if errors.isEmpty { return }
    member("answer") { json in
      json.object { json in
        switch shape {
        case .formio:
          json.member("name", "ValidationError")
          json.member("details") { json in
            json.array { json in for error in errors { json.object { error.writeDetail(to: &$0) } }
            }
          }
        case .slack:
          json.member("response_action", "errors")
          json.member("errors") { json in json.object { Self.writeBlocks(errors, to: &$0) } }
        case .problem:
          json.member("type", "about:blank")
          json.member("title", "Unprocessable Content")
          json.member("status", 422)
          json.member("errors") { json in
            json.array { json in for error in errors { json.object { error.writeError(to: &$0) } } }
          }
        case .paths:
          var paths: [String] = []
          for error in errors where !paths.contains(error.path) { paths.append(error.path) }
          for path in paths {
            let messages = errors.filter { $0.path == path }.map { $0.message }
            json.member(named: path, JSONValue.array(messages.map { .string($0) }))
          }
        }
      }
    }
  }

  /// Writes a text for each block, which has the key of its field.
  private static func writeBlocks(_ errors: [Refusal], to json: inout JSONWriter) {
    let messages = Dictionary(grouping: errors) { $0.block }
      .mapValues { $0.map { $0.message }.joined(separator: "\n") }
    var written: Set<String> = []
    for block in errors.map({ $0.block }) where written.insert(block).inserted {
      json.member(named: block, JSONValue.string(messages[block] ?? ""))
    }
  }
}

/// Something that a record is refused for.
private struct Refusal {
  let key: String?
  let label: String?
  let path: String
  let code: String
  let message: String

  init(_ problem: RecordVerdict.Problem, by form: RecordForm?, in wording: Wording) {
    (key, path) = (problem.key, problem.path)
    label = problem.key.flatMap { form?.label(ofKey: $0) }
    code = problem.finding.problem.code
    message = problem.finding.message(in: wording)
  }

  /// The block of Slack at which it is shown: that of its field, else what the record calls it.
  var block: String { key ?? JSONPointer.steps(of: path)?.first ?? "" }

  /// As the server of Form.io says it.
  func writeDetail(to json: inout JSONWriter) {
    json.member("message", message)
    json.member("level", "error")
    let steps = JSONPointer.steps(of: path) ?? []
    json.member(
      "path",
      JSONValue.array(
        steps.map { step in
          WholeNumber(step).map { .integer($0) } ?? .string(step)
        }))
    json.member("context") { json in
      json.object { json in
        json.member("validator", validator)
        // Only this message names the field.
        json.member("hasLabel", code == "valueMissing")
        json.member("key", ifAny: key)
        json.member("label", ifAny: label)
      }
    }
  }

  func writeError(to json: inout JSONWriter) {
    json.member("detail", message)
    json.member("pointer", "#" + fragment)
    json.member("code", code)
  }

  /// The path as the fragment of a URI (RFC 6901, 6).
  private var fragment: String {
    let plain = "-._~!$&'()*+,;=:@/?".utf8
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if Character(Unicode.Scalar(byte)).isASCII,
        Unicode.Scalar(byte).properties.isAlphabetic
          || Unicode.Scalar(byte).properties.numericType != nil || plain.contains(byte)
      {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What Form.io calls the rule.
  private var validator: String {
    switch code {
    case "valueMissing": "required"
    case "patternMismatch": "pattern"
    case "tooLong": "maxLength"
    case "tooShort": "minLength"
    case "rangeUnderflow": "min"
    case "rangeOverflow": "max"
    case "badInput": "onlyAvailableItems"
    default: "custom"
    }
  }
}
