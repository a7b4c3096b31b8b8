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

  /// The types of CHEFS, a front end of Form.io, that are built on those of Form.io and behave alike.
  private static let likeOthers: [String: String] = [
    "simplecols2": "columns", "simplecols3": "columns", "simplecols4": "columns",
    "simpletabs": "tabs", "simplepanel": "panel", "simplefieldset": "fieldset",
    "simplecontent": "content", "simpleheading": "htmlelement", "simpleparagraph": "htmlelement",
    "simplebtnsubmit": "button", "simplebtnreset": "button", "simplebuttonadvanced": "button",
    "simplecheckbox": "checkbox", "simplecheckboxadvanced": "checkbox",
    "simplecheckboxes": "selectboxes", "simpleselectboxesadvanced": "selectboxes",
    "simpleradios": "radio", "simpleradioadvanced": "radio", "simpleselect": "select",
    "simpleselectadvanced": "select", "simplecurrencyadvanced": "currency",
    "simplenumber": "number", "simplenumberadvanced": "number", "simpledatetime": "datetime",
    "simpledatetimeadvanced": "datetime", "simpleday": "day", "simpledayadvanced": "day",
    "simpletime": "time", "simpletimeadvanced": "time", "simpleemail": "email",
    "simpleemailadvanced": "email", "simplepasswordadvanced": "password",
    "simplephonenumber": "phoneNumber", "simplephonenumberadvanced": "phoneNumber",
    "simpletagsadvanced": "tags", "simpletextarea": "textarea",
    "simpletextareaadvanced": "textarea", "simpletextfield": "textfield",
    "simpletextfieldadvanced": "textfield", "simpleurladvanced": "url", "simplefile": "file",
    "simplesignatureadvanced": "signature", "simplesurveyadvanced": "survey",
  ]

  /// The type of Form.io that a type behaves like, which is itself but for those of CHEFS.
  static func plain(_ type: String) -> String { likeOthers[type] ?? type }

  /// The program by which the parts of an address are asked for, which a server never does.
  private static let asksParts = "show = _.get(instance, 'parent.manualMode', false);"

  /// Whether a component only shows parts of an address, of which nothing is asked.
  static func isAddressPart(_ value: JSONValue) -> Bool {
    if value["customConditional"]?.string == asksParts { return true }
    let validate = value["validate"] ?? .null
    return value["components"] == nil && FormioImport.isBlank(validate)
      && FormioImport.isBlank(value["unique"] ?? .null)
  }

  /// Whether something that changes a component by its `logic` decides about answers on a server.
  ///
  /// - Parameters:
  ///   - logic: a list of triggers with their actions
  ///   - hasValue: whether the component has a value, which an action may write
  /// - Returns: false where the actions only change how it looks
  static func decidesByLogic(_ logic: JSONValue, hasValue: Bool) -> Bool {
    let looks: Set<String> = [
      "className", "content", "customClass", "description", "disabled", "label", "legend",
      "placeholder", "prefix", "suffix", "title", "tooltip",
    ]
    return (logic.array ?? []).contains { item in
      (item["actions"]?.array ?? []).contains { action in
        switch action["type"]?.string {
        case "property": !looks.contains(action["property"]?["value"]?.string ?? "")
        case "value", "customAction": hasValue
        default: true
        }
      }
    }
  }

  /// Whether all that a `logic` decides is that a component is hidden.
  static func onlyHides(_ logic: JSONValue, hasValue: Bool) -> Bool {
    let deciding = (logic.array ?? []).filter { decidesByLogic([$0], hasValue: hasValue) }
    return deciding.count == 1
      && (deciding[0]["actions"]?.array ?? []).allSatisfy { action in
        action["type"] == "property" && action["property"]?["value"] == "hidden"
          && action["property"]?["type"] == "boolean" && action["state"] == true
      }
  }

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
  /// Form.io has no rule for a type that it does not know, but that a required one is answered
  /// (`knowsBlanks`).
  static func takesAll(_ object: ForeignObject, ofType type: String) -> Bool {
    // Each part of an address must be there where one is required.
    if unchecked.contains(type) { return type != "address" || !FormioImport.asks(object) }
    let hasNone = type == "tree" && FormioImport.isBlank(object.peek("components") ?? .null)
    if hasNone { return !FormioImport.asks(object) }
    return takesAny(type) && !type.isEmpty && !known.contains(type)
      && object.peek("modelType") == nil && FormioImport.isBlank(object.peek("tree") ?? false)
      && FormioImport.isBlank(object.peek("multiple") ?? false)
  }

  /// Whether white space alone, at any depth of an answer, is none to Form.io, as by `blankIsEmpty`.
  ///
  /// It looks at the parts of an address one by one.
  static func knowsBlanks(_ object: ForeignObject, ofType type: String) -> Bool {
    takesAll(object, ofType: type) && !["address", "datamap"].contains(type)
  }

  /// Whether Form.io takes a component of a type that it does not know for one that only has others in
  /// it: its own value is none.
  static func isLayout(_ object: ForeignObject, ofType type: String) -> Bool {
    !known.contains(type) && object.peek("modelType") == nil
      && ["input", "tree", "columns", "rows"].allSatisfy {
        FormioImport.isBlank(object.peek($0) ?? false)
      }
  }

  /// In some row of a grid something is answered.
  static let schemaOfAnswered: JSONValue = [
    "contains": ["not": ["additionalProperties": ["enum": [.null, "", false, [], .object([])]]]]
  ]

  /// Whether a component that is not known has a value of its own, and others in it.
  static func hasValueWithParts(_ object: ForeignObject) -> Bool {
    object.peek("components")?.array?.isEmpty == false && object.peek("modelType") == nil
      && object.peek("input") == true
  }

  /// Whether a component that is not known holds the values of those in it under its own key.
  static func isContainer(_ object: ForeignObject) -> Bool {
    guard hasValueWithParts(object), let components = object.peek("components"),
      ["columns", "rows"].allSatisfy({ FormioImport.isBlank(object.peek($0) ?? false) })
    else { return false }
    if object.peek("tree") == true { return true }
    // Of others than trees programs don't call its data `row`, and what is in it is not hidden with it.
    return FormioImport.isBlank(object.peek("tree") ?? false)
      && !components.json.contains(text: "row.")
      && ["conditional", "customConditional", "logic"].allSatisfy {
        FormioImport.isBlank(object.peek($0) ?? .null)
      }
  }

  /// Whether a program is one call of a method of `instance`, the component where it is shown.
  ///
  /// What judges a submission has none, so that the call fails there, which counts as right.
  static func asksInstance(_ program: JSONValue) -> Bool {
    guard let text = program.string else { return false }
    var rest = Substring(text.filter { !$0.isWhitespace })
    for start in ["valid=", "instance."] {
      guard rest.hasPrefix(start) else { return false }
      rest = rest.dropFirst(start.count)
    }
    if rest.hasSuffix(";") { rest = rest.dropLast() }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let call = rest.dropFirst(name.count)
    guard name.hasPrefix("validate"), call.hasPrefix("("), call.hasSuffix(")") else { return false }
    return call.dropFirst().dropLast().allSatisfy {
      $0.isLetter || $0.isNumber || "_.,".contains($0)
    }
  }

  /// Whether Form.io takes every answer to a question of rows, none of which is asked for.
  static func takesAnyRow(_ object: ForeignObject) -> Bool {
    let validate = object.peek("validate")
    return !FormioImport.asks(object)
      && ["select", "onlyAvailableItems"].allSatisfy {
        FormioImport.isBlank(validate?[$0] ?? .null)
      }
  }

  /// Whether Form.io checks nothing of a component, since nobody answers it or nothing is stored.
  static func isUnchecked(_ object: ForeignObject) -> Bool {
    if object.peek("input").map(FormioImport.isBlank) ?? false { return true }
    guard let stored = object.peek("persistent"), !object.isSet("protected") else {
      return false
    }
    return FormioImport.isBlank(stored) || stored == "client-only"
  }

  /// Those of them whose values Form.io takes as they are.
  static let unchecked: Set<String> = [
    "address", "datamap", "file", "resource", "signature", "sketchpad", "survey",
  ]

  /// What is shown between components, or keeps programs out; nobody answers it.
  static let shown: Set<String> = [
    "captcha", "content", "datasource", "htmlelement", "html", "recaptcha", "reviewpage",
  ]

  /// The components that have others in them and no value.
  static let layouts: Set<String> = ["panel", "fieldset", "well", "columns", "table", "tabs"]
}
