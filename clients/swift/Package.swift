// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "greeter",
  dependencies: [.package(name: "fieldd", path: "../..")],
  targets: [
    .executableTarget(
      name: "greeter", dependencies: [.product(name: "FieldRPC", package: "fieldd")])
  ]
)
