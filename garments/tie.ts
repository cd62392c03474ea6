import type { Pen } from './pen.ts';

const BLADE = 'M110 82L130 82C132 126 139 172 147 212L120 246L93 212C101 172 108 126 110 82Z';
const KNOT = 'M102 50Q120 45 138 50L131 82Q120 87 109 82Z';
const LOOP = 'M105 56C74 44 76 13 120 13C164 13 166 44 135 56';

function stripes(pen: Pen, shape: string): void {
  if (!pen.hasAccent) return;
  pen.clip(shape, () => {
    for (let y = 84; y < 280; y += 30) {
      pen.line(`M80 ${y + 20}L160 ${y - 30}`, pen.accent.base, 8);
      pen.line(`M80 ${y + 28}L160 ${y - 22}`, pen.accent.base, 1.6);
    }
  });
}

/** A tie with a ready knot on a steel clip. */
function clipOn(pen: Pen): void {
  const knot = 'M98 46Q120 38 142 46L133 84Q120 90 107 84Z';
  const blade = 'M109 84L131 84C134 116 140 150 146 184L120 216L94 184C100 150 106 116 109 84Z';
  pen.frame(1.08, 0, 2);
  pen.mark(
    '<path d="M104 44L104 30Q104 24 110 24L130 24Q136 24 136 30L136 44" stroke="#868d92" stroke-width="6"/><path d="M104 44L104 30Q104 24 110 24L130 24Q136 24 136 30L136 44" stroke="#d5d9dc" stroke-width="3.6"/>',
  );
  pen.shadow(blade);
  pen.fill(blade, pen.isFront ? pen.round() : pen.round(undefined, { ...pen.main, light: pen.main.base, base: pen.main.under }));
  stripes(pen, blade);
  if (pen.isFront) {
    pen.fold('M128 88C130 120 135 150 142 182', 9, 0.4);
    pen.sheen('M108 112C106 140 102 164 98 184', -8, 0.8);
    pen.fold('M120 92C122 102 122 110 121 120', -5, 0.6);
    pen.stitch('M96.6 183.6L120 212L143.4 183.6');
  } else {
    pen.fill('M98 180L120 152L142 180L120 207Z', pen.main.inside);
    pen.line('M98 180L120 152L142 180', pen.main.edge, 1);
    pen.seam('M120 88L120 152', pen.main, 1.1);
  }
  pen.outline(blade);
  pen.fold('M107 84Q120 90 133 84', 8, 0.9);
  pen.fill(knot, pen.round());
  if (pen.isFront) {
    pen.fold('M104 49C107 62 108 74 110 82', -6, 0.5);
    pen.sheen('M115 48C113 62 113 74 115 83', -6, 0.9);
  } else {
    pen.mark(
      '<path d="M110 44L130 44L128 76L112 76Z" fill="#b9bfc4" stroke="#70777c" stroke-width="1.2"/><path d="M114 52h12M114 60h12" stroke="#70777c" stroke-width="1.2"/>',
    );
  }
  pen.outline(knot);
}

/** A tie. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawTie(pen: Pen): void {
  if (pen.has('clip-on')) clipOn(pen);
  else if (pen.isFront) {
    pen.shadow(BLADE);
    pen.line(LOOP, pen.main.rim, 11);
    pen.line(LOOP, pen.main.under, 8.4);
    pen.line('M100 50C82 40 86 18 120 18C154 18 158 40 140 50', pen.main.inside, 1.6);
    pen.fill(BLADE, pen.round());
    stripes(pen, BLADE);
    pen.fold('M128 86C130 128 137 172 144 210', 10, 0.4);
    pen.sheen('M108 112C104 150 99 184 96 210', -9, 0.8);
    pen.fold('M120 92C122 104 122 114 121 126', -5, 0.6);
    pen.stitch('M95.6 211.6L120 242L144.4 211.6');
    pen.outline(BLADE);
    pen.fold('M109 82Q120 87 131 82', 8, 0.9);
    pen.fill(KNOT, pen.round());
    if (pen.hasAccent) pen.clip(KNOT, () => pen.line('M99 48L133 88M119 42L147 74', pen.accent.base, 7));
    pen.fold('M107 52C109 64 110 74 112 80', -6, 0.5);
    pen.sheen('M116 51C114 62 114 72 116 80', -6, 0.9);
    pen.outline(KNOT);
  } else {
    back(pen);
  }
}

/** Untied and turned over: the seam, the keeper with the tail through it. */
function back(pen: Pen): void {
  const blade = 'M96 16L124 16C127 90 134 160 140 208L110 242L80 208C86 160 93 90 96 16Z';
  const tail = 'M122 16L136 16C140 70 144 130 147 176L137 192L127 176C127 130 124 70 122 16Z';
  pen.shadow(blade);
  pen.fill(blade, pen.round(undefined, { ...pen.main, light: pen.main.base, base: pen.main.under }));
  pen.fill('M84 205L110 170L136 205L110 237Z', pen.main.inside);
  pen.line('M84 205L110 170L136 205', pen.main.edge, 1);
  pen.stitch('M110 18L110 168');
  pen.fold('M110 18L110 168', 6, 0.5);
  pen.seam('M110 16L110 170', pen.main, 1.1);
  pen.stitch('M82.6 208L110 238.6L137.4 208');
  pen.fold('M94 60C90 110 86 160 84 200', -8, 0.5);
  pen.outline(blade);
  pen.fill('M120 20L128 180L138 198L142 170Z', pen.main.shadow, 0.2);
  pen.piece(tail, pen.round(), pen.main, 1.4);
  if (pen.hasAccent) {
    pen.clip(tail, () => {
      for (let y = 40; y < 220; y += 30) pen.line(`M110 ${y + 20}L160 ${y - 10}`, pen.accent.base, 7);
    });
    pen.outline(tail);
  }
  pen.piece('M84 122L146 118L146.6 132L85 136Z', pen.main.under, pen.main, 1.2);
  pen.stitch('M87 124.4L143.6 120.6M87.6 133.4L144 129.6');
  pen.piece('M98 148L122 148L122 160L98 160Z', '#f3f1ec', pen.main, 0.8);
  pen.line('M102 152.4L118 152.4M104 156L116 156', '#9a958a', 0.9);
}
