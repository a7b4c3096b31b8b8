/// The version of the daemon, its protocol and its libraries; they are released together.
package enum Version {
  package static let current = "0.1.0"
}
