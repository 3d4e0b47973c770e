define <4 x i32> @g(ptr %p) noinline {
  %v = load volatile i32, ptr %p
  ret <4 x i32> <i32 0, i32 0, i32 0, i32 -1>
}

define i32 @f(ptr %p, i32 %a) {
entry:
  switch i32 %a, label %call [ i32 0, label %end ]
call:
  %r = call <4 x i32> @g(ptr %p)
  br label %end
end:
  ret i32 %a
}
