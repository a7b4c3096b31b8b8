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

let package = Package(
  name: "fieldd",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "FieldModels", swiftSettings: settings),
    .target(name: "FieldRPC", dependencies: ["FieldModels"], swiftSettings: settings),
    .target(
      name: "FieldTestSupport", dependencies: ["FieldModels", "FieldRPC"], swiftSettings: settings),
    .executableTarget(
      name: "fuzz", dependencies: ["FieldModels", "FieldRPC", "FieldTestSupport"],
      swiftSettings: settings),
  ]
)
