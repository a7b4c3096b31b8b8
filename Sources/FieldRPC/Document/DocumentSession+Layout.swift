import FieldModels

/// The measures and colours of fields in all their states.
extension DocumentSession {
  mutating func layout(
    of keys: [String]?, _ metrics: FieldHeights.Metrics, at now: Instant
  ) throws(RPCError) -> Telling {
    let ids = try fields(keyed: keys) ?? document.allFields
    let version = version
    var pictures: [FieldPicture] = []
    for id in ids {
      let picture = document.picture(of: id, hasMatches: false, at: now)
      if let picture { pictures.append(picture) }
    }
    return Telling { _, json in
      json.beginObject()
      json.version(version)
      json.name("fields")
      json.list(pictures) { $0.writeLayout(metrics, to: &$1) }
      json.endObject()
    }
  }
}

extension FieldPicture {
  fileprivate func writeLayout(_ metrics: FieldHeights.Metrics, to json: inout JSONWriter) {
    let heights = heights(metrics)
    json.beginObject()
    json.name("key")
    json.string(definition.key ?? "")
    json.name("heights")
    json.beginObject()
    json.name("normal")
    json.points(heights.normal)
    json.name("error")
    json.points(heights.error)
    if let open = heights.open, let openError = heights.openError {
      json.name("open")
      json.points(open)
      json.name("openError")
      json.points(openError)
    }
    json.name("stacked")
    json.points(heights.stacked)
    json.endObject()
    json.name("horizontalPadding")
    json.integer(definition.traits.hasHorizontalPadding ? 10 : 0)
    json.name("toolbar")
    json.list(toolbar) { $1.string($0.name.rawValue) }
    json.name("colors")
    json.beginObject()
    for look in FieldLook.allCases {
      json.name(look.rawValue)
      let isActive = look == .active
      json.colors(FieldColors(look: look, isActive: isActive, isTitleUp: isTitleUp), definition)
    }
    json.endObject()
    json.endObject()
  }
}
