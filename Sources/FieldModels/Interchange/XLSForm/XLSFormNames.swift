import FieldModels

/// The names of XLSForm: of columns, each of which has several, of types, and of what ask nothing of
/// values.
///
/// A name that is neither here nor read by the import is one that XLSForm did not have when this was
/// written.
enum XLSFormNames {
  /// A column, by the name that XLSForm's documentation has, and the language of its words.
  struct Column: Equatable {
    var name: String
    var language: String?
  }

  /// The column that a name at the head of a sheet means.
  ///
  /// - Parameters:
  ///   - head: the name, such as `label::Deutsch (de)`
  ///   - aliases: other names of the sheet's columns
  /// - Returns: its proper name, and the language that stands behind it
  static func column(_ head: String, aliases: [String: String]) -> Column {
    var parts =
      (head.contains(text: "::")
      ? head.split(around: "::").map(String.init) : Self.colonParts(of: head))
      .map { HTMLText.stripped($0) }
    guard !parts.isEmpty else { return Column(name: head) }
    var name = plain(parts.removeFirst())
    if ["bind", "body", "control", "media"].contains(name), let inner = parts.first {
      let whole = name == "media" ? plain(inner) : "\(name)::\(inner)"
      name = insides[whole] ?? whole
      parts.removeFirst()
    } else if name == "instance" || name == "attribute", let inner = parts.first {
      name += "::" + inner
      parts.removeFirst()
    }
    return Column(name: aliases[name] ?? name, language: parts.last)
  }

  /// The parts of a name between single colons, as old workbooks have them; `jr:` is no part.
  private static func colonParts(of head: String) -> [String] {
    var parts = head.split(separator: ":").map(String.init)
    if let place = parts.firstIndex(of: "jr"), place + 1 < parts.count {
      parts[place...(place + 1)] = ["jr:" + parts[place + 1]]
    }
    return parts
  }

  /// A name in small letters, with underscores for spaces.
  static func plain(_ name: String) -> String {
    name.split { $0.isWhitespace }.joined(separator: "_").lowercased()
  }

  private static let insides = [
    "bind::required": "required", "bind::relevant": "relevant",
    "bind::constraint": "constraint", "bind::readonly": "read_only",
    "bind::jr:constraintMsg": "constraint_message",
    "bind::jr:requiredMsg": "required_message", "bind::calculate": "calculation",
    "body::appearance": "appearance", "control::appearance": "appearance",
    "body::jr:count": "repeat_count", "control::jr:count": "repeat_count",
    "body::rows": "rows", "control::rows": "rows", "body::autoplay": "autoplay",
    "control::autoplay": "autoplay",
  ]

  /// In which order people are used to find the columns of all sheets.
  static let columnOrder = [
    "list_name", "type", "name", "label", "hint", "required", "required_message", "relevant",
    "constraint", "constraint_message", "read_only", "default", "appearance", "parameters",
    "repeat_count", "form_title", "form_id", "version", "default_language",
  ]

  static let survey = [
    "readonly": "read_only", "relevance": "relevant", "caption": "label",
    "constraining_message": "constraint_message", "jr:constraintmsg": "constraint_message",
    "calculate": "calculation", "command": "type", "tag": "name", "value": "name",
    "count": "repeat_count", "jr:count": "repeat_count", "requiredmsg": "required_message",
    "jr:requiredmsg": "required_message", "noapperrorstring": "no_app_error_string",
  ]
  static let choices = ["caption": "label", "value": "name"]
  static let settings = [
    "set_form_title": "form_title", "title": "form_title", "set_form_id": "form_id",
    "id_string": "form_id",
  ]

  /// Columns of a survey that only describe; a form keeps them in `presentation`.
  static let visual: Set<String> = [
    "appearance", "guidance_hint", "image", "big-image", "audio", "video", "autoplay", "rows",
    "parameters", "sms_field", "sms_option", "sms_separator", "sms_allow_media",
    "sms_date_format", "sms_datetime_format", "sms_response", "compact_tag", "intent",
    "no_app_error_string", "save_to",
  ]

