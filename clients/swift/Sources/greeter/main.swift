import FieldRPC
import Glibc

// A daemon with a closure of its own: a rule { "validator": "greeting" } calls it by name.
let server = try StdioServer(validators: [
  "greeting": { value, answer in
    let isGreeting = value?.hasPrefix("Hello") ?? false
    answer(isGreeting ? .success(()) : .failure(.errorWithMessage("Begin with Hello")))
  }
])
exit(server.run())
