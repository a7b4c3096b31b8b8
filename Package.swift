// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The folders of Sources/FieldModels by target: the engine, and the formats of others.
let engine = [
  "Acts", "Autofill", "Checks", "Dates", "Engine", "Faces", "Fields", "Formats", "Forms", "JSON",
  "Live", "Pattern", "Reading", "Records", "Schema", "Text", "Words",
]
let formats = ["Conversion", "Interchange"]

let package = Package(
  name: "fieldd",
  // What is not named here, such as Linux, has no versions to choose from.
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FieldModels", targets: ["FieldModels"]),
    .library(name: "FieldRPC", targets: ["FieldRPC"]),
    .executable(name: "fieldd", targets: ["fieldd"]),
  ],
  dependencies: [],
  targets: [
    .target(name: "FieldModels", exclude: formats, swiftSettings: settings),
    .target(
      name: "FieldConversion", dependencies: ["FieldModels"], path: "Sources/FieldModels",
      exclude: engine + ["FieldModels.docc"], swiftSettings: settings),
    .target(
      name: "FieldRPC", dependencies: ["FieldModels", "FieldConversion"], swiftSettings: settings),
    .executableTarget(
      name: "fieldd", dependencies: ["FieldModels", "FieldConversion", "FieldRPC"],
      swiftSettings: settings),
    .target(
      name: "FieldTestSupport", dependencies: ["FieldModels", "FieldConversion", "FieldRPC"],
      path: "Tests/FieldTestSupport", swiftSettings: settings),
    .testTarget(
      name: "FieldModelsTests",
      dependencies: ["FieldModels", "FieldConversion", "FieldTestSupport"],
      swiftSettings: settings),
    // What a program outside of the package sees, and no more.
    .testTarget(
      name: "FormTests", dependencies: ["FieldModels"], packageAccess: false,
      swiftSettings: settings),
    .testTarget(
      name: "FieldRPCTests",
      dependencies: ["FieldModels", "FieldConversion", "FieldRPC", "FieldTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FielddTests", dependencies: ["fieldd", "FieldTestSupport"],
      swiftSettings: settings),
  ]
)