  /// Whether a column only describes.
  static func isVisual(_ column: String) -> Bool {
    visual.contains(column)
      || column != "bind::type"
        && ["body::", "control::", "instance::", "bind::"].contains(where: column.hasPrefix)
  }

  /// Columns that may have words or media in several languages.
  static let spoken: Set<String> = [
    "label", "hint", "guidance_hint", "image", "big-image", "audio", "video",
    "constraint_message", "required_message",
  ]

  /// Those of them whose words a form can have in several languages.
  static let words: Set<String> = ["label", "hint", "constraint_message", "required_message"]

  /// The tag of a language by its name, such as `Deutsch (de)`, `French` or `pt-BR`; nil for one that is not
  /// known.
  static func tag(ofLanguage name: String) -> String? {
    if name.hasSuffix(")"), let tag = name.dropLast().split(separator: "(").last.map(String.init) {
      return Format.language.matches(tag) ? tag : nil
    }
    if let tag = tags[name.lowercased()] { return tag }
    // Longer words are names, whatever BCP 47 has room for.
    let language = name.split(separator: "-").first ?? ""
    return (2...3).contains(language.utf8.count) && Format.language.matches(name) ? name : nil
  }

  /// What a column calls a language.
  static func name(ofLanguage tag: String) -> String {
    let language = tag.split(separator: "-").first?.lowercased() ?? ""
    let name = tags.filter { $0.value == language }.map { $0.key }.min {
      $0.utf8.count < $1.utf8.count
    }
    return "\(name.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? tag) (\(tag))"
  }

  /// Languages by their English names.
  private static let tags = [
    "amharic": "am", "arabic": "ar", "bengali": "bn", "burmese": "my", "chinese": "zh",
    "danish": "da", "dutch": "nl", "english": "en", "finnish": "fi", "french": "fr",
    "german": "de", "greek": "el", "haitian creole": "ht", "hausa": "ha", "hebrew": "he",
    "hindi": "hi", "indonesian": "id", "italian": "it", "japanese": "ja", "khmer": "km",
    "kinyarwanda": "rw", "korean": "ko", "kurdish": "ku", "lao": "lo", "malagasy": "mg",
    "nepali": "ne", "norwegian": "no", "pashto": "ps", "persian": "fa", "polish": "pl",
    "portuguese": "pt", "romanian": "ro", "russian": "ru", "somali": "so", "spanish": "es",
    "swahili": "sw", "swedish": "sv", "tagalog": "tl", "thai": "th", "turkish": "tr",
    "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi",
  ]

  /// Whether a column of choices, by its head, has words or a picture, and no text to compare with.
  static func isWords(_ head: String) -> Bool {
    spoken.contains(column(head, aliases: choices).name)
  }

  /// What computes.
  static let programs: Set<String> = ["calculation", "trigger", "choice_filter"]

  /// What is asked of questions, and of groups not.
  static let ofQuestions: Set<String> = [
    "required", "required_message", "constraint", "constraint_message", "default",
  ]

  /// What is known, and has no counterpart where it stands.
  static let counterpartless: Set<String> = ofQuestions.union([
    "name", "label", "hint", "relevant", "read_only", "repeat_count", "bind::type",
  ])

  /// Those of them by which answers are judged.
  static let deciding: Set<String> = [
    "required", "constraint", "relevant", "read_only", "repeat_count", "bind::type",
  ]

  /// Columns that are notes of whoever wrote the workbook.
  static let remarks: Set<String> = ["note", "notes", "comment", "comments", "description", "#"]

  /// Whether a setting says nothing of what is asked.
  static func isVisualSetting(_ name: String) -> Bool {
    visualSettings.contains(name) || name.hasPrefix("attribute::")
  }

