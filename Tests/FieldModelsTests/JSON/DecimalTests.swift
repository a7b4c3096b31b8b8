import FieldModels
import FieldTestSupport
import Testing

/// Exact decimal arithmetic: what is read, how it compares, what is a multiple of a step.
@Suite struct DecimalTests {
  @Test(
    "a number is read and written out plainly",
    arguments: [
      ("0", "0"), ("-0", "0"), ("-0.0e5", "0"), ("12.50", "12.5"), ("-12.50e3", "-12500"),
      (".5", "0.5"), ("-.5", "-0.5"), ("007", "7"), ("1e-7", "0.0000001"), ("1E+3", "1000"),
      ("9007199254740993", "9007199254740993"), ("120e-1", "12"), ("0.10", "0.1"),
      ("1e00000000000000000000005", "100000"), ("100", "100"), ("0e99", "0"),
    ])
  func reading(text: String, plain: String) {
    let value = Decimal(text)
    #expect(value?.description == plain)
    #expect(Decimal(plain) == value)
    #expect(value?.isInteger == !plain.contains("."))
    #expect(value?.isZero == (plain == "0"))
  }

  @Test(
    "what HTML does not call a number is none",
    arguments: [
      "", "+1", "-", ".", "5.", "1e", "1e+", "e5", "1,5", " 1", "1 ", "0x1", "Infinity", "NaN",
      "1_000", "--1", "1.2.3", "1e5.5", "١", "1\u{0}",
    ])
  func refusing(text: String) {
    #expect(Decimal.parse(text) == .failure(.notANumber))
  }

  @Test("numbers beyond the limits are too long and say so")
  func limits() {
    let digits = String(repeating: "9", count: Decimal.mostDigits)
    #expect(Decimal(digits) != nil)
    #expect(Decimal.parse(digits + "9") == .failure(.tooLong))
    #expect(Decimal.parse("0." + digits) == .failure(.tooLong))
    #expect(Decimal("1e10000") != nil)
    #expect(Decimal("1e-10000") != nil)
    #expect(Decimal.parse("1e10001") == .failure(.tooLong))
    #expect(Decimal.parse("1e-10001") == .failure(.tooLong))
    #expect(Decimal.parse("1e99999999999999999999999999") == .failure(.tooLong))
    #expect(Decimal.parse(String(repeating: "1", count: 1_000_000)) == .failure(.tooLong))
  }

  /// The answers were computed by another implementation of decimal arithmetic.
  @Test("arithmetic is exact", arguments: DecimalTests.rows)
  func arithmetic(row: Row) throws {
    let first = try #require(Decimal(row.first))
    let second = try #require(Decimal(row.second))
    #expect((first < second) == (row.order == .less))
    #expect((second < first) == (row.order == .greater))
    #expect((first == second) == (row.order == .equal))
    #expect((first.hashValue == second.hashValue) || row.order != .equal)
    #expect((first - second).description == row.difference)
    #expect((second - first) == -(first - second))
    #expect((first - second) + second == first)
    #expect(first.isMultiple(of: second) == row.isMultiple)
    #expect((-first).isMultiple(of: second) == row.isMultiple)
    #expect(first.isMultiple(of: -second) == row.isMultiple)
  }

  @Test("small numbers agree with whole numbers", arguments: 1...3 as ClosedRange<UInt64>)
  func integers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let bound = 1 << Int.random(in: 1...50, using: &random)
      let (a, b) = (
        Int.random(in: -bound...bound, using: &random),
        Int.random(in: -bound...bound, using: &random)
      )
      let (x, y) = (Decimal(a), Decimal(b))
      #expect((x - y) == Decimal(a - b))
      #expect((x < y) == (a < b))
      #expect(x.isMultiple(of: y) == (b == 0 ? a == 0 : a.isMultiple(of: b)))
      #expect(Decimal(x.description) == x)
    }
  }

  @Test("products of long numbers are multiples of both, and their neighbours are not")
  func longMultiples() throws {
    var random = SplitMix64(seed: 12)
    for _ in 0..<60 {
      let step = try #require(Decimal(digits(Int.random(in: 19...400, using: &random), &random)))
      var sum = Decimal(0)
      // Doubling and adding make a multiple without a multiplication.
      for _ in 0..<Int.random(in: 1...120, using: &random) {
        sum = sum + sum
        if Bool.random(using: &random) { sum = sum + step }
      }
      #expect(sum.isMultiple(of: step))
      #expect(!(sum - Decimal(1)).isMultiple(of: step))
      #expect(!(sum + Decimal(1)).isMultiple(of: step))
    }
  }

  @Test("the longest numbers are compared, subtracted and divided")
  func longest() throws {
    let nines = String(repeating: "9", count: Decimal.mostDigits)
    let large = try #require(Decimal(nines + "e10000"))
    let small = try #require(Decimal("-" + nines + "e-10000"))
    let difference = large - small
    #expect(small < large)
    #expect(difference.description.utf8.count == 21_001)
    #expect(!difference.isMultiple(of: large))
    #expect(!difference.isMultiple(of: try #require(Decimal("7e-10000"))))
    #expect(difference.isMultiple(of: try #require(Decimal("9e-10000"))))
    #expect(difference.isMultiple(of: small))
  }

  private func digits(_ count: Int, _ random: inout SplitMix64) -> String {
    "1" + (1..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
  }
}

extension DecimalTests {
  enum Order: Sendable { case less, equal, greater }

  struct Row: Sendable, CustomTestStringConvertible {
    let first: String
    let second: String
    let order: Order
    let difference: String
    let isMultiple: Bool

    var testDescription: String { "\(first) and \(second)" }
  }

