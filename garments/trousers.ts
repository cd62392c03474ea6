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
  /** The line of the side seam, from the waist down. */
  side: string;
  /** Where the waistband ends at the left. */
  waist: number;
}

/**
 * The pattern of trousers that end at height `hem`, from `outer` to `inner`. Seat and crotch are the same for all trousers; those
 * for women are narrower at the waist and curve out to the hip.
 */
export function cutTrousers(hem: number, outer: number, inner: number, isWomens = false): TrouserCut {
  const waist = isWomens ? 83 : 80;
  const seat = isWomens ? 'L81.4 33C77.6 44 72.4 58 71.8 78' : 'L78.6 33C75.6 46 73 58 72.4 76';
  const knee =
    hem > 200 ? `C71.6 120 ${outer - (outer > 86 ? 8 : 2)} 160 ${outer} ${hem}` : `C71 100 ${outer} ${hem - 30} ${outer} ${hem}`;
  const inside = `C${inner + 1} ${hem - (hem - 108) * 0.4} 117 ${108 + (hem - 108) * 0.2} 120 108`;
  const bottom = `Q${(outer + inner) / 2} ${hem + 4.5} ${inner} ${hem + 1}`;
  const half = `M120 23Q100 23 ${waist} 20${seat}${knee}${bottom}${inside}`;
  const hemStitch = `M${outer - 0.4} ${hem - 6}Q${(outer + inner) / 2} ${hem - 1} ${inner + 0.3} ${hem - 5}`;
  return {
    half,
    silhouette: closeWithMirror(half),
    leg: `${half}L120 23Z`,
    hemStitch,
    side: `M${waist} 20${seat}${knee}`,
    waist,
  };
}

/** Long straight trousers, as most of the range is cut. */
export const longTrousers = cutTrousers(242, 80, 113);

/** Shadow, cloth, creases at knee and crotch, and the inside of the waist. */
export function fillTrousers(pen: Pen, cut: TrouserCut): void {
  const [left, right] = [cut.waist, 240 - cut.waist];
  pen.shadow(cut.silhouette);
  pen.fill(`M${left} 20Q120 12 ${right} 20Q120 28 ${left} 20Z`, pen.accent.inside);
  pen.line(`M${left} 20Q120 12 ${right} 20`, pen.main.rim, 1.5);
  pen.both(() => {
    pen.fill(cut.leg, pen.round([65, 0, 127, 0]));
    pen.fold('M119 112C112 110 104 112 94 120', 7, 0.4);
    pen.fold('M118.6 116C110 122 104 132 100 146', -8, 0.4);
  });
}

interface Waistband {
  loops?: readonly number[];
  cloth?: ClothColours;
  /** Gathered all round, or at the sides alone. */
  elastic?: 'all' | 'sides';
}

/** A shaped waistband, with its loops or gathered by elastic. */
export function drawWaistband(pen: Pen, cut: TrouserCut, { loops = [], cloth = pen.main, elastic }: Waistband): void {
  const curve = pen.isFront ? 4 : 1;
  const left = cut.waist;
  pen.piece(
    `M${left} 20Q120 ${20 + curve + 3} ${240 - left} 20L${241.4 - left} 33Q120 ${33 + curve + 3} ${left - 1.4} 33Z`,
    pen.round(undefined, cloth),
    cloth,
    1.2,
  );
  if (elastic === 'all') pen.ribs(`M${left + 1} 26.5Q120 ${30 + curve} ${239 - left} 26.5`, 11, cloth);
  if (elastic === 'sides') pen.both(() => pen.ribs(`M${left + 1} 26.6Q${left + 10} 27.6 ${left + 20} 28.4`, 11, cloth));
  for (const x of loops) {
    const sag = ((1 - ((x - 120) / 40) ** 2) * (curve + 3)) / 2;
    const y = 18.4 + sag;
    pen.piece(`M${x - 2.2} ${y}L${x + 2.2} ${y}L${x + 2.2} ${y + 17}L${x - 2.2} ${y + 17}Z`, pen.main.under, pen.main, 0.9);
  }
}

