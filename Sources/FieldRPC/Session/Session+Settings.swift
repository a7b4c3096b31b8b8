import FieldModels

/// What the person at the client wishes, as the client's settings have it.
extension Session {
  /// Asks the client for its settings, and to tell when they are others.
  mutating func followSettings() {
    if turn.client.registersSettings {
      turn.register(.didChangeConfiguration) { $0.member("section", "fieldd") }
    }
    askForSettings()
  }

  mutating func didChangeSettings(_ settings: JSONValue?) {
    // A client that can be asked knows more than it tells: settings of folders, defaults.
    if turn.client.hasSettings { askForSettings() } else { take(settings ?? .null) }
  }

  private mutating func askForSettings() {
    guard turn.client.hasSettings else { return }
    let number = turn.calls.takeRequestNumber()
    settingsRequest = number
    let params = JSONText { json in
      json.member("items") { json in
        json.array { json in json.object { $0.member("section", "fieldd") } }
      }
    }
    turn.say(.configuration, number: number, with: params)
  }

  /// Takes what was wished at the start, which holds where nothing else is said later.
  mutating func takeInitial(settings value: JSONValue) {
    for complaint in initialSettings.take(value) {
      turn.out.append(.logMessage(.warning, complaint))
    }
    take(.null)
  }

  /// Takes settings, in the place of all later than those of the start.
  mutating func take(_ value: JSONValue) {
    var settings = initialSettings
    for complaint in settings.take(value) { turn.out.append(.logMessage(.warning, complaint)) }
    let old = turn.client.settings
    guard settings != old else { return }
    turn.client.settings = settings
    vocabulary.liveInterval = settings.liveIntervalNanoseconds
    guard
      settings.severities != old.severities || settings.hiddenCodes != old.hiddenCodes
        || settings.codesPage != old.codesPage
    else { return }
    wakeAskers()
    if turn.client.pullsDiagnostics { return turn.mustRefreshDiagnostics = true }
    for place in documents.allPlaces { modify(at: place) { session, _ in session.tellAgain() } }
    tellForeignAgain()
    for uri in records.uris.sorted() { records.modify(uri) { $0.tellAgain() } }
  }
}
