package import FieldModels

/// Imports that the host makes beside the conversation.
extension Session {
  /// Whether requests wait for documents that the host makes.
  package var isImporting: Bool { !imports.isEmpty }

  /// Whether there is an import that the host was not given yet.
  package var hasNewImport: Bool { imports.hasUnsent }

  /// What the host is to make next, once.
  package mutating func takeImport() -> (number: Int, work: ImportWork)? { imports.takeUnsent() }

  /// Lets a request wait for the host; false for one that is answered at once.
  mutating func waitsForImport(_ request: ClientRequest, _ id: RequestID) -> Bool {
    // What is written down of a request is known once it is answered, and is written in its turn; and
    // the answers to a batch leave together.
    guard case .importForm(let params) = request.call, phase == .running, !isInBatch,
      !configuration.isTraced, params.mayTakeLong
    else { return false }
    if let token = request.workDoneToken {
      turn.out.append(.progress(token, .begin(title: request.title)))
    }
    let work = ImportWork(params: params, conversions: configuration.conversions)
    imports.add(.init(id: id, workDoneToken: request.workDoneToken, work: work))
    return true
  }

  /// A turn in which the host has made the document of an import, or knows why there is none.
  package mutating func finish(
    _ result: Result<JSONText, RPCError>, ofImport number: Int, at now: Instant
  ) -> [ServerMessage] {
    turn.begin(at: now)
    // One that was taken back is answered already.
    if let asker = imports.take(number) { answer(asker, result) }
    finishTurn()
    return turn.takeOut()
  }

  /// Makes at once what requests wait for: whoever ends a session still wants to hear what came of it,
  /// and types nothing any more.
  mutating func finishImports() {
    for asker in imports.takeAll() { answer(asker, asker.work.result()) }
  }

  /// Gives up on an import; false where the request waits for none.
  mutating func cancelImport(_ id: RequestID) -> Bool {
    guard let asker = imports.take(id) else { return false }
    answer(asker, .failure(.cancelled))
    return true
  }

  private mutating func answer(_ asker: OpenImports.Asker, _ result: Result<JSONText, RPCError>) {
    if let token = asker.workDoneToken { turn.out.append(.progress(token, .end)) }
    switch result {
    case .success(let answer): turn.out.append(.answer(asker.id, .form(answer)))
    case .failure(let error): turn.out.append(.error(asker.id, error))
    }
  }
}

extension ImportParams {
  /// Whether the conversion may take longer than a person notices.
  ///
  /// What is made of a value takes some microseconds, but a list of rows may be that of every question, a
  /// schema may be referred to again and again, and the file of a workbook may hold a thousand times what
  /// it weighs.
  fileprivate var mayTakeLong: Bool {
    switch form {
    case .text(let text): format == .xlsform || 2 << 10 < text.utf8.count
    case .value(let value): value.isLarger(than: 100)
    case .file: true
    }
  }
}

extension JSONValue {
  /// Whether more values are in it than so many.
  fileprivate func isLarger(than count: Int) -> Bool {
    var left = count
    return !fits(in: &left)
  }

  private func fits(in left: inout Int) -> Bool {
    left -= 1
    if left < 0 { return false }
    switch self {
    case .array(let elements): return elements.allSatisfy { $0.fits(in: &left) }
    case .object(let members): return members.allSatisfy { $0.value.fits(in: &left) }
    case .null, .bool, .number, .string: return true
    }
  }
}
