target triple = "x86_64-pc-linux-gnu"
@text = private constant [3 x i8] c"ok\00"
declare i32 @puts(ptr)

define i32 @read(<1 x ptr> %pointers, ptr noalias %other) {
  %pointer = bitcast <1 x ptr> %pointers to ptr
  %x = call i32 @both(ptr %pointer, ptr %other)
  ret i32 %x
}

define internal i32 @both(ptr noalias %a, ptr noalias %b) {
  store i32 4, ptr %b
  %x = load i32, ptr %a
  ret i32 %x
}

define i32 @main() {
  call i32 @puts(ptr @text)
  ret i32 0
}
