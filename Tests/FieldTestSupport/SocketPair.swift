package import FieldRPC
import Foundation

/// Two sockets, each of which hears what the other one is told; closed at the latest with this.
package final class SocketPair {
  package let near: Descriptor
  package let far: Descriptor

  package init() {
    #if canImport(Glibc)
      let type = Int32(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    var ends: [Int32] = [-1, -1]
    // Without them, whoever uses them sees an error at once.
    _ = unsafe socketpair(AF_UNIX, type, 0, &ends)
    (near, far) = (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  deinit {
    near.close()
    far.close()
  }
}

extension Descriptor {
  /// All bytes until the end.
  package func readToEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      switch read(to: &bytes, atMost: 65536) {
      case .bytes(0), .abandoned, .failed, .unready: return bytes
      case .bytes, .interrupted: continue
      }
    }
  }

  /// The bytes that are there.
  package func readAvailable() -> [UInt8] {
    var bytes: [UInt8] = []
    while isReady(for: .reading), case .bytes(let byteCount) = read(to: &bytes, atMost: 65536),
      0 < byteCount
    {}
    return bytes
  }
}
