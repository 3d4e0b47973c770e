P0:
	movq	k@GOTPCREL(%rip), %rax
	movl	(%rax), %ecx
	movq	d@GOTPCREL(%rip), %rax
	movl	(%rax), %edx
	movq	x@GOTPCREL(%rip), %rsi
.LBB0_1:
	incl	%edx
	movl	$1, (%rsi)
	testl	%ecx, %ecx
	jne	.LBB0_1
	movl	%edx, (%rax)
	retq
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
	movq	x@GOTPCREL(%rip), %rax
	movl	(%rax), %eax
	xorl	%ecx, %ecx
	cmpl	$1, %eax
	jne	.LBB1_2
	movq	d@GOTPCREL(%rip), %rcx
	movl	(%rcx), %ecx
.LBB1_2:
	movq	P1_r0@GOTPCREL(%rip), %rdx
	movl	%eax, (%rdx)
	movq	P1_r1@GOTPCREL(%rip), %rax
	movl	%ecx, (%rax)
	retq
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
