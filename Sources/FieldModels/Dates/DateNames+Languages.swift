/// The names of each language, written by `Tests/tools/date-names.py` and not by hand.
///
/// They are those of CLDR, version 47. A literal has a line for each `Kind`, with `;` between
/// widths and `|` between names. Where a width is left out it is like the width before it, and in
/// a line of standalone names like the same width in a sentence; a line `=` is like that of the
/// language.
extension DateNames {
  /// The languages and variants that have names of their own.
  package static let tags = [
    "ar", "ar-DZ", "ar-IQ", "ar-JO", "ar-MA", "ar-MR", "bg", "cs", "da", "de", "de-AT", "de-CH",
    "de-LU", "el", "en", "en-001", "en-AU", "en-CA", "en-Dsrt", "en-IE", "en-Shaw", "es", "es-419",
    "es-AR", "es-BO", "es-CL", "es-CO", "es-DO", "es-MX", "es-PA", "es-PE", "es-PY", "es-US",
    "es-VE", "et", "fi", "fr", "fr-CA", "fr-CM", "fr-MA", "fr-ML", "ga", "he", "hi", "hi-Latn",
    "hr", "hr-BA", "hu", "id", "is", "it", "ja", "ko", "lt", "lv", "nb", "nl", "nn", "pl", "pt",
    "pt-AO", "ro", "ro-MD", "ru", "sk", "sl", "sr", "sr-Latn", "sr-BA", "sr-ME", "sr-XK",
    "sr-Latn-BA", "sr-Latn-ME", "sr-Latn-XK", "sv", "sv-FI", "th", "tr", "uk", "vi", "zh",
    "zh-Hant", "zh-Latn", "zh-Hant-HK",
  ]

  /// The scripts that languages are usually written in.
  static let usualScripts: Set<String> = [
    "ar-arab", "bg-cyrl", "cs-latn", "da-latn", "de-latn", "el-grek", "en-latn", "es-latn",
    "et-latn", "fi-latn", "fr-latn", "ga-latn", "he-hebr", "hi-deva", "hr-latn", "hu-latn",
    "id-latn", "is-latn", "it-latn", "ja-jpan", "ko-kore", "lt-latn", "lv-latn", "nb-latn",
    "nl-latn", "nn-latn", "pl-latn", "pt-latn", "ro-latn", "ru-cyrl", "sk-latn", "sl-latn",
    "sr-cyrl", "sv-latn", "th-thai", "tr-latn", "uk-cyrl", "vi-latn", "zh-hans",
  ]

  /// The script that a language has in a region, where that is not the usual one.
  static func script(_ languageAndRegion: String) -> String? {
    switch languageAndRegion {
    case "sr-me", "sr-ro", "sr-tr":
      "latn"
    case "zh-au", "zh-bn", "zh-gb", "zh-gf", "zh-hk", "zh-id", "zh-mo", "zh-pa", "zh-pf", "zh-ph",
      "zh-sr", "zh-th", "zh-tw", "zh-us", "zh-vn":
      "hant"
    default: nil
    }
  }

  /// The names under a tag in lower case, if CLDR has names for just this tag.
  static func exact(_ tag: String) -> DateNames? {
    switch tag {
    case "ar":
      ar
    case "ar-dz", "ar-tn":
      arDZ
    case "ar-iq":
      arIQ
    case "ar-jo", "ar-lb", "ar-ps", "ar-sy":
      arJO
    case "ar-ma":
      arMA
    case "ar-mr":
      arMR
    case "bg":
      bg
    case "cs":
      cs
    case "da":
      da
    case "de":
      de
    case "de-at", "de-it":
      deAT
    case "de-ch":
      deCH
    case "de-lu":
      deLU
    case "el":
      el
    case "en":
      en
    case "en-001", "en-150", "en-ag", "en-ai", "en-at", "en-bb", "en-be", "en-bm", "en-bs", "en-bw",
      "en-bz", "en-cc", "en-ch", "en-ck", "en-cm", "en-cx", "en-cy", "en-cz", "en-de", "en-dg",
      "en-dk", "en-dm", "en-er", "en-es", "en-fi", "en-fj", "en-fk", "en-fm", "en-fr", "en-gb",
      "en-gd", "en-gg", "en-gh", "en-gi", "en-gm", "en-gs", "en-gy", "en-hk", "en-hu", "en-id",
      "en-il", "en-im", "en-in", "en-io", "en-it", "en-je", "en-jm", "en-ke", "en-ki", "en-kn",
      "en-ky", "en-lc", "en-lr", "en-ls", "en-mg", "en-mo", "en-ms", "en-mt", "en-mu", "en-mv",
      "en-mw", "en-my", "en-na", "en-nf", "en-ng", "en-nl", "en-no", "en-nr", "en-nu", "en-nz",
      "en-pg", "en-pk", "en-pl", "en-pn", "en-pt", "en-pw", "en-ro", "en-rw", "en-sb", "en-sc",
      "en-sd", "en-se", "en-sg", "en-sh", "en-si", "en-sk", "en-sl", "en-ss", "en-sx", "en-sz",
      "en-tc", "en-tk", "en-to", "en-tt", "en-tv", "en-tz", "en-ug", "en-vc", "en-vg", "en-vu",
      "en-ws", "en-za", "en-zm", "en-zw":
      en001
    case "en-au":
      enAU
    case "en-ca":
      enCA
    case "en-dsrt":
      enDsrt
    case "en-ie":
      enIE
    case "en-shaw":
      enShaw
    case "es":
      es
    case "es-419", "es-br", "es-bz", "es-cu":
      es419
    case "es-ar":
      esAR
    case "es-bo", "es-cr", "es-ec", "es-gt", "es-hn", "es-ni", "es-pr", "es-sv":
      esBO
    case "es-cl":
      esCL
    case "es-co":
      esCO
    case "es-do":
      esDO
    case "es-mx":
      esMX
    case "es-pa":
      esPA
    case "es-pe", "es-uy":
      esPE
    case "es-py":
      esPY
    case "es-us":
      esUS
    case "es-ve":
      esVE
    case "et":
      et
    case "fi":
      fi
    case "fr":
      fr
    case "fr-ca":
      frCA
    case "fr-cm":
      frCM
    case "fr-ma":
      frMA
    case "fr-ml":
      frML
    case "ga":
      ga
    case "he":
      he
    case "hi":
      hi
    case "hi-latn":
      hiLatn
    case "hr":
      hr
    case "hr-ba":
      hrBA
    case "hu":
      hu
    case "id":
      id
    case "is":
      `is`
    case "it":
      it
    case "ja":
      ja
    case "ko":
      ko
    case "lt":
      lt
    case "lv":
      lv
    case "nb":
      nb
    case "nl":
      nl
    case "nn":
      nn
    case "pl":
      pl
    case "pt":
      pt
    case "pt-ao", "pt-ch", "pt-cv", "pt-gq", "pt-gw", "pt-lu", "pt-mo", "pt-mz", "pt-pt", "pt-st",
      "pt-tl":
      ptAO
    case "ro":
      ro
    case "ro-md":
      roMD
    case "ru":
      ru
    case "sk":
      sk
    case "sl":
      sl
    case "sr":
      sr
    case "sr-latn":
      srLatn
    case "sr-ba":
      srBA
    case "sr-me":
      srME
    case "sr-xk":
      srXK
    case "sr-latn-ba":
      srLatnBA
    case "sr-latn-me":
      srLatnME
    case "sr-latn-xk":
      srLatnXK
    case "sv":
      sv
    case "sv-fi":
      svFI
    case "th":
      th
    case "tr":
      tr
    case "uk":
      uk
    case "vi":
      vi
    case "zh":
      zh
    case "zh-hant":
      zhHant
    case "zh-latn":
      zhLatn
    case "zh-hant-hk", "zh-hant-mo":
      zhHantHK
    default: nil
    }
  }
}

