import FieldConversion
public import FieldModels
import FieldSession

/// A server for programs that bring closures of their own.
extension StdioServer {
  /// A server with closures of the program that embeds it, on the process's standard streams or on
  /// others.
  ///
  ///     try StdioServer(validators: ["evenLength": { value, completion in
  ///       let isEven = (value ?? "").count.isMultiple(of: 2)
  ///       completion(isEven ? .success(()) : .failure(.errorWithMessage("An odd length")))
  ///     }]).run()
  ///
  /// Several servers may run in one process, each on a thread and on streams of its own.
  ///
  /// - Parameters:
  ///   - input: A descriptor that is open for reading: a pipe, a socket, a terminal or a file.
  ///     It is neither changed nor closed.
  ///   - output: A descriptor that is open for writing, which may be the same; it is neither
  ///     changed nor closed.
  ///   - validators: The closures that a document's rules may call, by name.
  ///   - formValidators: Those that are also told the drafts of other fields; of two closures with
  ///     one name it is this one that is called.
  ///   - autofillSources: The closures that fields may complete their drafts from, by name.
  ///   - storage: Where what people teach autofill is kept.
  ///   - tracePath: A file to write a transcript of the session to, without secure drafts.
  /// - Throws: An error whose description says what the system refused.
  public init(
    input: Int32 = 0, output: Int32 = 1, validators: [String: ValidationClosure] = [:],
    formValidators: [String: FormValidationClosure] = [:],
    autofillSources: [String: AutofillClosure] = [:], storage: AutofillStorage = .memory,
    tracePath: String? = nil
  ) throws {
    let trace = try tracePath.map { path throws(SystemError) in
      let trace = FileIdentity(path: path)
      let others = [FileIdentity(of: Descriptor(input)), FileIdentity(of: Descriptor(output))]
      let files = storage.path.map { others + [FileIdentity(path: $0)] } ?? others
      if files.contains(where: { $0.isSameFile(as: trace) }) {
        throw SystemError(action: "trace to \(path)", since: "the session itself needs it")
      }
      return try TraceFile(path: path)
    }
    try self.init(
      connection: Connection(
        version: Version.current, conversions: .all,
        closures: .init(
          validators: validators, formValidators: formValidators, autofillSources: autofillSources),
        zones: ZoneFiles().database, isMemoryStored: storage != .memory, isTraced: trace != nil),
      streams: ClientStreams(input: Descriptor(input), output: Descriptor(output)),
      storage: storage, trace: trace)
  }
}
