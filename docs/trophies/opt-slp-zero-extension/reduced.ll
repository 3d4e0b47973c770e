target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i32 @f(ptr %p) {
entry:
  %d.0 = load i16, ptr %p, align 4
  %zext.d.0 = zext i16 %d.0 to i32
  %zero.0 = zext i16 0 to i32
  %zero.1 = zext i16 0 to i32
  %zero.2 = zext i16 0 to i32
  %or.d.0 = or i32 %zext.d.0, 0
  %or.zero.0 = or i32 %zero.0, 0
  %or.zero.1 = or i32 %zero.1, 0
  %c2912.0 = load i16, ptr %p, align 4
  %or.zero.2 = or i32 %zero.2, 0
  %szero.00 = sext i16 -1 to i32
  %szero.0 = sext i16 -16383 to i32
  %uzero.1 = zext i16 -1 to i32
  %szero.2 = sext i16 %c2912.0 to i32
  %zero.d.0 = and i32 %or.d.0, %szero.00
  %and.zero.0 = and i32 %or.zero.0, %szero.0
  %and.zero.1 = and i32 %or.zero.1, %uzero.1
  %and.zero.2 = and i32 %or.zero.2, %szero.2
  %d.0.gt.0 = icmp eq i32 %zext.d.0, 65535
  %false.0 = icmp eq i32 %szero.0, -16383
  %false.1 = icmp eq i32 %uzero.1, 65535
  %false.2 = icmp eq i32 %szero.2, 65535
  %select.0.2 = select i1 %d.0.gt.0, i32 %zero.d.0, i32 4
  %select.1.0 = select i1 %false.0, i32 %and.zero.0, i32 3
  %select.2.0 = select i1 %false.1, i32 %and.zero.1, i32 2
  %select.3.0 = select i1 %false.2, i32 %and.zero.2, i32 1
  %max.0 = add i32 %select.0.2, %select.1.0
  %max.1 = add i32 %max.0, %select.2.0
  %max.2 = add i32 %max.1, %select.3.0
  ret i32 %max.2
}

declare i32 @printf(ptr, ...)
@format = constant [4 x i8] c"%d\0A\00"
@zero = global i16 0

define i32 @main() {
  %sum = call i32 @f(ptr @zero)
  %printed = call i32 (ptr, ...) @printf(ptr @format, i32 %sum)
  ret i32 0
}
