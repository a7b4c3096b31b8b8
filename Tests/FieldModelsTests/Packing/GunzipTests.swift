import FieldModels
import Foundation
import Testing

/// What gzip has packed, however it arrives.
@Suite("gzip")
struct GunzipTests {
  /// Four members, made by Python and zlib: stored, with a fixed code, with codes of its own, and with all
  /// that a header may have.
  private static let packed: [UInt8] = {
    let text = """
      H4sIAAAAAAAA/wEeAOH/bmFtZSxhZ2UKR3JhY2UsMTkKR3JhY2UsODMKQWRhLiPpIR4AAAAfiwgIAAAAAAL/
      cGVvcGxlLmNzdgDTseRyzEnM0zE04nIvSgQAtsebLw4AAAAfiwgAAAAAAAL/VY8xDoAgFEN3zsLgB+F/RifP
      QdDNOHj/QaHVxIWG19CWtnud3bJVnyE4U3LrVdvubVxF3HLU0ye4GoYEA7UJqpSZbzOiQEVJU0RdQVQkVlYE
      2H3UyBasUlA22a8w5HesfjPZVQiMIOI/vaTzghHC2Me9Acclyt8QAQAAH4sIHgAAAAAC/wMAYWJjbmFtZQBj
      b21tZW50APRuS81L4QIAunmxjgQAAAA=
      """
    return Array(Data(base64Encoded: text.replacing("\n", with: "")) ?? Data())
  }()
  private static let text = """
    name,age
    Grace,19
    Grace,83
    Ada,9
    Alan,12
    Grace,74
    Ada,64
    Ada,4
    Ada,55
    Grace,8
    Ada,11
    Alan,54
    Ada,72
    Ada,28
    Alan,80
    Alan,7
    Alan,74
    Grace,6
    Ada,5
    Alan,17
    Grace,53
    Ada,69
    Ada,73
    Grace,71
    Alan,23
    Ada,74
    Alan,81
    Ada,47
    Ada,70
    Alan,8
    Alan,7
    Alan,26
    Grace,87
    Alan,54
    Grace,59
    Alan,58
    Grace,38
    Ada,23
    Alan,99
    Ada,10
    Alan,38
    end

    """

  /// What comes out of some bytes that arrive in pieces; nil where they are damaged.
  private static func unpacked(_ bytes: [UInt8], pieceByteCount: Int) -> String? {
    var gunzip = Gunzip()
    var output: [UInt8] = []
    do throws(Gunzip.Damage) {
      for first in stride(from: 0, to: bytes.count, by: pieceByteCount) {
        gunzip.append(Array(bytes[first..<min(bytes.count, first + pieceByteCount)]))
        while try gunzip.unpack(to: &output, isWhole: false) {}
      }
      while try gunzip.unpack(to: &output, isWhole: true) {}
    } catch {
      return nil
    }
    return String(decoding: output, as: UTF8.self)
  }

  @Test("members are read one after the other, in pieces of every size")
  func pieces() {
    #expect(Gunzip.begins(Self.packed))
    for size in [1, 2, 3, 7, 50, 10_000] {
      #expect(Self.unpacked(Self.packed, pieceByteCount: size) == Self.text, "pieces of \(size)")
      let padded = Self.packed + [UInt8](repeating: 0, count: 100)
      #expect(Self.unpacked(padded, pieceByteCount: size) == Self.text, "pieces of \(size)")
    }
  }

  @Test("a stream that is cut off anywhere within a member gives no text")
  func cutOff() {
    var ends = 0
    for count in 1..<Self.packed.count {
      let text = Self.unpacked(Array(Self.packed[..<count]), pieceByteCount: 9)
      if let text, Self.text.hasPrefix(text) { ends += 1 } else { #expect(text == nil) }
    }
    // Behind each of the first three members.
    #expect(ends == 3)
  }

  @Test("a stream with another bit gives no other text")
  func changed() {
    for place in Self.packed.indices {
      for bit in [0, 3, 7] {
        var bytes = Self.packed
        bytes[place] ^= 1 << UInt8(bit)
        let text = Self.unpacked(bytes, pieceByteCount: 64)
        // Some bytes of a header say nothing of the text.
        #expect(text == nil || text == Self.text, "bit \(bit) of \(place)")
      }
    }
  }

  @Test("what refers to bytes far back is copied from there, however much was taken since")
  func window() {
    // A stored block of 40,000 bytes, and a match of 258 bytes that begins 32,768 before its end.
    let stored = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let size = UInt16(stored.count)
    var bytes: [UInt8] = [
      0, UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8),
    ]
    bytes += stored
    // The last block, with the fixed code: length 258 is 0b11000101, distance 24577 + 8191 is 29.
    bytes += Self.bits("1 10 11000101 11101 1111111111111 0000000")
    let expected = stored + stored[(stored.count - 32_768)...].prefix(258)
    #expect(Inflater.bytes(of: bytes[...], atMost: 100_000) == expected)
    #expect(Inflater.bytes(of: bytes[...], atMost: 40_257) == nil)
  }

  /// Bits as they stand in a stream, one after the other.
  private static func bits(_ text: String) -> [UInt8] {
    let bits = text.utf8.filter { $0 != UInt8(ascii: " ") }.map { $0 - UInt8(ascii: "0") }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start...].prefix(8).enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
    }
  }
}
