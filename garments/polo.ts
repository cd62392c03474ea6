import { drawBackFolds, drawHemStitch, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { drawTapedTorso } from './reflective.ts';
import { drawShirtCollar, drawShirtCollarBehind } from './shirt-collar.ts';
import { shortTop } from './tee.ts';
import { cutCuff, cutTorso, isLongSleeved, type Torso, type TorsoCut, tailor } from './torso.ts';

const LONG: TorsoCut = {
  neck: [96, 30],
  nape: 34,
  shoulder: [63, 44],
  underarm: [69, 100],
  waist: [70, 160],
  hem: [68, 234],
  hemDrop: 5,
  cuffOuter: [19, 200],
  cuffInner: [43, 207],
};

/** The cloth of collar and cuffs: tipped ones are of the garment's own colour, with stripes in the other. */
const trimOf = (pen: Pen) => (pen.has('tipped') ? pen.main : pen.accent);

/** Two knitted stripes along an edge. */
function tipping(pen: Pen, edge: string, inner: string): void {
  const colour = pen.hasAccent ? pen.accent.base : pen.main.button;
  pen.line(edge, colour, 2.2);
  pen.line(inner, colour, 1.1);
}

/** The soft knitted collar of polo and rugby shirts, seen from the front, open at the top button. */
function knittedCollar(pen: Pen): void {
  const cloth = trimOf(pen);
  pen.fill('M98 25C106 18 134 18 142 25C140 40 131 48 120 53C109 48 100 40 98 25Z', pen.main.inside);
  pen.line('M101 27.5C109 33.5 131 33.5 139 27.5', pen.main.seam, 0.9);
  pen.both(() => {
    pen.fill('M86 44Q94 62 104 74Q114 65 120 56L120 52L87 40Z', pen.main.shadow, 0.22);
    pen.piece(
      'M98 24C92 28 88 34 86.5 41Q94 58 103.5 70Q113 62 120 52C110 47 100 38 98 24Z',
      pen.turn([92, 30, 112, 64], cloth.base, cloth.under),
      cloth,
    );
    if (pen.has('tipped'))
      tipping(pen, 'M89 41.8Q96 56.4 104 66.6Q111 60.4 117 53.4', 'M92.2 41.6Q98 54 104.4 61.6Q109.6 57.4 113.4 52.6');
    else pen.line('M89 41.5Q96 56 104 66Q111 60 116.5 53.5', cloth.seam, 0.8);
  });
}

/** Height of the placket's end, and its buttons. */
function getButtons(pen: Pen): readonly number[] {
  if (pen.has('two-buttons')) return [62, 80];
  return pen.has('four-buttons') ? [58, 72, 86, 100] : [60, 74, 88];
}

function placket(pen: Pen): void {
  const buttons = getButtons(pen);
  const end = (buttons.at(-1) ?? 88) + 15;
  const half = pen.has('womens') ? 6.4 : 8.5;
  const [left, right] = [120 - half, 120 + half];
  pen.piece(
    `M${left} 48L${left} ${end}L${right} ${end}L${right} 48Z`,
    pen.turn([left, 0, right, 0], pen.main.under, pen.main.base),
    pen.main,
    1.1,
  );
  pen.stitch(`M${left + 2.5} 52L${left + 2.5} ${end - 2.4}L${right - 2.5} ${end - 2.4}L${right - 2.5} 52`);
  pen.line(`M${left} ${end - 5.5}L${right} ${end - 5.5}`, pen.main.seam, 0.8);
  for (const y of buttons) pen.button(120, y);
}

function collarFromBehind(pen: Pen): void {
  const cloth = trimOf(pen);
  pen.fill('M85 43C98 55 142 55 155 43Z', pen.main.shadow, 0.22);
  pen.piece(
    'M97 25C105 20 135 20 143 25C149 29 153 35 155 42C142 51 98 51 85 42C87 35 91 29 97 25Z',
    pen.round(undefined, cloth),
    cloth,
  );
  if (pen.has('tipped')) tipping(pen, 'M87.6 41.6C101 48.2 139 48.2 152.4 41.6', 'M89 37C102 43 138 43 151 37');
  else pen.line('M88 41C101 47.5 139 47.5 152 41', cloth.seam, 0.8);
}

function drawPoloCut(pen: Pen, torso: Torso, cuffDepth: number): void {
  fillTorso(pen, torso);
  const isLong = isLongSleeved(torso);
  pen.both(() => {
    const cuff = cutCuff(torso, cuffDepth);
    const span = isLong ? ([20, 196, 46, 201] as const) : torso.sleeveSpan;
    if (pen.has('self-fabric-collar')) pen.stitch(cutCuff(torso, 7).seam);
    else {
      pen.piece(cuff.shape, pen.round(span, trimOf(pen)), trimOf(pen), 1);
      pen.ribs(cutCuff(torso, cuffDepth / 2).seam, cuffDepth - 1.5, trimOf(pen));
    }
    if (pen.has('tipped')) tipping(pen, cutCuff(torso, 2.6).seam, cutCuff(torso, 6).seam);
  });
  drawHemStitch(pen, torso, 6);
  pen.both(() => {
    const [x, y] = torso.hem;
    pen.line(`M${x + 5.5} ${y - 19}L${x + 5.5} ${y}`, pen.main.seam, 0.9);
    pen.line(`M${x + 0.5} ${y - 19}L${x + 5.5} ${y - 19}`, pen.main.seam, 0.9);
  });
  if (pen.has('reflective-tape')) drawTapedTorso(pen, torso, isLong);
  if (pen.isFront) {
    placket(pen);
    pen.outline(torso.silhouette);
    if (pen.has('self-fabric-collar')) drawShirtCollar(pen);
    else knittedCollar(pen);
    pen.fold('M84 74C94 98 92 124 84 152', -10, 0.35);
    pen.fold('M158 84C150 106 150 132 158 158', 9, 0.3);
  } else {
    drawBackFolds(pen);
    pen.outline(torso.silhouette);
    if (pen.has('self-fabric-collar')) drawShirtCollarBehind(pen);
    else collarFromBehind(pen);
  }
}

/** A polo shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawPolo(pen: Pen): void {
  drawPoloCut(pen, cutTorso(tailor(pen, { ...shortTop, raglan: pen.has('raglan') })), 9);
}

/** A long-sleeved polo shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawLongSleevePolo(pen: Pen): void {
  drawPoloCut(pen, cutTorso(tailor(pen, LONG)), 14);
}
