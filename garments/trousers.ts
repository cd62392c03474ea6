import type { ClothColours } from './cloth-colours.ts';
import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

/** The left half of a pair of trousers down to an even hem, from the middle of the waist to the crotch. */
export interface TrouserCut {
  half: string;
  silhouette: string;
  /** The left leg alone, for shading. */
  leg: string;
  /** The row of stitching above the hem of the left leg. */
  hemStitch: string;
}

/**
 * The pattern of trousers that end at height `hem`, from `outer` to `inner`. Waist, seat and crotch are the same for all trousers.
 */
export function cutTrousers(hem: number, outer: number, inner: number): TrouserCut {
  const seat = 'L78.6 33C75.6 46 73 58 72.4 76';
  const knee = hem > 200 ? `C71.6 120 ${outer - 2} 160 ${outer} ${hem}` : `C71 100 ${outer} ${hem - 30} ${outer} ${hem}`;
  const inside = `C${inner + 1} ${hem - (hem - 108) * 0.4} 117 ${108 + (hem - 108) * 0.2} 120 108`;
  const bottom = `Q${(outer + inner) / 2} ${hem + 4.5} ${inner} ${hem + 1}`;
  const half = `M120 23Q100 23 80 20${seat}${knee}${bottom}${inside}`;
  const hemStitch = `M${outer - 0.4} ${hem - 6}Q${(outer + inner) / 2} ${hem - 1} ${inner + 0.3} ${hem - 5}`;
  return { half, silhouette: closeWithMirror(half), leg: `${half}L120 23Z`, hemStitch };
}

/** Long straight trousers, as most of the range is cut. */
export const longTrousers = cutTrousers(242, 80, 113);

/** Shadow, cloth, creases at knee and crotch, and the inside of the waist. */
export function fillTrousers(pen: Pen, cut: TrouserCut): void {
  pen.shadow(cut.silhouette);
  pen.fill('M80 20Q120 12 160 20Q120 28 80 20Z', pen.accent.inside);
  pen.line('M80 20Q120 12 160 20', pen.main.rim, 1.5);
  pen.both(() => {
    pen.fill(cut.leg, pen.round([65, 0, 127, 0]));
    pen.fold('M119 112C112 110 104 112 94 120', 7, 0.4);
    pen.fold('M118.6 116C110 122 104 132 100 146', -8, 0.4);
  });
}

/** A shaped waistband with its loops, in the shape every pair of trousers here has. */
export function drawWaistband(pen: Pen, loops: readonly number[], cloth: ClothColours = pen.main, elastic = false): void {
  const curve = pen.isFront ? 4 : 1;
  pen.piece(
    `M80 20Q120 ${20 + curve + 3} 160 20L161.4 33Q120 ${33 + curve + 3} 78.6 33Z`,
    pen.round(undefined, cloth),
    cloth,
    1.2,
  );
  if (elastic) pen.ribs(`M81 26.5Q120 ${30 + curve} 159 26.5`, 11, cloth);
  for (const x of loops) {
    const sag = ((1 - ((x - 120) / 40) ** 2) * (curve + 3)) / 2;
    const y = 18.4 + sag;
    pen.piece(`M${x - 2.2} ${y}L${x + 2.2} ${y}L${x + 2.2} ${y + 17}L${x - 2.2} ${y + 17}Z`, pen.main.under, pen.main, 0.9);
  }
}

/** The fly: centre seam, curved stitching on the wearer's left. */
export function drawFly(pen: Pen): void {
  pen.fold('M120 38L120 106', -5, 0.5);
  pen.seam('M120 36.5L120 107', pen.main, 1.1);
  pen.stitch('M130 38L130 74Q129 88 121 91');
}

/** The centre seam and the folds of the seat, from behind. */
export function drawBackSeams(pen: Pen): void {
  pen.seam('M120 34.5L120 107', pen.main, 1.1);
  pen.fold('M120 60C118 82 114 96 106 106', 8, 0.5);
  pen.fold('M120 60C122 82 126 96 134 106', -8, 0.5);
  pen.sheen('M100 58C92 74 90 90 94 104', -12, 0.7);
}

/** Uniform trousers. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawTrousers(pen: Pen): void {
  fillTrousers(pen, longTrousers);
  pen.both(() => {
    // Braid down the side seam, as porters and security staff wear it.
    if (pen.hasAccent)
      pen.clip(longTrousers.leg, () => pen.line('M78.6 33C75.6 46 73 58 72.4 76C71.6 120 78 160 80 244', pen.accent.base, 7));
    pen.seam('M97 64C95 120 94 180 94.5 244', pen.main, 0.9);
    pen.sheen('M96.4 68C94.4 120 93.4 180 94 240', 7, 1);
    pen.fold('M98 68C96 120 95 180 95.4 240', -9, 0.35);
  });
  if (pen.isFront) {
    drawFly(pen);
    pen.both(() => {
      pen.fold('M93 39L76 74', -6, 0.5);
      pen.seam('M92.4 37L75 72', pen.main, 1.2);
      pen.stitch('M95 38L77.6 73.4');
      pen.line('M99 38L98 64', pen.main.seam, 0.9);
    });
    drawWaistband(pen, [92, 148]);
    pen.seam('M120 27L120 40L134 39.4', pen.main, 1);
    pen.stud(126, 33.4, 1.8);
  } else {
    drawBackSeams(pen);
    pen.both(() => {
      pen.seam('M98 36L98.6 58');
      pen.piece('M84 59L108 61L108 65.6L84 63.6Z', pen.main.inside, pen.main, 1);
      pen.button(96, 70, 2.1);
      pen.seam('M96 64.5L96 68');
    });
    drawWaistband(pen, [90, 120, 150]);
  }
  pen.outline(longTrousers.silhouette);
}

/** Chinos. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawChinos(pen: Pen): void {
  fillTrousers(pen, longTrousers);
  pen.both(() => {
    pen.stitch(longTrousers.hemStitch);
    pen.fold('M76 160C86 166 94 166 102 160', -7, 0.35);
    pen.fold('M110 168C102 176 92 178 82 176', 7, 0.3);
    pen.fold('M80 226C88 232 98 232 106 226', 6, 0.3);
    pen.sheen('M90 116C86 140 86 156 88 164', -11, 0.7);
  });
  if (pen.isFront) {
    drawFly(pen);
    pen.both(() => {
      pen.seam('M98 37C96 52 88 64 73 70', pen.main, 1.2);
      pen.stitch('M101 38C99 55 90 67 73 73.4');
      pen.fold('M98 40C96 53 88 64 74 69', -6, 0.5);
    });
    drawWaistband(pen, [94, 146]);
    pen.stitch('M82 30.6Q120 36 158 30.6');
    pen.button(120, 30, 2.6);
  } else {
    drawBackSeams(pen);
    pen.both(() => {
      pen.seam('M79 46Q100 52 120 56');
      pen.stitch('M78.6 48.6Q100 54.6 120 58.4');
      pen.piece('M82 66L108 69L107.6 72.4L81.6 69.4Z', pen.main.inside, pen.main, 1);
      pen.stitch('M79.6 63.4L110.6 67L110 75L79 71.8Z');
      pen.button(95, 76.4, 2.1);
    });
    drawWaistband(pen, [88, 120, 152]);
    pen.stitch('M82 30.8Q120 33.6 158 30.8');
  }
  pen.outline(longTrousers.silhouette);
}
