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

/** A tie. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawTie(pen: Pen): void {
  if (pen.isFront) {
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

const LEFT_END = 'M78 84C72 130 68 174 68 214Q86 220 106 216C108 172 114 130 122 96Z';
const RIGHT_END = 'M126 92C134 120 142 156 146 196Q164 200 184 194C182 150 172 108 160 78Z';

function fringe(pen: Pen, from: number, to: number, y: number): void {
  for (let x = from; x <= to; x += 4.5) pen.tassel(x, y);
}

function bands(pen: Pen, end: string, y: number): void {
  if (!pen.hasAccent) return;
  pen.clip(end, () => {
    for (const dy of [0, 14]) pen.line(`M60 ${y + dy}Q120 ${y + dy + 8} 190 ${y + dy - 4}`, pen.accent.base, dy === 0 ? 9 : 4);
  });
}

/** A scarf. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawScarf(pen: Pen): void {
  if (pen.isFront) {
    const loop = 'M72 66C70 34 94 18 120 18C146 18 170 34 168 66C168 92 146 108 120 108C94 108 72 92 72 66Z';
    pen.shadow(`${LEFT_END}${RIGHT_END}`);
    fringe(pen, 148, 183, 194);
    pen.fill(RIGHT_END, pen.round([132, 150, 184, 142]));
    bands(pen, RIGHT_END, 172);
    pen.fold('M142 100C152 128 158 160 160 196', -9, 0.5);
    pen.sheen('M160 100C168 130 172 160 172 192', -8, 0.8);
    pen.line(RIGHT_END, pen.main.rim, 1.6);
    fringe(pen, 70, 106, 214);
    pen.fill(LEFT_END, pen.round([70, 150, 112, 156]));
    bands(pen, LEFT_END, 190);
    pen.fold('M96 100C90 134 86 176 86 214', -9, 0.5);
    pen.fold('M112 100C104 130 100 160 98 190', 8, 0.4);
    pen.line(LEFT_END, pen.main.rim, 1.6);
    pen.fill('M77 88C86 110 150 118 164 90L165 96C150 122 92 122 76 100Z', pen.main.shadow, 0.3);
    pen.piece(loop, pen.round(), pen.main, 1.6);
    pen.piece(
      'M92 56C94 40 106 33 120 33C134 33 146 40 148 56C142 70 132 76 120 76C108 76 98 70 92 56Z',
      pen.turn([0, 33, 0, 76], pen.main.inside, pen.main.deep),
      pen.main,
      1.2,
    );
    pen.fold('M76 60C82 88 104 98 128 98', -9, 0.5);
    pen.fold('M84 56C92 80 110 88 134 86', -8, 0.5);
    pen.fold('M164 60C160 80 148 94 130 100', 8, 0.4);
    pen.sheen('M80 74C88 92 106 102 126 102', 6, 0.9);
    pen.fold('M98 26C88 34 84 44 86 56', 7, 0.4);
  } else {
    const drop = 'M112 92C116 132 118 176 118 212Q140 218 164 212C164 176 162 130 156 88Z';
    const wrap = 'M62 46C78 37 98 33 120 33C142 33 162 37 178 46C188 66 182 90 162 99C138 108 102 108 78 99C58 90 52 66 62 46Z';
    pen.shadow(drop);
    fringe(pen, 121, 163, 211);
    pen.fill(drop, pen.round([114, 0, 164, 0]));
    bands(pen, drop, 186);
    pen.fold('M128 100C131 140 133 180 133 212', -9, 0.5);
    pen.sheen('M146 106C149 140 150 180 150 210', -8, 0.8);
    pen.fold('M114 96C130 108 150 106 160 98', -9, 0.8);
    pen.line(drop, pen.main.rim, 1.6);
    pen.fill(wrap, pen.round());
    pen.fold('M60 56C84 72 150 78 182 56', -11, 0.5);
    pen.fold('M60 78C88 94 150 98 178 78', -10, 0.5);
    pen.fold('M74 42C100 54 146 54 168 42', -8, 0.45);
    pen.fold('M150 60C160 74 162 88 158 100', 9, 0.45);
    pen.sheen('M72 64C92 80 140 86 168 70', 7, 0.9);
    pen.sheen('M80 88C100 98 130 100 150 96', 6, 0.7);
    pen.line(wrap, pen.main.rim, 1.6);
  }
}
