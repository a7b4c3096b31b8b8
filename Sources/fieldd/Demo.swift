enum Demo { static func run() -> Int32 { 0 } }
