/// How high a field is, in points.
///
/// Two ways to draw a field are known: with a title that floats into its border, and with a label
/// stacked above it. A front end takes the one that it draws.
public struct FieldHeights: Equatable, Sendable {
  /// The parts that a front end's fonts decide.
  public struct Metrics: Equatable, Sendable {
    /// A label above the content, in points.
    public var label = 20.0
    /// The line of the helper, in points.
    public var helper = 16.0
    /// The line of the counter, in points.
    public var counter = 16.0
    /// What each line behind the first adds, of an area or of JSON.
    public var line = 20.0

    /// Those of a usual font.
    public init() {}
  }

  /// At rest, with a title that floats, in points.
  public var normal: Double
  /// With an error below it, in points.
  public var error: Double
  /// With its list open; nil where there is none.
  public var open: Double?
  /// With its list open and an error, in points; nil where there is no list.
  public var openError: Double?
  /// With the label stacked above it, in points.
  public var stacked: Double

  package init(
    _ kind: FieldKind, lineCount: Int, hasHelper: Bool, hasCounter: Bool, _ metrics: Metrics
  ) {
    let growth = kind == .area || kind == .any ? Double(max(0, lineCount - 1)) * metrics.line : 0
    normal = 43.5 + growth
    error = 63 + growth
    if !kind.isTextEntry { (open, openError) = (269.5, 289) }
    let below = hasHelper ? metrics.helper : hasCounter ? metrics.counter : 0
    stacked = 16 + metrics.label + 44 + growth + below
  }

  /// The height in a state, with a title that floats.
  public func height(isInError: Bool, isOpen: Bool) -> Double {
    let closed = isInError ? error : normal
    return isOpen ? (isInError ? openError : open) ?? closed : closed
  }
}
