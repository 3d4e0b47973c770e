define i32 @f(i1 %c, i1 %d, i32 %x) {
entry:
  br label %loop

loop:
  %y = or i32 %x, 1
  br i1 %c, label %exit.1, label %latch

latch:
  %p = phi i32 [ %y, %loop ]
  br i1 %d, label %exit.2, label %loop

exit.1:
  ret i32 %y

exit.2:
  ret i32 %p
}
