import FieldModels
import Testing

@Suite("SecretDrafts")
struct SecretDraftsTests {
  @Test(
    "four characters in a row are a quote, and of a shorter draft a word of its own",
    arguments: [
      ("swordfish", "It was swordfish", true),
      ("swordfish", "IT WAS SWORDFISH!", true),
      ("swordfish", "sword", true),
      ("swordfish", "a dish of fish", true),
      ("swordfish", "a fis, or wor", false),
      ("swordfish", "Too weak", false),
      ("swordfish", "", false),
      ("grüße", "GRÜSSE, grüß", true),
      ("cafe\u{301}s", "Caf\u{E9} noir", true),
      ("🔑🔑🔑🔑", "not 🔑🔑🔑🔑", true),
      ("1-2", "not 1-2", true),
      ("1-2", "not 1-23", false),
      ("abc", "ABC is short", true),
      ("abc", "the abcess", false),
      ("!!", "Too short!!", true),
      ("", "all right", false),
    ])
  func quotes(draft: String, words: String, isQuoted: Bool) {
    var drafts = SecretDrafts()
    drafts.add("something else")
    drafts.add(draft)
    #expect(drafts.areQuoted(in: words) == isQuoted)
  }

  @Test("of what nobody can read or look through nobody can say that it is not quoted")
  func doubt() {
    var unknown = SecretDrafts()
    unknown.giveUp()
    #expect(unknown.areQuoted(in: "Too weak"))
    var long = SecretDrafts()
    long.add(String(repeating: "x", count: 50_000))
    #expect(long.areQuoted(in: "Too weak"))
    #expect(!SecretDrafts().areQuoted(in: "Too weak"))
  }
}
