// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

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
    .target(name: "FieldModels", swiftSettings: settings),
    .target(name: "FieldRPC", dependencies: ["FieldModels"], swiftSettings: settings),
    .executableTarget(
      name: "fieldd", dependencies: ["FieldModels", "FieldRPC"], swiftSettings: settings),
    .target(
      name: "FieldTestSupport", dependencies: ["FieldModels", "FieldRPC"],
      path: "Tests/FieldTestSupport", swiftSettings: settings),
    .testTarget(
      name: "FieldModelsTests", dependencies: ["FieldModels", "FieldTestSupport"],
      swiftSettings: settings),
    // What a program outside of the package sees, and no more.
    .testTarget(
      name: "FormTests", dependencies: ["FieldModels"], packageAccess: false,
      swiftSettings: settings),
    .testTarget(
      name: "FieldRPCTests", dependencies: ["FieldModels", "FieldRPC", "FieldTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FielddTests", dependencies: ["fieldd", "FieldTestSupport"],
      swiftSettings: settings),
  ]
)
