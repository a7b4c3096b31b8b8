import FieldModels
import FieldTestSupport
import Foundation
import Testing

/// Time zones: what clocks show, which moment they mean, and files that are none.
@Suite("Time zones") struct ZoneRulesTests {
  private static let names = [
    "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/Sao_Paulo",
    "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati",
    "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran", "Africa/Casablanca", "Africa/Monrovia",
    "Antarctica/Troll", "America/Nuuk", "Asia/Gaza", "Etc/GMT+5",
  ]

  @Test("clocks show what Foundation's show, over two centuries", arguments: names)
  func foundation(name: String) throws {
    guard let zone = TimeZone(identifier: name), let rules = Self.machineRules(name) else { return }
    var random = SplitMix64(seed: 23)
    for _ in 0..<3_000 {
      let seconds = Int64.random(in: -2_208_988_800...4_133_980_800, using: &random)
      let instant = Date(timeIntervalSince1970: Double(seconds))
      let offset = zone.secondsFromGMT(for: instant)
      guard rules.offsetSeconds(at: seconds) == offset else {
        Issue.record("\(seconds): \(rules.offsetSeconds(at: seconds)), not \(offset)")
        return
      }
      let wall = try #require(rules.wallTime(of: seconds))
      let moment = try #require(rules.instantSeconds(of: wall))
      // In an hour that clocks show twice, the first is answered.
      #expect(rules.wallTime(of: moment) == wall)
      #expect(moment <= seconds)
    }
  }

  private static func machineRules(_ name: String) -> ZoneRules? {
    let file = URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")
    return (try? Data(contentsOf: file)).flatMap { ZoneRules(tzif: [UInt8]($0)) }
  }

  @Test(
    "names that say an offset are zones by themselves",
    arguments: [
      ("GMT", 0), ("UTC", 0), ("Z", 0), ("+02:00", 7200), ("-05:30", -19_800), ("+00:00", 0),
      ("+24:00", nil), ("+02:60", nil), ("+2:00", nil), ("02:00", nil), ("", nil), ("+", nil),
      ("+02:00 ", nil), ("Europe/Berlin", nil), ("gmt", nil),
    ] as [(String, Int?)])
  func fixed(name: String, offsetSeconds: Int?) {
    #expect(ZoneRules(fixed: name)?.offsetSeconds(at: 0) == offsetSeconds)
  }

  @Test(
    "names of old days are zones where only places have files",
    arguments: [
      ("Japan", "Asia/Tokyo"), ("US/Pacific", "America/Los_Angeles"), ("GB-Eire", "Europe/London"),
      ("PST8PDT", "America/Los_Angeles"), ("Zulu", nil), ("GMT+0", nil), ("EST", nil),
      ("Factory", nil),
    ] as [(String, String?)])
  func oldNames(name: String, place: String?) {
    let zones = ZoneDatabase { $0 == place ? .fixed(offsetSeconds: 1) : nil }
    #expect(zones.rules(named: name) != nil)
    #expect((zones.rules(named: name) == .fixed(offsetSeconds: 1)) == (place != nil))
    #expect(ZoneDatabase.isWellKnown(name))
    for other in ["Mars", "japan", "ES", ""] {
      #expect(zones.rules(named: other) == nil && !ZoneDatabase.isWellKnown(other))
    }
  }

  /// Central European time: no changes in the table, the rule from the start.
  private static let berlin = ZoneFile(footer: "CET-1CEST,M3.5.0,M10.5.0/3")

  @Test(
    "a skipped time is moved forward, and of a repeated one the first is meant",
    arguments: [
      ("2024-03-31T01:59", "2024-03-31T00:59", "2024-03-31T01:59"),
      ("2024-03-31T02:30", "2024-03-31T01:30", "2024-03-31T03:30"),
      ("2024-03-31T03:00", "2024-03-31T01:00", "2024-03-31T03:00"),
      ("2024-10-27T02:30", "2024-10-27T00:30", "2024-10-27T02:30"),
      ("2024-10-27T03:00", "2024-10-27T02:00", "2024-10-27T03:00"),
      ("2024-10-27T02:30+01:00", "2024-10-27T01:30", "2024-10-27T02:30"),
      ("2024-01-01T00:00", "2023-12-31T23:00", "2024-01-01T00:00"),
    ])
  func gaps(wall: String, utc: String, shown: String) throws {
    let rules = try #require(ZoneRules(tzif: Self.berlin.bytes))
    let value = try #require(CivilDateTime(iso8601: wall))
    let seconds = try #require(rules.instantSeconds(of: value))
    #expect(ZoneRules.utc.wallTime(of: seconds)?.description == utc)
    #expect(rules.wallTime(of: seconds)?.description == shown)
  }

