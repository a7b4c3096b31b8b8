// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The folders of Sources/FieldModels by target: the engine, the formats of others, and records made
// up for forms.
let engine = [
  "Acts", "Answers", "Autofill", "Checks", "Dates", "Engine", "Exchange", "Faces",
  "Fields",
  "Formats",
  "Forms", "JSON", "Live", "Packing", "Pattern", "Reading", "Records", "Schema", "Tables", "Text",
  "Words",
]
let formats = ["Conversion", "Interchange"]
let samples = ["Samples", "Comparison", "Inference"]
// The folders of Sources/FieldRPC: the conversation as a value, and what brings it to life.
let conversation = [
  "Document", "Features", "Foreign", "Protocol", "Records", "Session", "Trace", "Wire",
]

let modules: [Target.Dependency] = [
  "FieldModels", "FieldConversion", "FieldSamples", "FieldSession", "FieldRPC",
]

// The library that other languages load: linked for `make lib` alone, since nobody else needs it.
let libraries: [Product] =
  Context.environment["FIELDD_LIBRARY"] == nil
  ? [] : [.library(name: "fielddlib", type: .dynamic, targets: ["FielddLibrary"])]

let package = Package(
  name: "fieldd",
  // What is not named here, such as Linux, has no versions to choose from.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "FieldModels", targets: ["FieldModels", "FieldConversion"]),
    .library(name: "FieldRPC", targets: ["FieldRPC"]),
    .executable(name: "fieldd", targets: ["fieldd"]),
  ] + libraries,
  dependencies: [],
  targets: [
    .target(name: "FieldModels", exclude: formats + samples, swiftSettings: settings),
    .target(
      name: "FieldSamples", dependencies: ["FieldModels"], path: "Sources/FieldModels",
      exclude: engine + formats + ["FieldModels.docc"], swiftSettings: settings),
    .target(
      name: "FieldConversion", dependencies: ["FieldModels"], path: "Sources/FieldModels",
      exclude: engine + samples + ["FieldModels.docc"], swiftSettings: settings),
    .target(
      name: "FieldSession", dependencies: ["FieldModels"], path: "Sources/FieldRPC",
      exclude: ["Library", "Transport"], swiftSettings: settings),
    .target(
      name: "FieldRPC", dependencies: ["FieldModels", "FieldConversion", "FieldSession"],
      exclude: conversation + ["Library"], swiftSettings: settings),
    .target(
      name: "FielddLibrary",
      dependencies: ["FieldModels", "FieldConversion", "FieldSession", "FieldRPC"],
      path: "Sources/FieldRPC/Library", exclude: ["fieldd.h"], swiftSettings: settings,
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))]),
    .target(
      name: "FielddCommands", dependencies: modules, path: "Sources/fieldd", exclude: ["Main"],
      swiftSettings: settings),
    .executableTarget(
      name: "fieldd", dependencies: ["FielddCommands"], path: "Sources/fieldd/Main",
      swiftSettings: settings,
      // One file that runs on any Linux, in an empty image too; a Mac's own libraries are the system's.
      // The toolchain's own linker does not warn of `dlopen`, which a static program has no use for.
      linkerSettings: [
        .unsafeFlags(["-static-executable", "-use-ld=lld"], .when(platforms: [.linux]))
      ]),
    .target(
      name: "FieldTestSupport", dependencies: modules, path: "Tests/FieldTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "FieldModelsTests",
      dependencies: ["FieldModels", "FieldConversion", "FieldSamples", "FieldTestSupport"],
      swiftSettings: settings),
    // What a program outside of the package sees, and no more.
    .testTarget(
      name: "FormTests", dependencies: ["FieldModels", "FieldConversion"], packageAccess: false,
      swiftSettings: settings),
    .testTarget(
      name: "FieldRPCTests", dependencies: modules + ["FielddCommands", "FieldTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "FielddTests", dependencies: ["FielddCommands", "FieldTestSupport"],
      swiftSettings: settings),
  ]
)
