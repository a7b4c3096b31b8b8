/// Arrays that are in some order.
extension Array {
  /// The index of the first element for which something holds that holds for all behind it.
  package func partitioningIndex(_ isPast: (Element) -> Bool) -> Int {
    var lower = startIndex
    var upper = endIndex
    while lower < upper {
      let middle = (lower + upper) / 2
      if isPast(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
