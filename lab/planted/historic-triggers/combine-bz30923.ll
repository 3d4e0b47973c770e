target triple = "x86_64-pc-linux-gnu"
@text = private constant [3 x i8] c"ok\00"
declare i32 @puts(ptr)

define <4 x i32> @pair(<2 x i32> %pair, ptr %to, i1 %isWide) {
entry:
  %high = extractelement <2 x i32> %pair, i64 1
  store i32 %high, ptr %to
  br i1 %isWide, label %wide, label %other
wide:
  %four = shufflevector <2 x i32> %pair, <2 x i32> undef, <4 x i32> <i32 0, i32 1, i32 undef, i32 undef>
  %low = extractelement <4 x i32> %four, i32 0
  %three = insertelement <4 x i32> <i32 7, i32 7, i32 undef, i32 undef>, i32 %low, i32 2
  %all = insertelement <4 x i32> %three, i32 %high, i32 3
  ret <4 x i32> %all
other:
  ret <4 x i32> zeroinitializer
}

define i32 @main() {
  call i32 @puts(ptr @text)
  ret i32 0
}
