import FieldModels

/// The keys of what stands in the objects of a schema, whose names need not differ.
enum JSONSchemaNames {
  /// The names by which what each entry of a list is gets a key.
  static func names(ofEntryAt list: [String]) -> [String] {
    list + [Repetition.valueKey(ofListNamed: list.last ?? "")]
  }

  /// A key for each path, no two the same: its last name, where nothing else is called so, else all
  /// of its names with points between; what has no name is called a field.
  static func keys(for paths: [[String]]) -> [String] {
    var counts: [String: Int] = [:]
    for path in paths { counts[path.last ?? "", default: 0] += 1 }
    // What stands in the record itself has its name, so that it needs no path.
    var used = UniqueKeys(Set(paths.lazy.filter { $0.count == 1 }.compactMap { $0.first }))
    return paths.map { path in
      guard let name = path.last, 1 < path.count || name.isEmpty else { return path.first ?? "" }
      let known = path.map { $0.isEmpty ? "field" : $0 }
      return used.key(counts[name] == 1 ? known[path.count - 1] : known.joined(separator: "."))
    }
  }
}
