P0:
	movq	x@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	movq	y@GOTPCREL(%rip), %rcx
	movl	$2, (%rcx)
	xorl	%edx, %edx
	cmpl	$1, %eax
	setne	%dl
	incl	%edx
	movl	%edx, (%rcx)
	movq	P0_r0@GOTPCREL(%rip), %rcx
	movl	%eax, (%rcx)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	y@GOTPCREL(%rip), %rax
	movl	(%rax), %ecx
	movl	$3, (%rax)
	movq	P1_r0@GOTPCREL(%rip), %rax
	movl	%ecx, (%rax)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
