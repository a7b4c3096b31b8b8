/// The names of each language, written by `Tests/tools/date-names.swift` and not by hand.
///
/// They are those of CLDR, version 46.0. A literal has a line for each `Kind`, with `;` between
/// widths and `|` between names. Where a width is left out it is like the width before it, and in
/// a line of standalone names like the same width in a sentence.
extension DateNames {
  /// The languages and variants that have names of their own.
  package static let tags = [
    "ar", "bg", "cs", "da", "de", "de-AT", "el", "en", "en-GB", "es", "es-MX", "et", "fi", "fr",
    "fr-CA", "ga", "he", "hi", "hr", "hu", "id", "is", "it", "ja", "ko", "lt", "lv", "nb", "nl",
    "nn", "pl", "pt", "pt-PT", "ro", "ru", "sk", "sl", "sr", "sr-Latn", "sv", "th", "tr", "uk",
    "vi", "zh", "zh-Hant",
  ]

  /// The names under a tag in lower case, if it is one of `tags`.
  static func exact(_ tag: String) -> DateNames? {
    switch tag {
    case "ar": arabic
    case "bg": bulgarian
    case "cs": czech
    case "da": danish
    case "de": german
    case "de-at": austrianGerman
    case "el": greek
    case "en": english
    case "en-gb": britishEnglish
    case "es": spanish
    case "es-mx": mexicanSpanish
    case "et": estonian
    case "fi": finnish
    case "fr": french
    case "fr-ca": canadianFrench
    case "ga": irish
    case "he": hebrew
    case "hi": hindi
    case "hr": croatian
    case "hu": hungarian
    case "id": indonesian
    case "is": icelandic
    case "it": italian
    case "ja": japanese
    case "ko": korean
    case "lt": lithuanian
    case "lv": latvian
    case "nb": bokmål
    case "nl": dutch
    case "nn": nynorsk
    case "pl": polish
    case "pt": portuguese
    case "pt-pt": europeanPortuguese
    case "ro": romanian
    case "ru": russian
    case "sk": slovak
    case "sl": slovenian
    case "sr": serbian
    case "sr-latn": latinSerbian
    case "sv": swedish
    case "th": thai
    case "tr": turkish
    case "uk": ukrainian
    case "vi": vietnamese
    case "zh": chinese
    case "zh-hant": traditionalChinese
    default: nil
    }
  }
}

extension DateNames {
  static let arabic = DateNames(
    tag: "ar",
    """
    يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر;;;ي|ف|م|أ|و|ن|ل|غ|\
    س|ك|ب|د

    الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد;اثنين|ثلاثاء|أربعاء|خميس|جمعة|سبت|أحد;;ن|\
    ث|ر|خ|ج|س|ح

    الربع الأول|الربع الثاني|الربع الثالث|الربع الرابع;;;1|2|3|4

    ص|م
    ميلادي;م
    """)

  static let bulgarian = DateNames(
    tag: "bg",
    """
    януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември;яну|фев|\
    март|апр|май|юни|юли|авг|сеп|окт|ное|дек;;я|ф|м|а|м|ю|ю|а|с|о|н|д

    понеделник|вторник|сряда|четвъртък|петък|събота|неделя;пн|вт|ср|чт|пт|сб|нд;;п|в|с|ч|п|с|н

    1. тримесечие|2. тримесечие|3. тримесечие|4. тримесечие;1. трим.|2. трим.|3. трим.|4. трим.;;\
    1|2|3|4

    AM|PM
    след Христа;сл.Хр.
    """)

