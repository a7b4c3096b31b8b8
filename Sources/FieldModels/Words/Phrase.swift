/// What fieldd says to people, by what it is about; the table of a language (`PhraseTable`) has the text.
package enum Phrase: Int, CaseIterable, Sendable {
  // What is wrong with drafts.
  case valueMissing, thisField, tooLong, tooShort, tooFewRows, tooManyRows, patternMismatch,
    atLeast, moreThan, atMost, lessThan, today, multiple, steps, stepsFrom, stepDays, stepSeconds,
    stepMonths, stepWeeks, unclearNumber, numberTooLarge, integerTooLarge, integerTooLow,
    notABoolean, notJSON, notADate,
    writeDateLike, notAChoice, notAmongChoices,
    disabledChoice, theRow, notAlone, rowNotAlone, chosenTwice, rowChosenTwice, notOneOf, notEqual,
    notTrue, schemaMismatch, schemaMismatchAt,
    notUnique,
    notUniqueEntry, notAccepted, checkFailed, unanswered, suggestion, said
  // How much there is of something.
  case characters, codePoints, utf16Units, bytes, words
  // What is wrong with dates, times and durations.
  case notISODate, notISOTime, notISODateTime, notISODuration, yearZero, monthOutOfRange, dayZero,
    dayOutOfRange, hour24, hourOutOfRange, minuteOutOfRange, second60, secondOutOfRange,
    fractionTooLong, offsetOutOfRange, durationIsNotFixed, durationHasFraction, durationTooLong,
    todayIsADay, aDate, aTime, aDateTime, aDuration, aMonth, aWeek
  // What a text without a format is not.
  case notEmail, notURL, notWebAddress, notURI, notURIReference, notIRI, notIRIReference,
    notURITemplate, notJSONPointer, notRelativeJSONPointer, notPlainDate, notDateTimeOffset,
    notLocalDateTime, notTime, notTimeOffset, notMonth, notWeek, notDuration, notUUID, notIPv4,
    notIPv6, notHostName, notDomainName, notMAC, notPort, notTelephone, notInternationalTelephone,
    notColor, notHexColor, notIBAN, notBIC, notCardNumber, notISBN, notEAN, notLEI, notVAT, notSlug,
    notSemver, notNumber, notInteger, notHex, notBase64, notBase64URL, notLanguage, notCountry,
    notCurrency, notLatitude, notLongitude, notSingleLine, notASCII
  // What is wrong with records.
  case notARecord, unknownKey, wrongType, typeText, typeNumber, typeInteger, typeBoolean, typeList,
    typeObject, missingObject, missingList, tooFewEntries, tooManyEntries, whenEmptyNull,
    whenEmptyText, whenEmptyList, whenEmptyOmit, missingKey, hiddenValue, unreadableForm,
    missingForm,
    brokenForm, circularForm, uncheckedValidator, uncheckedDependency, uncheckedRule,
    duplicateColumn, noColumns, raggedRow, compressedInput, otherEncoding, otherFormat, tableInput
  // What is wrong with JSON.
  case emptyText, unexpectedCharacter, unexpectedWord, singleQuotes, unterminatedString,
    controlCharacter, invalidEscape, loneSurrogate, invalidUTF8, malformedNumber, comment,
    unterminatedComment, missingComma, extraComma, trailingComma, missingColon, missingValue,
    missingClose, strayClose, trailingContent, tooDeep, recordTooLong
  // What stands around findings.
  case keyUsedHere, valueThere, valueInside, entrySame, moreFindings, lostText
  // What a field shows.
  case optional, manualEntry
  // What a check of files comes to.
  case nothingWrong, errorCount, warningCount, informationCount, hintCount, comma, and, inForms,
    inRecords, notAsked, formHasErrors, noFormKnown, rejected
  // What is wrong with the text of a form.
  case notADocument, takes, isAtLeast, unknownProperty, unsupportedProperty, duplicateProperty,
    missingProperty, unknownWord, invalidPattern, invalidSchema, invalidExpression, invalidColor,
    invalidTimeZone,
    invalidPath,
    pathWithoutSlash, pathEmpty, pathTilde, pathTooLong, anEntry, anArea, aPicker, aDateField,
    anAnyField, or,
    sectionDocument, sectionGroup, sectionField, sectionRule, sectionCondition, sectionRequirement,
    sectionChoice, sectionToolbarItem
  // What a property takes.
  case takesText, takesWords, takesDraft, takesCondition, takesIntegerFrom, takesLimit,
    takesNumberFrom,
    takesWord, takesName, takesKey, takesGroup, takesPath, takesDate, takesDateOrToday,
    takesDateOrKey, takesTimeZone, takesColor, takesList, takesChoice, takesRowValue, takesRule,
    takesBoolOrText, takesScalar, takesAnything, takesEntries, takesFields, takesInQuotes
  // What is wrong with a form.
  case duplicateKey, duplicateGroup, emptyKey, duplicatePath, crossedPath, pathInList, unknownList,
    fieldInList, fieldNotInList, missingPath, unknownField, incomparableField, unknownGroup,
    unknownSource, unknownFormat, unknownValidator, emptyRule, crowdedRule, emptyCondition,
    crowdedCondition, stepWithoutSize, crossedLimits, correctedAutofill, tooManyValues,
    tooManyRules, uncheckedRecord, longTemplate, unknownPlaceholder, brokenPlural, unknownLanguage,
    untranslated
  // What an editor shows of a field.
  case aField, hoverTakes, hoverDefault, inARecord, stateIs, pendingState, beingEdited, countOf,
    isRequired, isReadOnly, isCalculated, isSecure, shownAs, commits, errorIs, belowField, rules,
    ruleAtLeast,
    ruleAtMost, ruleMoreThan, ruleLessThan, rulePattern, ruleFormat, ruleSteps, ruleOneOf,
    ruleSameAs, ruleBefore, ruleAfter, ruleValidator, ruleConditional, atLeastEntries,
    atMostEntries, exactlyEntries, entriesBetween, moneyHint, unitHint, counterHint, pendingHint,
    passedHint
  // What an editor can do about findings.
  case changeTo, insert, insertComma, insertColon, removeComma, removeIt, removeComment,
    closeString, useDoubleQuotes, putInQuotes, writeWithoutQuotes, remove, removeProperty, renameTo,
    askList, changePath, add, turnAutocorrectionOff, truncateTo, chooseOnce, clearField, write,
    putIntoList, addEntries, removeLastEntries, mendAll, connectFields, sortProperties, fillInForm,
    fillIn, remember, forget
}

extension Language {
  /// A phrase as a template, which `MessageTemplate` reads.
  package func template(_ phrase: Phrase) -> String {
    String(decoding: table.template(phrase), as: UTF8.self)
  }

  /// What fieldd says in it.
  package var table: PhraseTable {
    switch self {
    case .english: .english
    case .german: .german
    case .french: .french
    case .spanish: .spanish
    case .italian: .italian
    case .portuguese: .portuguese
    case .dutch: .dutch
    case .polish: .polish
    case .romanian: .romanian
    case .japanese: .japanese
    case .chinese: .chinese
    case .arabic: .arabic
    case .hebrew: .hebrew
    }
  }
}