  static let rows: [Row] =
    ([
      ("0.3", "0.1", .greater, "0.2", true),
      ("0.30", ".1", .greater, "0.2", true),
      ("1e-7", "1e-8", .greater, "0.00000009", true),
      ("9007199254740993", "1", .greater, "9007199254740992", true),
      ("9007199254740993", "2", .greater, "9007199254740991", false),
      ("9007199254740993", "9007199254740992", .greater, "1", false),
      ("-12.50e3", "0.5", .less, "-12500.5", true),
      ("1", "3", .less, "-2", false),
      ("0", "5", .less, "-5", true),
      ("0", "0", .equal, "0", true),
      ("5", "0", .greater, "5", false),
      ("-0", "0", .equal, "0", true),
      ("1e3", "1000", .equal, "0", true),
      ("100", "1e3", .less, "-900", false),
      ("1000", "1e3", .equal, "0", true),
      ("4.35", "0.01", .greater, "4.34", true),
      ("4.355", "0.01", .greater, "4.345", false),
      ("-7", "-7", .equal, "0", true),
      ("-7", "7", .less, "-14", true),
      ("0.1", "-0.3", .greater, "0.4", false),
      ("123456789123456789123456789", "123456789", .greater, "123456789123456789000000000", true),
      ("999999999999999999999999999", "999999999", .greater, "999999999999999999000000000", true),
      ("1000000000000000000", "999999999999", .greater, "999999000000000001", false),
      ("1e30", "1000000001000000001", .greater, "999999999998999999998999999999", false),
      (
        "-49927931267944571706322836e3", "7392570318e3", .less, "-49927931267944579098893154000",
        true
      ),
      ("33e5", "1038373466713e-5", .less, "-7083734.66713", false),
      (
        "-329151219729698257457776438154839e-7", "887846707e-9", .less,
        "-32915121972969825745777644.703330607", true
      ),
      ("-6948973803661e7", "303711e8", .less, "-69489768407710000000", false),
      (
        "-6637527534587210822075e5", "3361898327954464059338e-5", .less,
        "-663752753492340065487044640.59338", false
      ),
      ("-35281952691905582958e1", "10e10", .less, "-352819527019055829580", false),
      (
        "-6788270002372343286869143928e-11", "26773095193165485515e-5", .less,
        "-68150430975655087.72384143928", false
      ),
      (
        "35229910848493262334542529700e-6", "766178538374512823584e3", .less,
        "-730948627526019561249457.4703", false
      ),
      (
        "32041311975020791932795191106083085004e2", "382070362e1", .greater,
        "3204131197502079193279519110604487796780", true
      ),
      ("1685946527900620965341250e-3", "3750e-4", .greater, "1685946527900620965340.875", true),
      ("-5432534705275260240e-10", "61379052294e-12", .less, "-543253470.588905076294", true),
      ("-325397e-8", "4373082120e-3", .less, "-4373082.12325397", false),
      (
        "-11367137441901500282420978303550892435927386138e5", "29841844699886579514e2", .less,
        "-1136713744190150028242097830358073428062727271751400", true
      ),
      (
        "-261734590836696727298397415637681775805e-1", "600929e-12", .less,
        "-26173459083669672729839741563768177580.500000600929", false
      ),
      (
        "-69644904116523341990857047330923192186e-6", "7820543548873078622e-6", .less,
        "-69644904116523341998677590879796.270808", true
      ),
      (
        "-2465301908246387009319708022410e5", "74541307296334789366e3", .less,
        "-246530190824713242239267137030366000", true
      ),
      ("-590e3", "6707e8", .less, "-670700590000", false),
      ("-2294670319013e1", "55112818e3", .less, "-23001816008130", false),
      (
        "-17855768010072185669543934782e-4", "28953419e3", .less, "-1785576801007247520373393.4782",
        false
      ),
      (
        "-19071448017756277045067500639804e2", "33357863253866906e1", .less,
        "-1907144801775628038085382602649460", true
      ),
      ("-48706775933403133226e8", "73e-9", .less, "-4870677593340313322600000000.000000073", false),
      ("904e6", "7748125695990781e-6", .less, "-6844125695.990781", false),
      ("43537760456e-6", "67245912112e8", .less, "-6724591211199956462.239544", false),
      ("541114515670400950e-6", "68531696736e-10", .greater, "541114515663.5477803264", false),
      ("434330181361920e-4", "1064534758240e-7", .greater, "43432911682.716176", true),
      (
        "9616470214561122896662954081816057989e-7", "7033584161350701e-6", .greater,
        "961647021456112289659261824020.2550979", false
      ),
      ("7e-11", "69783474442152680208e-5", .less, "-697834744421526.80207999993", false),
      ("5468438140810e-12", "858186e5", .less, "-85818599994.53156185919", false),
      ("51247224e7", "63e5", .greater, "512472233700000", true),
      (
        "-486848508578459533578072930850474504180948992226678961177746192e14",
        "1541416623029377306174078e12", .less,
        "-48684850857845953357807293085047450418096440639290925495080793278000000000000", true
      ),
      ("-18429e0", "391e-6", .less, "-18429.000391", false),
      (
        "-742280155856727e7", "7738260942918707845292801e-9", .less,
        "-7422809296828212918707.845292801", false
      ),
      (
        "-526454726483605471722812e8", "9643882819726311e8", .less,
        "-52645473612748829144912300000000", false
      ),
      (
        "-60103001400091260814e10", "3015193993685883e-1", .less,
        "-601030014000912909659399368588.3", false
      ),
    ] as [(String, String, Order, String, Bool)]).map {
      Row(first: $0.0, second: $0.1, order: $0.2, difference: $0.3, isMultiple: $0.4)
    }
}
