import FieldModels

extension FormatSample {
  private static let label63 = String(repeating: "a", count: 63)

  static let mail: [FormatSample] = [
    FormatSample(
      .email,
      good: [
        "ada@example.com", "a@b", ".a..b.@c", "!#$%&'*+/=?^_`{|}~-@x.y", "a@1.2.3.4", "a@b-c.d--e",
        "a@\(label63).com",
      ],
      bad: [
        "ada", "ada@", "@example.com", "a@b@c", "a b@c.d", "a@b.", "a@.b", "a@b..c", "a@-b", "a@b-",
        "\"a b\"@c.d", "é@example.com", "a@é.com", "a@[1.2.3.4]", "a@\(label63)a.com", "a@b\n",
        "a@b_c.d", " a@b",
      ]),
    FormatSample(
      .emailRFC5321,
      good: [
        "ada@example.com", "\"a b\"@c.d", #""a\"b\\"@c.d"#, "\"\"@c.d", "\"a@b\"@c.d",
        "a@[192.0.2.1]",
        "a@[IPv6:2001:db8::1]", "a@[ipv6:::1]", "a@[x-tag:text]", "a+b@c",
        String(repeating: "a", count: 64) + "@b.c",
      ],
      bad: [
        ".a@b.c", "a.@b.c", "a..b@c.d", "a b@c.d", "a@", "@b.c", "a@[1.2.3]", "a@[IPv6:1::2::3]",
        "a@[tag:]", "a@[tag:a b]", #""a\"@b.c"#, "\"a\"b@c.d", "\"a\u{7}\"@b.c", "a@b_c.d", "é@b.c",
        "\"@b.c", String(repeating: "a", count: 65) + "@b.c", "a@b.c.", "a@[]",
      ]),
    FormatSample(
      .idnEmail,
      good: [
        "ада@пример.рф", "a@b.c", "\"é é\"@b.c", "é.è@[192.0.2.1]", "a@xn--e1afmkfd.xn--p1ai",
      ],
      bad: ["ада@-пример.рф", "é", "é@", "a@b\u{20}c", "é..è@b.c", "a@☃.example", "\"\\é\"@b.c"]),
  ]

  static let web: [FormatSample] = [
    FormatSample(
      .url,
      good: [
        "https://example.com", "HTTP://EXAMPLE.COM:80/a?b#c", "http:example.com",
        "https:/example.com",
        "http:\\\\example.com\\a", "http://a b@example.com", "http://example.com/a b",
        "http://[::1]:8/",
        "http://user:pass@example.com:65535", "http://example.com:", "http://☃.net/",
        "http://example.com/ä", "http://xn--n3h.net", "http://ex%61mple.com", "http://0x7f.1",
        "http://127.1", "http://4294967295", "http://017.0.0.1", "http://a_b.c", "http://1.2.3.a",
        "ws://h", "wss://h", "ftp://h/f", "file:///etc/hosts", "file:c:/x", "file://C:/x",
        "file://server/share", "mailto:ada@example.com", "urn:isbn:1", "data:,x",
        "tel:+1-201-555-0123",
        "http://example.com.", "http://example.com:00080", "http://１２７.１", "http://①.com",
        "http://a\u{AD}b.com", "http://b\u{FC}cher.de", "http://fa\u{DF}.de", "foo://", "foo:///a",
        "foo://[::1]:8/", "foo://user@host:80/",
      ],
      bad: [
        "example.com", "//example.com", "/path", "http://", "http:///", "https://?q",
        "http://a b.com",
        "http://example.com:65536", "http://example.com:8a", "http://[::1", "http://[1::2::3]",
        "http://256.256.256.256", "http://1.2.3.4.5", "http://4294967296", "http://0x100000000",
        "http://1.2.3.08", "http://a%00b", "http://a%zzb", "http://a<b", "http://a|b", "http://a^b",
        "http://@/", "http://user@", "http://:80", "http://xn--", "http://xn--a", " http://a",
        "http://a ",
        "http://a\n", "http://a/\tb", "file://h:80/", "file://a@h/", "todo: buy milk", "1http://a",
        "http://a..1", "http://%ff", "http://\u{A0}", "https://\u{FFFD}",
        "http://a.b.c.xn--pokxncvks", "http://％４１.com", "https://\u{AD}/", "https://\u{AD}:80/",
        "http://１２７.２５６.１", "http://\u{5D0}a", "http://a.\u{5D0}a", "http://1\u{627}",
        "http://a\u{200D}b", "http://xn--a-", "http://xn--e-xbb", "http://\u{301}a",
        "http://\u{2100}",
        "http://\u{378}", "http://a\u{202E}b", "foo://user@", "foo://:80", "foo://h:65536",
        "foo://h:8a", "foo://[v1.a]",
      ]),
    FormatSample(
      .httpURL,
      good: [
        "http://example.com", "https://example.com/a?b=c#d", "HTTPS://example.com", "http://[::1]/",
        "http://localhost:3000", "https://bücher.example",
      ],
      bad: [
        "http:example.com", "https:/example.com", "http:///example.com", "http://\\example.com",
        "ftp://example.com", "ws://example.com", "//example.com", "http://", "http://a b",
        "mailto:a@b.c", "http:\\\\example.com",
      ]),
    FormatSample(
      .uri,
      good: [
        "a:", "a:b", "http://", "http://a:/", "http://[v1.a:b]/", "x+y-z.1:/p", "http://a@b/?q#f?/",
      ],
      bad: [
        "a", ":a", "1a:b", "http://a b", "http://[v1]/", "a:%2", "a:#b#c", "http://[::1]a",
        "a:\u{7F}",
      ]),
    FormatSample(
      .uriReference,
      good: ["", "a", "/a", "//a/b", "?q", "#f", "./a:b", "../..", "a/b:c", "a;b=1,2"],
      bad: ["a b", "1:b", ":b", "/a#b#c", "\\a", "é", "//[a]/", "//a:b/", "a%2"]),
    FormatSample(
      .iri,
      good: ["http://é/é?é#é", "http://a/?\u{E000}", "urn:é", "http://a/\u{1F600}"],
      bad: [
        "é", "http://a/\u{E000}", "http://a/#\u{E000}", "http://a/\u{FFFF}", "http://a/ é",
        "http://[é]",
      ]),
    FormatSample(
      .iriReference,
      good: ["é", "", "/é", "?\u{F8FF}"], bad: ["é é", "é:b", "/\u{E000}", "\u{85}", "<é>"]),
    FormatSample(
      .uriTemplate,
      good: [
        "", "{a}", "{+a,b*,c:3}", "{a.b_c}", "a%20b", "é{x}", "{%41b}", "{?q,page}", "it's", "{=a}",
      ],
      bad: [
        "{", "}", "{}", "{a", "{a,}", "{a:0}", "{a:10000}", "{a*:3}", "{a b}", "{é}", "{.}", "a%2",
        "{{a}}", "{a..b}",
      ]),
    FormatSample(
      .jsonPointer,
      good: ["", "/", "/a~0b~1c", "//", "/é"], bad: ["a", "/~", "/~2", "/~~0", "#/a", "/a~"]),
    FormatSample(
      .relativeJSONPointer,
      good: ["0", "0#", "10/a", "1/", "1/~0"],
      bad: ["", "/a", "01", "-1", "0##", "0a", "1/~", "#", "1#/a"]),
  ]

