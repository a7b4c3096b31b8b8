package import FieldModels

/// What the client answers to a request of the daemon.
package enum ClientAnswer: Equatable, Sendable {
  case result(JSONValue)
  /// An error of JSON-RPC, by its message, or a result that can't be read.
  case failure(String)

  /// Nil for a failure.
  package var result: JSONValue? {
    if case .result(let result) = self { result } else { nil }
  }

  /// What it says in words of a program about what was asked.
  var words: String {
    switch self {
    case .result(let result): result["message"]?.string ?? ""
    case .failure(let message): message
    }
  }
}
