import FieldModels

/// The elements of Block Kit, its names that ask nothing of values, and its limits.
enum SlackNames {
  /// The key under which `presentation` has what only Slack knows.
  static let format = "slack"

  /// What a field is that an element asks for.
  struct Element {
    var kind = "entry"
    /// What it begins with.
    var initial = "initial_value"
    var mode: String?
    var keyboard: String?
    var format: String?
    /// A field has it where nothing else is said.
    var isUsual = true
  }

  static let elements: [String: Element] = [
    "plain_text_input": Element(), "number_input": Element(),
    "email_text_input": Element(keyboard: "emailAddress", format: "email"),
    "url_text_input": Element(keyboard: "URL", format: "url"),
    "datepicker": Element(kind: "date", initial: "initial_date"),
    "timepicker": Element(kind: "date", initial: "initial_time", mode: "time"),
    "datetimepicker": Element(kind: "date", initial: "initial_date_time", mode: "dateAndTime"),
    "static_select": Element(kind: "picker", initial: "initial_option"),
    "multi_static_select": Element(kind: "picker", initial: "initial_options"),
    "radio_buttons": Element(kind: "picker", initial: "initial_option", isUsual: false),
    "checkboxes": Element(kind: "picker", initial: "initial_options", isUsual: false),
    // The answer is the identifier of something in Slack.
    "users_select": Element(initial: "initial_user", isUsual: false),
    "conversations_select": Element(initial: "initial_conversation", isUsual: false),
    "channels_select": Element(initial: "initial_channel", isUsual: false),
    "external_select": Element(initial: "initial_option", isUsual: false),
    // The answer is a list or an object.
    "multi_users_select": Element(kind: "any", isUsual: false),
    "multi_conversations_select": Element(kind: "any", isUsual: false),
    "multi_channels_select": Element(kind: "any", isUsual: false),
    "multi_external_select": Element(kind: "any", isUsual: false),
    "file_input": Element(kind: "any", isUsual: false),
    "rich_text_input": Element(kind: "any", isUsual: false),
  ]
  /// Blocks and elements that ask for nothing.
  static let shown: Set<String> = [
    "button", "call", "card", "carousel", "context", "context_actions", "divider",
    "feedback_buttons", "file", "icon_button", "image", "markdown", "overflow", "plan",
    "rich_text", "section", "table", "task_card", "video", "workflow_button",
  ]
  /// Members that ask nothing of values.
  static let visual: Set<String> = [
    "accessibility_label", "callback_id", "clear_on_close", "close", "confirm",
    "default_to_current_conversation", "dispatch_action", "dispatch_action_config", "emoji",
    "expand", "external_id", "fields", "filetypes", "filter", "initial_channels",
    "initial_conversations", "initial_option", "initial_options", "initial_users", "initial_value",
    "max_files", "max_lines", "max_selected_items", "min_lines", "min_query_length",
    "notify_on_close", "option_groups",
    "options", "placeholder", "private_metadata", "response_url_enabled", "submit",
    "submit_disabled", "timezone", "type", "url", "verbatim",
  ]
  /// How a view, or a message with blocks, travels.
  static let travelling: Set<String> = [
    "app_id", "app_installed_team_id", "bot_id", "channel", "hash", "id", "previous_view_id",
    "root_view_id", "state", "team_id", "text", "trigger_id", "user_id", "view_id",
  ]

  // How long texts may be, and how many there may be of what.
  static let longestTitle = 24
  static let longestHeader = 150
  static let longestLabel = 2_000
  static let longestText = 3_000
  static let longestOption = 75
  static let longestIdentifier = 255
  static let mostBlocks = 100
  static let mostInRow = 25
  static let mostOptions = 100
  /// The most rows that are all shown.
  static let mostBoxes = 10

  /// A text as Slack has it.
  static func text(_ text: String, _ longest: Int) -> JSONValue {
    ["type": "plain_text", "text": .string(String(text.prefix(longest)))]
  }

  /// The button that an export writes.
  static let submit = text("Submit", longestTitle)

  /// A text that says what something is for.
  static func description(_ said: String, of id: String) -> JSONValue {
    [
      "type": "section", "block_id": .string(short(id) + ForeignBody.description),
      "text": text(said, longestText),
    ]
  }

  /// An identifier that leaves room for what a description adds.
  static func short(_ id: String) -> String {
    String(id.prefix(longestIdentifier - ForeignBody.description.count))
  }

  /// What stands behind a group.
  static let end: JSONValue = ["type": "divider", "block_id": .string(ForeignBody.group)]
}
