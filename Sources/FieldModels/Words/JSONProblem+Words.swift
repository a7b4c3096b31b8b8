/// The words for what is wrong with JSON.
extension JSONProblem.Kind {
  /// What is wrong and what would be right, for people.
  package var saying: Saying {
    switch self {
    case .emptyText: Saying(.emptyText)
    case .unexpectedCharacter: Saying(.unexpectedCharacter)
    case .unexpectedWord: Saying(.unexpectedWord)
    case .singleQuotes: Saying(.singleQuotes)
    case .unterminatedString: Saying(.unterminatedString)
    case .controlCharacter: Saying(.controlCharacter)
    case .invalidEscape: Saying(.invalidEscape)
    case .loneSurrogate: Saying(.loneSurrogate)
    case .invalidUTF8: Saying(.invalidUTF8)
    case .malformedNumber: Saying(.malformedNumber)
    case .comment: Saying(.comment)
    case .unterminatedComment: Saying(.unterminatedComment)
    case .missingComma: Saying(.missingComma)
    case .extraComma: Saying(.extraComma)
    case .trailingComma: Saying(.trailingComma)
    case .missingColon: Saying(.missingColon)
    case .missingValue: Saying(.missingValue)
    case .missingClose(let byte):
      Saying(.missingClose, (.character, .text(String(Unicode.Scalar(byte)))))
    case .strayClose: Saying(.strayClose)
    case .trailingContent: Saying(.trailingContent)
    case .tooDeep(let limit): Saying(.tooDeep, (.limit, .number(limit)))
    case .tooLong(let limit): Saying(.recordTooLong, (.limit, .number(limit)))
    }
  }
}
