// swift-tools-version: 6.2

import PackageDescription

// The modules of the project, read from their places by links, beside a program that fuzzes them.
// It bears the project's name so that it may use what is for the project only.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Assertions hold in a build that is fast enough to fuzz.
  .unsafeFlags(["-assert-config", "Debug"]),
]

// The folders of Sources/FieldModels by target, as in the project's own package.
let engine = [
  "Acts", "Answers", "Autofill", "Checks", "Dates", "Engine", "Exchange", "Faces", "Fields",
  "Formats",
  "Forms", "JSON", "Live", "Packing", "Pattern", "Reading", "Records", "Schema", "Tables", "Text",
  "Words",
]
let formats = ["Conversion", "Interchange"]
let samples = ["Samples", "Comparison", "Inference"]
let conversation = [
  "Document", "Features", "Foreign", "Protocol", "Records", "Session", "Trace", "Wire",
]
let modules: [Target.Dependency] = ["FieldModels", "FieldConversion", "FieldSession", "FieldRPC"]

let package = Package(
  name: "fieldd",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "FieldModels", exclude: formats + samples, swiftSettings: settings),
    .target(
      name: "FieldConversion", dependencies: ["FieldModels"], path: "Sources/FieldModels",
      exclude: engine + samples + ["FieldModels.docc"], swiftSettings: settings),
    .target(
      name: "FieldSession", dependencies: ["FieldModels"], path: "Sources/FieldRPC",
      exclude: ["Transport"], swiftSettings: settings),
    .target(
      name: "FieldRPC", dependencies: ["FieldModels", "FieldConversion", "FieldSession"],
      exclude: conversation, swiftSettings: settings),
    .target(name: "FieldTestSupport", dependencies: modules, swiftSettings: settings),
    .executableTarget(
      name: "fuzz", dependencies: modules + ["FieldTestSupport"], swiftSettings: settings),
  ]
)
