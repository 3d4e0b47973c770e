P0:
	movq	x@GOTPCREL(%rip), %rax
	incl	(%rax)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	x@GOTPCREL(%rip), %rax
	incl	(%rax)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
