/// The structures of VAT identification numbers in the European Union, as VIES lists them.
///
/// A number is a country's prefix and one of that country's shapes, in capitals and unbroken, with
/// the check digits that `VATCheck` knows. Only VIES itself can say whether a number is in use, so
/// that is not asked. `XI` is Northern Ireland.
extension Format {
  static func isEuropeanVAT(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard 4...14 ~= bytes.count else { return false }
    let country = String(decoding: bytes.prefix(2), as: UTF8.self)
    let number = bytes.dropFirst(2)
    let hasShape = (vatShapes[country] ?? []).contains { shape in
      let pattern = shape.description.utf8
      return pattern.count == number.count && zip(pattern, number).allSatisfy(isVATCharacter)
    }
    return hasShape && VATCheck(number).passes(in: country)
  }

  /// `d` is a digit, `a` a letter, `n` either, `s` a letter or a sign; others are themselves.
  private static func isVATCharacter(_ pattern: UInt8, _ byte: UInt8) -> Bool {
    switch pattern {
    case UInt8(ascii: "d"): ASCIISet.digits.contains(byte)
    case UInt8(ascii: "a"): ASCIISet.uppercase.contains(byte)
    case UInt8(ascii: "n"): ASCIISet.digits.union(.uppercase).contains(byte)
    case UInt8(ascii: "s"): ASCIISet.uppercase.union("+*").contains(byte)
    default: byte == pattern
    }
  }

  private static let vatShapes: [String: [StaticString]] = [
    "AT": ["Udddddddd"],
    "BE": ["0ddddddddd", "1ddddddddd"],
    "BG": ["ddddddddd", "dddddddddd"],
    "CY": ["dddddddda"],
    "CZ": ["dddddddd", "ddddddddd", "dddddddddd"],
    "DE": ["ddddddddd"],
    "DK": ["dddddddd"],
    "EE": ["ddddddddd"],
    "EL": ["ddddddddd"],
    "ES": ["addddddda", "adddddddd", "dddddddda"],
    "FI": ["dddddddd"],
    "FR": ["nnddddddddd"],
    "HR": ["ddddddddddd"],
    "HU": ["dddddddd"],
    "IE": ["dddddddaa", "ddddddda", "dsddddda"],
    "IT": ["ddddddddddd"],
    "LT": ["ddddddddd", "dddddddddddd"],
    "LU": ["dddddddd"],
    "LV": ["ddddddddddd"],
    "MT": ["dddddddd"],
    "NL": ["dddddddddBdd"],
    "PL": ["dddddddddd"],
    "PT": ["ddddddddd"],
    "RO": [
      "dd", "ddd", "dddd", "ddddd", "dddddd", "ddddddd", "dddddddd", "ddddddddd",
      "dddddddddd",
    ],
    "SE": ["dddddddddddd"],
    "SI": ["dddddddd"],
    "SK": ["dddddddddd"],
    "XI": ["ddddddddd", "dddddddddddd", "GDddd", "HAddd"],
  ]
}
