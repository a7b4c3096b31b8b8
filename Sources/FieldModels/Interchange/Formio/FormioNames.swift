import FieldModels

/// The names of properties of Form.io's components that ask nothing of values, and of those that no
/// form has.
///
/// A name that is neither here nor read by the import is one that Form.io did not have when this was
/// written.
enum FormioNames {
  /// How a component looks; a form keeps it in `presentation`.
  static let visual: Set<String> = [
    "addAnotherPosition", "addons", "allowMultipleMasks", "applyMaskOn", "attributes", "autoAdjust",
    "autoExpand", "autocomplete", "block", "bordered", "breadcrumb", "breadcrumbClickable",
    "buttonSettings", "caption", "case", "cellAlignment", "collapsed", "collapsible", "condensed",
    "customClass", "customOptions", "dataGridLabel", "datepickerMode", "decimalLimit",
    "decimalSymbol", "delimiter", "disableClearIcon", "displayInTimezone", "displayMask",
    "dropdown", "editor", "enableMaxDateInput", "enableMinDateInput", "fixedSize", "format",
    "header", "hideInputLabels", "hideLabel", "hideOnChildrenHidden", "hover",
    "inline", "inputFormat", "inputMaskPlaceholderChar", "inputType", "inputsLabelPosition",
    "labelMargin", "labelPosition", "labelWidth", "lockKey", "mask", "modal", "modalEdit",
    "nextPage", "numCols", "numRows", "optionsLabelPosition", "prefix", "properties",
    "redrawOn", "refreshOn", "requireDecimal", "rows", "saveAs", "scrollToTop", "searchDebounce",
    "searchEnabled", "searchField", "searchThreshold", "selectThreshold", "shortcut",
    "shortcutButtons", "showCharCount", "showWordCount", "size", "spellcheck", "striped", "suffix",
    "tabindex", "tableView", "tags", "templates", "textCase", "theme", "thousandsSeparator",
    "timePicker", "timezone", "tooltip", "truncateMultipleSpaces", "uniqueOptions",
    "useLocaleSettings", "useExactSearch", "verticalLayout", "widget", "wysiwyg", "autofocus",
    "alignment", "as", "displayAsTable", "hideControl", "initEmpty", "layout", "lazyLoad", "limit",
    "minSearch", "navigateOnEnter", "noRefreshOnScroll", "openWhenEmpty", "readOnlyValue",
    "saveOnEnter", "saveRow", "selectFields", "shortcutKey", "showValidations", "sort", "tooltips",
    "widgetType", "isMultipleMasksField", "datePicker", "dayFirst", "inputLabelPosition",
    "fieldSet", "removeRow", "removePlacement", "rowDrafts", "defaultOpen", "inlineEdit",
    "displayFormat", "allowInput", "inputMode", "calculateValueMode", "currencySymbol", "image",
    "color", "icon", "leftIcon", "rightIcon",
  ]

  /// What computes.
  static let programs: Set<String> = [
    "calculateServer", "calculateValue", "customConditional", "customDefaultValue", "logic",
    "allowCalculateOverride", "customDefaultValueVariables", "rowClass", "template",
  ]

  /// What is known and has no counterpart.
  static let counterpartless: Set<String> = [
    "access", "addAnother", "authenticate", "clearOnRefresh", "conditionalAddButton", "dataType",
    "dbIndex", "defaultDate", "defaultPermission", "disableAddingRemovingRows", "encrypted",
    "enableRowGroups", "errorLabel", "filter", "groupToggle", "idPath", "ignoreCache", "indexeddb",
    "kickbox", "multiple", "onlyAvailableItems", "protected", "reorder", "rowGroups",
    "searchResource", "serverOverride", "submissionAccess", "unique", "validateWhenHidden",
    "valueProperty", "valueComponent", "conflictId", "revision", "maxDate", "minDate", "maxYear",
    "minYear", "requireDay", "conditional", "validate", "disabled", "hidden", "defaultValue",
    "errors", "inputMasks", "inputMask", "selectValues", "dataSrc", "data", "fields", "tree",
    "noDefaultValue", "cloneRows", "defaultValueMapping", "minSelectedCountMessage",
    "maxSelectedCountMessage", "modelType",
  ]

