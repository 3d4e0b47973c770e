target triple = "x86_64-pc-linux-gnu"
@text = private constant [3 x i8] c"ok\00"
declare i32 @puts(ptr)

define i64 @chains(i64 %start, i64 %step, i64 %more, i64 %count, ptr %to) {
entry:
  %first = sub i64 0, %start
  br label %one
one:
  %a = phi i64 [ %first, %entry ], [ %b, %one ]
  %b = sub i64 %a, %step
  %isOne = icmp eq i64 %b, %count
  br i1 %isOne, label %middle, label %one
middle:
  %from = add i64 %b, %more
  br label %two
two:
  %i = phi i64 [ 0, %middle ], [ %j, %two ]
  %c = phi i64 [ %from, %middle ], [ %d, %two ]
  %d = add i64 %c, %more
  %e = add i64 %d, %more
  %place = getelementptr i64, ptr %to, i64 %i
  store i64 %e, ptr %place
  %j = add i64 %i, 1
  %isTwo = icmp eq i64 %j, %count
  br i1 %isTwo, label %end, label %two
end:
  ret i64 %e
}

define i32 @main() {
  call i32 @puts(ptr @text)
  ret i32 0
}
