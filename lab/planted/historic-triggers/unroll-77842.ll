target triple = "x86_64-pc-linux-gnu"
@text = private constant [3 x i8] c"ok\00"
declare i32 @puts(ptr)

@cells = global [8 x i32] zeroinitializer

define void @count() {
entry:
  br label %loop
loop:
  %at = phi i32 [ 0, %entry ], [ %next, %loop ]
  %which = and i32 %at, 7
  %cell = getelementptr i32, ptr @cells, i32 %which
  store i32 %at, ptr %cell
  %next = add nuw nsw i32 %at, 1
  %isEnd = icmp eq i32 %next, 2000000000
  br i1 %isEnd, label %end, label %loop, !llvm.loop !0
end:
  ret void
}

define i32 @main() {
  call i32 @puts(ptr @text)
  ret i32 0
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