  static let czech = DateNames(
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

  static let danish = DateNames(
    tag: "da",
    """
    januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december;jan.|feb.|\
    mar.|apr.|maj|jun.|jul.|aug.|sep.|okt.|nov.|dec.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|dec;jan|feb|mar|apr|maj|jun|jul|aug|sep|okt|nov|\
    dec
    mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag;man.|tirs.|ons.|tors.|fre.|lør.|søn.;ma.|\
    ti.|on.|to.|fr.|lø.|sø.;M|T|O|T|F|L|S

    1. kvartal|2. kvartal|3. kvartal|4. kvartal;1. kvt.|2. kvt.|3. kvt.|4. kvt.;;1|2|3|4

    AM|PM;;;a|p
    efter Kristus;e.Kr.;;eKr
    """)

  static let german = DateNames(
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
    n. Chr.
    """)

  static let austrianGerman = DateNames(
    tag: "de-AT",
    """
    Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember;Jän.|Feb.|\
    März|Apr.|Mai|Juni|Juli|Aug.|Sep.|Okt.|Nov.|Dez.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez;Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|\
    Dez
    Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag;Mo.|Di.|Mi.|Do.|Fr.|Sa.|So.;;M|D|\
    M|D|F|S|S
    ;Mo|Di|Mi|Do|Fr|Sa|So
    1. Quartal|2. Quartal|3. Quartal|4. Quartal;Q1|Q2|Q3|Q4;;1|2|3|4

    AM|PM
    n. Chr.
    """)

  static let greek = DateNames(
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

    πμ|μμ
    μετά Χριστόν;μ.Χ.
    """)

  /// The names of a program that was told no language.
  package static let english = DateNames(
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

  static let britishEnglish = DateNames(
    tag: "en-GB",
    """
    January|February|March|April|May|June|July|August|September|October|November|December;Jan|Feb|\
    Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec;;J|F|M|A|M|J|J|A|S|O|N|D

    Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday;Mon|Tue|Wed|Thu|Fri|Sat|Sun;Mo|Tu|We|\
    Th|Fr|Sa|Su;M|T|W|T|F|S|S

    1st quarter|2nd quarter|3rd quarter|4th quarter;Q1|Q2|Q3|Q4;;1|2|3|4

    am|pm;;;a|p
    Anno Domini;AD;;A
    """)

  static let spanish = DateNames(
    tag: "es",
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre;ene|\
    feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic;;E|F|M|A|M|J|J|A|S|O|N|D

    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;LU|MA|MI|JU|\
    VI|SA|DO;L|M|X|J|V|S|D

    1.er trimestre|2.º trimestre|3.er trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    a. m.|p. m.;;;a.m.|p.m.
    después de Cristo;d. C.
    """)

  static let mexicanSpanish = DateNames(
    tag: "es-MX",
    """
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre;ene|\
    feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic;;E|F|M|A|M|J|J|A|S|O|N|D

    lunes|martes|miércoles|jueves|viernes|sábado|domingo;lun|mar|mié|jue|vie|sáb|dom;lu|ma|mi|ju|\
    vi|sá|do;l|m|m|j|v|s|d
    ;;;L|M|M|J|V|S|D
    1er. trimestre|2º. trimestre|3er. trimestre|4o. trimestre;1er. trim.|2º. trim.|3er. trim.|\
    4º trim.;;1T|2T|3T|4T
    1er. trimestre|2º. trimestre|3er. trimestre|4º trimestre
    a.m.|p.m.
    después de Cristo;d.C.
    """)

  static let estonian = DateNames(
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

  static let finnish = DateNames(
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

  static let french = DateNames(
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

  static let canadianFrench = DateNames(
    tag: "fr-CA",
    """
    janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre;janv.|\
    févr.|mars|avr.|mai|juin|juill.|août|sept.|oct.|nov.|déc.;;J|F|M|A|M|J|J|A|S|O|N|D

    lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche;lun.|mar.|mer.|jeu.|ven.|sam.|dim.;lu|ma|\
    me|je|ve|sa|di;L|M|M|J|V|S|D

    1er trimestre|2e trimestre|3e trimestre|4e trimestre;T1|T2|T3|T4;;1|2|3|4

    a.m.|p.m.;;;a|p
    après Jésus-Christ;ap. J.-C.
    """)

  static let irish = DateNames(
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

  static let hebrew = DateNames(
    tag: "he",
    """
    ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר;ינו׳|פבר׳|מרץ|אפר׳|\
    מאי|יוני|יולי|אוג׳|ספט׳|אוק׳|נוב׳|דצמ׳;;1|2|3|4|5|6|7|8|9|10|11|12

    יום שני|יום שלישי|יום רביעי|יום חמישי|יום שישי|יום שבת|יום ראשון;יום ב׳|יום ג׳|יום ד׳|יום ה׳|\
    יום ו׳|שבת|יום א׳;ב׳|ג׳|ד׳|ה׳|ו׳|ש׳|א׳

    רבעון 1|רבעון 2|רבעון 3|רבעון 4;Q1|Q2|Q3|Q4;;1|2|3|4

    לפ׳|אח׳
    לספירה;;;אחריי
    """)

  static let hindi = DateNames(
    tag: "hi",
    """
    जनवरी|फ़रवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर|अक्तूबर|नवंबर|दिसंबर;जन॰|फ़र॰|मार्च|अप्रैल|मई|जून|जुल॰|अग॰|सित॰|अक्तू॰|नव॰|\
    दिस॰;;ज|फ़|मा|अ|म|जू|जु|अ|सि|अ|न|दि

    सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार;सोम|मंगल|बुध|गुरु|शुक्र|शनि|रवि;सो|मं|बु|गु|शु|श|र

    पहली तिमाही|दूसरी तिमाही|तीसरी तिमाही|चौथी तिमाही;ति1|ति2|ति3|ति4;;1|2|3|4

    पू|अ
    ईसवी सन;ईस्वी
    """)

  static let croatian = DateNames(
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

  static let hungarian = DateNames(
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

  static let indonesian = DateNames(
    tag: "id",
    """
    Januari|Februari|Maret|April|Mei|Juni|Juli|Agustus|September|Oktober|November|Desember;Jan|\
    Feb|Mar|Apr|Mei|Jun|Jul|Agu|Sep|Okt|Nov|Des;;J|F|M|A|M|J|J|A|S|O|N|D

    Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu;Sen|Sel|Rab|Kam|Jum|Sab|Min;;S|S|R|K|J|S|M

    Kuartal ke-1|Kuartal ke-2|Kuartal ke-3|Kuartal ke-4;K1|K2|K3|K4;;1|2|3|4

    AM|PM
    Masehi;M
    """)

  static let icelandic = DateNames(
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

  static let italian = DateNames(
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

  static let japanese = DateNames(
    tag: "ja",
    """
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;;1|2|3|4|5|6|7|8|9|10|11|12

    月曜日|火曜日|水曜日|木曜日|金曜日|土曜日|日曜日;月|火|水|木|金|土|日

    第1四半期|第2四半期|第3四半期|第4四半期;Q1|Q2|Q3|Q4;;1|2|3|4

    午前|午後
    西暦;;;AD
    """)

  static let korean = DateNames(
    tag: "ko",
    """
    1월|2월|3월|4월|5월|6월|7월|8월|9월|10월|11월|12월

    월요일|화요일|수요일|목요일|금요일|토요일|일요일;월|화|수|목|금|토|일

    제 1/4분기|제 2/4분기|제 3/4분기|제 4/4분기;1분기|2분기|3분기|4분기;;1|2|3|4

    오전|오후;;;AM|PM
    서기;AD
    """)

  static let lithuanian = DateNames(
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
    po Kristaus;po Kr.
    """)

  static let latvian = DateNames(
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

    priekšp.|pēcp.
    mūsu ērā;m.ē.
    """)

  static let bokmål = DateNames(
    tag: "nb",
    """
    januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember;jan.|feb.|\
    mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|\
    des
    mandag|tirsdag|onsdag|torsdag|fredag|lørdag|søndag;man.|tir.|ons.|tor.|fre.|lør.|søn.;ma.|ti.|\
    on.|to.|fr.|lø.|sø.;M|T|O|T|F|L|S

    1. kvartal|2. kvartal|3. kvartal|4. kvartal;K1|K2|K3|K4;;1.|2.|3.|4.

    am|pm;;;a|p
    etter Kristus;e.Kr.
    """)

  static let dutch = DateNames(
    tag: "nl",
    """
    januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december;jan|\
    feb|mrt|apr|mei|jun|jul|aug|sep|okt|nov|dec;;J|F|M|A|M|J|J|A|S|O|N|D

    maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag;ma|di|wo|do|vr|za|zo;;M|D|W|D|V|Z|Z

    1e kwartaal|2e kwartaal|3e kwartaal|4e kwartaal;K1|K2|K3|K4;;1|2|3|4

    AM|PM
    na Christus;n.Chr.;;n.C.
    """)

  static let nynorsk = DateNames(
    tag: "nn",
    """
    januar|februar|mars|april|mai|juni|juli|august|september|oktober|november|desember;jan.|feb.|\
    mars|apr.|mai|juni|juli|aug.|sep.|okt.|nov.|des.;;J|F|M|A|M|J|J|A|S|O|N|D
    ;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|des;jan|feb|mar|apr|mai|jun|jul|aug|sep|okt|nov|\
    des
    måndag|tysdag|onsdag|torsdag|fredag|laurdag|søndag;må.|ty.|on.|to.|fr.|la.|sø.;;M|T|O|T|F|L|S
    ;mån|tys|ons|tor|fre|lau|søn
    1. kvartal|2. kvartal|3. kvartal|4. kvartal;K1|K2|K3|K4;;1|2|3|4

    am|pm;;;a|p
    etter Kristus;e.Kr.
    """)

  static let polish = DateNames(
    tag: "pl",
    """
    stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|\
    grudnia;sty|lut|mar|kwi|maj|cze|lip|sie|wrz|paź|lis|gru;;s|l|m|k|m|c|l|s|w|p|l|g
    styczeń|luty|marzec|kwiecień|maj|czerwiec|lipiec|sierpień|wrzesień|październik|listopad|\
    grudzień
    poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela;pon.|wt.|śr.|czw.|pt.|sob.|niedz.;\
    pon|wto|śro|czw|pią|sob|nie;p|w|ś|c|p|s|n
    ;;;P|W|Ś|C|P|S|N
    I kwartał|II kwartał|III kwartał|IV kwartał;I kw.|II kw.|III kw.|IV kw.;;1|2|3|4

    AM|PM;;;a|p
    naszej ery;n.e.
    """)

  static let portuguese = DateNames(
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

  static let europeanPortuguese = DateNames(
    tag: "pt-PT",
    """
    janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro;jan.|\
    fev.|mar.|abr.|mai.|jun.|jul.|ago.|set.|out.|nov.|dez.;;J|F|M|A|M|J|J|A|S|O|N|D

    segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo;seg.|ter.|qua.|\
    qui.|sex.|sáb.|dom.;;S|T|Q|Q|S|S|D

    1.º trimestre|2.º trimestre|3.º trimestre|4.º trimestre;T1|T2|T3|T4;;1|2|3|4

    AM|PM
    depois de Cristo;d.C.
    """)

  static let romanian = DateNames(
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

  static let russian = DateNames(
    tag: "ru",
    """
    января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря;янв.|февр.|\
    марта|апр.|мая|июня|июля|авг.|сент.|окт.|нояб.|дек.;;Я|Ф|М|А|М|И|И|А|С|О|Н|Д
    январь|февраль|март|апрель|май|июнь|июль|август|сентябрь|октябрь|ноябрь|декабрь;янв.|февр.|\
    март|апр.|май|июнь|июль|авг.|сент.|окт.|нояб.|дек.;янв.|февр.|март|апр.|май|июнь|июль|авг.|\
    сент.|окт.|нояб.|дек.
    понедельник|вторник|среда|четверг|пятница|суббота|воскресенье;Пн|Вт|Ср|Чт|Пт|Сб|Вс
    ;;;П|В|С|Ч|П|С|В
    1-й квартал|2-й квартал|3-й квартал|4-й квартал;1-й кв.|2-й кв.|3-й кв.|4-й кв.;;1|2|3|4

    AM|PM
    от Рождества Христова;н. э.;;н.э.
    """)

  static let slovak = DateNames(
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

  static let slovenian = DateNames(
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

  static let serbian = DateNames(
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

  static let latinSerbian = DateNames(
    tag: "sr-Latn",
    """
    januar|februar|mart|april|maj|jun|jul|avgust|septembar|oktobar|novembar|decembar;jan|feb|mar|\
    apr|maj|jun|jul|avg|sep|okt|nov|dec;;j|f|m|a|m|j|j|a|s|o|n|d

    ponedeljak|utorak|sreda|četvrtak|petak|subota|nedelja;pon|uto|sre|čet|pet|sub|ned;po|ut|sr|če|\
    pe|su|ne;p|u|s|č|p|s|n

    prvi kvartal|drugi kvartal|treći kvartal|četvrti kvartal;1. kv.|2. kv.|3. kv.|4. kv.;;1.|2.|\
    3.|4.

    AM|PM
    nove ere;n. e.;;n.e.
    """)

  static let swedish = DateNames(
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

  static let thai = DateNames(
    tag: "th",
    """
    มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม;ม.ค.|\
    ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค.

    วันจันทร์|วันอังคาร|วันพุธ|วันพฤหัสบดี|วันศุกร์|วันเสาร์|วันอาทิตย์;จ.|อ.|พ.|พฤ.|ศ.|ส.|อา.;;จ|อ|พ|พฤ|ศ|ส|อา

    ไตรมาส 1|ไตรมาส 2|ไตรมาส 3|ไตรมาส 4;;;1|2|3|4

    AM|PM;;;a|p
    คริสต์ศักราช;ค.ศ.
    """)

  static let turkish = DateNames(
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

  static let ukrainian = DateNames(
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

  static let vietnamese = DateNames(
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

  static let chinese = DateNames(
    tag: "zh",
    """
    一月|二月|三月|四月|五月|六月|七月|八月|九月|十月|十一月|十二月;1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;1|2|3|4|5|6|7|8|\
    9|10|11|12

    星期一|星期二|星期三|星期四|星期五|星期六|星期日;周一|周二|周三|周四|周五|周六|周日;;一|二|三|四|五|六|日

    第一季度|第二季度|第三季度|第四季度;1季度|2季度|3季度|4季度;;1|2|3|4

    上午|下午
    公元
    """)

  static let traditionalChinese = DateNames(
    tag: "zh-Hant",
    """
    1月|2月|3月|4月|5月|6月|7月|8月|9月|10月|11月|12月;;;1|2|3|4|5|6|7|8|9|10|11|12

    星期一|星期二|星期三|星期四|星期五|星期六|星期日;週一|週二|週三|週四|週五|週六|週日;一|二|三|四|五|六|日

    第1季|第2季|第3季|第4季;1季|2季|3季|4季;;1|2|3|4

    上午|下午
    西元
    """)
}
