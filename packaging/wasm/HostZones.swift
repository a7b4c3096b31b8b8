/// The time zones that the host knows, each of which it is asked for once.
enum HostZones {
  private nonisolated(unsafe) static var known: [String: ZoneRules?] = [:]

  /// More zones than any form names; names come from documents, so what is kept has an end.
  private static let mostKept = 256
  /// Zone files are about a kilobyte, and the names of all zones some ten; this is far more.
  private static let roomByteCount = 65_536

  /// These zones, for documents to use.
  static let database = ZoneDatabase({ rules(named: $0) }, names: { names })

  private static func rules(named name: String) -> ZoneRules? {
    if let rules = unsafe known[name] { return rules }
    let rules = name.isEmpty ? nil : answer(to: name).flatMap(ZoneRules.init(tzif:))
    if unsafe known.count >= mostKept { unsafe known.removeAll() }
    _ = unsafe known.updateValue(rules, forKey: name)
    return rules
  }

  private static var names: [String] {
    (answer(to: "") ?? []).split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the host has for a name: a zone file (TZif, RFC 8536), for the empty one all names in lines; nil
  /// where it knows none.
  private static func answer(to name: String) -> [UInt8]? {
    let name = Array(name.utf8)
    var byteCount: Int32 = -1
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: roomByteCount) { room, count in
      unsafe name.withUnsafeBufferPointer { name in
        unsafe byteCount = hostZone(
          name.baseAddress, Int32(name.count), room.baseAddress, Int32(roomByteCount))
      }
      count = min(max(Int(byteCount), 0), roomByteCount)
    }
    return byteCount < 0 || Int(byteCount) > roomByteCount ? nil : bytes
  }
}

@_extern(wasm, module: "fieldd", name: "zone")
private func hostZone(
  _ name: UnsafePointer<UInt8>?, _ nameByteCount: Int32, _ room: UnsafeMutablePointer<UInt8>?,
  _ roomByteCount: Int32
) -> Int32
