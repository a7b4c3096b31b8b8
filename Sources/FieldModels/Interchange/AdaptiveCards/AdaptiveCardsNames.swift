import FieldModels

/// The names of Adaptive Cards that ask nothing of values, and what an export writes.
enum AdaptiveCardsNames {
  /// The key under which `presentation` has what only cards know.
  static let format = "adaptiveCards"
  /// Elements that ask for nothing.
  static let shown: Set<String> = [
    "Badge", "Chart.Donut", "Chart.Gauge", "Chart.HorizontalBar", "Chart.HorizontalBar.Stacked",
    "Chart.Line", "Chart.Pie", "Chart.VerticalBar", "Chart.VerticalBar.Grouped", "CodeBlock",
    "CompoundButton", "FactSet", "Icon", "Image", "ImageSet", "Media",
    "ProgressBar", "ProgressRing", "RichTextBlock", "TextBlock",
  ]
  /// What holds other elements, with the names of its lists.
  static let containers = [
    "ActionSet": "actions", "Carousel": "pages", "CarouselPage": "items", "Column": "items",
    "ColumnSet": "columns", "Container": "items", "Table": "rows", "TableCell": "items",
    "TableRow": "cells",
  ]
  /// Those that stand nowhere by themselves.
  static let parts: Set<String> = ["CarouselPage", "Column", "TableCell", "TableRow", ""]
  /// How inputs, and what is around them, look.
  static let visual: Set<String> = [
    "$schema", "actions", "authentication", "backgroundImage", "bleed", "choices", "choices.data",
    "errorMessage", "fallback", "fallbackText", "firstRowAsHeader", "grid.area", "gridStyle",
    "height", "horizontalAlignment", "horizontalCellContentAlignment", "iconUrl", "id",
    "inlineAction",
    "inputStyle", "isMultiSelect", "isVisible", "isSortKey", "labelPosition", "labelWidth", "lang",
    "layouts", "metadata", "minHeight", "mode", "msteams", "refresh", "requires", "roundedCorners",
    "rtl", "selectAction", "separator", "showBorder", "showGridLines", "spacing", "speak", "style",
    "targetWidth", "title", "tooltip", "value", "verticalAlignment",
    "verticalCellContentAlignment", "verticalContentAlignment", "version", "width", "wrap",
  ]
  /// The keyboards of the styles of a text.
  static let keyboards = ["tel": "phonePad", "url": "URL", "email": "emailAddress"]

  /// What an export writes beside the body.
  static let usual: [(name: String, value: JSONValue)] = [
    ("$schema", "http://adaptivecards.io/schemas/adaptive-card.json"), ("version", "1.5"),
    ("actions", [["type": "Action.Submit", "title": "Submit"]]),
  ]

  /// The text above a card or a group.
  static func heading(_ text: String, isTitle: Bool = false) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", "TextBlock"), .init("text", .string(text)), .init("style", "heading"),
      .init("wrap", true),
    ]
    if isTitle { members.append(.init("size", "Large")) }
    return .object(members)
  }

  /// A text that says what something is for.
  static func description(_ text: String, of id: String) -> JSONValue {
    [
      "type": "TextBlock", "id": .string(id + ForeignBody.description), "text": .string(text),
      "wrap": true,
    ]
  }
}
