import FieldModels

let now = Instant(nanoseconds: 0)
print("MaterialFields:", try materialFields(at: now)?.json ?? "nothing")
print("VitaminTextField:", try vitaminTextField(at: now) ?? "nothing")
print("DPTextField:", try dpTextField(at: now).joined(separator: ", "))
print("Sign up:", try signUp() ?? "nothing")