  /// What settings say that concerns how a form is handed around, and not what is asked.
  private static let visualSettings: Set<String> = [
    "form_id", "version", "instance_name", "public_key", "submission_url", "auto_send",
    "auto_delete", "style", "instance_id", "instance_xmlns", "namespaces", "prefix", "delimiter",
    "sms_keyword", "sms_separator", "client_editable", "allow_choice_duplicates", "name",
    "clean_text_values", "entity_version", "omit_instanceid", "add_none_option", "flat",
    "xml_root", "compact_delimiter", "compact_prefix",
  ]

  /// What a row asks for.
  enum Kind: Equatable {
    case text, integer, decimal, date, time, dateTime, barcode, range, acknowledge
    case select(isMultiple: Bool)
    /// A place, a file or another value that a device makes; or why no other field can be made of it.
    case any(String?)
    /// Its type is known of none; its answer may be any value.
    case unknown
    /// A text that nobody is asked for: an expression or another program writes it.
    case hidden
    /// The device fills it in, and nobody is asked.
    case unasked
    /// Nothing is asked; why there is no field.
    case none(String)
    /// It works something out.
    case program
  }

  /// The types of questions without a list, in small letters with underscores for spaces.
  static func kind(_ type: String) -> Kind? {
    switch type {
    case "text", "string", "q_string", "add_text_prompt", "phone_number": .text
    case "integer", "int", "q_int", "add_integer_prompt": .integer
    case _ where numbersUpTo[type] != nil: .integer
    case "decimal", "q_decimal", "add_decimal_prompt": .decimal
    case "date", "q_date", "add_date_prompt": .date
    case "time": .time
    case "datetime", "date_time", "q_datetime", "q_date_time", "add_datetime_prompt",
      "add_date_time_prompt":
      .dateTime
    case "barcode", "q_barcode", "add_barcode_prompt": .barcode
    case "range": .range
    case "acknowledge", "q_acknowledge", "add_acknowledge_prompt", "trigger": .acknowledge
    case "calculate", "q_calculate", "add_calculate_prompt": .program
    case "note", "q_note", "add_note_prompt":
      .none("Text between the questions is not shown")
    case "xml-external", "csv-external": .none("A file with choices is no answer")
    case "hidden": .hidden
    case _ where places.contains(type) || type.hasPrefix("osm_"): .any(nil)
    case _ where files.contains(type): .any(nil)
    case _ where facts.contains(type): .unasked
    default: nil
    }
  }

  /// Whether a question of a type can be written whose answers are any values, as far as a form knows.
  ///
  /// A type that nobody knows is one of the program that the workbook is for.
  static func takesAny(_ type: String) -> Bool {
    // The choices of others are not kept.
    if let selection = selection(type) { return selection.problem == file }
    switch kind(plain(type)) {
    case .any, .unasked, nil: return true
    default: return false
    }
  }

  /// Whether nobody is asked the questions of a type.
  static func isUnasked(_ type: String) -> Bool {
    [.hidden, .unasked].contains(kind(plain(type)))
  }

  private static let places: Set<String> = [
    "geopoint", "geotrace", "geoshape", "location", "gps", "q_geopoint", "q_geotrace",
    "q_geoshape", "q_location", "add_location_prompt", "osm",
  ]
  private static let files: Set<String> = [
    "image", "photo", "audio", "video", "file", "q_picture", "q_image", "q_audio", "q_video",
    "add_image_prompt", "add_photo_prompt", "add_audio_prompt", "add_video_prompt",
    "add_file_prompt", "background-audio",
  ]
  private static let facts: Set<String> = [
    "start", "start_time", "get_start_time", "end", "end_time", "get_end_time", "today",
    "get_today", "deviceid", "device_id", "imei", "get_device_id", "uri:deviceid", "subscriberid",
    "subscriber_id", "get_subscriber_id", "uri:subscriberid", "simserial", "sim_id", "get_sim_id",
    "uri:simserial", "phonenumber", "get_phone_number", "uri:phonenumber",
    "username", "uri:username", "email", "uri:email", "audit", "start-geopoint",
    "background-geopoint",
  ]

