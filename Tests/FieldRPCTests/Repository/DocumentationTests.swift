import Testing

/// That a reader is told what a thing is before how it is made.
@Suite("Documentation")
struct DocumentationTests {
  @Test("stands above the first declaration of each file, and above each type that others see")
  func standsAbove() throws {
    let declaration = try Regex<(Substring, Substring, Substring)>(
      #"^ *((?:(?:package|public|private|fileprivate|internal|final|indirect|static) )*)(struct|enum|class|protocol|extension|func|let|var|typealias) .*"#
    )
    var count = 0
    for (path, text) in Repository.sources(in: "Sources") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      var isFirst = true
      for (index, line) in lines.enumerated() {
        guard let match = line.wholeMatch(of: declaration) else { continue }
        let isType = ["struct", "enum", "class", "protocol"].contains(match.output.2)
        let isPrivate = match.output.1.contains("private")
        let isOpening = isFirst && !line.hasPrefix(" ")
        if isOpening { isFirst = false }
        guard isOpening || isType && !isPrivate else { continue }
        count += 1
        // Attributes and conditions of the compiler stand in between.
        let above = lines[..<index].last {
          !$0.drop { $0 == " " }.hasPrefix("@") && !$0.hasPrefix("#")
        }
        let isDocumented = above?.drop { $0 == " " }.hasPrefix("///") ?? false
        #expect(isDocumented, "\(path):\(index + 1)")
      }
    }
    #expect(count > 400)
  }
}
