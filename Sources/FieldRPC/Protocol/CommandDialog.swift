package import FieldModels

/// A command for which a person is asked before it is done, as the interactive commands of some
/// language servers do it: the client has it resolved, shows the questions that come back, and has it
/// resolved again with the answers, until there are no questions any more.
package struct CommandDialog: Equatable, Sendable {
  /// As the client has sent it, to be given back: all but questions and answers.
  package let members: [JSONValue.Member]
  /// What is to be filled in; nil for a command that asks nothing.
  package let target: Target?
  /// Nil where nothing has been asked yet.
  package let answers: [Answer]?

  /// A form, or a group of its fields.
  package struct Target: Equatable, Sendable {
    package var uri: String
    package var group: String?
    /// The keys that were asked about before, where the client gives back what it was told.
    package var asked: [String]?
  }

  /// What a person has said.
  package struct Answer: Equatable, Sendable {
    /// The key of the field.
    package var id: String
    package var value: JSONValue
  }

  init(_ params: Parameters) throws(RPCError) {
    let name = try params.string("command")
    let own = ["formFields", "formAnswers"]
    if case .object(let all) = params.value {
      members = all.filter { !own.contains($0.name) }
    } else {
      members = []
    }
    if name == LSP.CommandName.fill.rawValue {
      let argument = try params.firstArgument()
      target = Target(
        uri: try argument.string("uri"), group: argument.optional("group")?.string,
        asked: argument.optional("asked") == nil ? nil : argument.strings("asked"))
    } else {
      target = nil
    }
    if params.optional("formAnswers") == nil {
      answers = nil
    } else {
      var answers: [Answer] = []
      for answer in try params.array("formAnswers") {
        answers.append(
          Answer(id: try answer.string("id"), value: answer.optional("value")?.value ?? .null))
      }
      self.answers = answers
    }
  }

  /// The command with questions, or without any where it can be done.
  ///
  /// - Parameters:
  ///   - questions: what is to be asked
  ///   - answers: what was answered so far
  /// - Returns: what is sent back
  func resolved(_ questions: [FormQuestion], _ answers: [Answer]?) -> JSONText {
    JSONText { json in
      for member in members where member.name != "arguments" || target == nil {
        json.member(named: member.name, member.value)
      }
      if let target {
        json.member("arguments") { json in
          json.array { json in
            json.object { json in
              json.member("uri", target.uri)
              json.member("group", ifAny: target.group)
              json.member("asked", questions.isEmpty ? target.asked ?? [] : questions.map { $0.id })
            }
          }
        }
      }
      if !questions.isEmpty { json.member("formFields", questions) }
      if let answers { json.member("formAnswers", answers) }
    }
  }
}

/// A question for the rows of a picker that are too many to be sent at once.
package struct RowsQuestion: Equatable, Sendable {
  package var uri: String
  package var key: String
  /// What the rows are to have in them, whatever the case.
  package var query: String

  init(_ params: Parameters) throws(RPCError) {
    guard try params.string("source") == FormQuestion.rowsSource else {
      throw .invalidParams("params.source", expected: "\"\(FormQuestion.rowsSource)\"")
    }
    let config = try params.object("config")
    uri = try config.string("uri")
    key = try config.string("key")
    query = params.optional("query")?.string ?? ""
  }
}

extension CommandDialog.Answer: JSONObjectWritable {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("value", value)
  }
}
