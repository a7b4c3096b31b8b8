/// The English names of months, weekdays and halves of the day, in every width that patterns ask.
///
/// They are the whole of the program's locale: field documents in other languages are displayed
/// by their editors, which have that knowledge. A narrow name is a first letter, so it is shared.
enum EnglishDateNames {
  /// The widths that names come in.
  enum Width {
    case wide, abbreviated, short, narrow

    /// The width that so many letters of a pattern ask for.
    init(letterCount: Int) {
      self =
        switch letterCount {
        case 4: .wide
        case 5: .narrow
        case 6: .short
        default: .abbreviated
        }
    }
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  /// A month's name, from 1 for January.
  static func month(_ number: Int, _ width: Width = .wide) -> String {
    guard months.indices.contains(number - 1) else { return "" }
    return cut(months[number - 1], to: width)
  }

  /// A weekday's name, from 1 for Monday.
  static func weekday(_ number: Int, _ width: Width = .wide) -> String {
    guard weekdays.indices.contains(number - 1) else { return "" }
    return cut(weekdays[number - 1], to: width)
  }

  /// The half of the day that an hour from 0 to 23 is in.
  static func dayPeriod(hour: Int, _ width: Width = .wide) -> String {
    let name = hour < 12 ? "AM" : "PM"
    return width == .narrow ? name.prefix(1).lowercased() : name
  }

  /// The era of every date here.
  static func era(_ width: Width) -> String {
    switch width {
    case .wide: "Anno Domini"
    case .abbreviated, .short: "AD"
    case .narrow: "A"
    }
  }

  /// A quarter's name, from 1.
  static func quarter(_ number: Int, _ width: Width) -> String {
    switch width {
    case .wide: ["1st", "2nd", "3rd", "4th"][min(max(number - 1, 0), 3)] + " quarter"
    case .abbreviated, .short: "Q\(number)"
    case .narrow: "\(number)"
    }
  }

  private static func cut(_ name: String, to width: Width) -> String {
    switch width {
    case .wide: name
    case .abbreviated: String(name.prefix(3))
    case .short: String(name.prefix(2))
    case .narrow: String(name.prefix(1))
    }
  }
}