extension DateNames {
  private static let ar = DateNames(
    tag: "ar",
    """
    يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر;;;ي|ف|م|أ|و|ن|ل|غ|\
    س|ك|ب|د

    الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد;;إثنين|ثلاثاء|أربعاء|خميس|جمعة|سبت|أحد;ن|\
    ث|ر|خ|ج|س|ح

    الربع الأول|الربع الثاني|الربع الثالث|الربع الرابع;;;١|٢|٣|٤

    ص|م
    ميلادي;م
    """)

  private static let arDZ = DateNames(
    tag: "ar-DZ", like: ar,
    """
    جانفي|فيفري|مارس|أفريل|ماي|جوان|جويلية|أوت|سبتمبر|أكتوبر|نوفمبر|ديسمبر;;;ج|ف|م|أ|م|ج|ج|أ|س|أ|\
    ن|د

    =
    =
    =
    =
    =
    =
    """)

  private static let arIQ = DateNames(
    tag: "ar-IQ", like: ar,
    """
    كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول;\
    كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول;;\
    ك|ش|آ|ن|أ|ح|ت|آ|أ|ت|ت|ك
    ;كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول;\
    كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول
    =
    =
    =
    =
    =
    =
    """)

  private static let arJO = DateNames(
    tag: "ar-JO", like: ar,
    """
    كانون الثاني|شباط|آذار|نيسان|أيار|حزيران|تموز|آب|أيلول|تشرين الأول|تشرين الثاني|كانون الأول;;;\
    ك|ش|آ|ن|أ|ح|ت|آ|أ|ت|ت|ك

    =
    =
    =
    =
    =
    =
    """)

  private static let arMA = DateNames(
    tag: "ar-MA", like: ar,
    """
    يناير|فبراير|مارس|أبريل|ماي|يونيو|يوليوز|غشت|شتنبر|أكتوبر|نونبر|دجنبر;;;ي|ف|م|أ|م|ن|ل|غ|ش|ك|ب|\
    د

    =
    =
    =
    =
    =
    =
    """)

  private static let arMR = DateNames(
    tag: "ar-MR", like: ar,
    """
    يناير|فبراير|مارس|إبريل|مايو|يونيو|يوليو|أغشت|شتمبر|أكتوبر|نوفمبر|دجمبر;;;ي|ف|م|إ|و|ن|ل|غ|ش|ك|\
    ب|د

    =
    =
    =
    =
    =
    =
    """)

  private static let bg = DateNames(
    tag: "bg",
    """
    януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември;яну|фев|\
    март|апр|май|юни|юли|авг|сеп|окт|ное|дек;;я|ф|м|а|м|ю|ю|а|с|о|н|д

    понеделник|вторник|сряда|четвъртък|петък|събота|неделя;пн|вт|ср|чт|пт|сб|нд;;п|в|с|ч|п|с|н

    1. тримесечие|2. тримесечие|3. тримесечие|4. тримесечие;1. трим.|2. трим.|3. трим.|4. трим.;;\
    1|2|3|4

    пр.об.|сл.об.;am|pm
    след Христа;сл.Хр.
    """)

  private static let cs = DateNames(
    tag: "cs",
    """
    ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince;led|úno|\
    bře|dub|kvě|čvn|čvc|srp|zář|říj|lis|pro;;1|2|3|4|5|6|7|8|9|10|11|12
    leden|únor|březen|duben|květen|červen|červenec|srpen|září|říjen|listopad|prosinec
    pondělí|úterý|středa|čtvrtek|pátek|sobota|neděle;po|út|st|čt|pá|so|ne;;P|Ú|S|Č|P|S|N

    1. čtvrtletí|2. čtvrtletí|3. čtvrtletí|4. čtvrtletí;Q1|Q2|Q3|Q4;;1|2|3|4

    dop.|odp.
    našeho letopočtu;n. l.;;n.l.
    """)

  private static let da = DateNames(
    tag: "da",
    """
    januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december;jan.|feb.|\
    mar.|apr.|maj|jun.|jul.|aug.|sep.|okt.|nov.|dec.;;J|F|M|A|M|J|J|A|S|O|N|D

    mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag;man.|tirs.|ons.|tors.|fre.|lør.|søn.;ma.|\
    ti.|on.|to.|fr.|lø.|sø.;M|T|O|T|F|L|S

    1. kvartal|2. kvartal|3. kvartal|4. kvartal;1. kvt.|2. kvt.|3. kvt.|4. kvt.;;1|2|3|4

    AM|PM;;;a|p
    efter Kristus;e.Kr.;;eKr
    """)

  private static let de = DateNames(
    tag: "de",
    """
    Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember;Jan.|Feb.|\
    März|Apr.|Mai|Juni|Juli|Aug.|Sept.|Okt.|Nov.|Dez.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez;Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|\
    Dez
    Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag;Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.;;M|D|\
    M|D|F|S|S
    ;Mo|Di|Mi|Do|Fr|Sa|So
    1. Quartal|2. Quartal|3. Quartal|4. Quartal;Q1|Q2|Q3|Q4;;1|2|3|4

    AM|PM
    unserer Zeitrechnung;n. Chr.
    """)

  private static let deAT = DateNames(
    tag: "de-AT", like: de,
    """
    Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember;Jän.|Feb.|\
    März|Apr.|Mai|Juni|Juli|Aug.|Sep.|Okt.|Nov.|Dez.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez;Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|\
    Dez
    =
    =
    =
    =
    =
    =
    """)

  private static let deCH = DateNames(
    tag: "de-CH", like: de,
    """
    =
    =
    Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag;Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.;Mo|Di|\
    Mi|Do|Fr|Sa|So;M|D|M|D|F|S|S
    ;Mo|Di|Mi|Do|Fr|Sa|So
    =
    =
    =
    =
    """)

  private static let deLU = DateNames(
    tag: "de-LU", like: de,
    """
    =
    =
    =
    =
    =
    =
    AM|PM;;;vorm.|nachm.
    =
    """)

  private static let el = DateNames(
    tag: "el",
    """
    Ιανουαρίου|Φεβρουαρίου|Μαρτίου|Απριλίου|Μαΐου|Ιουνίου|Ιουλίου|Αυγούστου|Σεπτεμβρίου|Οκτωβρίου|\
    Νοεμβρίου|Δεκεμβρίου;Ιαν|Φεβ|Μαρ|Απρ|Μαΐ|Ιουν|Ιουλ|Αυγ|Σεπ|Οκτ|Νοε|Δεκ;;Ι|Φ|Μ|Α|Μ|Ι|Ι|Α|Σ|Ο|Ν|\
    Δ
    Ιανουάριος|Φεβρουάριος|Μάρτιος|Απρίλιος|Μάιος|Ιούνιος|Ιούλιος|Αύγουστος|Σεπτέμβριος|Οκτώβριος|\
    Νοέμβριος|Δεκέμβριος;Ιαν|Φεβ|Μάρ|Απρ|Μάι|Ιούν|Ιούλ|Αύγ|Σεπ|Οκτ|Νοέ|Δεκ;Ιαν|Φεβ|Μάρ|Απρ|Μάι|\
    Ιούν|Ιούλ|Αύγ|Σεπ|Οκτ|Νοέ|Δεκ
    Δευτέρα|Τρίτη|Τετάρτη|Πέμπτη|Παρασκευή|Σάββατο|Κυριακή;Δευ|Τρί|Τετ|Πέμ|Παρ|Σάβ|Κυρ;Δε|Τρ|Τε|\
    Πέ|Πα|Σά|Κυ;Δ|Τ|Τ|Π|Π|Σ|Κ

    1ο τρίμηνο|2ο τρίμηνο|3ο τρίμηνο|4ο τρίμηνο;Τ1|Τ2|Τ3|Τ4;;1|2|3|4

    π.μ.|μ.μ.;;;πμ|μμ
    μετά Χριστόν;μ.Χ.
    """)

