import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const LONG: TorsoCut = {
  neck: [97, 33],
  nape: 36,
  shoulder: [61, 46],
  underarm: [67, 104],
  waist: [68, 164],
  hem: [65, 234],
  hemDrop: 4,
  cuffOuter: [17, 203],
  cuffInner: [43, 211],
};
const SHORT: TorsoCut = {
  ...LONG,
  shoulder: [58, 47],
  underarm: [63, 106],
  waist: [65, 166],
  hem: [62, 234],
  cuffOuter: [15, 120],
  cuffInner: [53, 138],
};

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

/** The turned-back end of the left sleeve, piped or stitched. */
function drawSleeve(pen: Pen, cut: Torso): void {
  const trim = pen.accent;
  const isPiped = pen.hasAccent || pen.has('contrast-piping');
  const piping = pen.hasAccent ? trim.base : pen.main.edge;
  if (pen.has('short-sleeves')) {
    pen.seam(cutCuff(cut, 11).seam);
    if (isPiped) pen.line(cutCuff(cut, 11).seam, piping, 2.2);
    else pen.stitch(cutCuff(cut, 13).seam);
    return;
  }
  const cuff = cutCuff(cut, 20, 1.6);
  pen.fold('M34 148C40 160 40 170 34 184', 7, 0.45);
  pen.fold('M46 98C53 112 54 128 47 144', 8, 0.4);
  pen.piece(cuff.shape, pen.round([17, 196, 46, 202]), pen.main, 1.2);
  if (isPiped) pen.line(cuff.seam, piping, 2.4);
  else pen.stitch(cutCuff(cut, 17, 1).seam);
  if (pen.isFront)
    pen.seam(`M${cut.cuffInner[0] - 2} ${cut.cuffInner[1] - 12}L${cut.cuffInner[0] - 3.4} ${cut.cuffInner[1] - 0.6}`);
}

/** A narrow pocket for a thermometer or pen, on the upper arm of the wearer's left. */
function sleevePocket(pen: Pen, isShort: boolean): void {
  const d = isShort ? 'M192 70L204 64L212 88L200 94Z' : 'M189 92L200 88L208 122L197 126Z';
  pen.piece(d, pen.round(), pen.main, 1);
  pen.stitch(isShort ? 'M195 72L202 90M203 67.6L209.6 87' : 'M192 94L198.4 122.6M199 91.6L205 120.6');
}

function fastening(pen: Pen): void {
  const trim = pen.accent;
  pen.fold('M88 60C92 120 94 180 95 236', 8, 0.45);
  pen.seam('M112 51C94 62 88 90 89 128C90 170 92 206 93 237.4', pen.main, 1.3);
  if (pen.hasAccent || pen.has('contrast-piping'))
    pen.line('M113 51C96 63 90.4 90 91.4 128C92.4 170 94.4 206 95.2 237.4', pen.hasAccent ? trim.base : pen.main.edge, 2);
  else pen.stitch('M115 54C98 66 92.4 92 93.4 128C94.4 170 96.4 206 97.4 237');
  if (pen.has('concealed-studs')) {
    pen.stitch('M102 60C100 120 101 180 103 237');
    return;
  }
  const isCovered = pen.has('covered-buttons');
  for (const y of [76, 103, 130, 157, 184]) {
    for (const x of [103, 143]) {
      if (isCovered) pen.button(x, y, 3, { ...pen.main, button: pen.main.light });
      else pen.button(x, y, 3.3, trim);
    }
  }
}

/** A chef’s jacket, double-breasted. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawChefJacket(pen: Pen): void {
  const isShort = pen.has('short-sleeves');
  const cut = cutTorso(tailor(pen, isShort ? SHORT : LONG));
  fillTorso(pen, cut);
  pen.both(() => {
    drawSleeve(pen, cut);
    if (!pen.has('princess-seams')) return;
    pen.seam(`M78 84C93 102 97 126 96 150C94 184 89 212 87 ${cut.hem[1] + 2}`);
    pen.sheen('M80 88C94 106 98 128 97 150', -7, 0.6);
  });
  drawHemStitch(pen, cut, 5);
  if (pen.isFront) {
    fastening(pen);
    if (pen.has('chest-pocket')) {
      pen.piece('M152 88L171 86L172 110L153 112Z', pen.round(), pen.main, 1);
      pen.stitch('M152.4 93L171.2 91');
    }
    if (pen.has('sleeve-pocket')) pen.clip(cut.silhouette, () => sleevePocket(pen, isShort));
    pen.fold('M158 90C150 112 150 136 157 160', 9, 0.3);
  } else {
    drawYokeSeam(pen, cut, 70, 5);
    drawBackFolds(pen);
    pen.seam(`M120 196L120 ${cut.hem[1] + 4}`);
    pen.stitch('M117.4 196L122.6 196');
    pen.fold(`M120 196C121 210 123 224 125 ${cut.hem[1] + 3}`, -7, 0.6);
  }
  pen.outline(cut.silhouette);
  mandarin(pen);
}
