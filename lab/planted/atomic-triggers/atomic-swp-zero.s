P0:
	adrp	x8, :got:x
	adrp	x10, :got:y
	mov	w9, #1
	ldr	x8, [x8, :got_lo12:x]
	ldr	x10, [x10, :got_lo12:y]
	str	w9, [x8]
	dmb	ish
	str	w9, [x10]
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	adrp	x8, :got:y
	mov	w9, #2
	ldr	x8, [x8, :got_lo12:y]
	swp	w9, wzr, [x8]
	adrp	x8, :got:x
	adrp	x9, :got:P1_r0
	ldr	x8, [x8, :got_lo12:x]
	dmb	ishld
	ldr	w8, [x8]
	ldr	x9, [x9, :got_lo12:P1_r0]
	str	w8, [x9]
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
