import FieldModels

/// The names of properties of a survey that ask nothing of values, and of those that no form has.
///
/// A name that is neither here nor read by the import is one that SurveyJS did not have when this was
/// written.
enum SurveyNames {
  /// How a question looks; a form keeps it in `presentation`.
  static let visual: Set<String> = [
    "acceptCarriageReturn", "allowCameraAccess", "allowClear", "allowImagesPreview", "allowResize",
    "allowSwap", "alternateRows", "altText", "autoComplete", "autoGenerate", "autoGrow",
    "autocomplete", "cellErrorLocation", "cellHint", "choicesLazyLoadEnabled",
    "choicesLazyLoadPageSize", "choicesOrder", "closeOnSelect", "colCount", "colSpan", "cols",
    "columnColCount", "columnLayout", "columnMinWidth", "columnsLocation", "commentPlaceHolder",
    "commentPlaceholder", "confirmDelete", "confirmDeleteText", "contentMode", "correctAnswer",
    "customLabels", "defaultDisplayValue", "descriptionLocation", "detailErrorLocation",
    "displayMode", "displayRateDescriptionsAsExtremeItems", "effectiveColSpan", "errorLocation",
    "hasSelectAll", "hideColumnsIfEmpty", "hideIfChoicesEmpty", "hideIfRowsEmpty", "hideNumber",
    "hideSelectedItems", "horizontalScroll", "imageFit", "imageHeight", "imageWidth", "indent",
    "innerIndent", "inputSize", "inputTextAlignment", "itemComponent", "itemErrorLocation",
    "itemSize", "itemTitleWidth", "keyDuplicationError", "label", "labelCount", "labelFormat",
    "layout", "maxHeight", "maxImageHeight", "maxImageWidth", "maxRateDescription", "maxWidth",
    "maximumRateDescription", "minHeight", "minImageHeight", "minImageWidth", "minRateDescription",
    "minWidth", "mininumRateDescription", "newPanelPosition", "nextPanelText", "noEntriesText",
    "noRowsText", "emptyRowsText", "otherErrorText", "otherPlaceHolder", "otherPlaceholder",
    "page", "panelNextText", "panelPrevText", "panelRemoveButtonLocation", "panelRemoveText",
    "panelsState", "placeholderReadOnly", "prevPanelText", "progressBarLocation",
    "questionErrorLocation", "questionStartIndex", "questionTitleLocation", "questionTitleWidth",
    "randomize", "randomizeCategory", "rateColorMode", "rateDescriptionLocation",
    "rateDisplayMode", "rateType", "removePanelButtonLocation", "removePanelText", "removeRowText",
    "renderAs", "renderMode", "rowOrder", "rowTitleWidth", "rows", "rowsOrder", "scaleColorMode",
    "searchEnabled", "searchMode", "selectAllText", "separateSpecialChoices", "showClearButton",
    "showHeader", "showInMultipleColumns", "showLabel", "showLabels", "showNumber",
    "showOptionsCaption", "showProgressBar", "showQuestionNumbers", "showRangeInProgress",
    "showSelectAllItem", "showTitle", "singleInputTitleTemplate", "size", "startWithNewLine",
    "state", "swapOrder", "tabAlign", "tabTitlePlaceholder", "templateDescription",
    "templateErrorLocation", "templateQuestionTitleLocation", "templateQuestionTitleWidth",
    "templateTabTitle", "templateTitle", "templateTitleLocation", "textUpdateMode",
    "textWrapEnabled", "titleActions", "titleLocation", "tooltipFormat", "tooltipVisibility",
    "transposeData", "useDisplayValuesInDynamicTexts", "useDisplayValuesInTitle",
    "useTitleAsLabel", "verticalAlign", "width", "addRowLocation", "addRowButtonLocation",
    "inputFieldComponent", "cellComponent", "detailPanelMode", "detailPanelShowOnAdding", "longTap",
    "selectToRankAreasLayout", "selectToRankEmptyRankedAreaText",
    "selectToRankEmptyUnrankedAreaText", "selectToRankEnabled", "selectToRankSwapAreas",
    "allowRowsDragAndDrop",
    "allowRowReorder", "allowAdaptiveActions", "requiredErrorText", "maskType", "maskSettings",
    "dataFormat", "sliderType", "navigationTitle", "navigationDescription",
    "gridLayoutColumns", "questionOrder", "questionsOrder", "showNavigationButtons",
    "navigationButtonsVisibility", "defaultValueFromLastPanel", "copyDefaultValueFromLastEntry",
    "defaultValueFromLastRow", "createCustomChoiceText", "dontKnowText", "noneText", "otherText",
    "refuseText",
  ]

  /// What computes.
  static let programs: Set<String> = [
    "bindings", "columnsVisibleIf", "defaultValueExpression", "resetValueIf", "rowsVisibleIf",
    "setValueExpression", "setValueIf", "templateVisibleIf", "totalExpression", "choicesVisibleIf",
    "choicesEnableIf",
  ]

