/// What a sieve leaves for others to look at.
extension RecordSieve {
  /// Something of a record that is to be looked at closely.
  package struct Doubt: Equatable, Sendable {
    /// The field; nil for a name that no field has.
    package var field: Int?
    /// Where its value is, or the name; nil for a value that is left out.
    package var value: Range<Int>?
    /// Where what is left out would be: the brace of its object.
    var place: Range<Int> = 0..<0
    /// The list and the entry of it in which the field is.
    var list: Int?
    var entry = 0
    /// The object that has a name that no field has.
    var object = 0
    /// Where the values begin that others of the same record or entry look at.
    var values: Int?
    /// What the field looks at (`Sifted.watched`), where a look says it.
    var seen: Range<Int>?
    /// The value is right, and only its validators have to be asked.
    var isRight = false

    /// What is said of it depends on other values.
    var isDependent: Bool { values != nil || seen != nil }
  }

  /// An object or a list of a record that is something else, or has too few or too many entries.
  enum Misfit: Equatable, Sendable {
    case object(Int, Range<Int>)
    case list(Int, ListMisfit, Range<Int>)
  }

  /// What is wrong with a list as such; of one with a wrong number of entries how many it has.
  enum ListMisfit: Equatable, Sendable {
    case otherValue
    case tooFew(Int), tooMany(Int)
  }

  /// What a look at a record leaves.
  package struct Sifted: Sendable {
    package internal(set) var doubts: [Doubt] = []
    /// In the order of the text.
    var misfits: [Misfit] = []
    /// Where the record says which form it belongs to.
    var form: Range<Int>?
    /// Where the values are that others look at, of each record or entry with doubts that depend on them.
    var values: [Range<Int>?] = []
    /// What doubtful fields look at.
    var watched: [Watched] = []
    /// Of the values the first of the record itself, and how many entries each list has.
    var rootValues: Int?
    var counts: [Int] = []
    /// What stands outside of lists has been passed.
    var isRecordKnown = false
    private var room: SieveRoom?
    /// What is in the room.
    var scratch = SieveScratch.none

    package init() {}

    /// Nothing is to be said.
    package var isEmpty: Bool { doubts.isEmpty && misfits.isEmpty && form == nil }

    mutating func clear() {
      if isEmpty { return }
      doubts.removeAll(keepingCapacity: true)
      misfits.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      counts.removeAll(keepingCapacity: true)
      watched.removeAll(keepingCapacity: true)
      (form, rootValues) = (nil, nil)
    }

    /// Names that no field has stand in several objects.
    var hasStrangersApart: Bool {
      var first: Doubt?
      for doubt in doubts where doubt.field == nil {
        if let first,
          (first.list, first.entry, first.object) != (doubt.list, doubt.entry, doubt.object)
        {
          return true
        }
        first = doubt
      }
      return false
    }

    /// In the order in which a record is told of.
    mutating func sort() {
      if doubts.count < 2 { return }
      // Names that no field has are in the order of the text.
      func place(_ doubt: Doubt) -> (Int, Int, Int, Int) {
        (doubt.list ?? -1, doubt.entry, doubt.field ?? -1, doubt.value?.lowerBound ?? 0)
      }
      doubts.sort { place($0) < place($1) }
    }

    /// Makes room to note something in, which nobody else has.
    mutating func prepare(_ size: SieveScratch.Size) {
      if isKnownUniquelyReferenced(&room), room?.size == size { return }
      let new = SieveRoom(size)
      room = new
      scratch = new.scratch
    }
  }
}
