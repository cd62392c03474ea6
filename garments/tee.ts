import { drawBackFolds, drawHemStitch, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

/** The cut shared by tee and polo. */
export const shortTop: TorsoCut = {
  neck: [95, 30],
  nape: 35,
  shoulder: [57, 45],
  underarm: [62, 104],
  waist: [64, 164],
  hem: [62, 234],
  hemDrop: 5,
  cuffOuter: [17, 108],
  cuffInner: [54, 126],
};

const longTop: TorsoCut = { ...shortTop, shoulder: [62, 44], underarm: [67, 102], cuffOuter: [19, 202], cuffInner: [41, 208] };

function cutTee(pen: Pen): Torso {
  const cut = { ...(pen.has('long-sleeves') ? longTop : shortTop), raglan: pen.has('raglan') };
  const tailored = tailor(pen, pen.has('dropped-hem') ? { ...cut, hem: [cut.hem[0], pen.isFront ? 222 : 238], hemDrop: 4 } : cut);
  if (!pen.has('sleeveless')) return cutTorso(tailored);
  // The sleeve shrinks to the binding of the armhole.
  return cutTorso({
    ...tailored,
    raglan: false,
    shoulder: [78, 38],
    underarm: [66, 100],
    cuffOuter: [73, 62],
    cuffInner: [70, 84],
  });
}

/** The stitched hem of a sleeve, and the shirt's own. */
function hems(pen: Pen, torso: Torso): void {
  if (!pen.has('sleeveless')) pen.both(() => pen.stitch(cutCuff(torso, 6).seam));
  drawHemStitch(pen, torso, 6);
  drawHemStitch(pen, torso, 8.5);
}

function neckFront(pen: Pen): void {
  const trim = pen.accent;
  if (pen.has('v-neck')) {
    pen.fill('M98 29C107 33 133 33 142 29C138 48 129 62 120 70C111 62 102 48 98 29Z', pen.main.inside);
    pen.line('M100 36C107 40 133 40 140 36', pen.main.seam, 0.9);
    pen.fold('M92 32C96 54 108 72 120 82', 7, 0.4);
    pen.piece(
      'M93 30.8L98 28.8C102 48 111 61 120 69C129 61 138 48 142 28.8L147 30.8C143 54 132 69 120 78C108 69 97 54 93 30.8Z',
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.line('M120 69L120 78', trim.edge, 0.9);
    return;
  }
  pen.fill('M98 29C107 33 133 33 142 29C141 45 131 54 120 54C109 54 99 45 98 29Z', pen.main.inside);
  pen.line('M99 36C107 40.5 133 40.5 141 36', pen.main.seam, 0.9);
  pen.fold('M93 32C95 52 107 62 120 62C133 62 145 52 147 32', -9, 0.5);
  pen.piece(
    'M93 30.8L98 28.8C99 45 109 54 120 54C131 54 141 45 142 28.8L147 30.8C145.5 51 133 62 120 62C107 62 94.5 51 93 30.8Z',
    pen.round(undefined, trim),
    trim,
    1.1,
  );
  pen.stitch('M91.5 33C93.5 53 106 64.5 120 64.5C134 64.5 146.5 53 148.5 33');
}

function front(pen: Pen): void {
  neckFront(pen);
  if (pen.has('chest-pocket')) {
    pen.piece('M137 92L161 92L161 114L149 120L137 114Z', pen.round(), pen.main, 1);
    pen.stitch('M137.4 97L160.6 97');
  }
  pen.fold('M88 70C96 92 94 124 86 150', -10, 0.35);
  pen.fold('M156 80C148 104 150 132 157 158', 9, 0.3);
}

function back(pen: Pen): void {
  const trim = pen.accent;
  pen.piece('M93 30.8L98 28.8C107 33 133 33 142 28.8L147 30.8C138 40.5 102 40.5 93 30.8Z', pen.round(undefined, trim), trim, 1.1);
  pen.stitch('M91.5 33C101 43 139 43 148.5 33');
  drawBackFolds(pen);
}

/** The back of the hem, which shows below the front. */
function droppedHem(pen: Pen, { hem: [x, y] }: Torso): void {
  pen.piece(
    `M${x} ${y - 6}C${x - 1} ${y + 8} ${x + 2} ${y + 16} ${x + 8} ${y + 17}Q120 ${y + 23} ${232 - x} ${y + 17}C${238 - x} ${y + 16} ${241 - x} ${y + 8} ${240 - x} ${y - 6}Z`,
    pen.main.inside,
    pen.main,
    1.2,
  );
  pen.stitch(`M${x + 6} ${y + 13}Q120 ${y + 18.6} ${234 - x} ${y + 13}`);
}

/** A T-shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawTee(pen: Pen): void {
  const torso = cutTee(pen);
  if (pen.has('dropped-hem') && pen.isFront) droppedHem(pen, torso);
  fillTorso(pen, torso);
  hems(pen, torso);
  if (pen.isFront) front(pen);
  else back(pen);
  pen.outline(torso.silhouette);
}
