import FieldRPC

/// A daemon with a closure of its own: a rule `{ "validator": "greeting" }` calls it by name.
try StdioServer(validators: [
  "greeting": { value, answer in
    let isGreeting = value?.hasPrefix("Hello") ?? false
    answer(isGreeting ? .success(()) : .failure(.errorWithMessage("A greeting begins with Hello")))
  }
]).run()
