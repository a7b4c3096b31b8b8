package import FieldModels

/// From messages to JSON: the only place that knows how the envelope is spelt.
extension ServerMessage: JSONObjectWritable {
  /// The body of a frame.
  package var body: JSONText { JSONText { writeMembers(to: &$0) } }

  package func writeMembers(to json: inout JSONWriter) {
    json.member("jsonrpc", "2.0")
    switch self {
    case .answer(let id, let answer):
      json.member("id", id)
      json.member("result", answer)
    case .error(let id, let error):
      json.member("id", orNull: id)
      json.member("error", error)
    case .publishDiagnostics(let params): json.call(.publishDiagnostics, params)
    case .logMessage(let severity, let text):
      json.call(.logMessage) { json in
        json.member("type", severity.number)
        json.member("message", text)
      }
    case .logTrace(let message, let detail):
      json.call(.logTrace) { json in
        json.member("message", message)
        if let detail { json.member("verbose", detail) }
      }
    case .progress(let token, let progress):
      json.call(.progress) { json in
        json.member("token", token)
        json.member("value", progress)
      }
    case .refresh(let id, let method):
      json.member("id", id)
      json.member("method", method.rawValue)
    case .fieldDidChange(let params): json.call(.fieldDidChange, params)
    case .fieldEvent(let params): json.call(.event, params)
    case .call(let id, let method, let params):
      json.member("id", id)
      json.call(method, params)
    case .cancelCall(let id): json.call(.cancelRequest) { $0.member("id", id) }
    }
  }
}

extension JSONWriter {
  /// Writes which method is called, and with what.
  fileprivate mutating func call(_ method: Method, _ params: some JSONWritable) {
    member("method", method.rawValue)
    member("params", params)
  }

  fileprivate mutating func call(_ method: Method, _ writeParams: (inout JSONWriter) -> Void) {
    member("method", method.rawValue)
    member("params") { $0.object(writeParams) }
  }
}

extension RPCError: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("code", code.rawValue)
    json.member("message", message)
  }
}

extension ServerMessage.Progress: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .part(let answer): json.value(answer)
    case .begin(let title):
      json.object { json in
        json.member("kind", "begin")
        json.member("title", title)
      }
    case .report(let doneCount, let count):
      json.object { json in
        json.member("kind", "report")
        json.member("message", "\(doneCount) of \(count)")
        json.member("percentage", doneCount * 100 / max(1, count))
      }
    case .end: json.object { $0.member("kind", "end") }
    }
  }
}

extension ServerMessage.Answer: JSONWritable {
  package func write(to json: inout JSONWriter) {
    switch self {
    case .nothing: json.null()
    case .initialized(let result): json.value(result)
    case .completion(let list): json.value(list)
    case .hover(let hover): json.value(hover)
    case .codeActions(let actions, let form):
      json.array { json in
        for action in actions { action.write(form, to: &json) }
      }
    case .symbols(let symbols, let uri, let isNested):
      json.array { json in
        for symbol in symbols {
          if isNested { symbol.write(to: &json) } else { symbol.writeFlat(uri, to: &json) }
        }
      }
    case .inlayHints(let hints): json.value(hints)
    case .textEdits(let edits): json.value(edits)
    case .locations(let locations): json.value(locations)
    case .highlights(let highlights): json.value(highlights)
    case .renamePlace(let place): json.value(place)
    case .workspaceEdit(let edit): json.value(edit)
    case .foldings(let foldings): json.value(foldings)
    case .selections(let selections): json.value(selections)
    case .colors(let colors): json.value(colors)
    case .colorTexts(let texts): json.value(texts)
    case .links(let links): json.value(links)
    case .tokens(let tokens): json.value(tokens)
    case .tokenChange(let change): json.value(change)
    case .diagnostics(let report): json.value(report)
    case .workspaceDiagnostics(let reports): json.object { $0.member("items", reports) }
    case .workspaceSymbols(let symbols): json.value(symbols)
    case .checkTally(let tally): json.value(tally)
    case .linkedRanges(let ranges): json.value(ranges)
    case .lenses(let lenses): json.value(lenses)
    case .rows(let rows): json.value(rows)
    case .item(let item): json.value(item)
    case .form(let result): json.value(result)
    }
  }
}