  /// What a type asks of its values where the row has no constraint.
  static func constraint(of type: String) -> String? {
    if type == "phone_number" { return "regex(., '^\\d*$')" }
    return numbersUpTo[type].map { "0 <= . and . <= \($0)" }
  }

  private static let numbersUpTo = [
    "percentage": 100, "number_of_days_in_last_month": 31,
    "number_of_days_in_last_six_months": 183, "number_of_days_in_last_year": 365,
  ]

  /// A type that names a list of choices.
  struct Selection: Equatable {
    var isMultiple: Bool
    var list: String
    var hasOther: Bool
    /// Why there can be no field for it.
    var problem: String?
  }

  /// What a type says of choices; nil for another type.
  static func selection(_ type: String) -> Selection? {
    let words = type.split { $0.isWhitespace }.map(String.init)
    for (command, isMultiple, problem) in commands {
      let count = command.count
      guard count < words.count, words[..<count].map({ $0.lowercased() }) == command else {
        continue
      }
      var rest = words[count...]
      var hasOther = false
      for other in [["or_other"], ["or", "specify", "other"], ["or", "other"]]
      where !hasOther && other.count < rest.count
        && rest.suffix(other.count).map({ $0.lowercased() }) == other
      {
        rest.removeLast(other.count)
        hasOther = true
      }
      let list = rest.joined(separator: " ")
      let isElsewhere = list.hasPrefix("${") ? "The answers of a list are no rows" : nil
      return Selection(
        isMultiple: isMultiple, list: list, hasOther: hasOther, problem: problem ?? isElsewhere)
    }
    return nil
  }

  private static let file = "Choices that stand in a file are not fetched"
  private static let commands: [([String], Bool, String?)] = [
    (["select_one_from_file"], false, file), (["select_multiple_from_file"], true, file),
    (["select", "one", "from", "file"], false, file),
    (["select", "multiple", "from", "file"], true, file),
    (["select_one_external"], false, file), (["select", "one", "external"], false, file),
    (["rank"], false, "Rows are chosen, and not put in an order"),
    (["add", "select", "one", "prompt", "using"], false, nil),
    (["add", "select", "multiple", "prompt", "using"], true, nil),
    (["select", "all", "that", "apply", "from"], true, nil),
    (["select", "one", "from"], false, nil), (["select1"], false, nil),
    (["select_one"], false, nil), (["select", "one"], false, nil),
    (["select_multiple"], true, nil), (["select", "all", "that", "apply"], true, nil),
  ]

  /// The parameters of a row, such as `start=1 end=5`, with their names in small letters.
  static func parameters(_ text: String) -> [(name: String, value: String)] {
    var parts: [String] = []
    for piece in text.split(separator: "=", omittingEmptySubsequences: false) {
      let words = piece.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
      // Between two signs there are a value and the next name.
      parts += words.isEmpty ? [""] : words
    }
    return stride(from: 0, to: parts.count - 1, by: 2).map { place in
      (parts[place].lowercased(), parts[place + 1])
    }
  }

  /// Where a group or a list begins or ends.
  enum Bracket: Equatable {
    case begin(isList: Bool)
    /// A group for each choice of a list.
    case beginLoop
    case end
  }

  static func bracket(_ type: String) -> Bracket? {
    let words = plain(type).split(separator: "_", maxSplits: 1).map(String.init)
    guard words.count == 2, words[0] == "begin" || words[0] == "end" else { return nil }
    let isLoop = words[1] == "loop" || words[1].hasPrefix("loop_")
    switch words[1] {
    case "group", "repeat", "lgroup", "looped_group":
      return words[0] == "end" ? .end : .begin(isList: words[1] != "group")
    default: return isLoop ? words[0] == "end" ? .end : .beginLoop : nil
    }
  }
}
