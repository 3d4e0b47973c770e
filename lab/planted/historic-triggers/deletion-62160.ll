target triple = "x86_64-pc-linux-gnu"
@text = private constant [3 x i8] c"ok\00"
declare i32 @puts(ptr)

declare void @llvm.donothing()
declare i32 @__gcc_personality_v0(...)

define void @idle() mustprogress personality ptr @__gcc_personality_v0 {
entry:
  br label %again
again:
  invoke void @llvm.donothing() to label %next unwind label %thrown
next:
  br label %again
thrown:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
}

define i32 @main() {
  call i32 @puts(ptr @text)
  ret i32 0
}
