import { drawStandCollar, drawZipPocket } from './collar.ts';
import { fillTorso } from './fill.ts';
import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';
import { drawWaistband, fillTrousers, longTrousers } from './trousers.ts';

const VEST_FRONT = closeWithMirror('M120 92C112 82 105 56 103 24L82 30C82 62 74 88 58 108L56 234C78 241 100 242 120 242');
const VEST_BACK = closeWithMirror('M120 38C110 38 105 32 103 24L82 30C82 62 74 88 58 108L56 234C78 241 100 242 120 242');

/** Bands round the body, curved as the body is; `side` is the left edge of the cloth. */
function bodyBands(pen: Pen, side: number, heights: readonly number[], depth: number): void {
  for (const y of heights) {
    pen.reflective(
      `M${side} ${y}Q120 ${y + 13} ${240 - side} ${y}L${240 - side} ${y + depth}Q120 ${y + depth + 13} ${side} ${y + depth}Z`,
      [side, 0, 240 - side, 0],
    );
  }
}

/** A high-visibility vest. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHiVisVest(pen: Pen): void {
  const silhouette = pen.isFront ? VEST_FRONT : VEST_BACK;
  const trim = pen.accent;
  if (pen.isFront) {
    pen.fill('M103 24C107 34 133 34 137 24C135 56 128 82 120 92C112 82 105 56 103 24Z', pen.main.inside);
    pen.piece('M103 24C108 33 132 33 137 24C136 38 132 44 120 44C108 44 104 38 103 24Z', pen.main.deep, pen.main, 1);
  }
  pen.shadow(silhouette);
  pen.fill(silhouette, pen.round());
  pen.clip(silhouette, () => {
    if (pen.hasAccent) pen.fill('M40 214Q120 226 200 214L200 260L40 260Z', pen.round([56, 0, 184, 0], trim));
    pen.both(() =>
      pen.reflective(
        pen.isFront
          ? 'M87 24L99.6 20C101 64 103 100 104 150L90 150C90 100 90 64 87 24Z'
          : 'M88 24L100 20C98 64 96 100 95 150L81 150C84 100 88 64 88 24Z',
        [86, 0, 104, 0],
      ),
    );
    bodyBands(pen, 57, [136, 180], 20);
    pen.fold('M66 116C76 150 76 200 68 238', -12, 0.35);
    pen.fold('M168 120C160 156 162 200 172 236', 11, 0.3);
    pen.fold('M110 100C114 130 114 200 110 240', 9, 0.25);
    pen.sheen('M92 152C88 180 88 210 92 238', -12, 0.8);
  });
  pen.clip(silhouette, () => {
    pen.both(() => pen.binding('M82 28C82 62 74 88 57 109', 3.2, trim));
    pen.binding(
      pen.isFront ? 'M103 22C105 56 112 82 120 92C128 82 135 56 137 22' : 'M102.6 22C105 32 110 38 120 38C130 38 135 32 137.4 22',
      3.2,
      trim,
    );
  });
  if (pen.isFront) {
    pen.piece('M114.6 86L125.4 86L125.4 241.6Q120 242 114.6 241.6Z', pen.turn([114, 0, 126, 0], trim.light, trim.base), trim, 1);
    pen.line('M120 93L120 241', trim.seam, 1);
    pen.stitch('M116.6 92L116.6 241M123.4 92L123.4 241', trim);
  }
  pen.stitch('M57 229C78 236 100 237 120 237C140 237 162 236 183 229');
  pen.outline(silhouette);
}

const jacket = cutTorso({
  neck: [96, 34],
  nape: 37,
  shoulder: [59, 47],
  underarm: [65, 108],
  waist: [64, 166],
  hem: [61, 236],
  hemDrop: 4,
  cuffOuter: [15, 204],
  cuffInner: [42, 212],
});

/** A high-visibility jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHiVisJacket(pen: Pen): void {
  const trim = pen.accent;
  const cuff = cutCuff(jacket, 22);
  fillTorso(pen, jacket);
  if (pen.hasAccent) pen.fill('M62.4 202Q120 214 177.6 202L179 236Q120 246 61 236Z', pen.round([60, 0, 180, 0], trim));
  pen.both(() =>
    pen.reflective(pen.isFront ? 'M83 38.6L96 33.4L98 134L85 133Z' : 'M83 38.6L96 33.4L94 134L81 133Z', [82, 0, 98, 0]),
  );
  bodyBands(pen, 64, [126, 166], 18);
  pen.fold('M68 112C79 140 78 190 72 234', -11, 0.4);
  pen.both(() => {
    pen.clip(jacket.sleeve, () => {
      if (pen.hasAccent) pen.fill(cuff.shape, pen.round([15, 196, 44, 202], trim));
      pen.reflective('M24 110L74 128L70 144L20 126Z', jacket.sleeveSpan);
      pen.reflective('M10 150L66 166L62 182L6 166Z', jacket.sleeveSpan);
      pen.fold('M46 92C54 108 54 120 48 132', 8, 0.5);
      pen.fold('M38 150C44 162 44 176 38 190', 7, 0.5);
    });
    if (pen.hasAccent) pen.seam(cuff.seam, trim);
    pen.stitch('M17 199Q30 206 42 207', trim);
  });
  pen.stitch('M61.6 230Q90 235 120 235Q150 235 178.4 230', trim);
  if (pen.isFront) {
    pen.both(() => drawZipPocket(pen, 92, 188, 8, 34, trim));
    pen.piece('M113 42L127 42L127 239.8Q120 240 113 239.8Z', pen.turn([113, 0, 127, 0], trim.light, trim.base), trim, 1.1);
    pen.stitch('M115.4 44L115.4 239M124.6 44L124.6 239', trim);
    for (const y of [62, 92, 122, 152, 182, 216]) pen.stud(120, y, 1.9);
    pen.outline(jacket.silhouette);
    drawStandCollar(pen, trim);
    pen.line('M120 19.4L120 43', trim.edge, 1.3);
  } else {
    pen.outline(jacket.silhouette);
    drawStandCollar(pen, trim);
  }
}

/** High-visibility trousers. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHiVisTrousers(pen: Pen): void {
  fillTrousers(pen, longTrousers);
  pen.both(() => {
    pen.clip(longTrousers.leg, () => {
      if (pen.hasAccent) pen.fill('M60 222Q94 230 120 224L120 250L60 250Z', pen.round([74, 0, 114, 0], pen.accent));
      pen.reflective('M60 160Q94 169 124 163L124 178Q94 184 60 175Z', [73, 0, 117, 0]);
      pen.reflective('M60 196Q94 205 124 199L124 214Q94 220 60 211Z', [75, 0, 115, 0]);
      pen.fold('M82 120C88 160 88 200 84 238', -9, 0.35);
    });
    pen.stitch(longTrousers.hemStitch, pen.accent);
    if (pen.isFront) {
      pen.seam('M98 37C96 52 88 64 73 70', pen.main, 1.2);
      pen.stitch('M101 38C99 55 90 67 73 73.4');
    } else {
      pen.piece('M84 58L109 60L109 86L84 84Z', pen.round(), pen.main, 1);
      pen.piece('M83 55L110 57L110 67L96.5 69.4L83 65Z', pen.accent.under, pen.accent, 1);
      pen.stud(96.6, 65, 1.5);
    }
  });
  pen.seam('M120 36L120 107', pen.main, 1.1);
  if (pen.isFront) pen.stitch('M130 38L130 74Q129 88 121 91');
  drawWaistband(pen, [], pen.accent, true);
  if (pen.isFront) {
    pen.cord('M117 34C115 44 113 52 113 60M123 34C125 44 127 50 127 62', 1.4, pen.main, pen.main.button);
  }
  pen.outline(longTrousers.silhouette);
}
