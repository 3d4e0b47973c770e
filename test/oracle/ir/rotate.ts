/** A module that InstCombine spoils: it makes an extension one without a sign, and keeps the range of what was extended. */
export const rotateModule: string = `target triple = "x86_64-pc-linux-gnu"
@format = constant [4 x i8] c"%d\\0A\\00"
@amount = global i16 -5
@other = global i32 65536
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @printf(ptr, ...)
define i32 @more(i32 %x) {
  %m = mul i32 %x, 3
  ret i32 %m
}
define i32 @main() {
  %x = load volatile i16, ptr @amount
  %o = load volatile i32, ptr @other
  %s = sext i16 %x to i32
  %r = call noundef i32 @llvm.fshl.i32(i32 %o, i32 %o, i32 range(i32 -32768, 32768) %s)
  %c = call i32 (ptr, ...) @printf(ptr @format, i32 %r)
  ret i32 0
}
`;