  /// Those of them by which Form.io judges answers.
  static let deciding: Set<String> = [
    "conditional", "data", "dataSrc", "dataType", "fields", "hidden", "inputMask", "inputMasks",
    "kickbox", "maxDate", "maxYear", "minDate", "minYear", "modelType", "multiple",
    "onlyAvailableItems", "requireDay", "selectValues", "unique", "validate", "validateWhenHidden",
    "valueComponent",
    "valueProperty",
  ]

  /// Members that no component is told apart by, whatever they say.
  static let silent: Set<String> = [
    "id", "input", "persistent", "path", "_id", "owner", "created", "modified", "_vid", "key",
    "type", "parent", "isNew", "source", "inDataGrid", "keyModified", "order", "tab", "lastIndex",
    "originalComponent", "allowPrevious", "version", "fuseOptions", "overlay",
  ]

  /// What stands so where nobody has chosen anything.
  static let usual: [String: [JSONValue]] = [
    "tableView": [true], "labelPosition": ["top"],
    "widget": [["type": "input"], "choicesjs", "html5"],
    "validateOn": ["change"],
    "inputType": ["text", "email", "password", "number", "radio", "checkbox", "tel", "url"],
    "inputFormat": ["plain"], "spellcheck": [true], "clearOnHide": [true], "tree": [true, false],
    "datepickerMode": ["day"], "editor": [""], "rows": [3],
    "searchEnabled": [true], "searchDebounce": [0.3], "template": ["<span>{{ item.label }}</span>"],
    "optionsLabelPosition": ["right"], "dataType": ["auto"], "timezone": [""], "lazyLoad": [true],
    "selectThreshold": [0.3], "limit": [100], "theme": ["default"],
    "breadcrumb": ["default"], "clearOnRefresh": [false], "minSearch": [0],
    "allowCalculateOverride": [false], "applyMaskOn": ["change"], "showValidations": [false],
    "dataGridLabel": [true, false], "uniqueOptions": [false], "delimiter": [false],
    "requireDecimal": [false], "mask": [false], "hideOnChildrenHidden": [false],
  ]

  /// The components that are fields of a kind of their own; of all others a field holds any value.
  private static let typed: Set<String> = [
    "textfield", "email", "url", "phoneNumber", "password", "textarea", "number", "currency",
    "checkbox", "radio", "select", "selectboxes", "datetime", "day", "time", "hidden", "tags",
    "container", "form", "button",
  ]

  /// Whether a component takes any value, as far as a form knows.
  static func takesAny(_ type: String) -> Bool {
    !typed.contains(type) && !shown.contains(type) && !layouts.contains(type)
  }

  /// The types that Form.io knows beside those, by which it judges answers.
  private static let known: Set<String> = [
    "address", "datagrid", "datamap", "datatable", "dynamicWizard", "editgrid", "file", "resource",
    "signature", "sketchpad", "survey", "tagpad", "tree",
  ]

  /// What Form.io reads of a component of any type.
  private static let general: Set<String> = [
    "conditional", "hidden", "inputMask", "inputMasks", "modelType", "multiple", "unique",
    "validate", "validateWhenHidden",
  ]

  /// Whether Form.io judges the answers to a component by a member: of one whose type it does not know,
  /// by fewer of them.
  static func decides(_ name: String, type: JSONValue?) -> Bool {
    let isKnown = type?.string.map { !takesAny($0) || known.contains($0) } ?? true
    return isKnown ? deciding.contains(name) : general.contains(name)
  }

  /// Whether Form.io takes every answer to a component for which a field of any value stands.
  ///
  /// Form.io has no rule for a type that it does not know. A required answer with nothing but empty
  /// values in it is none there.
  static func takesAll(_ object: ForeignObject, ofType type: String) -> Bool {
    if unchecked.contains(type) { return true }
    let required = object.peek("validate")?["required"] ?? false
    return takesAny(type) && !type.isEmpty && !known.contains(type)
      && FormioImport.isBlank(required) && object.peek("modelType") == nil
      && FormioImport.isBlank(object.peek("multiple") ?? false)
  }

  /// Those of them whose values Form.io takes as they are.
  static let unchecked: Set<String> = ["address", "file", "resource", "signature", "sketchpad"]

  /// What is shown between components, or keeps programs out; nobody answers it.
  static let shown: Set<String> = [
    "captcha", "content", "datasource", "htmlelement", "html", "recaptcha", "reviewpage",
  ]

  /// The components that have others in them and no value.
  static let layouts: Set<String> = ["panel", "fieldset", "well", "columns", "table", "tabs"]
}