  static let hosts: [FormatSample] = [
    FormatSample(
      .ipv4,
      good: ["0.0.0.0", "255.255.255.255", "192.0.2.1"],
      bad: [
        "256.0.0.1", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4 ", "1..3.4", "0x1.2.3.4",
        "1.2.3.-4", "१.2.3.4",
      ]),
    FormatSample(
      .ipv6,
      good: [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
        "::ffff:192.0.2.1",
        "1:2:3:4:5:6:1.2.3.4", "ABCD::ef01", "1::8",
      ],
      bad: [
        ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4::5:6:7:8", "1::2::3",
        "12345::", "::1%eth0",
        "[::1]", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3", "::1.2.3.4:5", "1.2.3.4::", ":1::", "1:",
        "g::", "::1 ",
      ]),
    FormatSample(
      .hostname,
      good: [
        "a", "localhost", "a.b", "1.2.3.4", "3com.com", "A-B.c", "\(label63).a",
        "xn--bcher-kva.example", "a--b.c",
      ],
      bad: [
        "", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "é", "\(label63)a", "xn--a",
        "xn--bcher-kv",
        [label63, label63, label63, label63].joined(separator: "."), "a\n",
      ]),
    FormatSample(
      .idnHostname,
      good: [
        "bücher.example", "例え。テスト", "a.b", "faß.de", "xn--fa-hia.de",
        "\u{915}\u{94D}\u{200C}\u{937}.x",
        "ישראל.example", "مثال.إختبار", "l·l.cat",
      ],
      bad: [
        "Bücher.example", "☃.net", "a..é", "-é", "é-", "éa--é", "a·l", "é é", "\u{301}a", "אa",
        "xn--n3h.net",
        "xn--maana-", "aa--é", "1.אב", "\u{1F600}.x", "é.", "\u{200D}a", "日\u{2028}", "ａ.b",
      ]),
    FormatSample(
      .domain,
      good: ["example.com", "a.b", "xn--bcher-kva.example", "1.2.c", "a.3d"],
      bad: ["localhost", "1.2.3.4", "3.14", "a.", ".a", "a_b.c", "é.com", "a..b"]),
    FormatSample(
      .mac,
      good: ["00:11:22:aa:BB:cc", "00-11-22-AA-bb-CC"],
      bad: [
        "00:11:22:33:44", "00:11:22:33:44:5g", "00:11-22:33:44:55", "001122334455",
        "0:11:22:33:44:555", "00.11.22.33.44.55", "00:11:22:33:44:55:66",
      ]),
    FormatSample(
      .port, good: ["1", "80", "65535"],
      bad: ["0", "65536", "080", "-1", "8 0", "", "1e3", "99999999999999999999"]),
  ]
}
