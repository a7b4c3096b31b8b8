import FieldModels
import FieldSamples
import FieldRPC
import FieldSamples
import FieldSession
import Testing

import FielddCommands

@Suite("The command line")
struct CommandTests {
  @Test(
    "what it asks for is understood",
    arguments: [
      ("", .serve(.perUser, tracePath: nil)),
      ("serve", .serve(.perUser, tracePath: nil)),
      ("--stdio", .serve(.perUser, tracePath: nil)),
      ("serve --stdio --stdio", .serve(.perUser, tracePath: nil)),
      ("--trace session.txt", .serve(.perUser, tracePath: "session.txt")),
      ("serve --trace=session.txt --stdio", .serve(.perUser, tracePath: "session.txt")),
      ("--trace=a=b", .serve(.perUser, tracePath: "a=b")),
      ("--trace=-", .serve(.perUser, tracePath: "-")),
      ("--trace one --trace two", .serve(.perUser, tracePath: "two")),
      ("--stdio --clientProcessId=4711", .serve(.perUser, tracePath: nil)),
      ("--clientProcessId 4711 --stdio", .serve(.perUser, tracePath: nil)),
      ("--store texts.log", .serve(.file(path: "texts.log"), tracePath: nil)),
      ("serve --store=:memory: --stdio", .serve(.memory, tracePath: nil)),
      ("demo", .demo),
      ("schema", .schema),
      ("check", .check(CheckOptions())),
      ("check a b", checking { $0.paths = ["a", "b"] }),
      (
        "check - --form=f",
        checking {
          $0.paths = ["-"]
          $0.formPath = "f"
        }
      ),
      (
        "check --form f -- --odd",
        checking {
          $0.paths = ["--odd"]
          $0.formPath = "f"
        }
      ),
      ("check --locale pt-BR", checking { $0.locale = "pt-BR" }),
      (
        "check --format sarif --jobs 3",
        checking {
          $0.format = .sarif
          $0.jobCount = 3
        }
      ),
      (
        "check --severity warning --max-errors=2 --quiet --statistics",
        checking {
          $0.hasStatistics = true
          $0.errorLimit = 2
          $0.isQuiet = true
          $0.severity = .warning
        }
      ),
      (
        "check --pass p --fail q --stdin-name n",
        checking {
          $0.inputName = "n"
          $0.passPath = "p"
          $0.failPath = "q"
        }
      ),
      ("check --unchecked error", checking { $0.unchecked = .error }),
      ("check --max-record-bytes 500k", checking { $0.recordByteLimit = 500 << 10 }),
      ("check --max-record-bytes=2MiB", checking { $0.recordByteLimit = 2 << 20 }),
      ("generate f", generating { _ in }),
      (
        "generate --kind invalid --kind=valid --seed 3 --count 2 --annotate f",
        generating {
          $0.kinds = [.valid, .invalid]
          $0.seed = 3
          $0.count = 2
          $0.isAnnotated = true
        }
      ),
      ("explain", .explain(ExplainOptions())),
      (
        "explain syntax --json rule.format",
        explaining {
          $0.names = ["syntax", "rule.format"]
          $0.isJSON = true
        }
      ),
      ("check --codes-page u", checking { $0.codesPage = "u" }),
      ("diff a b", .diff(DiffOptions(old: "a", new: "b"))),
      ("diff a - --help", .help(.diff)),
      ("check -- --help", checking { $0.paths = ["--help"] }),
      ("help", .help(nil)),
      ("-h", .help(nil)),
      ("serve --help", .help(.serve)),
      ("demo --help", .help(.demo)),
      ("check -h a b", .help(.check)),
      ("help convert", .help(.convert)),
      ("--help --version", .help(nil)),
      ("--version", .version),
      ("serve --version", .version),
    ] as [(String, Command)])
  func understood(line: String, command: Command) {
    #expect(Command.parse(line.split(separator: " ").map(String.init)) == .success(command))
  }

