import FieldModels

/// What a caller may rely on of the functions here, as `FIELDD_ABI` of fieldd.h has it.
///
/// C calls them by their names; that header says what each does.
private let abi: UInt32 = 1

/// `fieldd_abi` of the header.
@_cdecl("fieldd_abi")
public func fieldd_abi() -> UInt32 { abi }

/// `fieldd_connection_open` of the header.
@_cdecl("fieldd_connection_open")
public func fieldd_connection_open() -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passRetained(HeldConnection()).toOpaque()
}

/// `fieldd_connection_take` of the header.
@_cdecl("fieldd_connection_take")
public func fieldd_connection_take(
  _ connection: UnsafeMutableRawPointer, bytes: UnsafePointer<UInt8>?, count byteCount: Int,
  saidCount saidByteCount: UnsafeMutablePointer<Int>
) -> UnsafeMutablePointer<UInt8>? {
  let connection = unsafe Unmanaged<HeldConnection>.fromOpaque(connection).takeUnretainedValue()
  let input = unsafe Array(UnsafeBufferPointer(start: bytes, count: byteCount))
  unsafe saidByteCount.pointee = 0
  var copy: UnsafeMutablePointer<UInt8>?
  connection.take(input) { said in
    unsafe saidByteCount.pointee = said.count
    unsafe copy = copied(said)
  }
  return unsafe copy
}

/// Bytes or numbers in room that `fieldd_free` frees.
private func copied<Element: BitwiseCopyable>(
  _ elements: Span<Element>
) -> UnsafeMutablePointer<Element> {
  let room = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
  unsafe elements.withUnsafeBufferPointer { elements in
    if let start = elements.baseAddress {
      unsafe room.initialize(from: start, count: elements.count)
    }
  }
  return unsafe room
}

/// `fieldd_connection_close` of the header.
@_cdecl("fieldd_connection_close")
public func fieldd_connection_close(_ connection: UnsafeMutableRawPointer?) {
  guard let connection = unsafe connection else { return }
  unsafe Unmanaged<HeldConnection>.fromOpaque(connection).release()
}

/// `fieldd_form_open` of the header.
@_cdecl("fieldd_form_open")
public func fieldd_form_open(
  _ connection: UnsafeMutableRawPointer, uri: UnsafePointer<UInt8>?, count byteCount: Int
) -> UnsafeMutableRawPointer? {
  let connection = unsafe Unmanaged<HeldConnection>.fromOpaque(connection).takeUnretainedValue()
  let uri = unsafe String(
    decoding: UnsafeBufferPointer(start: uri, count: byteCount), as: UTF8.self)
  guard let form = connection.form(at: uri) else { return nil }
  return unsafe Unmanaged.passRetained(form).toOpaque()
}

/// `fieldd_form_passes` of the header.
@_cdecl("fieldd_form_passes")
public func fieldd_form_passes(
  _ form: UnsafeMutableRawPointer, record: UnsafePointer<UInt8>?, count byteCount: Int
) -> Int32 {
  let form = unsafe Unmanaged<HeldForm>.fromOpaque(form).takeUnretainedValue()
  return unsafe form.passes(UnsafeBufferPointer(start: record, count: byteCount)) ? 1 : 0
}

/// `fieldd_form_check` of the header.
@_cdecl("fieldd_form_check")
public func fieldd_form_check(
  _ form: UnsafeMutableRawPointer, record: UnsafePointer<UInt8>?, count byteCount: Int,
  saidCount saidByteCount: UnsafeMutablePointer<Int>
) -> UnsafeMutablePointer<UInt8>? {
  let form = unsafe Unmanaged<HeldForm>.fromOpaque(form).takeUnretainedValue()
  let record = unsafe UnsafeBufferPointer(start: record, count: byteCount)
  unsafe saidByteCount.pointee = 0
  guard let answer = unsafe form.answer(of: record) else { return nil }
  unsafe saidByteCount.pointee = answer.count
  return unsafe copied(answer.span)
}

/// `fieldd_form_lines` of the header.
@_cdecl("fieldd_form_lines")
public func fieldd_form_lines(
  _ form: UnsafeMutableRawPointer, lines: UnsafePointer<UInt8>?, count byteCount: Int,
  places: UnsafeMutablePointer<UnsafeMutablePointer<Int>?>,
  placeCount: UnsafeMutablePointer<Int>
) -> Int {
  let form = unsafe Unmanaged<HeldForm>.fromOpaque(form).takeUnretainedValue()
  var found: [Int] = []
  let count = unsafe form.judge(lines: UnsafeBufferPointer(start: lines, count: byteCount)) {
    found += [$0.number, $0.range.lowerBound, $0.range.count, $0.isWrong ? 1 : 0]
  }
  unsafe placeCount.pointee = found.count / 4
  unsafe places.pointee = found.isEmpty ? nil : copied(found.span)
  return count
}

/// `fieldd_form_close` of the header.
@_cdecl("fieldd_form_close")
public func fieldd_form_close(_ form: UnsafeMutableRawPointer?) {
  guard let form = unsafe form else { return }
  unsafe Unmanaged<HeldForm>.fromOpaque(form).release()
}

/// `fieldd_free` of the header.
@_cdecl("fieldd_free")
public func fieldd_free(_ memory: UnsafeMutableRawPointer?) {
  unsafe memory?.deallocate()
}
