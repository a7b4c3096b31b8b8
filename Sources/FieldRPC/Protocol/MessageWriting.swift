import FieldModels

/// From messages to JSON: the only place that knows how the envelope is spelt.
package enum MessageWriting {
  /// The body of a frame, or with `hidesSecrets` how it may be written down.
  package static func body(_ message: ServerMessage, hidesSecrets: Bool = false) -> [UInt8] {
    var json = JSONWriter()
    write(message, hidesSecrets, to: &json)
    return json.bytes
  }

  private static func write(
    _ message: ServerMessage, _ hidesSecrets: Bool, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.name("jsonrpc")
    json.string("2.0")
    switch message {
    case .answer(let id, let answer):
      json.name("id")
      id.write(to: &json)
      json.name("result")
      write(answer, hidesSecrets, to: &json)
    case .error(let id, let error):
      json.name("id")
      if let id { id.write(to: &json) } else { json.null() }
      json.name("error")
      write(error, to: &json)
    case .publishDiagnostics(let params):
      method(.publishDiagnostics, to: &json)
      params.write(to: &json)
    case .logMessage(let severity, let text):
      method(.logMessage, to: &json)
      json.beginObject()
      json.name("type")
      json.integer(severity.number)
      json.name("message")
      json.string(text)
      json.endObject()
    case .progress(let token, let progress):
      method(.progress, to: &json)
      json.beginObject()
      json.name("token")
      token.write(to: &json)
      json.name("value")
      write(progress, hidesSecrets, to: &json)
      json.endObject()
    case .inlayHintRefresh(let id):
      json.name("id")
      id.write(to: &json)
      json.name("method")
      json.string(Method.inlayHintRefresh.rawValue)
    case .fieldDidChange(let telling):
      method(.fieldDidChange, to: &json)
      json.literal(telling.text(hidesSecrets))
    case .fieldEvent(let telling):
      method(.event, to: &json)
      json.literal(telling.text(hidesSecrets))
    case .call(let id, let method, let telling):
      json.name("id")
      id.write(to: &json)
      self.method(method, to: &json)
      json.literal(telling.text(hidesSecrets))
    case .cancelCall(let id):
      method(.cancelRequest, to: &json)
      json.beginObject()
      json.name("id")
      id.write(to: &json)
      json.endObject()
    }
    json.endObject()
  }

  private static func method(_ method: Method, to json: inout JSONWriter) {
    json.name("method")
    json.string(method.rawValue)
    json.name("params")
  }

  private static func write(_ error: RPCError, to json: inout JSONWriter) {
    json.beginObject()
    json.name("code")
    json.integer(error.code.rawValue)
    json.name("message")
    json.string(error.message)
    json.endObject()
  }

  private static func write(
    _ progress: ServerMessage.Progress, _ hidesSecrets: Bool, to json: inout JSONWriter
  ) {
    switch progress {
    case .part(let answer): write(answer, hidesSecrets, to: &json)
    case .begin(let title):
      json.beginObject()
      json.name("kind")
      json.string("begin")
      json.name("title")
      json.string(title)
      json.endObject()
    case .end:
      json.beginObject()
      json.name("kind")
      json.string("end")
      json.endObject()
    }
  }

  private static func write(
    _ answer: ServerMessage.Answer, _ hidesSecrets: Bool, to json: inout JSONWriter
  ) {
    switch answer {
    case .nothing: json.null()
    case .initialized(let result): result.write(to: &json)
    case .completion(let list): list.write(to: &json)
    case .hover(let hover): hover.write(to: &json)
    case .codeActions(let actions, let form): json.list(actions) { $0.write(form, to: &$1) }
    case .symbols(let symbols, let uri, let isNested):
      json.list(symbols) {
        if isNested { $0.write(to: &$1) } else { $0.writeFlat(uri, to: &$1) }
      }
    case .inlayHints(let hints): json.list(hints) { $0.write(to: &$1) }
    case .form(let telling): json.literal(telling.text(hidesSecrets))
    }
  }
}

extension Telling {
  fileprivate func text(_ hidesSecrets: Bool) -> [UInt8] {
    hidesSecrets ? redacted ?? json : json
  }
}
