/// The names of Block Kit that ask nothing of values, and its limits.
enum SlackNames {
  /// The key under which `presentation` has what only Slack knows.
  static let format = "slack"

  /// Blocks that ask for nothing.
  static let shown: Set<String> = [
    "call", "card", "carousel", "context", "context_actions", "divider", "file", "header", "image",
    "markdown", "plan", "rich_text", "section", "table", "task_card", "video",
  ]
  /// Elements that ask for nothing.
  static let buttons: Set<String> = [
    "button", "feedback_buttons", "icon_button", "image", "overflow", "workflow_button",
  ]
  /// Elements that a field has where nothing else is said.
  static let usual: Set<String> = [
    "datepicker", "datetimepicker", "email_text_input", "multi_static_select", "number_input",
    "plain_text_input", "static_select", "timepicker", "url_text_input",
  ]
  /// How elements look.
  static let visual: Set<String> = [
    "accessibility_label", "confirm", "default_to_current_conversation", "dispatch_action",
    "dispatch_action_config", "expand", "fields", "filetypes", "filter", "initial_channels",
    "initial_conversations", "initial_options", "initial_users", "initial_option", "initial_value",
    "max_files", "max_selected_items", "min_query_length", "response_url_enabled", "timezone",
  ]
  /// What a view says of itself beside its blocks.
  static let ofViews: Set<String> = [
    "callback_id", "clear_on_close", "close", "external_id", "notify_on_close", "private_metadata",
    "submit", "submit_disabled", "type",
  ]
  /// What a payload or a message says of how blocks travel.
  static let travelling: Set<String> = [
    "app_id", "app_installed_team_id", "bot_id", "channel", "hash", "id", "previous_view_id",
    "root_view_id", "state", "team_id", "text", "trigger_id", "user_id", "view_id",
  ]
  /// Elements whose answer is the identifier of something in Slack, with what they begin with.
  static let identifiers = [
    "users_select": "initial_user", "conversations_select": "initial_conversation",
    "channels_select": "initial_channel", "external_select": "",
  ]
  /// Elements whose answer is a list or an object of Slack's.
  static let opaque: Set<String> = [
    "file_input", "multi_channels_select", "multi_conversations_select", "multi_external_select",
    "multi_users_select", "rich_text_input",
  ]

  // How long texts may be, and how many there may be of what.
  static let longestTitle = 24
  static let longestHeader = 150
  static let longestPlaceholder = 150
  static let longestLabel = 2_000
  static let longestText = 3_000
  static let longestOption = 75
  static let longestValue = 150
  static let longestIdentifier = 255
  static let mostBlocks = 100
  static let mostOptions = 100
  /// The most rows that are all shown.
  static let mostBoxes = 10
}
