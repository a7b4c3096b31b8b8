/// How high a field is, in points.
///
/// Two ways to draw a field are known: with a title that floats into its border, and with a label
/// stacked above it. A front end takes the one that it draws.
package struct FieldHeights: Equatable, Sendable {
  /// The parts that a front end's fonts decide.
  package struct Metrics: Equatable, Sendable {
    package var label = 20.0
    package var helper = 16.0
    package var counter = 16.0
    /// What each line of an area behind the first adds.
    package var line = 20.0

    package init() {}
  }

  package var normal: Double
  package var error: Double
  /// With its list open; nil where there is none.
  package var open: Double?
  package var openError: Double?
  package var stacked: Double

  package init(
    _ kind: FieldKind, lineCount: Int, hasHelper: Bool, hasCounter: Bool, _ metrics: Metrics
  ) {
    let growth = kind == .area ? Double(max(0, lineCount - 1)) * metrics.line : 0
    normal = 43.5 + growth
    error = 63 + growth
    if !kind.isTextEntry { (open, openError) = (269.5, 289) }
    let below = hasHelper ? metrics.helper : hasCounter ? metrics.counter : 0
    stacked = 16 + metrics.label + 44 + growth + below
  }

  /// The height in a state, with a title that floats.
  package func height(isInError: Bool, isOpen: Bool) -> Double {
    let closed = isInError ? error : normal
    return isOpen ? (isInError ? openError : open) ?? closed : closed
  }
}