  private static let en = DateNames(
    tag: "en",
    """
    January|February|March|April|May|June|July|August|September|October|November|December;Jan|Feb|\
    Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec;;J|F|M|A|M|J|J|A|S|O|N|D

    Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday;Mon|Tue|Wed|Thu|Fri|Sat|Sun;Mo|Tu|We|\
    Th|Fr|Sa|Su;M|T|W|T|F|S|S

    1st quarter|2nd quarter|3rd quarter|4th quarter;Q1|Q2|Q3|Q4;;1|2|3|4

    AM|PM;;;a|p
    Anno Domini;AD;;A
    """)

  private static let en001 = DateNames(
    tag: "en-001", like: en,
    """
    January|February|March|April|May|June|July|August|September|October|November|December;Jan|Feb|\
    Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec;;J|F|M|A|M|J|J|A|S|O|N|D

    =
    =
    =
    =
    am|pm;;;a|p
    =
    """)

  private static let enAU = DateNames(
    tag: "en-AU", like: en,
    """
    January|February|March|April|May|June|July|August|September|October|November|December;Jan|Feb|\
    Mar|Apr|May|June|July|Aug|Sept|Oct|Nov|Dec;;J|F|M|A|M|J|J|A|S|O|N|D

    Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday;Mon|Tue|Wed|Thu|Fri|Sat|Sun;Mo|Tu|We|\
    Th|Fr|Sa|Su;M.|Tu.|W.|Th.|F.|Sa.|Su.
    =
    =
    =
    am|pm
    =
    """)

  private static let enCA = DateNames(
    tag: "en-CA", like: en,
    """
    =
    =
    =
    =
    =
    =
    a.m.|p.m.;;;am|pm
    =
    """)

  private static let enDsrt = DateNames(
    tag: "en-Dsrt", like: en,
    """
    𐐖𐐰𐑌𐐷𐐭𐐯𐑉𐐨|𐐙𐐯𐐺𐑉𐐭𐐯𐑉𐐨|𐐣𐐪𐑉𐐽|𐐁𐐹𐑉𐐮𐑊|𐐣𐐩|𐐖𐐭𐑌|𐐖𐐭𐑊𐐴|𐐂𐑀𐐲𐑅𐐻|𐐝𐐯𐐹𐐻𐐯𐑋𐐺𐐲𐑉|𐐉𐐿𐐻𐐬𐐺𐐲𐑉|𐐤𐐬𐑂𐐯𐑋𐐺𐐲𐑉|𐐔𐐨𐑅𐐯𐑋𐐺𐐲𐑉;𐐖𐐰𐑌|𐐙𐐯𐐺|\
    𐐣𐐪𐑉|𐐁𐐹𐑉|𐐣𐐩|𐐖𐐭𐑌|𐐖𐐭𐑊|𐐂𐑀|𐐝𐐯𐐹|𐐉𐐿𐐻|𐐤𐐬𐑂|𐐔𐐨𐑅;;𐐖|𐐙|𐐣|𐐁|𐐣|𐐖|𐐖|𐐂|𐐝|𐐉|𐐤|𐐔

    𐐣𐐲𐑌𐐼𐐩|𐐓𐐭𐑆𐐼𐐩|𐐎𐐯𐑌𐑆𐐼𐐩|𐐛𐐲𐑉𐑆𐐼𐐩|𐐙𐑉𐐴𐐼𐐩|𐐝𐐰𐐻𐐲𐑉𐐼𐐩|𐐝𐐲𐑌𐐼𐐩;𐐣𐐲𐑌|𐐓𐐭𐑆|𐐎𐐯𐑌|𐐛𐐲𐑉|𐐙𐑉𐐴|𐐝𐐰𐐻|𐐝𐐲𐑌;;𐐣|𐐓|𐐎|𐐛|𐐙|𐐝|𐐝

    1𐑅𐐻 𐐿𐐶𐐪𐑉𐐻𐐲𐑉|2𐑌𐐼 𐐿𐐶𐐪𐑉𐐻𐐲𐑉|3𐑉𐐼 𐐿𐐶𐐪𐑉𐐻𐐲𐑉|4𐑉𐑃 𐐿𐐶𐐪𐑉𐐻𐐲𐑉;𐐗1|𐐗2|𐐗3|𐐗4;;1|2|3|4

    𐐈𐐣|𐐑𐐣
    𐐈𐑌𐐬 𐐔𐐱𐑋𐐮𐑌𐐨;𐐈𐐔;;𐐈
    """)

  private static let enIE = DateNames(
    tag: "en-IE", like: en,
    """
    January|February|March|April|May|June|July|August|September|October|November|December;Jan|Feb|\
    Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec;;J|F|M|A|M|J|J|A|S|O|N|D

    =
    =
    =
    =
    a.m.|p.m.;am|pm;;a|p
    =
    """)

  private static let enShaw = DateNames(
    tag: "en-Shaw", like: en,
    """
    ·𐑡𐑨𐑙𐑘𐑭𐑢𐑺𐑰|·𐑓𐑧𐑚𐑘𐑵𐑢𐑺𐑰|·𐑥𐑸𐑗|·𐑱𐑐𐑮𐑭𐑤|·𐑥𐑱|·𐑡𐑵𐑯|·𐑡𐑫𐑤𐑲|·𐑪𐑜𐑭𐑕𐑑|·𐑕𐑧𐑐𐑑𐑧𐑥𐑚𐑸|·𐑷𐑒𐑑𐑴𐑚𐑸|·𐑯𐑴𐑝𐑧𐑥𐑚𐑸|·𐑛𐑭𐑕𐑧𐑥𐑚𐑸;·𐑡𐑨|\
    ·𐑓𐑧|·𐑥𐑸|·𐑱𐑐|·𐑥𐑱|·𐑡𐑵|·𐑡𐑫|·𐑪𐑜|·𐑕𐑧|·𐑷𐑒|·𐑯𐑴|·𐑛𐑭;;𐑡|𐑓|𐑥|𐑱|𐑥|𐑡|𐑡|𐑪|𐑕|𐑷|𐑯|𐑛

    ·𐑥𐑭𐑙𐑛𐑱|·𐑑𐑵𐑟𐑛𐑱|·𐑢𐑧𐑙𐑟𐑛𐑱|·𐑔𐑻𐑟𐑛𐑱|·𐑓𐑮𐑲𐑛𐑱|·𐑕𐑨𐑛𐑻𐑛𐑱|·𐑕𐑭𐑙𐑛𐑱;·𐑥𐑭|·𐑑𐑵|·𐑢𐑧|·𐑔𐑻|·𐑓𐑮|·𐑕𐑨|·𐑕𐑭;;𐑥|𐑑|𐑢|𐑔|𐑓|𐑕|𐑕

    1𐑕𐑑 𐑒𐑢𐑸𐑛𐑸|2𐑯𐑛 𐑒𐑢𐑸𐑛𐑸|3𐑻𐑛 𐑒𐑢𐑸𐑛𐑸|4𐑹𐑔 𐑒𐑢𐑸𐑛𐑸;𐑒1|𐑒2|𐑒3|𐑒4;;1|2|3|4

    𐑨𐑥|𐑐𐑥
    𐑨𐑙𐑴 𐑛𐑪𐑥𐑦𐑙𐑰;𐑨𐑛;;𐑨
    """)

