/// The daemon as a WebAssembly module: a connection, and the functions by which a host drives it.
///
/// The host gives bytes and the moment, and gets bytes and the next deadline. It has no files, clock,
/// threads or memory of its own here: what the daemon wants to know or to have done beside its stream
/// are lines of JSON (`HostEvents`).
///
/// An instance is one connection. Nothing here is called twice at once, since a module of its own has
/// one thread.
private enum Module {
  nonisolated(unsafe) static var connection = HostConnection(settings: [])
  /// What the host has written.
  nonisolated(unsafe) static var input: UnsafeMutableBufferPointer<UInt8> = .init(
    start: nil, count: 0)
  /// What the host may read.
  nonisolated(unsafe) static var output: UnsafeMutableBufferPointer<UInt8> = .init(
    start: nil, count: 0)

  static func withConnection<Result>(_ body: (inout HostConnection) -> Result) -> Result {
    unsafe body(&connection)
  }

  /// The first bytes of the host's.
  static func received(_ byteCount: Int32) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(rebasing: input[..<Int(byteCount)]))
  }

  /// Puts bytes where the host reads them.
  static func hand(out bytes: [UInt8]) -> Int32 {
    unsafe output.deallocate()
    unsafe output = .allocate(capacity: bytes.count)
    _ = unsafe output.initialize(from: bytes)
    return Int32(bytes.count)
  }
}

/// Whether a turn has time for another message; the host looks at its clock.
@_extern(wasm, module: "fieldd", name: "may_go_on")
private func hostMayGoOn() -> Int32

/// Makes room for bytes.
///
/// - Parameter byteCount: how many
/// - Returns: where the host may write them
@_expose(wasm, "fieldd_room")
@_cdecl("fieldd_room")
func room(_ byteCount: Int32) -> UnsafeMutablePointer<UInt8>? {
  if unsafe Module.input.count < Int(byteCount) {
    unsafe Module.input.deallocate()
    unsafe Module.input = .allocate(capacity: max(Int(byteCount), 1 << 16))
  }
  return unsafe Module.input.baseAddress
}

/// Begins a connection anew, with settings that the host has written.
@_expose(wasm, "fieldd_begin")
@_cdecl("fieldd_begin")
func begin(_ byteCount: Int32) {
  unsafe Module.connection = HostConnection(settings: Module.received(byteCount))
}

/// A turn: bytes of the stream, its end, an event, or nothing but the time.
///
/// - Parameters:
///   - kind: what the host has written: see `HostConnection.Kind`
///   - byteCount: how much
///   - nanoseconds: the moment, since 1970
///   - offsetSeconds: what the local clock is ahead of UTC
@_expose(wasm, "fieldd_turn")
@_cdecl("fieldd_turn")
func turn(_ kind: Int32, _ byteCount: Int32, _ nanoseconds: Int64, _ offsetSeconds: Int32) {
  let now = Instant(nanoseconds: nanoseconds, utcOffsetSeconds: Int(offsetSeconds))
  Module.withConnection { connection in
    connection.turn(kind, Module.received(byteCount), at: now) { hostMayGoOn() != 0 }
  }
}

/// When the next turn is due, in nanoseconds since 1970; -1 for never.
@_expose(wasm, "fieldd_deadline")
@_cdecl("fieldd_deadline")
func deadline() -> Int64 {
  Module.withConnection { $0.connection.nextDeadline?.nanoseconds ?? -1 }
}

/// Takes what is to be sent.
///
/// - Returns: how many bytes the host finds at `fieldd_taken`
@_expose(wasm, "fieldd_take_output")
@_cdecl("fieldd_take_output")
func takeOutput() -> Int32 { Module.hand(out: Module.withConnection { $0.takeOutput() }) }

/// Takes what the daemon wants of the host, a line of JSON for each.
///
/// - Parameter kinds: what is asked for, as a sum: 1 for the forms of records, 2 for the folders of the
///   client, 4 for everything else
/// - Returns: how many bytes the host finds at `fieldd_taken`
@_expose(wasm, "fieldd_take_wishes")
@_cdecl("fieldd_take_wishes")
func takeWishes(_ kinds: Int32) -> Int32 {
  Module.hand(out: Module.withConnection { $0.takeWishes(kinds) })
}

@_expose(wasm, "fieldd_taken")
@_cdecl("fieldd_taken")
func taken() -> UnsafeMutablePointer<UInt8>? { unsafe Module.output.baseAddress }
