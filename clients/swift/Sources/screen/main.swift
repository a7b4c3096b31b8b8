import FieldModels

let accounts = Accounts()
let store = Store(signUp(accounts))
await store.send(.type("ada@example.com", into: "email"))
await store.send(.leave)
await store.send(.submit)
print("refused:", store.screen.alert ?? "nothing")

await store.send(.type("grace@example.com", into: "email"))
await store.send(.type("37", into: "age"))
await store.send(.choose("Romania", in: "country"))
await store.send(.submit)
print(
  "account:",
  store.screen.account.map { "\($0.email), \($0.age ?? 0), \($0.country ?? "")" } ?? "none")
print("records:", try await checkRecords(by: signUp(accounts)).joined(separator: "; "))
