public import FieldModels

extension StdioServer {
  /// A server on the process's standard streams, with closures of the program that embeds it.
  ///
  ///     try StdioServer(validators: ["evenLength": { value, completion in
  ///       let isEven = (value ?? "").count.isMultiple(of: 2)
  ///       completion(isEven ? .success(()) : .failure(.errorWithMessage("An odd length")))
  ///     }]).run()
  ///
  /// - Parameters:
  ///   - validators: The closures that a document's rules may call, by name.
  ///   - autofillSources: The closures that fields may complete their drafts from, by name.
  ///   - storage: Where what people teach autofill is kept.
  ///   - tracePath: A file to write a transcript of the session to, without secure drafts.
  /// - Throws: An error whose description says what the system refused.
  public init(
    validators: [String: ValidationClosure] = [:],
    autofillSources: [String: AutofillClosure] = [:], storage: AutofillStorage = .memory,
    tracePath: String? = nil
  ) throws {
    let trace = try tracePath.map { path throws(SystemError) in try TraceFile(path: path) }
    try self.init(
      connection: Connection(
        version: Version.current,
        closures: .init(validators: validators, autofillSources: autofillSources),
        zones: ZoneFiles().database, isMemoryStored: storage != .memory, isTraced: trace != nil),
      storage: storage, trace: trace)
  }
}
