import FieldModels

/// What is known of attributes beyond those that a control has for itself.
enum HTMLAttributes {
  /// Whether an attribute is about how a page looks, reads or is found its way in, and not about what a
  /// form asks.
  static func isAboutLooks(_ name: String) -> Bool {
    looks.contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-")
      || name.hasPrefix("item") || name.hasPrefix("xml") || name.hasPrefix("popover")
  }

  /// The attributes that some control has; where they do not apply they ask nothing.
  static let ofControls: Set<String> = [
    "accept", "alpha", "alt", "autocomplete", "capture", "checked", "colorspace", "cols",
    "dirname", "disabled", "form", "formaction", "formenctype", "formmethod", "formnovalidate",
    "formtarget", "height", "list", "max", "maxlength", "min", "minlength", "multiple", "name",
    "pattern", "placeholder", "readonly", "required", "rows", "size", "src", "step", "type",
    "value",
    "width", "wrap", "autocorrect", "autocapitalize", "inputmode", "enterkeyhint", "autofocus",
    "hidden", "spellcheck", "title", "switch", "for",
  ]

  /// Looks that are handed on.
  static let shown: Set<String> = ["autocomplete", "size", "rows", "cols", "wrap", "spellcheck"]

  private static let looks: Set<String> = [
    "class", "id", "style", "tabindex", "lang", "dir", "role", "accesskey", "slot", "part",
    "translate", "draggable", "is", "nonce", "exportparts", "contenteditable", "writingsuggestions",
    "align", "border", "incremental", "results", "virtualkeyboardpolicy", "anchor",
  ]
}

/// A row of a list, or of what a list offers.
struct HTMLOption {
  var value: String
  var label: String
  var isDisabled: Bool
  var isSelected: Bool
  var description: String?
  var offset: Int

  init(_ tree: HTMLTree, _ index: Int) {
    let node = tree.nodes[index]
    let text = HTMLText.collapsed(tree.text(of: index, without: ["script"]))
    value = node["value"] ?? text
    let label = node["label"] ?? ""
    self.label = label.isEmpty ? text : label
    isDisabled = node["disabled"] != nil
    isSelected = node["selected"] != nil
    description = node["title"].flatMap { $0.isEmpty ? nil : $0 }
    offset = node.offset
  }
}
