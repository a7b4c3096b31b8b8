/// Runs an input under the entry point that the command line names: `fuzz --entry=NAME`.
///
/// libFuzzer brings the `main` and calls this; its own options and the folders of the corpus follow.
/// A finding is a trap: of the code itself, of one of its assertions, or of a `check` here.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ bytes: UnsafePointer<UInt8>?, _ byteCount: Int) -> Int32 {
  let input = unsafe UnsafeBufferPointer(start: bytes, count: byteCount)
  chosen.run(unsafe Array(input))
  return 0
}

/// What is fuzzed.
private let chosen: Entry = {
  let option = "--entry="
  let name = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count)
  guard let entry = Entry(rawValue: String(name ?? "")) else {
    let names = Entry.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("\(option) takes one of \(names)")
  }
  return entry
}()

/// Ends the program with a finding if something does not hold.
func check(_ holds: Bool, _ what: @autoclosure () -> String) {
  precondition(holds, what())
}