  @Test(
    "today is the day on the clocks of the zone",
    arguments: [("+14:00", "1970-01-02"), ("-00:01", "1969-12-31"), ("UTC", "1970-01-01")])
  func today(name: String, day: String) throws {
    let moment = Instant(nanoseconds: name == "+14:00" ? 36_000_000_000_000 : 1)
    #expect(try #require(ZoneRules(fixed: name)).today(at: moment).description == day)
  }

  @Test(
    "the line for the future is read as POSIX and RFC 8536 write it",
    arguments: [
      ("UTC0", 0, 0), ("<-03>3", -10_800, -10_800), ("<+0545>-5:45", 20_700, 20_700),
      ("EST5EDT,M3.2.0,M11.1.0", -18_000, -14_400), ("AAA0BBB,J60/0,J300/0", 0, 3600),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("AAA0BBB-2,59/0,299/0", 0, 7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -7200, -3600),
      ("XXX3EDT4,0/0,J365/23", -14_400, -14_400),
    ])
  func footers(footer: String, januarySeconds: Int, julySeconds: Int) throws {
    let rules = try #require(ZoneRules(tzif: ZoneFile(footer: footer).bytes))
    #expect(rules.offsetSeconds(at: 1_704_500_000) == januarySeconds)
    #expect(rules.offsetSeconds(at: 1_720_000_000) == julySeconds)
  }

  @Test(
    "a line for the future that is none makes no zone",
    arguments: [
      "U0", "UTC", "UTC25", "EST5EDT", "EST5EDT,M13.1.0,M1.1.0", "EST5EDT,M3.2.0",
      "EST5EDT,M3.6.0,M1.1.0", "EST5EDT,J0,J1", "EST5EDT,366,1", "EST5EDT,M3.2.7,M1.1.0",
      "<UT0", "UTC0x", "AAA0BBB,1/168,2", "AAA99999999999999999999", "AAA0:60",
    ])
  func badFooters(footer: String) {
    #expect(ZoneRules(tzif: ZoneFile(footer: footer).bytes) == nil)
  }

  @Test("a file cut anywhere or changed anywhere makes no zone or another, and never a trap")
  func damage() throws {
    var file = ZoneFile(footer: "CET-1CEST,M3.5.0,M10.5.0/3")
    file.changes = [(-2_000_000_000, 1), (0, 0), (1_000_000_000, 1)]
    file.offsets = [3600, 7200]
    let bytes = file.bytes
    let rules = try #require(ZoneRules(tzif: bytes))
    #expect([-2_000_000_001, -2_000_000_000, 0].map(rules.offsetSeconds) == [3600, 7200, 3600])
    for byteCount in bytes.indices {
      #expect(ZoneRules(tzif: Array(bytes.prefix(byteCount))) == nil)
    }
    var random = SplitMix64(seed: 29)
    for index in bytes.indices {
      for value in [0, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)] {
        var changed = bytes
        changed[index] = value
        guard let rules = ZoneRules(tzif: changed) else { continue }
        for seconds in [Int64.min, -9_000_000_000_000, 0, 4_000_000_000, 9_000_000_000_000, .max] {
          _ = rules.offsetSeconds(at: seconds)
          _ = rules.wallTime(of: seconds)
        }
        for nanoseconds in [Int64.min, 0, .max] {
          _ = rules.today(at: Instant(nanoseconds: nanoseconds))
        }
        for text in ["0001-01-01T00:00", "2024-03-31T02:30", "9999-12-31T23:59"] {
          _ = CivilDateTime(iso8601: text).flatMap(rules.instantSeconds)
        }
      }
    }
  }

  @Test("a file that counts leap seconds, or whose changes go back, makes no zone")
  func refusals() {
    var file = Self.berlin
    file.leapSecondCount = 1
    #expect(ZoneRules(tzif: file.bytes) == nil)
    file = Self.berlin
    file.changes = [(5, 0), (5, 0)]
    #expect(ZoneRules(tzif: file.bytes) == nil)
    file.changes = [(5, 1)]
    #expect(ZoneRules(tzif: file.bytes) == nil)
    file.offsets = []
    #expect(ZoneRules(tzif: file.bytes) == nil)
  }
}

/// A zone file made by hand: an empty first block, the second block, the line for the future.
private struct ZoneFile {
  var changes: [(instantSeconds: Int, type: UInt8)] = []
  var offsets = [3600]
  var leapSecondCount = 0
  var footer: String

  var bytes: [UInt8] {
    var result = header([0, 0, 0, 0, 1, 1]) + [UInt8](repeating: 0, count: 7)
    result += header([0, 0, leapSecondCount, changes.count, offsets.count, 4])
    for change in changes { result += bigEndian(change.instantSeconds, 8) }
    result += changes.map(\.type)
    for offset in offsets { result += bigEndian(offset, 4) + [0, 0] }
    result += Array("CET\0".utf8) + [UInt8](repeating: 0, count: leapSecondCount * 12)
    return result + Array("\n\(footer)\n".utf8)
  }

  private func header(_ counts: [Int]) -> [UInt8] {
    Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0, 4) }
  }

  private func bigEndian(_ number: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}
