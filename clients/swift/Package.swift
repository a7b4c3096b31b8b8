// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let models = Target.Dependency.product(name: "FieldModels", package: "fieldd")

let package = Package(
  name: "clients",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "fieldd", path: "../..")],
  targets: [
    // The daemon with closures of one's own.
    .executableTarget(
      name: "greeter", dependencies: [.product(name: "FieldRPC", package: "fieldd")],
      swiftSettings: settings),
    // Forms without a daemon: the first steps, and a form that lives by itself.
    .executableTarget(name: "starts", dependencies: [models], swiftSettings: settings),
    .executableTarget(name: "signup", dependencies: [models], swiftSettings: settings),
    // The screen of an app, with one state and one reducer.
    .executableTarget(name: "screen", dependencies: [models], swiftSettings: settings),
  ]
)
