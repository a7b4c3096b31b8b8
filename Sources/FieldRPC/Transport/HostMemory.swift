#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// What the C library is told about memory, so that a daemon that has seen one huge document does
/// not stay huge.
///
/// The library takes large blocks straight from the system and returns them at once, but learns
/// from each such block to keep the next one of its size, up to 32 MiB; and it keeps pages that
/// became free in between others.
/// Both are right for a program that will soon need the same again, and wrong for one that waits
/// for a keystroke.
/// That is how it is with glibc, whose two functions for it are not importable and are looked up by
/// name; Darwin's library is asked for the second only, and musl's keeps nothing back.
enum HostMemory {
  /// Stops the library from learning; once, before the first large block.
  static func returnLargeBlocks() {
    #if !canImport(Darwin) && !canImport(Musl)
      typealias Function = @convention(c) (Int32, Int32) -> Int32
      guard let address = unsafe dlsym(nil, "mallopt") else { return }
      let mallopt = unsafe unsafeBitCast(address, to: Function.self)
      let (trimThreshold, mmapThreshold): (Int32, Int32) = (-1, -3)
      _ = mallopt(mmapThreshold, mappedBlockByteCount)
      _ = mallopt(trimThreshold, retainedByteCount)
    #endif
  }

  /// Returns pages that are free in the middle of the heap; worth its time only after a large
  /// document has gone.
  static func returnFreePages() {
    #if canImport(Darwin)
      _ = unsafe malloc_zone_pressure_relief(nil, 0)
    #elseif !canImport(Musl)
      typealias Function = @convention(c) (Int) -> Int32
      guard let address = unsafe dlsym(nil, "malloc_trim") else { return }
      _ = unsafe unsafeBitCast(address, to: Function.self)(Int(retainedByteCount))
    #endif
  }
}

#if !canImport(Darwin) && !canImport(Musl)
  extension HostMemory {
    /// Blocks of this size and more go back to the system as soon as they are free.
    private static let mappedBlockByteCount: Int32 = 1 << 20

    /// How much may lie free at the end of the heap; less would make every turn ask the system anew.
    private static let retainedByteCount: Int32 = 4 << 20
  }
#endif
