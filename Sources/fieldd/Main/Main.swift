import FielddCommands

/// The executable itself: what it does is in a module of its own, which tests import.
@main
enum Main {
  static func main() { Fieldd.main() }
}
