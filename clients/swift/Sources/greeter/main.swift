import FieldRPC

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// A daemon with closures of its own: a rule { "validator": "greeting" } calls the one by name, and
// "autofill": { "source": "greetings" } the other.
let server = try StdioServer(
  validators: [
    "greeting": { value, answer in
      let isGreeting = value?.hasPrefix("Hello") ?? false
      answer(isGreeting ? .success(()) : .failure(.errorWithMessage("Begin with Hello")))
    }
  ],
  autofillSources: [
    "greetings": { text, answer in
      answer(["Hello", "Hello, world"].filter { $0.hasPrefix(text) })
    }
  ])
exit(server.run())
