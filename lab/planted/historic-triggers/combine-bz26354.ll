target triple = "x86_64-pc-linux-gnu"
@text = private constant [3 x i8] c"ok\00"
declare i32 @puts(ptr)

define i32 @second(ptr %from, i1 %isWide) {
entry:
  %pair = load <2 x i32>, ptr %from
  %low = extractelement <2 x i32> %pair, i64 0
  %high = extractelement <2 x i32> %pair, i64 1
  br i1 %isWide, label %wide, label %join
wide:
  %all = insertelement <4 x i32> <i32 5, i32 6, i32 7, i32 8>, i32 %high, i64 2
  call i32 @puts(ptr @text)
  br label %join
join:
  %four = phi <4 x i32> [ <i32 1, i32 2, i32 3, i32 4>, %entry ], [ %all, %wide ]
  %one = extractelement <4 x i32> %four, i64 1
  %sum = add i32 %low, %one
  ret i32 %sum
}

define i32 @main() {
  call i32 @puts(ptr @text)
  ret i32 0
}
