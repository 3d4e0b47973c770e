P0:
	adrp	x9, :got:x
	adrp	x8, :got:y
	mov	w10, #1
	ldr	x9, [x9, :got_lo12:x]
	ldr	x8, [x8, :got_lo12:y]
	str	w10, [x9]
.LBB0_1:
	ldxr	w9, [x8]
	add	w9, w9, #1
	stxr	w10, w9, [x8]
	cbnz	w10, .LBB0_1
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	adrp	x8, :got:y
	adrp	x9, :got:x
	adrp	x10, :got:P1_r0
	ldr	x8, [x8, :got_lo12:y]
	ldr	x9, [x9, :got_lo12:x]
	adrp	x11, :got:P1_r1
	ldr	x10, [x10, :got_lo12:P1_r0]
	ldar	w8, [x8]
	ldr	x11, [x11, :got_lo12:P1_r1]
	ldr	w9, [x9]
	str	w8, [x10]
	str	w9, [x11]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
