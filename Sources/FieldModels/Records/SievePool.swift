/// The bytes that a sieve compares with: names, rows and the tables of machines, one behind the
/// other.
///
/// It is read without the checks that Swift makes of each access: stretches and tables are made with
/// the pool and do not leave it, and behind the last of them there is room for a word.
@safe
struct SievePool: ~Copyable, @unchecked Sendable {
  private let bytes: UnsafeMutablePointer<UInt8>

  /// A stretch of the pool.
  struct Stretch: Sendable {
    var start: Int
    var count: Int

    /// Without some of its first bytes.
    @inline(__always)
    func dropping(_ byteCount: Int) -> Stretch {
      Stretch(start: start &+ byteCount, count: count &- byteCount)
    }
  }

  init(_ content: [UInt8]) {
    unsafe bytes = .allocate(capacity: content.count + ByteWord.byteCount)
    unsafe bytes.initialize(repeating: 0, count: content.count + ByteWord.byteCount)
    for (index, byte) in content.enumerated() { unsafe bytes[index] = byte }
  }

  deinit { unsafe bytes.deallocate() }

  /// Where a stretch is in memory.
  @unsafe
  func address(of stretch: Stretch) -> UnsafePointer<UInt8> {
    unsafe UnsafePointer(bytes + stretch.start)
  }

  @inline(__always)
  func byte(at offset: Int) -> UInt8 { unsafe bytes[offset] }

  /// The state of a machine behind eight characters.
  @inline(__always)
  func state(behind word: UInt64, from state: Int, of machine: SieveMachine) -> Int {
    var state = state
    for pair in 0..<4 {
      state = self.state(behindPair: word &>> UInt64(16 &* pair), from: state, of: machine)
    }
    return state
  }

  /// The state of a machine behind two characters, the lowest bytes of a word.
  ///
  /// What does not depend on the state is added first, so that a step takes as long as one access.
  @inline(__always)
  func state(behindPair word: UInt64, from state: Int, of machine: SieveMachine) -> Int {
    let first = Int(truncatingIfNeeded: word & 0xFF) &<< 1
    let second = Int(truncatingIfNeeded: word &>> 8 & 0xFF) &<< 1
    let column =
      unsafe UnsafeRawPointer(bytes)
      + (number(at: machine.classes &+ first) &+ number(at: machine.otherClasses &+ second))
    return unsafe Int(
      UInt32(littleEndian: (column + state).loadUnaligned(as: UInt32.self)))
  }

  @inline(__always)
  func accepts(_ state: Int, of machine: SieveMachine) -> Bool {
    byte(at: state &+ machine.acceptance) == 1
  }

  /// Two bytes; the first is the lowest.
  @inline(__always)
  private func number(at offset: Int) -> Int {
    unsafe Int(
      UInt16(littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt16.self)))
  }

  /// Eight bytes; the first is the lowest.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self))
  }
}

/// What a sieve knows by numbers: fields, members, rows.
///
/// It is read without the checks that Swift makes of each access, as the pool is: the numbers are
/// those that the builder has given, and nobody else has any.
@safe
struct SieveTable<Element: Sendable>: ~Copyable, @unchecked Sendable {
  private let elements: UnsafeMutablePointer<Element>
  private let count: Int

  init(_ content: [Element]) {
    count = content.count
    unsafe elements = .allocate(capacity: content.count)
    for (index, element) in content.enumerated() {
      unsafe (elements + index).initialize(to: element)
    }
  }

  deinit {
    unsafe elements.deinitialize(count: count)
    unsafe elements.deallocate()
  }

  @inline(__always)
  subscript(number: Int) -> Element { unsafe elements[number] }
}
