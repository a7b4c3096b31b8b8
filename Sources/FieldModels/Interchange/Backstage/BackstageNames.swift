import FieldModels

/// The names of software templates, and what an export writes where a form says nothing.
enum BackstageNames {
  /// The key under which `presentation` has what is no form in a template.
  static let format = "backstage"
  static let apiVersion: JSONValue = "scaffolder.backstage.io/v1beta3"
  static let kind: JSONValue = "Template"
  static let type: JSONValue = "service"
  static let steps: JSONValue = []
  /// Under which name an export notes the key of the group that is a page, if its title is another.
  static let page = "page"
  /// The pickers that check nothing of what is entered.
  static let unchecked: Set<String> = [
    "EntityPicker", "EntityTagsPicker", "MyGroupsPicker", "OwnedEntityPicker", "OwnerPicker",
    "Secret",
  ]
  static let secret: JSONValue = "Secret"

  /// What of a template is not handed on by where it stands; null for what is not whatever it is.
  static func usual(named name: JSONValue) -> [(part: String, values: [String: JSONValue])] {
    [
      ("", ["apiVersion": apiVersion, "kind": .null, "metadata": .null, "spec": .null]),
      ("metadata", ["name": name, "title": .null, "description": .null]),
      ("spec", ["parameters": .null, "type": type, "steps": steps]),
    ]
  }

  /// The name of a template, by its title.
  static func name(for title: String?) -> String {
    let slug = HTMLImport.slug(title ?? "")
    return slug.isEmpty ? "form" : slug
  }
}
