import { drawBackFolds, drawHemStitch, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { shortTop } from './tee.ts';
import { cutTorso, type Torso } from './torso.ts';

const longTop = cutTorso({
  neck: [96, 30],
  nape: 34,
  shoulder: [63, 44],
  underarm: [69, 100],
  waist: [70, 160],
  hem: [68, 234],
  hemDrop: 5,
  cuffOuter: [19, 200],
  cuffInner: [43, 207],
});

/** The soft knitted collar of polo and rugby shirts, seen from the front, open at the top button. */
function knittedCollar(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M98 25C106 18 134 18 142 25C140 40 131 48 120 53C109 48 100 40 98 25Z', pen.main.inside);
  pen.line('M101 27.5C109 33.5 131 33.5 139 27.5', pen.main.seam, 0.9);
  pen.both(() => {
    pen.fill('M86 44Q94 62 104 74Q114 65 120 56L120 52L87 40Z', pen.main.shadow, 0.22);
    pen.piece(
      'M98 24C92 28 88 34 86.5 41Q94 58 103.5 70Q113 62 120 52C110 47 100 38 98 24Z',
      pen.turn([92, 30, 112, 64], cloth.base, cloth.under),
      cloth,
    );
    pen.line('M89 41.5Q96 56 104 66Q111 60 116.5 53.5', cloth.seam, 0.8);
  });
}

function placket(pen: Pen): void {
  pen.piece('M111.5 48L111.5 103L128.5 103L128.5 48Z', pen.turn([111, 0, 129, 0], pen.main.under, pen.main.base), pen.main, 1.1);
  pen.stitch('M114 52L114 100.6L126 100.6L126 52');
  pen.line('M111.5 97.5L128.5 97.5', pen.main.seam, 0.8);
  for (const y of [60, 74, 88]) pen.button(120, y);
}

function collarFromBehind(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M85 43C98 55 142 55 155 43Z', pen.main.shadow, 0.22);
  pen.piece(
    'M97 25C105 20 135 20 143 25C149 29 153 35 155 42C142 51 98 51 85 42C87 35 91 29 97 25Z',
    pen.round(undefined, cloth),
    cloth,
  );
  pen.line('M88 41C101 47.5 139 47.5 152 41', cloth.seam, 0.8);
}

function drawPoloCut(pen: Pen, torso: Torso, cuffs: () => void): void {
  fillTorso(pen, torso);
  pen.both(cuffs);
  drawHemStitch(pen, torso, 6);
  pen.both(() => {
    const [x, y] = torso.hem;
    pen.line(`M${x + 5.5} ${y - 19}L${x + 5.5} ${y}`, pen.main.seam, 0.9);
    pen.line(`M${x + 0.5} ${y - 19}L${x + 5.5} ${y - 19}`, pen.main.seam, 0.9);
  });
  if (pen.isFront) {
    placket(pen);
    pen.outline(torso.silhouette);
    knittedCollar(pen);
    pen.fold('M84 74C94 98 92 124 84 152', -10, 0.35);
    pen.fold('M158 84C150 106 150 132 158 158', 9, 0.3);
  } else {
    drawBackFolds(pen);
    pen.outline(torso.silhouette);
    collarFromBehind(pen);
  }
}

/** A polo shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawPolo(pen: Pen): void {
  drawPoloCut(pen, shortTop, () => {
    pen.piece('M21 99Q38 109.5 56 116.5L53.5 126Q34 121 17 108Z', pen.round(shortTop.sleeveSpan, pen.accent), pen.accent, 1);
    pen.ribs('M19 103.5Q37 114.5 54.5 121', 8, pen.accent);
  });
}

/** A long-sleeved polo shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawLongSleevePolo(pen: Pen): void {
  drawPoloCut(pen, longTop, () => {
    pen.piece('M22 186L46 193L43 207Q30 207 19 200Z', pen.round([20, 196, 46, 201], pen.accent), pen.accent, 1);
    pen.ribs('M20 193.5L45 200', 12, pen.accent);
  });
}
