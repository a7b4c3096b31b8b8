import FieldModels
import FieldRPC
import Foundation
import Testing

/// The zone files of the machine: which names reach them, and what is refused.
@Suite struct ZoneFilesTests {
  @Test("a zone is read from its file once, and a missing one is asked for once")
  func reading() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let area = folder.appending(path: "Area")
    try FileManager.default.createDirectory(at: area, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
    let counts: [UInt8] = Array(repeating: 0, count: 16) + [0, 0, 0, 1, 0, 0, 0, 1]
    let block = header + counts + [0, 0, 0, 0, 0, 0, 0]
    let bytes = block + block + Array("\nAAA-3\n".utf8)
    let city = area.appending(path: "City")
    try Data(bytes).write(to: city)
    try Data(bytes + [UInt8](repeating: 0, count: ZoneFiles.longestByteCount))
      .write(to: area.appending(path: "Long"))
    try Data("TZif".utf8).write(to: area.appending(path: "Broken"))
    try Data(bytes).write(to: folder.appending(path: "Top"))

    let files = ZoneFiles(folder: folder.path)
    #expect(files.rules(named: "Area/City")?.offsetSeconds(at: 0) == 10_800)
    #expect(files.rules(named: "Area/New") == nil)
    try FileManager.default.moveItem(at: city, to: area.appending(path: "New"))
    #expect(files.rules(named: "Area/City")?.offsetSeconds(at: 0) == 10_800)
    #expect(files.rules(named: "Area/New") == nil)
    let others = ZoneFiles(folder: area.path)
    #expect(others.rules(named: "New") != nil)
    for name in [
      "../Top", "../Area/New", "/etc/localtime", "\(area.path)/New", "./New", "New/", "//New", "",
      "Long", "Broken", "..", ".", "New\0", "Nëw",
    ] {
      #expect(others.rules(named: name) == nil, "\(name)")
    }
    #expect(files.rules(named: "Area") == nil)
    #expect(others.database.rules(named: "+02:00") == .fixed(offsetSeconds: 7200))
  }
}