  /// Those of them that write a value.
  static let writers: Set<String> = [
    "defaultValueExpression", "resetValueIf", "setValueExpression", "setValueIf",
  ]

  /// What is known and has no counterpart.
  static let counterpartless: Set<String> = [
    "isUnique",
    "acceptedCategories", "acceptedTypes", "allowAddPanel", "allowAddRows", "allowCustomChoices",
    "allowRemovePanel", "allowRemoveRows", "cells", "choiceTextsFromQuestion",
    "choiceValuesFromQuestion", "choicesFromQuestionMode", "columns", "currency", "detailElements",
    "displayStyle", "eachRowUnique", "format", "imageLink", "maxTimeToFinish",
    "maximumFractionDigits", "minimumFractionDigits", "minRangeLength", "maxRangeLength",
    "precision", "timeLimit", "totalAlignment", "totalCurrency", "totalDisplayStyle",
    "totalFormat", "totalMaximumFractionDigits", "totalMinimumFractionDigits", "totalText",
    "totalType", "useGrouping", "valuePropertyName", "defaultRowValue", "defaultPanelValue",
    "isRequired", "requiredIf", "rateValues", "defaultValue", "step", "min", "max", "keyName",
    "clearIfInvisible", "valueName", "validators", "placeholder", "placeHolder", "optionsCaption",
    "titleWidth", "maxLength",
  ]

  /// Those of them by which a survey judges answers.
  static let deciding: Set<String> = [
    "acceptedCategories", "acceptedTypes", "choicesFromQuestionMode", "clearIfInvisible", "columns",
    "detailElements", "eachRowUnique", "isRequired", "isUnique", "keyName", "max",
    "maxRangeLength", "min", "minRangeLength", "rateValues", "requiredIf", "step", "validators",
    "valueName", "valuePropertyName",
  ]

  /// What concerns a survey as a whole, and not the form.
  static let survey: Set<String> = [
    "allowCompleteSurveyAutomatic", "allowResizeComment", "autoAdvanceAllowComplete",
    "autoAdvanceEnabled", "autoFocusFirstError", "autoFocusFirstQuestion", "autoGrowComment",
    "backgroundImage", "backgroundImageAttachment", "backgroundImageFit", "backgroundOpacity",
    "calculatedValues", "checkErrorsMode", "commentAreaRows", "completeText", "completedBeforeHtml",
    "completedHtml",
    "completedHtmlOnCondition", "cookieName", "editText", "firstPageIsStartPage",
    "firstPageIsStarted", "fitToContainer", "focusFirstQuestionAutomatic", "focusOnFirstError",
    "goNextPageAutomatic", "gridLayoutEnabled", "headerView", "isSinglePage", "loadingHtml",
    "logo", "logoFit", "logoHeight", "logoPosition", "logoWidth", "matrixDragHandleArea",
    "maxTimeToFinish", "maxTimeToFinishPage", "navigateToUrl", "navigateToUrlOnCondition",
    "navigationButtonsLocation", "pageNextText", "pagePrevText", "partialSendEnabled",
    "previewMode", "previewText", "progressBarInheritWidthFrom", "progressBarLocation",
    "progressBarNavigationTextLocation", "progressBarShowNavigationText",
    "progressBarShowPageNumbers", "progressBarShowPageTitles", "progressBarType",
    "questionDescriptionLocation", "questionErrorLocation", "questionOrder", "questionStartIndex",
    "questionTitleLocation", "questionTitlePattern", "questionTitleTemplate",
    "questionsOnPageMode", "questionsOrder", "requiredMark", "requiredText", "sendResultOnPageNext",
    "showBrandInfo", "showCompletePage", "showCompletedPage", "showNavigationButtons",
    "showPageNumbers", "showPageTitles", "showPrevButton", "showPreviewBeforeComplete",
    "showProgressBar", "showQuestionNumbers", "showTOC", "showTimer", "showTimerPanel",
    "showTimerPanelMode", "showTitle", "sjsVersion", "startSurveyText", "surveyId", "surveyPostId",
    "surveyShowDataSaving", "themes", "timeLimit", "timeLimitPerPage", "timerInfoMode",
    "timerLocation", "tocItemComponent", "tocLocation", "triggers", "validateVisitedEmptyFields",
    "width", "widthMode",
  ]

  /// What of a survey is about how it goes on, rather than about how it looks.
  static let course: Set<String> = [
    "allowCompleteSurveyAutomatic", "checkErrorsMode", "cookieName", "maxTimeToFinish",
    "maxTimeToFinishPage", "navigateToUrl", "partialSendEnabled", "sendResultOnPageNext",
    "surveyId", "surveyPostId", "timeLimit", "timeLimitPerPage", "validateVisitedEmptyFields",
  ]