  @Test(
    "what it can't mean is named",
    arguments: [
      ("sevre", "there is no command \"sevre\" (did you mean \"serve\"?)"),
      ("Demo", "there is no command \"Demo\" (did you mean \"demo\"?)"),
      ("something", "there is no command \"something\""),
      (
        "a.fields.json",
        "\"a.fields.json\" is no command; if it is a file, check it by `fieldd check a.fields.json`"
      ),
      ("demo twice", "demo takes no arguments"),
      ("schema twice", "schema takes no arguments"),
      ("--sdtio", "there is no option \"--sdtio\" (did you mean \"--stdio\"?)"),
      ("serve file.json", "there is no option \"file.json\""),
      ("--stdio=yes", "there is no option \"--stdio=yes\""),
      ("--trace", "--trace needs a value"),
      ("--trace=", "--trace needs a value"),
      ("--trace --stdio", "--trace needs a value"),
      ("--store", "--store needs a value"),
      ("--clientProcessId", "--clientProcessId needs a value"),
      ("-", "there is no option \"-\""),
      ("check --from f", "there is no option \"--from\" (did you mean \"--form\"?)"),
      ("check --fomat json", "there is no option \"--fomat\" (did you mean \"--format\"?)"),
      (
        "check --severity eror",
        "--severity is one of error, warning, information, hint, not \"eror\" "
          + "(did you mean \"error\"?)"
      ),
      (
        "check --max-record-bytes 5T",
        "--max-record-bytes is a number of bytes, such as 65536, 500k, 64M or 1G, not \"5T\""
      ),
      ("check --quiet=yes", "there is no option \"--quiet=yes\""),
      ("check --format", "--format needs a value"),
      ("check --pass --quiet", "--pass needs a value"),
      (
        "check --format yaml",
        "--format is one of text, ndjson, json, sarif, github, junit, not \"yaml\""
      ),
      ("generate", "generate takes one form; - is standard input"),
      (
        "generate --kind wrong f",
        "--kind is one of valid, boundary, invalid, warned, not \"wrong\""
      ),
      ("diff a", "diff takes two forms, the old one and the new one"),
      (
        "explain typeMissmatch",
        "there is no code, format or property \"typeMissmatch\" (did you mean \"typeMismatch\"?)"
      ),
      ("explain --yaml", "there is no option \"--yaml\""),
      ("check --jobs 0", "--jobs is a whole number from 1, not \"0\""),
      ("check --form -", "standard input is either the form or the records"),
    ])
  func mistake(line: String, message: String) {
    let result = Command.parse(line.split(separator: " ").map(String.init))
    let command = line.split(separator: " ").first.flatMap { CommandHelp(rawValue: String($0)) }?
      .rawValue
    let help = command.map { "`fieldd \($0) --help`" } ?? "`fieldd --help`"
    #expect(result == .failure(Command.Mistake(message: "\(message); \(help) lists what there is")))
  }

  @Test("every option that a command takes is in its help", arguments: CommandHelp.allCases)
  func helpIsWhole(command: CommandHelp) {
    let all = Command.usage
    for option in command.optionNames where option != "--help" { #expect(all.contains(option)) }
    #expect(command.text.hasPrefix("usage: fieldd "))
  }

  @Test("an empty word is a mistake like any other")
  func emptyWord() {
    #expect(throws: Command.Mistake.self) { try Command.parse([""]).get() }
    #expect(throws: Command.Mistake.self) { try Command.parse(["serve", ""]).get() }
  }
}

/// A command line that asks for a check with other options than the usual ones.
private func checking(_ change: (inout CheckOptions) -> Void) -> Command {
  var options = CheckOptions()
  change(&options)
  return .check(options)
}

private func explaining(_ change: (inout ExplainOptions) -> Void) -> Command {
  var options = ExplainOptions()
  change(&options)
  return .explain(options)
}

private func generating(_ change: (inout GenerateOptions) -> Void) -> Command {
  var options = GenerateOptions()
  options.path = "f"
  change(&options)
  return .generate(options)
}
