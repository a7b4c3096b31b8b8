/// The codes that have no example, since the text is none or comes from elsewhere.
extension CodePage {
  static let others: [CodePage] = [
    CodePage(
      "notJSON", reporter: "`fieldd check`",
      meaning:
        "the file is compressed otherwise than by gzip, a table that is read as JSON, XML, or text in UTF-16 or UTF-32; `data.format` names the format. Nothing else is reported for the file"
    ),
    CodePage(
      "noColumns", reporter: "`fieldd check`",
      meaning:
        "the header of a [table](cli.md#tables) names no field. The table may lack a header, or belong to another form"
    ),
    CodePage(
      "duplicateColumn", reporter: "`fieldd check`",
      meaning:
        "two columns of a [table](cli.md#tables) are for the same value; `data.key` is the name of the second. Remove or rename one of them"
    ),
    CodePage(
      "raggedRow", reporter: "`fieldd check`",
      meaning:
        "a row of a [table](cli.md#tables) has `data.count` cells, and the header `data.columns`. Often a text with a delimiter lacks quotes"
    ),
    CodePage(
      "untranslated", reporter: "`fieldd check --locales`",
      meaning:
        "a text for people is missing in `data.languages`. Write one text for each language"
    ),
    CodePage(
      "moreFindings", reporter: "an editor",
      meaning:
        "a document has more findings than the limit; the message has the number of the others"),
    CodePage(
      "lostText", reporter: "an editor",
      meaning:
        "a change could not be read, so the daemon no longer has the text: see [LSP](lsp.md#a-change-that-cant-be-read)"
    ),
    CodePage(
      "unreadableForm", reporter: "an editor",
      meaning: "a text can't be read as a form of its foreign format"),
  ]
}
