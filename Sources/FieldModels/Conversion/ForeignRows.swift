import FieldModels

/// The drafts of the rows of a question, in their order, as many conditions and entries look for them.
final class ForeignRows: ExpressibleByArrayLiteral {
  let drafts: [String]
  private lazy var known = Set(drafts)
  private lazy var byLowercase = Dictionary(grouping: drafts) { $0.lowercased() }
  /// Whether each of them is a number.
  private(set) lazy var areNumbers = drafts.allSatisfy { Decimal($0) != nil }
  /// Those that are a number in digits, by it; nil where one is none.
  private(set) lazy var byNumber: [Decimal: [String]]? = {
    var found: [Decimal: [String]] = [:]
    for draft in drafts {
      guard let number = Self.number(draft) else { return nil }
      found[number, default: []].append(draft)
    }
    return found
  }()
  /// Whether each of them is a number in the one way in which it is written here.
  private(set) lazy var arePlainNumbers = drafts.allSatisfy { Self.number($0)?.description == $0 }

  init(_ drafts: [String]) { self.drafts = drafts }

  convenience init(arrayLiteral drafts: String...) { self.init(drafts) }

  /// A number that is written with digits, a point and a minus.
  static func number(_ text: String) -> Decimal? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 }) else {
      return nil
    }
    return Decimal(text)
  }

  func contains(_ draft: String) -> Bool { known.contains(draft) }

  func contains(_ drafts: [String]) -> Bool { known.isSuperset(of: drafts) }

  /// Those that are a text in letters of either case.
  func inEitherCase(_ text: String) -> [String] { byLowercase[text.lowercased()] ?? [] }
}