/** Two ends of a cord, tied at the middle of the waist. */
export function drawDrawstring(pen: Pen): void {
  pen.stud(113, 28.6, 1.7);
  pen.stud(127, 28.6, 1.7);
  const core = pen.main.button;
  pen.cord('M114 29C117 34 119 36 120 36.6C123 35 125 32 126 29', 1.6, pen.main, core);
  pen.cord('M120 37C116 46 114 56 115 66', 1.6, pen.main, core);
  pen.cord('M121 37C125 47 126 58 124 70', 1.6, pen.main, core);
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

/** Small woven squares over both legs. */
function drawCheck(pen: Pen, cut: TrouserCut): void {
  const colour = pen.hasAccent ? pen.accent.base : pen.main.edge;
  pen.clip(cut.silhouette, () => {
    pen.mark(
      `<g stroke="${colour}" stroke-width="3" opacity=".34"><path d="M60 133L180 133" stroke-width="236" stroke-dasharray="3 3"/>` +
        '<path d="M120 15L120 250" stroke-width="124" stroke-dasharray="3 3"/></g>',
    );
  });
}

function frontDetails(pen: Pen, cut: TrouserCut): void {
  const isElastic = pen.has('drawstring');
  if (pen.has('pull-on')) {
    pen.seam('M120 36L120 107', pen.main, 1.1);
    pen.both(() => pen.seam('M100 36L99 74', pen.main, 0.9));
  } else if (isElastic) pen.seam('M120 36L120 107', pen.main, 1.1);
  else drawFly(pen);
  pen.both(() => {
    pen.fold('M93 39L76 74', -6, 0.5);
    pen.seam('M92.4 37L75 72', pen.main, 1.2);
    pen.stitch('M95 38L77.6 73.4');
    if (!isElastic && !pen.has('pull-on')) pen.line('M99 38L98 64', pen.main.seam, 0.9);
  });
  if (isElastic) {
    drawWaistband(pen, cut, { elastic: 'all' });
    drawDrawstring(pen);
    return;
  }
  if (pen.has('pull-on')) {
    drawWaistband(pen, cut, { elastic: 'sides' });
    return;
  }
  drawWaistband(pen, cut, pen.has('side-elastic') ? { elastic: 'sides', loops: [108, 132] } : { loops: [92, 148] });
  pen.seam('M120 27L120 40L134 39.4', pen.main, 1);
  pen.stud(126, 33.4, 1.8);
}

function backDetails(pen: Pen, cut: TrouserCut): void {
  drawBackSeams(pen);
  if (pen.has('drawstring') || pen.has('pull-on')) {
    if (pen.has('drawstring')) {
      pen.piece('M128 62L152 60L152 84L128 86Z', pen.round(), pen.main, 1);
      pen.stitch('M128.4 66L151.6 64');
    }
    drawWaistband(pen, cut, { elastic: 'all' });
    return;
  }
  pen.both(() => {
    pen.seam('M98 36L98.6 58');
    pen.piece('M84 59L108 61L108 65.6L84 63.6Z', pen.main.inside, pen.main, 1);
    pen.button(96, 70, 2.1);
    pen.seam('M96 64.5L96 68');
  });
  drawWaistband(pen, cut, pen.has('side-elastic') ? { elastic: 'sides', loops: [104, 120, 136] } : { loops: [90, 120, 150] });
}

/** The cut that the features ask for. */
function cutByFeatures(pen: Pen): TrouserCut {
  const isWomens = pen.has('womens');
  const hem = pen.has('ankle-length') ? 226 : 242;
  if (pen.has('slim-leg')) return cutTrousers(hem, 89, 112, isWomens);
  if (pen.has('wide-leg')) return cutTrousers(hem, 73, 115, isWomens);
  return hem === 242 && !isWomens ? longTrousers : cutTrousers(hem, 82, 113, isWomens);
}

/** Uniform trousers. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawTrousers(pen: Pen): void {
  const cut = cutByFeatures(pen);
  fillTrousers(pen, cut);
  if (pen.has('check')) drawCheck(pen, cut);
  pen.both(() => {
    // Braid down the side seam, as porters and security staff wear it.
    if (pen.hasAccent && !pen.has('check')) pen.clip(cut.leg, () => pen.line(cut.side, pen.accent.base, 7));
    if (pen.has('creased')) {
      pen.seam('M97 64C95 120 94 180 94.5 244', pen.main, 0.9);
      pen.sheen('M96.4 68C94.4 120 93.4 180 94 240', 7, 1);
      pen.fold('M98 68C96 120 95 180 95.4 240', -9, 0.35);
      return;
    }
    pen.stitch(cut.hemStitch);
    pen.sheen('M92 116C88 144 88 164 91 184', -11, 0.6);
    pen.fold('M84 168C90 174 98 174 106 168', -7, 0.3);
  });
  if (pen.isFront) frontDetails(pen, cut);
  else backDetails(pen, cut);
  pen.outline(cut.silhouette);
}

/** Chinos. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawChinos(pen: Pen): void {
  const isRibbed = pen.has('ribbed-waistband');
  const isWomens = pen.has('womens');
  const cut = pen.has('tapered-leg')
    ? cutTrousers(242, 90, 112, isWomens)
    : isWomens
      ? cutTrousers(242, 82, 113, true)
      : longTrousers;
  fillTrousers(pen, cut);
  pen.both(() => {
    pen.stitch(cut.hemStitch);
    pen.fold('M76 160C86 166 94 166 102 160', -7, 0.35);
    pen.fold('M110 168C102 176 92 178 82 176', 7, 0.3);
    pen.sheen('M90 116C86 140 86 156 88 164', -11, 0.7);
  });
  if (pen.isFront) {
    drawFly(pen);
    pen.both(() => {
      pen.seam('M98 37C96 52 88 64 73 70', pen.main, 1.2);
      pen.stitch('M101 38C99 55 90 67 73 73.4');
      pen.fold('M98 40C96 53 88 64 74 69', -6, 0.5);
    });
    if (pen.has('zipped-pocket')) {
      pen.cord('M148 92L166 88', 1.8, pen.main, pen.main.inside);
      pen.stitch('M146 95L168 90L167 84L147 89Z');
    }
    if (isRibbed) {
      drawWaistband(pen, cut, { elastic: 'all' });
      drawDrawstring(pen);
    } else {
      drawWaistband(pen, cut, { loops: [94, 146] });
      pen.stitch(`M${cut.waist + 2} 30.6Q120 36 ${238 - cut.waist} 30.6`);
      pen.button(120, 30, 2.6);
    }
  } else {
    drawBackSeams(pen);
    pen.both(() => {
      pen.seam('M79 46Q100 52 120 56');
      pen.stitch('M78.6 48.6Q100 54.6 120 58.4');
      pen.piece('M82 66L108 69L107.6 72.4L81.6 69.4Z', pen.main.inside, pen.main, 1);
      pen.stitch('M79.6 63.4L110.6 67L110 75L79 71.8Z');
      pen.button(95, 76.4, 2.1);
    });
    if (isRibbed) drawWaistband(pen, cut, { elastic: 'all' });
    else {
      drawWaistband(pen, cut, { loops: [90, 120, 150] });
      pen.stitch(`M${cut.waist + 2} 30.8Q120 33.6 ${238 - cut.waist} 30.8`);
    }
  }
  pen.outline(cut.silhouette);
}
