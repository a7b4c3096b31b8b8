import FieldModels

/// The measures and colours of fields in all their states.
extension DocumentSession {
  mutating func layout(
    of keys: [String]?, _ metrics: FieldHeights.Metrics
  ) throws(RPCError) -> JSONText {
    let ids = try fields(keyed: keys) ?? document.allFields
    let version = version
    let pictures = ids.compactMap { form.picture(of: $0) }
    return JSONText { json in
      json.member("version", orNull: version)
      json.member("fields") { json in
        json.array { json in
          for picture in pictures { json.object { picture.writeLayout(metrics, to: &$0) } }
        }
      }
    }
  }
}

extension FieldPicture {
  fileprivate func writeLayout(_ metrics: FieldHeights.Metrics, to json: inout JSONWriter) {
    let heights = heights(metrics)
    json.member("key", definition.key ?? "")
    json.object("heights") { json in
      json.member("normal") { $0.points(heights.normal) }
      json.member("error") { $0.points(heights.error) }
      if let open = heights.open, let openError = heights.openError {
        json.member("open") { $0.points(open) }
        json.member("openError") { $0.points(openError) }
      }
      json.member("stacked") { $0.points(heights.stacked) }
    }
    json.member("horizontalPadding", definition.traits.hasHorizontalPadding ? 10 : 0)
    json.member("toolbar", toolbar.map { $0.name.rawValue })
    json.object("colors") { json in
      for look in FieldLook.allCases {
        let isActive = look == .active
        let colors = PartColors(reading, look: look, isActive: isActive, isTitleUp: isTitleUp)
        json.member(named: look.rawValue, colors)
      }
    }
  }
}