  /// How a row looks, and what it counts for.
  static let visualOfRows: Set<String> = [
    "imageLink", "icon", "customProperty", "score", "randomizeCategory", "showCommentArea",
    "hasComment",
  ]

  /// The questions that a cell of a matrix can be.
  static let cells: Set<String> = [
    "text", "comment", "dropdown", "radiogroup", "checkbox", "tagbox", "boolean", "rating",
    "slider",
  ]

  /// The questions of which several choices are chosen; those of a ranking in their order.
  static let several = ["checkbox", "tagbox", "ranking"]

  /// The questions that have others in them.
  static let containers: Set<String> = [
    "panel", "flowpanel", "paneldynamic", "matrixdynamic", "matrixdropdown", "matrix",
    "multipletext",
  ]

  /// The questions that are fields of a kind of their own, or lists; of all others a field holds any value.
  private static let typed = containers.union([
    "text", "comment", "dropdown", "radiogroup", "buttongroup", "checkbox", "tagbox", "ranking",
    "boolean", "rating", "imagepicker", "slider", "expression", "html", "image", "linkvalue",
  ])

  /// Whether a question takes any value, as far as a form knows.
  static func takesAny(_ type: String, isRange: Bool) -> Bool {
    !typed.contains(type) || type == "slider" && isRange
  }

  /// Why what is shown between questions is no field.
  static let unanswered: [String: String] = [
    "html": "Text between the questions is not shown",
    "image": "A picture between the questions is not shown",
    "linkvalue": "A link is no answer",
  ]

  /// The questions whose answers a survey takes as they are.
  private static let unchecked: Set<String> = ["file", "signaturepad"]

  /// The other questions of SurveyJS itself that a field of any value stands for.
  private static let checked: Set<String> = [
    "checkboxbase", "composite", "custom", "empty", "imagemap", "matrixdropdownbase", "nonvalue",
    "question", "selectbase", "textbase",
  ]

  /// What a survey judges no answers by: names, words, and which inputs are shown.
  private static let harmless: Set<String> = [
    "name", "title", "description", "type", "cellType", "valueName", "placeholder", "columns",
    "elements", "templateElements", "templateTitle", "rowCount", "panelCount", "storeDataAsText",
    "allowMultiple", "acceptedTypes", "maxSize", "text", "value", "defaultValue", "expression",
    // Entries that nothing is asked of may be as many as they are.
    "bindings",
  ]

  /// Whether a question, and each in it, asks nothing: whoever drops it takes no other answers.
  static func asksNothing(_ question: JSONValue) -> Bool {
    switch question {
    case .array(let elements): return elements.allSatisfy(asksNothing)
    case .object(let members):
      let type = question["type"]?.string ?? question["cellType"]?.string ?? "text"
      let isPlain = [
        "text", "comment", "panel", "paneldynamic", "matrixdynamic", "default", "expression",
      ]
      guard isPlain.contains(type) || unchecked.contains(type) else { return false }
      return members.allSatisfy { member in
        switch member.name {
        case "elements", "templateElements", "columns", "detailElements":
          asksNothing(member.value)
        default: harmless.contains(member.name) || visual.contains(member.name)
        }
      }
    case .null, .bool, .number, .string: return true
    }
  }

  /// Whether a slider has two ends; a survey holds them to nothing that it shows of them (`limitsOfRange`).
  static func isRange(_ object: ForeignObject) -> Bool { object.peek("sliderType") == "range" }

  /// Where the ends of a range may be put.
  static let limitsOfRange: Set<String> = [
    "max", "maxRangeLength", "min", "minRangeLength", "step",
  ]

  /// Whether a survey takes every answer to a question for which a field of any value stands.
  ///
  /// A survey makes no question of a type that it does not know, and looks at no answer to it.
  static func takesAll(_ object: ForeignObject, ofType type: String) -> Bool {
    if unchecked.contains(type) { return true }
    if isRange(object), type == "slider" { return !object.has("validators") }
    // A survey takes the names of types in either case.
    let type = type.lowercased()
    return !typed.contains(type) && !checked.contains(type) && !unchecked.contains(type)
      && !["isRequired", "requiredIf", "validators"].contains { object.peek($0) != nil }
  }
}

/// What schemas say of the entries of lists.
extension SurveyNames {
  /// A matrix has no rows, or so many.
  static func schema(ofRows least: WholeNumber) -> JSONValue {
    ["anyOf": [["maxItems": 0], ["minItems": .integer(least)]]]
  }

  /// So many entries of a list have something in them.
  static func schema(ofAnswered count: Int) -> JSONValue {
    let contained = JSONValue.Member("contains", ["minProperties": 1])
    return .object(count == 1 ? [contained] : [contained, .init("minContains", .integer(count))])
  }
}
