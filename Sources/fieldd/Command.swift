package import FieldRPC
import FieldSession

/// What the command line asks for.
package enum Command: Equatable {
  case serve(AutofillStorage, tracePath: String?)
  case check(CheckOptions)
  case convert(ConvertOptions)
  case generate(GenerateOptions)
  case diff(DiffOptions)
  case infer(InferOptions)
  case explain(ExplainOptions)
  case schema
  case demo
  case version
  /// Nil for all of it.
  case help(CommandHelp?)

  /// Why a command line can't be understood.
  package struct Mistake: Error, Equatable {
    package var message: String

    package init(message: String) { self.message = message }
  }

  package static func parse(_ arguments: some Sequence<String>) -> Result<Command, Mistake> {
    let words = Array(arguments)
    do throws(Mistake) {
      return .success(try command(words[...]))
    } catch {
      let topic = words.first.flatMap(CommandHelp.init).map { " \($0.rawValue)" } ?? ""
      return .failure(
        Mistake(message: "\(error.message); `fieldd\(topic) --help` lists what there is"))
    }
  }

  private static func command(_ words: ArraySlice<String>) throws(Mistake) -> Command {
    let rest = words.dropFirst()
    let isTold = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if isTold || words.first == "help" {
      return .help((words.first == "help" ? rest : words).lazy.compactMap(CommandHelp.init).first)
    }
    if words.contains("--version") { return .version }
    switch words.first {
    case "check": return .check(try CheckOptions(rest))
    case "convert": return .convert(try ConvertOptions(rest))
    case "generate": return .generate(try GenerateOptions(rest))
    case "diff": return .diff(try DiffOptions(rest))
    case "infer": return .infer(try InferOptions(rest))
    case "explain": return .explain(try ExplainOptions(rest))
    case "schema", "demo":
      guard rest.isEmpty else { throw Mistake(message: "\(words[0]) takes no arguments") }
      return words[0] == "demo" ? .demo : .schema
    case "serve": return try serve(rest)
    case let word? where !word.hasPrefix("-"):
      throw .unknownCommand(word)
    default: return try serve(words)
    }
  }

  private static func serve(_ arguments: ArraySlice<String>) throws(Mistake) -> Command {
    var words = CommandWords(arguments)
    var tracePath: String?
    var storage = AutofillStorage.perUser
    while let word = words.next() {
      guard case .option(let option) = word else { throw .unknownOption(word, of: .serve) }
      switch option.name {
      // Editors say --stdio to every server; it is the only way there is.
      case "--stdio" where option.value == nil: break
      // They may also say who they are, which they say again in `initialize`.
      case "--clientProcessId": _ = try words.value(of: option)
      case "--trace": tracePath = try words.value(of: option)
      case "--store":
        let path = try words.value(of: option)
        storage = path == ":memory:" ? .memory : .file(path: path)
      default: throw .unknownOption(word, of: .serve)
      }
    }
    return .serve(storage, tracePath: tracePath)
  }

  /// What a person is told who starts the program by hand, where it would wait for a client.
  package static let greeting = """
    fieldd \(Version.current) is a server that editors and other programs start and talk to.

    By hand you may want
        fieldd check FILE …    to check forms and records
        fieldd convert FILE    to bring forms from other formats, and to others
        fieldd generate FORM   to have records for tests, right and wrong ones
        fieldd diff OLD NEW    to see whether a form still takes its records
        fieldd infer RECORDS   to have a form for records
        fieldd explain CODE    to read why something is wrong, and what mends it
        fieldd demo            to see a session with it
        fieldd serve           to talk JSON-RPC with it, in spite of all
        fieldd --help          to see what else there is
    """

  package static let usage = [
    overview, serveOptions, checkOptions, convertOptions, generateOptions, diffOptions,
    inferOptions, explainOptions, otherOptions,
  ].joined(separator: "\n\n")

  private static let overview = """
    fieldd keeps form documents (*.fields.json) live for editors, shells and form builders.

    usage: fieldd [serve] [--stdio] [--store FILE] [--trace FILE]
               serve JSON-RPC (LSP) on standard input and output; framed by Content-Length
               headers, or one JSON message a line if the first byte is { or [
           fieldd check [OPTION …] [PATH …]
               check forms, and records (JSON objects of values) that are held to forms
           fieldd convert [--from FORMAT] [--to FORMAT] [OPTION …] [FILE]
               read a form in one format, write it in another, and tell what could not be kept
           fieldd generate [OPTION …] FORM
               print records for a form: such as it takes, such as are at its limits, or wrong ones
           fieldd diff [OPTION …] OLD NEW
               tell what a change of a form means for the records that it has committed
           fieldd infer [OPTION …] RECORDS …
               print a form that takes these records, and tell why it is as it is
           fieldd explain [--json] [NAME …]
               tell what a code of a finding, a format or a property means, and what mends it
           fieldd schema
               print the JSON Schema of forms, for editors that have one for files
           fieldd demo
               show a session with the daemon, from the first message to the last
    `fieldd COMMAND --help` tells of one command alone.
    """

  package static let serveOptions = """
    --stdio        accepted, since editors say it to every server
    --store FILE   keep what people teach autofill in FILE; :memory: keeps it nowhere
                   (unless given: fieldd/autofill.log in the user's data folder)
    --trace FILE   write a transcript of the session to FILE, without secure drafts
    """

  package static let checkOptions = """
    PATH is a form (*.fields.json, *.fields.jsonc), a file of records (one object, a list of them,
    one a line, or rows of CSV or TSV; any may be gzip), a folder, a pattern such as
    'forms/**/*.json', or - for standard input.
    Records belong to the form NAME.fields.json beside NAME.values.json, to the one that they name
    in "$form", or to that of --form.
    --form FORM        hold records to this form, in any format that fieldd convert reads
    --form-format FORMAT
                       the format of FORM (unless given: by its content, else by its name)
    --records-format FORMAT
                       json, csv, tsv, or the answers of another program: formio, mcp, kobo, odk,
                       urlencoded, github, slack, adaptive-cards, awx, a2ui (unless given: by the
                       name, such as .csv or .tsv.gz)
    --root FOLDER      read no form outside of FOLDER that records name in "$form" (unless given: the
                       working folder, or that of the records if it is elsewhere)
    --exclude PATTERN  leave out what matches where folders are looked through: a line as in
                       .gitignore, counted from the working folder; may be given several times
    --no-gitignore     look at files that Git ignores too; they are left out of folders unless given
    --stdin-name NAME  call standard input so
    --partial          what a record lacks is fine: it is a draft, or a part that is changed; what can't
                       be decided without what it lacks is told as unchecked
    --format FORMAT    text, ndjson, json, sarif, github or junit
    --pass FILE        write records that are right to FILE, one a line, rows below their header
    --fail FILE        write the others to FILE; both are replaced once the run has ended well
    --severity LEVEL   what counts as wrong: error (unless given), warning, information or hint
    --unchecked LEVEL  how much it matters that a validator, which only a program can run, was not
                       asked, or that --partial leaves something open: warning (unless given), told
                       once for each field; at error it counts as wrong and is told for each record
    --max-record-bytes N
                       do not read a record of more than N bytes, such as 500k, 64M (unless given)
                       or 1G: it is one finding, is in neither FILE, and the next one is checked
    --statistics       tell how often what was found
    --max-errors N     stop after N findings that count
    --min-records N    fail where fewer than N records were checked
    --jobs N           judge records on N threads
    --locale TAG       tell findings in this language, such as de or pt-BR (unless given: that of
                       LC_ALL, LC_MESSAGES or LANG)
    --locales TAG,…    report texts for people that forms do not have in all these languages
    --codes-page URL   let SARIF lead to the section of each code on this page, a copy of codes.html
                       of fieldd's documentation (helpUri)
    --verbose          list on standard error what is checked, by which form, and what is skipped
    --quiet            tell no findings
    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if something could not be
    read or written. What was not checked is a warning, which leaves the status at 0 unless
    --unchecked error or --severity warning is given.
    """

  package static let convertOptions = """
    FORMAT is fields (unless given), json-schema, rjsf, surveyjs, formio, html, github, mcp,
    lsp-form, xlsform, slack, adaptive-cards, awx, backstage, a2ui or typescript.
    typescript is the type of the form's record, for --to alone.
    --output FILE      write the form to FILE, xlsform as a workbook if it is called .xlsx; the
                       report goes to standard error
    --report FILE      write the report to FILE, as JSON
    --strict           exit with 1 if a record may be judged otherwise than by the source
    --structured       write a JSON Schema for the structured output of a language model
    --quiet            tell no report
    --stdin-name NAME  call standard input so
    """

  package static let generateOptions = """
    --kind KIND        valid (unless given): records that the form takes; boundary: such that are at
                       a limit; invalid: such that break one rule each; warned: such that the form
                       takes with a warning; may be given several times
    --count N          N of each kind (unless given: 10 valid ones, and one for each rule or limit)
    --seed N           other records for each N (unless given: 0)
    --annotate         write {"record": …, "expect": …} instead, with the paths and codes of what the
                       form says of the record
    --output FILE      write the records to FILE
    --quiet            do not tell for which rules there is no record
    --stdin-name NAME  call standard input so
    The exit status is 1 if no record was found that the form takes, and 2 if the form could not be
    read or the records could not be written.
    """

  package static let diffOptions = """
    OLD and NEW are two versions of a form; - is standard input.
    --format FORMAT    text, ndjson, json, sarif, github or junit
    --strict           exit with 1 too if it is not known whether a record is refused
    --seed N           look for records in another way for each N (unless given: 0)
    --quiet            tell nothing; the exit status says all
    --stdin-name NAME  call standard input so
    The exit status is 1 if a record was found that OLD takes and NEW refuses, and 2 if a form could
    not be read.
    """

  package static let inferOptions = """
    RECORDS are files of records; - is standard input.
    --records-format FORMAT
                       json, csv or tsv (unless given: by the name, such as .csv or .tsv.gz)
    --title TEXT       the title of the form
    --output FILE      write the form to FILE
    --report FILE      write the reasons to FILE, as JSON
    --quiet            tell no reasons
    --stdin-name NAME  call standard input so
    The exit status is 1 if a record could not be read, or the form refuses one, and 2 if a file could
    not be read or written.
    """

  package static let explainOptions = """
    NAME is the code of a finding, a format, a property, or an object of the form format, such as
    rule; a property of one object alone is rule.maxLength. Without a NAME all of them are listed.
    --json             print a list of objects, one for each
    """

  private static let otherOptions = """
    --version      print the version
    --help         print this
    """
}
