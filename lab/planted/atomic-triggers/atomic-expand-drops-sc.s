P0:
.Lpcrel_hi0:
	auipc	a0, %got_pcrel_hi(x)
	ld	a0, %pcrel_lo(.Lpcrel_hi0)(a0)
.Lpcrel_hi1:
	auipc	a1, %got_pcrel_hi(y)
	ld	a1, %pcrel_lo(.Lpcrel_hi1)(a1)
	fence	rw, w
	li	a2, 1
	sw	a2, 0(a0)
	lw	a0, 0(a1)
.Lpcrel_hi2:
	auipc	a1, %got_pcrel_hi(P0_r0)
	ld	a1, %pcrel_lo(.Lpcrel_hi2)(a1)
	fence	r, rw
	sw	a0, 0(a1)
	ret
.Lfunc_end0:
	.size	P0, .Lfunc_end0-P0
P1:
.Lpcrel_hi3:
	auipc	a0, %got_pcrel_hi(y)
	ld	a0, %pcrel_lo(.Lpcrel_hi3)(a0)
.Lpcrel_hi4:
	auipc	a1, %got_pcrel_hi(x)
	ld	a1, %pcrel_lo(.Lpcrel_hi4)(a1)
	fence	rw, w
	li	a2, 1
	sw	a2, 0(a0)
	lw	a0, 0(a1)
.Lpcrel_hi5:
	auipc	a1, %got_pcrel_hi(P1_r0)
	ld	a1, %pcrel_lo(.Lpcrel_hi5)(a1)
	fence	r, rw
	sw	a0, 0(a1)
	ret
.Lfunc_end1:
	.size	P1, .Lfunc_end1-P1
