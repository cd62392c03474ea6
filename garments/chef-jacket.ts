import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [97, 33],
  nape: 36,
  shoulder: [61, 46],
  underarm: [67, 104],
  waist: [68, 164],
  hem: [65, 234],
  hemDrop: 4,
  cuffOuter: [17, 203],
  cuffInner: [43, 211],
});

function mandarin(pen: Pen): void {
  const trim = pen.accent;
  if (pen.isFront) {
    pen.fill('M99 20C106 15 134 15 141 20C136 32 128 38 118 42C110 38 103 31 99 20Z', pen.main.inside);
    pen.line('M101 25.6C109 30 131 30 139 25.6', pen.main.seam, 0.9);
    pen.piece(
      'M95 34C94 28 96 23 99 20C103 31 110 38 118 41L116 52C106 48 99 42 95 34Z',
      pen.turn([96, 24, 116, 46], pen.main.base, pen.main.under),
      pen.main,
      1.3,
    );
    pen.piece(
      'M145 34C146 28 144 23 141 20C137 31 130 38 118 41L116 52C130 52 140 44 145 34Z',
      pen.turn([118, 46, 144, 26], pen.main.under, pen.main.base),
      pen.main,
      1.3,
    );
    if (pen.hasAccent) pen.line('M99 20C103 31 110 38 118 41C130 38 137 31 141 20', trim.base, 2.2);
    else pen.stitch('M97.6 24C102 34 109 41 117 44.4');
  } else {
    pen.piece(
      'M95 34C94 28 96 23 99 20C107 15.4 133 15.4 141 20C144 23 146 28 145 34C136 42 104 42 95 34Z',
      pen.round(),
      pen.main,
      1.3,
    );
    if (pen.hasAccent) pen.line('M99 20C107 15.4 133 15.4 141 20', trim.base, 2.2);
    else pen.stitch('M97.6 24C107 19.6 133 19.6 142.4 24');
  }
}

/** A double-breasted chef’s jacket. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawChefJacket(pen: Pen): void {
  const trim = pen.accent;
  const cuff = cutCuff(cut, 20, 1.6);
  fillTorso(pen, cut);
  pen.both(() => {
    pen.fold('M34 148C40 160 40 170 34 184', 7, 0.45);
    pen.fold('M46 98C53 112 54 128 47 144', 8, 0.4);
    pen.piece(cuff.shape, pen.round([17, 196, 46, 202]), pen.main, 1.2);
    if (pen.hasAccent) pen.line(cuff.seam, trim.base, 2.4);
    else pen.stitch('M18 187Q31 194 46.6 195');
    if (pen.isFront) pen.seam('M41 199L39.6 210.4');
  });
  drawHemStitch(pen, cut, 5);
  if (pen.isFront) {
    pen.fold('M88 60C92 120 94 180 95 236', 8, 0.45);
    pen.seam('M112 51C94 62 88 90 89 128C90 170 92 206 93 237.4', pen.main, 1.3);
    if (pen.hasAccent) pen.line('M113 51C96 63 90.4 90 91.4 128C92.4 170 94.4 206 95.2 237.4', trim.base, 2);
    else pen.stitch('M115 54C98 66 92.4 92 93.4 128C94.4 170 96.4 206 97.4 237');
    for (const y of [76, 103, 130, 157, 184]) {
      pen.button(103, y, 3.3, trim);
      pen.button(143, y, 3.3, trim);
    }
    pen.fold('M158 90C150 112 150 136 157 160', 9, 0.3);
    pen.outline(cut.silhouette);
  } else {
    drawYokeSeam(pen, cut, 70, 5);
    drawBackFolds(pen);
    pen.seam('M120 196L120 238');
    pen.stitch('M117.4 196L122.6 196');
    pen.fold('M120 196C121 210 123 224 125 237', -7, 0.6);
    pen.outline(cut.silhouette);
  }
  mandarin(pen);
}