  private static let es = DateNames(
    tag: "es",
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre;ene|\
    feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic;;E|F|M|A|M|J|J|A|S|O|N|D

    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|X|J|V|S|D

    1.er trimestre|2.º trimestre|3.er trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    a. m.|p. m.;a. m.|p. m.
    después de Cristo;d. C.
    """)

  private static let es419 = DateNames(
    tag: "es-419", like: es,
    """
    =
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    a.m.|p.m.
    después de Cristo;d.C.
    """)

  private static let esAR = DateNames(
    tag: "es-AR", like: es,
    """
    =
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    =
    =
    =
    después de Cristo;d.C.
    """)

  private static let esBO = DateNames(
    tag: "es-BO", like: es,
    """
    =
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    =
    después de Cristo;d.C.
    """)

  private static let esCL = DateNames(
    tag: "es-CL", like: es,
    """
    =
    ;ene.|feb.|mar.|abr.|may.|jun.|jul.|ago.|sept.|oct.|nov.|dic.;ene.|feb.|mar.|abr.|may.|jun.|\
    jul.|ago.|sept.|oct.|nov.|dic.
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;lu|ma|mi|ju|\
    vi|sá|do;L|M|M|J|V|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4
    1.° trimestre|2.° trimestre|3.° trimestre|4.º trimestre
    =
    después de Cristo;d.C.
    """)

  private static let esCO = DateNames(
    tag: "es-CO", like: es,
    """
    =
    ;ene.|feb.|mar.|abr.|may.|jun.|jul.|ago.|sept.|oct.|nov.|dic.;ene.|feb.|mar.|abr.|may.|jun.|\
    jul.|ago.|sept.|oct.|nov.|dic.
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|m|J|V|S|D
    ;;;l|m|m|j|v|s|d
    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    =
    después de Cristo;d.C.
    """)

  private static let esDO = DateNames(
    tag: "es-DO", like: es,
    """
    =
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;Q1|Q2|Q3|Q4;;1|2|3|4

    =
    Era Común;d.C.
    """)

  private static let esMX = DateNames(
    tag: "es-MX", like: es,
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre;ene|\
    feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic;;E|F|M|A|M|J|J|A|S|O|N|D

    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    a.m.|p.m.;;;a. m.|p. m.
    después de Cristo;d.C.
    """)

  private static let esPA = DateNames(
    tag: "es-PA", like: es,
    """
    =
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1er. trimestre|2do. trimestre|3er. trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    =
    después de Cristo;d.C.
    """)

  private static let esPE = DateNames(
    tag: "es-PE", like: es,
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|setiembre|octubre|noviembre|diciembre;ene.|\
    feb.|mar.|abr.|may.|jun.|jul.|ago.|set.|oct.|nov.|dic.;;E|F|M|A|M|J|J|A|S|O|N|D
    Enero|Febrero|Marzo|Abril|Mayo|Junio|Julio|Agosto|Setiembre|Octubre|Noviembre|Diciembre;Ene.|\
    Feb.|Mar.|Abr.|May.|Jun.|Jul.|Ago.|Set.|Oct.|Nov.|Dic.;Ene.|Feb.|Mar.|Abr.|May.|Jun.|Jul.|\
    Ago.|Set.|Oct.|Nov.|Dic.
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    =
    después de Cristo;d.C.
    """)

  private static let esPY = DateNames(
    tag: "es-PY", like: es,
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre;ene.|\
    feb.|mar.|abr.|may.|jun.|jul.|ago.|sept.|oct.|nov.|dic.;;E|F|M|A|M|J|J|A|S|O|N|D

    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;lu|ma|mi|ju|\
    vi|sa|do;L|M|M|J|V|S|D
    ;;Lu|Ma|Mi|Ju|Vi|Sa|Do
    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    =
    después de Cristo;d.C.
    """)

  private static let esUS = DateNames(
    tag: "es-US", like: es,
    """
    =
    =
    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|M|J|V|S|D

    1er trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    a.m.|p.m.
    después de Cristo;d.C.
    """)

