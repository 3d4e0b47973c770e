/**
 * Tests in the short notation, with the verdict of herd7 7.58 under its model rc11.cat.
 *
 * A line asks whether its outcome is allowed. `tolerated` are those that only C++20 or load buffering allow.
 */
export const forbidden: readonly string[] = [
  'SB+scs: Wx1sc Ry.sc=0 | Wy1sc Rx.sc=0',
  'SB+fscs: Wx1rlx Fsc Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
  'SB+fsc+sc: Wx1rlx Fsc Ry.rlx=0 | Wy1sc Rx.sc=0',
  'SB+xchg.sc: Xx1sc Ry.sc=0 | Xy1sc Rx.sc=0',
  'SB+add0.ar: Wx1rlx Az0ar Ry.rlx=0 | Wy1rlx Az0ar Rx.rlx=0',
  'SB+frel-xchg-facq: Wx1rlx Frel Xz0rlx Facq Ry.rlx=0 | Wy1rlx Frel Xz0rlx Facq Rx.rlx=0',
  'MP+rel+acq: Wx1rlx Wy1rel | Ry.acq=1 Rx.rlx=0',
  'MP+frel+facq: Wx1rlx Frel Wy1rlx | Ry.rlx=1 Facq Rx.rlx=0',
  'MP+frel+acq: Wx1rlx Frel Wy1rlx | Ry.acq=1 Rx.rlx=0',
  'MP+rel+facq: Wx1rlx Wy1rel | Ry.rlx=1 Facq Rx.rlx=0',
  'MP+scs: Wx1sc Wy1sc | Ry.sc=1 Rx.sc=0',
  'MP+relseq-rmw: Wx1rlx Wy1rel | Ay1rlx | Ry.acq=2 Rx.rlx=0',
  'MP+rmw-acq: Wx1rlx Wy1rel | Ay1acq=1 Rx.rlx=0',
  'MP+xchg-unused: Wx1rlx Frel Wy1rlx | Xy2rel Facq Rx.rlx=0 ; y=2',
  'MP+xchg-unused.acq: Wx1rlx Wy1rel | Xy2acq Rx.rlx=0 ; y=2',
  'S+rel+acq: Wx2rlx Wy1rel | Ry.acq=1 Wx1rlx ; x=2',
  'S+scs: Wx2sc Wy1sc | Ry.sc=1 Wx1sc ; x=2',
  'R+scs: Wx1sc Wy1sc | Wy2sc Rx.sc=0 ; y=2',
  'R+fscs: Wx1rlx Fsc Wy1rlx | Wy2rlx Fsc Rx.rlx=0 ; y=2',
  '2+2W+scs: Wx1sc Wy2sc | Wy1sc Wx2sc ; x=1 y=1',
  '2+2W+fscs: Wx1rlx Fsc Wy2rlx | Wy1rlx Fsc Wx2rlx ; x=1 y=1',
  'CoRR: Wx1rlx | Rx.rlx=1 Rx.rlx=0',
  'CoRR2: Wx1rlx | Wx2rlx | Rx.rlx=1 Rx.rlx=2 | Rx.rlx=2 Rx.rlx=1',
  'CoWW: Wx1rlx Wx2rlx ; x=1',
  'CoWR: Wx1rlx Rx.rlx=2 | Wx2rlx ; x=1',
  'CoRW1: Rx.rlx=1 Wx1rlx',
  'CoRW2: Rx.rlx=1 Wx2rlx | Wx1rlx ; x=1',
  'IRIW+scs: Wx1sc | Wy1sc | Rx.sc=1 Ry.sc=0 | Ry.sc=1 Rx.sc=0',
  'IRIW+fscs: Wx1rlx | Wy1rlx | Rx.rlx=1 Fsc Ry.rlx=0 | Ry.rlx=1 Fsc Rx.rlx=0',
  'WRC+rel+acq: Wx1rlx | Rx.rlx=1 Wy1rel | Ry.acq=1 Rx.rlx=0',
  'WRC+acq-rel+acq: Wx1rel | Rx.acq=1 Wy1rel | Ry.acq=1 Rx.rlx=0',
  'ISA2+rel+acqrel+acq: Wx1rlx Wy1rel | Ry.acq=1 Wz1rel | Rz.acq=1 Rx.rlx=0',
  'RWC+scs: Wx1sc | Rx.sc=1 Ry.sc=0 | Wy1sc Rx.sc=0',
  'RWC+fscs: Wx1rlx | Rx.rlx=1 Fsc Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
  'W+RWC: Wx1rlx Wy1rel | Ry.acq=1 Fsc Rz.rlx=0 | Wz1rlx Fsc Rx.rlx=0',
  'WWC+rel+acq: Wx2rlx | Rx.rlx=2 Wy1rel | Ry.acq=1 Wx1rlx ; x=2',
  'WWC+acqrel+acq: Wx2rel | Rx.acq=2 Wy1rel | Ry.acq=1 Wx1rlx ; x=2',
  '3.SB+fscs: Wx1rlx Fsc Ry.rlx=0 | Wy1rlx Fsc Rz.rlx=0 | Wz1rlx Fsc Rx.rlx=0',
  '3.2W+scs: Wx1sc Wy2sc | Wy1sc Wz2sc | Wz1sc Wx2sc ; x=1 y=1 z=1',
  'AT-inc: Ax1rlx=0 | Ax1rlx=0',
  'AT-xchg-store: Xx2rlx=0 | Wx1rlx ; x=2',
  'AT-lost: Ax1rlx | Wx5rlx ; x=1',
  'MP+sc-stores-acq: Wx1sc Wy1sc | Ry.acq=1 Rx.acq=0',
];

