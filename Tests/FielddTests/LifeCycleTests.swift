import FieldModels
import FieldSession
import Foundation
import Testing

@Suite("The daemon's life")
struct LifeCycleTests {
  @Test(
    "its exit status says how the session ended",
    arguments: [
      ([Messages.initialize, Messages.shutdown, Messages.exit], true, 0),
      ([Messages.initialize, Messages.shutdown, Messages.exit], false, 0),
      ([Messages.initialize, Messages.exit], false, 1),
      ([Messages.exit], false, 1),
      ([Messages.initialize], true, 1),
      ([Messages.initialize, Messages.shutdown], true, 0),
      ([], true, 0),
    ] as [([String], Bool, Int32)])
  func exitStatus(messages: [String], inputEnds: Bool, status: Int32) {
    let child = Child()
    for message in messages { child.send(message) }
    if inputEnds { child.closeInput() }
    #expect(child.waitForEnd() == .exit(status))
  }

  @Test("what was asked before the end is answered before the end")
  func answersFirst() {
    let child = Child("serve", "--stdio")
    child.send(Messages.initialize, Messages.shutdown, Messages.exit)
    #expect(child.answer(to: 1)?["result"]?["serverInfo"]?["name"] == .string("fieldd"))
    #expect(child.answer(to: 2)?["result"] == .null)
    #expect(child.message() == nil)
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("nothing is done before `initialize`, and nothing but `exit` after `shutdown`")
  func order() {
    let child = Child()
    child.send(Messages.didOpen("{}"), Messages.request(7, "shutdown"), Messages.symbols(8))
    #expect(child.message()?["error"]?["code"] == .integer(-32002))
    #expect(child.answer(to: 8)?["error"]?["code"] == .integer(-32002))
    child.send(Messages.initialize, Messages.shutdown, Messages.symbols(9))
    #expect(child.answer(to: 9)?["error"]?["code"] == .integer(-32600))
    child.send(Messages.exit)
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("each framing is answered in kind", arguments: [Framing.Style.headers, .lines])
  func framings(style: Framing.Style) {
    let child = Child()
    let messages = [
      Messages.initialize, Messages.didOpen(#"{ "fields": [{ "key": "a" }] }"#),
      Messages.symbols(3), Messages.shutdown, Messages.exit,
    ]
    for message in messages {
      if style == .lines { child.write(Array("\(message)\n".utf8)) } else { child.send(message) }
    }
    #expect(child.answer(to: 1)?["result"] != nil)
    #expect(child.style == style)
    #expect(child.answer(to: 3)?["result"]?.array?.count == 1)
    #expect(child.answer(to: 2)?["result"] == .null)
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("in a pipeline, a last line without an end is a message like the others")
  func pipeline() {
    let child = Child(
      "-c", #"printf '%s\n%s' "$1" "$2" | "$0""#, Child.program, Messages.initialize,
      Messages.shutdown, path: "/bin/sh")
    #expect(child.answer(to: 1)?["result"] != nil)
    #expect(child.answer(to: 2)?["result"] == .null)
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("nonsense is answered, and the daemon lives on")
  func nonsense() {
    let child = Child()
    child.send(Messages.initialize, "{", "[]", "7", #"{"jsonrpc":"2.0","id":3,"method":"no"}"#)
    child.write(Array("Content-Length: many\r\n\r\n".utf8))
    child.send(Messages.shutdown, Messages.exit)
    #expect(child.answer(to: 1)?["result"] != nil)
    let codes = (0..<5).map { _ in child.message()?["error"]?["code"]?.integer }
    #expect(codes == [-32700, -32600, -32600, -32601, -32700])
    #expect(child.answer(to: 2)?["result"] == .null)
    #expect(child.waitForEnd() == .exit(0))
  }

  @Test("it ends when the process that started the session is gone, though its input is open")
  func parentGone() {
    // The shell keeps the input open for the daemon only, says who it is, and waits to be killed.
    let shell = Child(
      "-c", #"exec 3<&0; "$0" serve <&3 & echo started >&2; wait"#, Child.program,
      path: "/bin/sh")
    shell.send(Messages.initialize(processID: shell.processID))
    #expect(shell.answer(to: 1)?["result"] != nil)
    shell.sendSignal(SIGKILL)
    // The daemon holds the other ends of these pipes, so that they end with it.
    #expect(shell.rest() == "")
    #expect(shell.waitForEnd() == .signal(SIGKILL))
  }

  @Test("a process that never was is no reason to stay")
  func parentNeverWas() {
    let child = Child()
    // The largest number there is belongs to no process.
    child.send(Messages.initialize(processID: .max))
    #expect(child.waitForEnd() == .exit(1))
  }

  @Test("a process that has ended is no reason to stay, though nobody has asked how")
  func parentUnmourned() {
    let parent = Child("-c", "exit 0", path: "/bin/sh")
    parent.waitUntilEnded()
    let child = Child()
    child.send(Messages.initialize(processID: parent.processID))
    #expect(child.waitForEnd() == .exit(1))
  }

  @Test("it ends when nobody reads its answers any more")
  func brokenPipe() {
    let child = Child()
    child.closeOutput()
    child.send(Messages.initialize)
    #expect(child.complaints() == "")
    #expect(child.waitForEnd() == .exit(1))
  }

  @Test(
    "a signal from outside ends it, the first time",
    arguments: [
      SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP,
    ])
  func signals(number: Int32) {
    let child = Child()
    child.send(Messages.initialize)
    #expect(child.answer(to: 1)?["result"] != nil)
    child.sendSignal(number)
    // A crash says what to report; what somebody has asked for says nothing.
    let isCrash = ![SIGTERM, SIGINT, SIGHUP, SIGQUIT].contains(number)
    let complaints = child.complaints()
    #expect(complaints.hasPrefix("fieldd: crashed.") == isCrash)
    #expect(complaints.contains("--trace FILE") == isCrash)
    #expect(child.waitForEnd() == .signal(number))
  }

  @Test("a signal that is to be ignored is, whoever else would like to have it")
  func ignoredSignals() {
    let child = Child("-c", #"trap '' QUIT; exec "$0""#, Child.program, path: "/bin/sh")
    child.send(Messages.initialize)
    #expect(child.answer(to: 1)?["result"] != nil)
    child.sendSignal(SIGQUIT)
    child.send(Messages.shutdown, Messages.exit)
    #expect(child.answer(to: 2)?["result"] == .null)
    #expect(child.waitForEnd() == .exit(0))
  }
}
