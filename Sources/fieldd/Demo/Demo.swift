import FieldRPC

/// The command `demo`: a session with a real daemon, shown from the first message to the last.
///
/// It plays an editor that opens a form, makes and mends mistakes in it, and prints what it sends,
/// what streams back and what the form looks like in between.
/// All of that is true of the run at hand: nothing is printed that the daemon did not say.
enum Demo {
  /// Runs it, and gives the exit status for the process.
  static func run() -> Int32 {
    // A reader or a daemon that is gone is an error of `write`, so that nothing is left behind.
    Signals.ignoreBrokenPipes()
    do throws(DemoFailure) {
      var script = DemoScript(DemoEditor(try DemoDaemon.started()))
      try script.run()
      return 0
    } catch .unwatched {
      // `fieldd demo | head -1` has seen all that it wanted to see.
      return 0
    } catch {
      StandardError.say(error.message)
      return 1
    }
  }
}

/// Why a demo ends before its end.
enum DemoFailure: Error {
  /// Nobody reads the account any more.
  case unwatched
  /// The daemon did not speak in time.
  case silent(awaited: String)
  /// The daemon has ended.
  case gone
  /// The daemon said something that an editor can make nothing of.
  case misunderstood(String)
  /// The system's refusal of something.
  case refused(SystemError)

  var message: String {
    switch self {
    case .unwatched: "nobody reads the demo"
    case .silent(let awaited):
      "the daemon is silent on \(awaited); \(DemoDaemon.patienceSeconds) seconds are enough"
    case .gone: "the daemon ended in the middle of the demo"
    case .misunderstood(let why): "the daemon's message is not understood: \(why)"
    case .refused(let error): error.description
    }
  }
}