export const tolerated: readonly string[] = [
  'MP+relseq-po: Wx1rlx Wy1rel Wy2rlx | Ry.acq=2 Rx.rlx=0',
  'LB: Rx.rlx=1 Wy1rlx | Ry.rlx=1 Wx1rlx',
  'LB+acqs: Rx.acq=1 Wy1rlx | Ry.acq=1 Wx1rlx',
  'LB+rels: Rx.rlx=1 Wy1rel | Ry.rlx=1 Wx1rel',
  '3.LB: Rx.rlx=1 Wy1rlx | Ry.rlx=1 Wz1rlx | Rz.rlx=1 Wx1rlx',
];

export const allowed: readonly string[] = [
  'SB: Wx1rlx Ry.rlx=0 | Wy1rlx Rx.rlx=0',
  'SB+rel+acq: Wx1rel Ry.acq=0 | Wy1rel Rx.acq=0',
  'SB+fsc+relacq: Wx1rlx Fsc Ry.rlx=0 | Wy1rel Rx.acq=0',
  'SB+far+fsc: Wx1rlx Far Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
  'SB+scs+rlxR: Wx1sc Ry.sc=0 | Wy1sc Rx.rlx=0',
  'SB+xchg.ar: Xx1ar Ry.acq=0 | Xy1ar Rx.acq=0',
  'SB+add0.rlx: Wx1rlx Az0rlx Ry.rlx=0 | Wy1rlx Az0rlx Rx.rlx=0',
  'MP: Wx1rlx Wy1rlx | Ry.rlx=1 Rx.rlx=0',
  'MP+rel+rlx: Wx1rlx Wy1rel | Ry.rlx=1 Rx.rlx=0',
  'MP+rlx+acq: Wx1rlx Wy1rlx | Ry.acq=1 Rx.rlx=0',
  'MP+facq+acq: Wx1rlx Facq Wy1rlx | Ry.acq=1 Rx.rlx=0',
  'MP+relseq-broken: Wx1rlx Wy1rel | Wy2rlx | Ry.acq=2 Rx.rlx=0',
  'S: Wx2rlx Wy1rlx | Ry.rlx=1 Wx1rlx ; x=2',
  'R: Wx1rlx Wy1rlx | Wy2rlx Rx.rlx=0 ; y=2',
  'R+rel+acq: Wx1rlx Wy1rel | Wy2rel Rx.acq=0 ; y=2',
  'R+rel+sc: Wx1rlx Wy1rel | Wy2sc Rx.sc=0 ; y=2',
  '2+2W: Wx1rlx Wy2rlx | Wy1rlx Wx2rlx ; x=1 y=1',
  '2+2W+rels: Wx1rlx Wy2rel | Wy1rlx Wx2rel ; x=1 y=1',
  'IRIW: Wx1rlx | Wy1rlx | Rx.rlx=1 Ry.rlx=0 | Ry.rlx=1 Rx.rlx=0',
  'IRIW+rel+acq: Wx1rel | Wy1rel | Rx.acq=1 Ry.acq=0 | Ry.acq=1 Rx.acq=0',
  'IRIW+acq-sc: Wx1sc | Wy1sc | Rx.acq=1 Ry.sc=0 | Ry.acq=1 Rx.sc=0',
  'WRC: Wx1rlx | Rx.rlx=1 Wy1rlx | Ry.rlx=1 Rx.rlx=0',
  'ISA2+rel+rlxrel+acq: Wx1rlx Wy1rel | Ry.rlx=1 Wz1rel | Rz.acq=1 Rx.rlx=0',
  'RWC+relacq: Wx1rel | Rx.acq=1 Ry.acq=0 | Wy1rel Rx.acq=0',
  'RWC+acq+fsc: Wx1rel | Rx.acq=1 Ry.rlx=0 | Wy1rlx Fsc Rx.rlx=0',
  'W+RWC+acq-sc: Wx1rlx Wy1rel | Ry.acq=1 Rz.sc=0 | Wz1sc Rx.sc=0',
  'Z6.U: Wx1sc Wy1rel | Ay1sc=1 Ry.rlx=3 | Wy3sc Rx.sc=0',
  'SB+sc+sc-fsc: Wx1sc Ry.rlx=0 | Wy1sc Fsc Rx.rlx=0',
  '2+2W+sc+rel: Wx1sc Wy2sc | Wy1sc Wx2rel ; x=1 y=1',
];

/** Further ones that herd7 forbids, each for a clause of the model that no other test needs. */
export const moreForbidden: readonly string[] = [
  'W+RWC+scs+relacq: Wx1sc Wy1rel | Ry.acq=1 Rz.sc=0 | Wz1sc Rx.sc=0',
  'AT-future: Ax1rlx=5 | Wx5rlx ; x=5',
];

/** Load buffering that orders forbid, also where thin air is tolerated. */
export const neverTolerated: readonly string[] = ['LB+rels+acqs: Rx.acq=1 Wy1rel | Ry.acq=1 Wx1rel'];
