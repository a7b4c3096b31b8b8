import Synchronization

/// Where other threads leave what the loop is to know: the one thing in the program that crosses
/// threads.
///
/// A letter may come at once, later, from any thread, twice or never; what that means is for the
/// reader to say.
/// The loop does not look here until the bell rings, a descriptor that `poll` can wait for beside
/// the client's bytes.
package final class Mailbox<Letter: Sendable>: Sendable {
  /// Becomes readable when there are letters.
  package let bell: Descriptor

  private let bellPull: Descriptor
  private let letters = Mutex<[Letter]>([])

  /// An empty mailbox; it needs two descriptors from the system.
  package init() throws(SystemError) {
    (bell, bellPull) = try Descriptor.pipe()
    for end in [bell, bellPull] { end.setUnwaiting() }
  }

  deinit {
    bell.close()
    bellPull.close()
  }

  /// Leaves a letter; it may be called from any thread.
  package func put(_ letter: Letter) {
    let isFirst = letters.withLock { letters in
      letters.append(letter)
      return letters.count == 1
    }
    // One ring is enough for all letters that lie here together, so the pipe never fills.
    guard isFirst else { return }
    _ = bellPull.write([0].span)
  }

  /// Takes all letters in the order in which they came, and silences the bell.
  package func take() -> [Letter] {
    // In this order, because a ring for a letter that is taken below is merely one too many,
    // while a ring that is silenced after the letters were taken could belong to a letter that
    // nobody would then come for.
    silence()
    return letters.withLock { letters in
      let taken = letters
      letters = []
      return taken
    }
  }

  private func silence() {
    var rings: [UInt8] = []
    while bell.read(to: &rings, atMost: 16) == .bytes(16) {}
  }
}
