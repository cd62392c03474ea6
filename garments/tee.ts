import { drawBackFolds, drawHemStitch, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutTorso } from './torso.ts';

/** The cut shared by tee and polo. */
export const shortTop = cutTorso({
  neck: [95, 30],
  nape: 35,
  shoulder: [57, 45],
  underarm: [62, 104],
  waist: [64, 164],
  hem: [62, 234],
  hemDrop: 5,
  cuffOuter: [17, 108],
  cuffInner: [54, 126],
});

/** The stitched hem of a short sleeve. */
function sleeveHem(pen: Pen): void {
  pen.stitch('M19.5 103Q38 113 54.5 120.5');
}

/** A T-shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawTee(pen: Pen): void {
  const trim = pen.hasAccent ? pen.accent : pen.main;
  fillTorso(pen, shortTop);
  pen.both(() => sleeveHem(pen));
  drawHemStitch(pen, shortTop, 6);
  drawHemStitch(pen, shortTop, 8.5);
  if (pen.isFront) {
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
    pen.fold('M88 70C96 92 94 124 86 150', -10, 0.35);
    pen.fold('M156 80C148 104 150 132 157 158', 9, 0.3);
  } else {
    pen.piece(
      'M93 30.8L98 28.8C107 33 133 33 142 28.8L147 30.8C138 40.5 102 40.5 93 30.8Z',
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.stitch('M91.5 33C101 43 139 43 148.5 33');
    drawBackFolds(pen);
  }
  pen.outline(shortTop.silhouette);
}