  private static let esVE = DateNames(
    tag: "es-VE", like: es,
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre;ene.|\
    feb.|mar.|abr.|may.|jun.|jul.|ago.|sept.|oct.|nov.|dic.;;E|F|M|A|M|J|J|A|S|O|N|D

    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;Lu|Ma|Mi|Ju|\
    Vi|Sa|Do;L|M|M|J|V|S|D

    1er trimestre|2do trimestre|3er trimestre|4to trimestre;T1|T2|T3|T4;;1|2|3|4

    =
    después de Cristo;d.C.
    """)

  private static let et = DateNames(
    tag: "et",
    """
    jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember;\
    jaan|veebr|märts|apr|mai|juuni|juuli|aug|sept|okt|nov|dets;;J|V|M|A|M|J|J|A|S|O|N|D

    esmaspäev|teisipäev|kolmapäev|neljapäev|reede|laupäev|pühapäev;E|T|K|N|R|L|P

    1. kvartal|2. kvartal|3. kvartal|4. kvartal;K1|K2|K3|K4;;1|2|3|4
    ;;;1.|2.|3.|4.
    AM|PM
    pärast Kristust;pKr
    """)

  private static let fi = DateNames(
    tag: "fi",
    """
    tammikuuta|helmikuuta|maaliskuuta|huhtikuuta|toukokuuta|kesäkuuta|heinäkuuta|elokuuta|\
    syyskuuta|lokakuuta|marraskuuta|joulukuuta;tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|\
    loka|marras|joulu;;T|H|M|H|T|K|H|E|S|L|M|J
    tammikuu|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|\
    marraskuu|joulukuu
    maanantaina|tiistaina|keskiviikkona|torstaina|perjantaina|lauantaina|sunnuntai;ma|ti|ke|to|pe|\
    la|su;;M|T|K|T|P|L|S
    maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai
    1. neljännes|2. neljännes|3. neljännes|4. neljännes;1. nelj.|2. nelj.|3. nelj.|4. nelj.;;1|2|\
    3|4

    ap.|ip.
    jälkeen Kristuksen syntymän;jKr.;;jKr
    """)

  private static let fr = DateNames(
    tag: "fr",
    """
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre;janv.|\
    févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.;;J|F|M|A|M|J|J|A|S|O|N|D

    lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche;lun.|mar.|mer.|jeu.|ven.|sam.|dim.;lu|ma|\
    me|je|ve|sa|di;L|M|M|J|V|S|D

    1er trimestre|2e trimestre|3e trimestre|4e trimestre;T1|T2|T3|T4;;1|2|3|4

    AM|PM
    après Jésus-Christ;ap. J.-C.
    """)

  private static let frCA = DateNames(
    tag: "fr-CA", like: fr,
    """
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre;janv.|\
    févr.|mars|avr.|mai|juin|juill.|août|sept.|oct.|nov.|déc.;;J|F|M|A|M|J|J|A|S|O|N|D

    =
    =
    =
    =
    a.m.|p.m.;;;a|p
    =
    """)

  private static let frCM = DateNames(
    tag: "fr-CM", like: fr,
    """
    =
    =
    =
    =
    =
    =
    matin|soir;mat.|soir
    =
    """)

  private static let frMA = DateNames(
    tag: "fr-MA", like: fr,
    """
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre;jan.|\
    fév.|mar.|avr.|mai|jui.|juil.|août|sept.|oct.|nov.|déc.;;J|F|M|A|M|J|J|A|S|O|N|D

    =
    =
    =
    =
    a.m.|p.m.;AM|PM
    =
    """)

  private static let frML = DateNames(
    tag: "fr-ML", like: fr,
    """
    =
    =
    =
    =
    le 1er trimestre|le 2ème trimestre|le 3ème trimestre|le 4ème trimestre;T1|T2|T3|T4;;1|2|3|4
    1er trimestre|2ème trimestre|3ème trimestre|4ème trimestre
    =
    =
    """)

  private static let ga = DateNames(
    tag: "ga",
    """
    Eanáir|Feabhra|Márta|Aibreán|Bealtaine|Meitheamh|Iúil|Lúnasa|Meán Fómhair|Deireadh Fómhair|\
    Samhain|Nollaig;Ean|Feabh|Márta|Aib|Beal|Meith|Iúil|Lún|MFómh|DFómh|Samh|Noll;;E|F|M|A|B|M|I|\
    L|M|D|S|N

    Dé Luain|Dé Máirt|Dé Céadaoin|Déardaoin|Dé hAoine|Dé Sathairn|Dé Domhnaigh;Luan|Máirt|Céad|\
    Déar|Aoine|Sath|Domh;Lu|Má|Cé|Dé|Ao|Sa|Do;L|M|C|D|A|S|D

    1ú ráithe|2ú ráithe|3ú ráithe|4ú ráithe;R1|R2|R3|R4;;1|2|3|4

    r.n.|i.n.
    Anno Domini;AD
    """)

  private static let he = DateNames(
    tag: "he",
    """
    ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר;ינו׳|פבר׳|מרץ|אפר׳|\
    מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳;;1|2|3|4|5|6|7|8|9|10|11|12

    יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת|יום ראשון;יום ב׳|יום ג׳|יום ד׳|יום ה׳|\
    יום ו׳|שבת|יום א׳;ב׳|ג׳|ד׳|ה׳|ו׳|ש׳|א׳

    רבעון 1|רבעון 2|רבעון 3|רבעון 4;Q1|Q2|Q3|Q4;;1|2|3|4

    AM|PM
    לספירה;;;אחריי
    """)

  private static let hi = DateNames(
    tag: "hi",
    """
    जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्टूबर|नवंबर|दिसंबर;जन॰|फ़र॰|मार्च|\
    अप्रैल|मई|जून|जुल॰|अग॰|सित॰|अक्टू॰|नव॰|दिस॰;;ज|फ़|मा|अ|म|जू|जु|अ|सि|अ|न|दि

    सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार;सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि;सो|मं|बु|\
    गु|शु|श|र

    पहली तिमाही|दूसरी तिमाही|तीसरी तिमाही|चौथी तिमाही;ति1|ति2|ति3|ति4;;1|2|3|4

    am|pm
    ईसवी सन;ईस्वी
    """)

  private static let hiLatn = DateNames(
    tag: "hi-Latn", like: hi,
    """
    January|February|March|April|May|June|July|August|September|October|November|December;Jan|Feb|\
    Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec;;J|F|M|A|M|J|J|A|S|O|N|D
    ;Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec;Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|\
    Nov|Dec
    Somwaar|Mangalwaar|Budhwaar|Guruwaar|Shukrawaar|Shaniwaar|Raviwaar;Som|Mangal|Budh|Guru|\
    Shukra|Shani|Ravi;So|Ma|Bu|Gu|Shu|Sha|Ra;So|Ma|Bu|Gu|Sh|Sha|Ra

    1st quarter|2nd quarter|3rd quarter|4th quarter;Q1|Q2|Q3|Q4;;1|2|3|4

    AM|PM;;;a|p
    Anno Domini;AD;;A
    """)

  private static let hr = DateNames(
    tag: "hr",
    """
    siječnja|veljače|ožujka|travnja|svibnja|lipnja|srpnja|kolovoza|rujna|listopada|studenoga|\
    prosinca;sij|velj|ožu|tra|svi|lip|srp|kol|ruj|lis|stu|pro;;1.|2.|3.|4.|5.|6.|7.|8.|9.|10.|11.|\
    12.
    siječanj|veljača|ožujak|travanj|svibanj|lipanj|srpanj|kolovoz|rujan|listopad|studeni|prosinac
    ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja;pon|uto|sri|čet|pet|sub|ned;;P|U|S|\
    Č|P|S|N
    ;;;p|u|s|č|p|s|n
    1. kvartal|2. kvartal|3. kvartal|4. kvartal;1kv|2kv|3kv|4kv;;1.|2.|3.|4.
    ;1. kv.|2. kv.|3. kv.|4. kv.;1. kv.|2. kv.|3. kv.|4. kv.
    AM|PM
    poslije Krista;po. Kr.;;AD
    """)

  private static let hrBA = DateNames(
    tag: "hr-BA", like: hr,
    """
    =
    =
    =

    1. kvartal|2. kvartal|3. kvartal|4. kvartal;1. kv.|2. kv.|3. kv.|4. kv.;;1.|2.|3.|4.
    =
    =
    =
    """)

  private static let hu = DateNames(
    tag: "hu",
    """
    január|február|március|április|május|június|július|augusztus|szeptember|október|november|\
    december;jan.|febr.|márc.|ápr.|máj.|jún.|júl.|aug.|szept.|okt.|nov.|dec.;;J|F|M|Á|M|J|J|A|Sz|\
    O|N|D

    hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap;H|K|Sze|Cs|P|Szo|V;;H|K|Sz|Cs|P|Sz|V

    I. negyedév|II. negyedév|III. negyedév|IV. negyedév;I. n.év|II. n.év|III. n.év|IV. n.év;;I.|\
    II.|III.|IV.
    1. negyedév|2. negyedév|3. negyedév|4. negyedév;1. n.év|2. n.év|3. n.év|4. n.év;1. n.év|\
    2. n.év|3. n.év|4. n.év;1.|2.|3.|4.
    de.|du.
    időszámításunk szerint;i. sz.;;isz.
    """)

  private static let id = DateNames(
    tag: "id",
    """
    Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember;Jan|\
    Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des;;J|F|M|A|M|J|J|A|S|O|N|D

    Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu;Sen|Sel|Rab|Kam|Jum|Sab|Min;;S|S|R|K|J|S|M

    Kuartal ke-1|Kuartal ke-2|Kuartal ke-3|Kuartal ke-4;K1|K2|K3|K4;;1|2|3|4

    AM|PM
    Masehi;M
    """)

  private static let `is` = DateNames(
    tag: "is",
    """
    janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember;jan.|feb.|\
    mar.|apr.|maí|jún.|júl.|ágú.|sep.|okt.|nóv.|des.;;J|F|M|A|M|J|J|Á|S|O|N|D

    mánudagur|þriðjudagur|miðvikudagur|fimmtudagur|föstudagur|laugardagur|sunnudagur;mán.|þri.|\
    mið.|fim.|fös.|lau.|sun.;má.|þr.|mi.|fi.|fö.|la.|su.;M|Þ|M|F|F|L|S

    1. fjórðungur|2. fjórðungur|3. fjórðungur|4. fjórðungur;F1|F2|F3|F4;;1|2|3|4

    f.h.|e.h.;;;f.|e.
    eftir Krist;e.Kr.;;e.k.
    """)

  private static let it = DateNames(
    tag: "it",
    """
    gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre;\
    gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic;;G|F|M|A|M|G|L|A|S|O|N|D

    lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica;lun|mar|mer|gio|ven|sab|dom;;L|M|M|G|\
    V|S|D

    1º trimestre|2º trimestre|3º trimestre|4º trimestre;T1|T2|T3|T4;;1|2|3|4

    AM|PM;;;m.|p.
    dopo Cristo;d.C.;;dC
    """)

  private static let ja = DateNames(
    tag: "ja",
    """
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;;1|2|3|4|5|6|7|8|9|10|11|12

    月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日;月|火|水|木|金|土|日

    第1四半期|第2四半期|第3四半期|第4四半期;Q1|Q2|Q3|Q4;;1|2|3|4

    午前|午後
    西暦;;;AD
    """)

  private static let ko = DateNames(
    tag: "ko",
    """
    1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월

    월요일|화요일|수요일|목요일|금요일|토요일|일요일;월|화|수|목|금|토|일

    제 1/4분기|제 2/4분기|제 3/4분기|제 4/4분기;1분기|2분기|3분기|4분기;;1|2|3|4

    오전|오후;AM|PM
    서기;AD
    """)

  private static let lt = DateNames(
    tag: "lt",
    """
    sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio|\
    gruodžio;saus.|vas.|kov.|bal.|geg.|birž.|liep.|rugp.|rugs.|spal.|lapkr.|gruod.;;S|V|K|B|G|B|L|\
    R|R|S|L|G
    sausis|vasaris|kovas|balandis|gegužė|birželis|liepa|rugpjūtis|rugsėjis|spalis|lapkritis|\
    gruodis
    pirmadienis|antradienis|trečiadienis|ketvirtadienis|penktadienis|šeštadienis|sekmadienis;pr|\
    an|tr|kt|pn|št|sk;Pr|An|Tr|Kt|Pn|Št|Sk;P|A|T|K|P|Š|S

    I ketvirtis|II ketvirtis|III ketvirtis|IV ketvirtis;I k.|II k.|III k.|IV k.;;1|2|3|4
    ;I ketv.|II ketv.|III ketv.|IV ketv.;I ketv.|II ketv.|III ketv.|IV ketv.
    priešpiet|popiet;;;pr. p.|pop.
    po Kristaus;po Kr.;;pome
    """)

  private static let lv = DateNames(
    tag: "lv",
    """
    janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs|augusts|septembris|oktobris|novembris|\
    decembris;janv.|febr.|marts|apr.|maijs|jūn.|jūl.|aug.|sept.|okt.|nov.|dec.;;J|F|M|A|M|J|J|A|S|\
    O|N|D

    pirmdiena|otrdiena|trešdiena|ceturtdiena|piektdiena|sestdiena|svētdiena;pirmd.|otrd.|trešd.|\
    ceturtd.|piektd.|sestd.|svētd.;Pr|Ot|Tr|Ce|Pk|Se|Sv;P|O|T|C|P|S|S
    Pirmdiena|Otrdiena|Trešdiena|Ceturtdiena|Piektdiena|Sestdiena|Svētdiena;Pirmd.|Otrd.|Trešd.|\
    Ceturtd.|Piektd.|Sestd.|Svētd.
    1. ceturksnis|2. ceturksnis|3. ceturksnis|4. ceturksnis;1. cet.|2. cet.|3. cet.|4. cet.;;1.|\
    2.|3.|4.

    priekšpusdienā|pēcpusdienā;priekšp.|pēcp.
    mūsu ērā;m.ē.;;mē
    """)

  private static let nb = DateNames(
    tag: "nb",
    """
    januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember;jan.|feb.|\
    mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|\
    des
    mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag;man.|tir.|ons.|tor.|fre.|lør.|søn.;ma.|ti.|\
    on.|to.|fr.|lø.|sø.;M|T|O|T|F|L|S

    1. kvartal|2. kvartal|3. kvartal|4. kvartal;K1|K2|K3|K4;;1.|2.|3.|4.

    a.m.|p.m.;;;a|p
    etter Kristus;e.Kr.;;vt.
    """)

  private static let nl = DateNames(
    tag: "nl",
    """
    januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december;jan|\
    feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec;;J|F|M|A|M|J|J|A|S|O|N|D

    maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag;ma|di|wo|do|vr|za|zo;;M|D|W|D|V|Z|Z

    1e kwartaal|2e kwartaal|3e kwartaal|4e kwartaal;K1|K2|K3|K4;;1|2|3|4

    a.m.|p.m.
    na Christus;n.Chr.;;n.C.
    """)

  private static let nn = DateNames(
    tag: "nn",
    """
    januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember;jan.|feb.|\
    mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|\
    des
    måndag|tysdag|onsdag|torsdag|fredag|laurdag|søndag;må.|ty.|on.|to.|fr.|la.|sø.;;M|T|O|T|F|L|S
    ;mån|tys|ons|tor|fre|lau|søn
    1. kvartal|2. kvartal|3. kvartal|4. kvartal;K1|K2|K3|K4;;1|2|3|4

    f.m.|e.m.;;;a|p
    etter vår tidsrekning;e.Kr.;;vt
    """)

  private static let pl = DateNames(
    tag: "pl",
    """
    stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|\
    grudnia;sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru;;s|l|m|k|m|c|l|s|w|p|l|g
    styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|\
    grudzień;;;S|L|M|K|M|C|L|S|W|P|L|G
    poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela;pon.|wt.|śr.|czw.|pt.|sob.|niedz.;\
    pon|wto|śro|czw|pią|sob|nie;p|w|ś|c|p|s|n
    ;;;P|W|Ś|C|P|S|N
    I kwartał|II kwartał|III kwartał|IV kwartał;I kw.|II kw.|III kw.|IV kw.;;1|2|3|4

    AM|PM;;;a|p
    naszej ery;n.e.
    """)

  private static let pt = DateNames(
    tag: "pt",
    """
    janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro;jan.|\
    fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.;;J|F|M|A|M|J|J|A|S|O|N|D

    segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo;seg.|ter.|qua.|\
    qui.|sex.|sáb.|dom.;;S|T|Q|Q|S|S|D

    1º trimestre|2º trimestre|3º trimestre|4º trimestre;T1|T2|T3|T4;;1|2|3|4

    AM|PM
    depois de Cristo;d.C.
    """)

  private static let ptAO = DateNames(
    tag: "pt-AO", like: pt,
    """
    =
    =
    segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo;segunda|terça|\
    quarta|quinta|sexta|sábado|domingo;seg.|ter.|qua.|qui.|sex.|sáb.|dom.;S|T|Q|Q|S|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    da manhã|da tarde;a.m.|p.m.
    depois de Cristo;E.C.
    """)

  private static let ro = DateNames(
    tag: "ro",
    """
    ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|\
    decembrie;ian.|feb.|mar.|apr.|mai|iun.|iul.|aug.|sept.|oct.|nov.|dec.;;I|F|M|A|M|I|I|A|S|O|N|D

    luni|marți|miercuri|joi|vineri|sâmbătă|duminică;lun.|mar.|mie.|joi|vin.|sâm.|dum.;lu.|ma.|mi.|\
    joi|vi.|sâ.|du.;L|M|M|J|V|S|D

    trimestrul I|trimestrul al II-lea|trimestrul al III-lea|trimestrul al IV-lea;trim. I|trim. II|\
    trim. III|trim. IV;;I|II|III|IV

    a.m.|p.m.
    după Hristos;d.Hr.
    """)

  private static let roMD = DateNames(
    tag: "ro-MD", like: ro,
    """
    =
    =
    luni|marți|miercuri|joi|vineri|sâmbătă|duminică;Lun|Mar|Mie|Joi|Vin|Sâm|Dum;Lu|Ma|Mi|Jo|Vi|Sâ|\
    Du;L|Ma|Mi|J|V|S|D

    trimestrul 1|trimestrul 2|trimestrul 3|trimestrul 4;trim. 1|trim. 2|trim. 3|trim. 4;;I|II|III|\
    IV
    Trimestrul 1|Trimestrul 2|Trimestrul 3|Trimestrul 4;Trim. 1|Trim. 2|Trim. 3|Trim. 4;Trim. 1|\
    Trim. 2|Trim. 3|Trim. 4
    =
    =
    """)

  private static let ru = DateNames(
    tag: "ru",
    """
    января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря;янв.|февр.|\
    мар.|апр.|мая|июн.|июл.|авг.|сент.|окт.|нояб.|дек.;;Я|Ф|М|А|М|И|И|А|С|О|Н|Д
    январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь;янв.|февр.|\
    март|апр.|май|июнь|июль|авг.|сент.|окт.|нояб.|дек.;янв.|февр.|март|апр.|май|июнь|июль|авг.|\
    сент.|окт.|нояб.|дек.
    понедельник|вторник|среда|четверг|пятница|суббота|воскресенье;пн|вт|ср|чт|пт|сб|вс;;П|В|С|Ч|П|\
    С|В

    1-й квартал|2-й квартал|3-й квартал|4-й квартал;1-й кв.|2-й кв.|3-й кв.|4-й кв.;;1|2|3|4

    AM|PM
    от Рождества Христова;н. э.;;н.э.
    """)

  private static let sk = DateNames(
    tag: "sk",
    """
    januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra;jan|\
    feb|mar|apr|máj|jún|júl|aug|sep|okt|nov|dec;;j|f|m|a|m|j|j|a|s|o|n|d
    január|február|marec|apríl|máj|jún|júl|august|september|október|november|december
    pondelok|utorok|streda|štvrtok|piatok|sobota|nedeľa;po|ut|st|št|pi|so|ne;;p|u|s|š|p|s|n

    1. štvrťrok|2. štvrťrok|3. štvrťrok|4. štvrťrok;Q1|Q2|Q3|Q4;;1|2|3|4

    AM|PM
    po Kristovi;po Kr.
    """)

  private static let sl = DateNames(
    tag: "sl",
    """
    januar|februar|marec|april|maj|junij|julij|avgust|september|oktober|november|december;jan.|\
    feb.|mar.|apr.|maj|jun.|jul.|avg.|sep.|okt.|nov.|dec.;;j|f|m|a|m|j|j|a|s|o|n|d

    ponedeljek|torek|sreda|četrtek|petek|sobota|nedelja;pon.|tor.|sre.|čet.|pet.|sob.|ned.;;p|t|s|\
    č|p|s|n

    1. četrtletje|2. četrtletje|3. četrtletje|4. četrtletje;1. čet.|2. čet.|3. čet.|4. čet.;;1.|\
    2.|3.|4.

    dop.|pop.;;;d|p
    po Kristusu;po Kr.
    """)

  private static let sr = DateNames(
    tag: "sr",
    """
    јануар|фебруар|март|април|мај|јун|јул|август|септембар|октобар|новембар|децембар;јан|феб|мар|\
    апр|мај|јун|јул|авг|сеп|окт|нов|дец;;ј|ф|м|а|м|ј|ј|а|с|о|н|д

    понедељак|уторак|среда|четвртак|петак|субота|недеља;пон|уто|сре|чет|пет|суб|нед;по|ут|ср|че|\
    пе|су|не;п|у|с|ч|п|с|н

    први квартал|други квартал|трећи квартал|четврти квартал;1. кв.|2. кв.|3. кв.|4. кв.;;1.|2.|\
    3.|4.

    AM|PM
    нове ере;н. е.;;н.е.
    """)

  private static let srLatn = DateNames(
    tag: "sr-Latn", like: sr,
    """
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar;jan|feb|mar|\
    apr|maj|jun|jul|avg|sep|okt|nov|dec;;j|f|m|a|m|j|j|a|s|o|n|d

    ponedeljak|utorak|sreda|četvrtak|petak|subota|nedelja;pon|uto|sre|čet|pet|sub|ned;po|ut|sr|če|\
    pe|su|ne;p|u|s|č|p|s|n

    prvi kvartal|drugi kvartal|treći kvartal|četvrti kvartal;1. kv.|2. kv.|3. kv.|4. kv.;;1.|2.|\
    3.|4.

    =
    nove ere;n. e.;;n.e.
    """)

  private static let srBA = DateNames(
    tag: "sr-BA", like: sr,
    """
    =
    =
    понедјељак|уторак|сриједа|четвртак|петак|субота|недјеља;пон|уто|сри|чет|пет|суб|нед;по|ут|ср|\
    че|пе|су|не;п|у|с|ч|п|с|н

    =
    =
    прије подне|по подне;прије подне|по подне
    =
    """)

  private static let srME = DateNames(
    tag: "sr-ME", like: sr,
    """
    јануар|фебруар|март|април|мај|јун|јул|август|септембар|октобар|новембар|децембар;јан|феб|март|\
    апр|мај|јун|јул|авг|септ|окт|нов|дец;;ј|ф|м|а|м|ј|ј|а|с|о|н|д

    понедељак|уторак|сриједа|четвртак|петак|субота|недјеља;пон|уто|сре|чет|пет|суб|нед;по|ут|ср|\
    че|пе|су|не;п|у|с|ч|п|с|н

    =
    =
    прије подне|по подне;прије подне|по подне
    =
    """)

  private static let srXK = DateNames(
    tag: "sr-XK", like: sr,
    """
    јануар|фебруар|март|април|мај|јун|јул|август|септембар|октобар|новембар|децембар;јан|феб|март|\
    апр|мај|јун|јул|авг|септ|окт|нов|дец;;ј|ф|м|а|м|ј|ј|а|с|о|н|д

    =
    =
    =
    =
    =
    =
    """)

  private static let srLatnBA = DateNames(
    tag: "sr-Latn-BA", like: sr,
    """
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar;jan|feb|mar|\
    apr|maj|jun|jul|avg|sep|okt|nov|dec;;j|f|m|a|m|j|j|a|s|o|n|d

    ponedjeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja;pon|uto|sri|čet|pet|sub|ned;po|ut|\
    sr|če|pe|su|ne;p|u|s|č|p|s|n

    prvi kvartal|drugi kvartal|treći kvartal|četvrti kvartal;1. kv.|2. kv.|3. kv.|4. kv.;;1.|2.|\
    3.|4.

    prije podne|po podne;prije podne|po podne
    nove ere;n. e.;;n.e.
    """)

  private static let srLatnME = DateNames(
    tag: "sr-Latn-ME", like: sr,
    """
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar;jan|feb|mart|\
    apr|maj|jun|jul|avg|sept|okt|nov|dec;;j|f|m|a|m|j|j|a|s|o|n|d

    ponedeljak|utorak|srijeda|četvrtak|petak|subota|nedjelja;pon|uto|sre|čet|pet|sub|ned;po|ut|sr|\
    če|pe|su|ne;p|u|s|č|p|s|n

    prvi kvartal|drugi kvartal|treći kvartal|četvrti kvartal;1. kv.|2. kv.|3. kv.|4. kv.;;1.|2.|\
    3.|4.

    prije podne|po podne;prije podne|po podne
    nove ere;n. e.;;n.e.
    """)

  private static let srLatnXK = DateNames(
    tag: "sr-Latn-XK", like: sr,
    """
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar;jan|feb|mart|\
    apr|maj|jun|jul|avg|sept|okt|nov|dec;;j|f|m|a|m|j|j|a|s|o|n|d

    ponedeljak|utorak|sreda|četvrtak|petak|subota|nedelja;pon|uto|sre|čet|pet|sub|ned;po|ut|sr|če|\
    pe|su|ne;p|u|s|č|p|s|n

    prvi kvartal|drugi kvartal|treći kvartal|četvrti kvartal;1. kv.|2. kv.|3. kv.|4. kv.;;1.|2.|\
    3.|4.

    =
    nove ere;n. e.;;n.e.
    """)

  private static let sv = DateNames(
    tag: "sv",
    """
    januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december;jan.|\
    feb.|mars|apr.|maj|juni|juli|aug.|sep.|okt.|nov.|dec.;;J|F|M|A|M|J|J|A|S|O|N|D

    måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag;mån|tis|ons|tors|fre|lör|sön;må|ti|on|to|fr|\
    lö|sö;M|T|O|T|F|L|S

    1:a kvartalet|2:a kvartalet|3:e kvartalet|4:e kvartalet;K1|K2|K3|K4;;1|2|3|4

    fm|em
    efter Kristus;e.Kr.
    """)

  private static let svFI = DateNames(
    tag: "sv-FI", like: sv,
    """
    =
    =
    =
    =
    1:a kvartalet|2:a kvartalet|3:e kvartalet|4:e kvartalet;Q1|Q2|Q3|Q4;;1|2|3|4

    =
    =
    """)

  private static let th = DateNames(
    tag: "th",
    """
    มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|\
    ธันวาคม;ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.

    วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัสบดี|วันศุกร์|วันเสาร์|วันอาทิตย์;จ.|อ.|พ.|พฤ.|ศ.|ส.|อา.;;จ|\
    อ|พ|พฤ|ศ|ส|อา

    ไตรมาส 1|ไตรมาส 2|ไตรมาส 3|ไตรมาส 4;;;1|2|3|4

    ก่อนเที่ยง|หลังเที่ยง;AM|PM;;a|p
    คริสต์ศักราช;ค.ศ.
    """)

  private static let tr = DateNames(
    tag: "tr",
    """
    Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık;Oca|Şub|Mar|Nis|\
    May|Haz|Tem|Ağu|Eyl|Eki|Kas|Ara;;O|Ş|M|N|M|H|T|A|E|E|K|A

    Pazartesi|Salı|Çarşamba|Perşembe|Cuma|Cumartesi|Pazar;Pzt|Sal|Çar|Per|Cum|Cmt|Paz;Pt|Sa|Ça|Pe|\
    Cu|Ct|Pa;P|S|Ç|P|C|C|P

    1. çeyrek|2. çeyrek|3. çeyrek|4. çeyrek;Ç1|Ç2|Ç3|Ç4;;1.|2.|3.|4.

    ÖÖ|ÖS;;;öö|ös
    Milattan Sonra;MS
    """)

  private static let uk = DateNames(
    tag: "uk",
    """
    січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня;січ.|\
    лют.|бер.|квіт.|трав.|черв.|лип.|серп.|вер.|жовт.|лист.|груд.;;с|л|б|к|т|ч|л|с|в|ж|л|г
    січень|лютий|березень|квітень|травень|червень|липень|серпень|вересень|жовтень|листопад|\
    грудень;;;С|Л|Б|К|Т|Ч|Л|С|В|Ж|Л|Г
    понеділок|вівторок|середа|четвер|пʼятниця|субота|неділя;пн|вт|ср|чт|пт|сб|нд;;П|В|С|Ч|П|С|Н

    1-й квартал|2-й квартал|3-й квартал|4-й квартал;1-й кв.|2-й кв.|3-й кв.|4-й кв.;;1|2|3|4

    дп|пп
    нашої ери;н. е.;;н.е.
    """)

  private static let vi = DateNames(
    tag: "vi",
    """
    tháng 1|tháng 2|tháng 3|tháng 4|tháng 5|tháng 6|tháng 7|tháng 8|tháng 9|tháng 10|tháng 11|\
    tháng 12;thg 1|thg 2|thg 3|thg 4|thg 5|thg 6|thg 7|thg 8|thg 9|thg 10|thg 11|thg 12;;1|2|3|4|\
    5|6|7|8|9|10|11|12
    Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|Tháng 10|Tháng 11|\
    Tháng 12;Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|Tháng 10|\
    Tháng 11|Tháng 12;Tháng 1|Tháng 2|Tháng 3|Tháng 4|Tháng 5|Tháng 6|Tháng 7|Tháng 8|Tháng 9|\
    Tháng 10|Tháng 11|Tháng 12
    Thứ Hai|Thứ Ba|Thứ Tư|Thứ Năm|Thứ Sáu|Thứ Bảy|Chủ Nhật;Th 2|Th 3|Th 4|Th 5|Th 6|Th 7|CN;T2|T3|\
    T4|T5|T6|T7|CN

    Quý 1|Quý 2|Quý 3|Quý 4;Q1|Q2|Q3|Q4;;1|2|3|4
    quý 1|quý 2|quý 3|quý 4
    SA|CH;;;s|c
    Sau Công Nguyên;SCN;;CN
    """)

  private static let zh = DateNames(
    tag: "zh",
    """
    一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月;1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;1|2|3|4|5|6|7|8|\
    9|10|11|12

    星期一|星期二|星期三|星期四|星期五|星期六|星期日;周一|周二|周三|周四|周五|周六|周日;;一|二|三|四|五|六|日

    第一季度|第二季度|第三季度|第四季度;1季度|2季度|3季度|4季度;;1|2|3|4

    上午|下午
    公元
    """)

  private static let zhHant = DateNames(
    tag: "zh-Hant", like: zh,
    """
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;;1|2|3|4|5|6|7|8|9|10|11|12

    星期一|星期二|星期三|星期四|星期五|星期六|星期日;週一|週二|週三|週四|週五|週六|週日;一|二|三|四|五|六|日

    第1季|第2季|第3季|第4季;;;1|2|3|4

    =
    西元
    """)

  private static let zhLatn = DateNames(
    tag: "zh-Latn", like: zh,
    """
    M01|M02|M03|M04|M05|M06|M07|M08|M09|M10|M11|M12;;;1|2|3|4|5|6|7|8|9|10|11|12

    Mon|Tue|Wed|Thu|Fri|Sat|Sun;;;M|T|W|T|F|S|S

    Q1|Q2|Q3|Q4;;;1|2|3|4

    AM|PM
    CE
    """)

  private static let zhHantHK = DateNames(
    tag: "zh-Hant-HK", like: zh,
    """
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;;1|2|3|4|5|6|7|8|9|10|11|12

    星期一|星期二|星期三|星期四|星期五|星期六|星期日;週一|週二|週三|週四|週五|週六|週日;一|二|三|四|五|六|日

    第1季|第2季|第3季|第4季;Q1|Q2|Q3|Q4;;1|2|3|4

    =
    =
    """)
}
