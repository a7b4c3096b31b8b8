/// The shape in which another program reads what is wrong with answers.
package enum RefusalShape: String, CaseIterable, Sendable {
  /// The body of Form.io's server, which its renderer shows at the components.
  case formio
  /// What Slack takes as the answer to a view that is submitted: a text for each block.
  case slack
  /// Problem details for HTTP (RFC 9457), with the fragment of a JSON pointer for each error.
  case problem
  /// The messages by the JSON pointers of their values.
  case paths
}
