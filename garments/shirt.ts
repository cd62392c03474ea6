import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso, type Torso } from './torso.ts';

const longShirt = cutTorso({
  neck: [98, 31],
  nape: 34,
  shoulder: [63, 44],
  underarm: [69, 102],
  waist: [71, 160],
  hem: [68, 222],
  hemDrop: 16,
  cuffOuter: [18, 203],
  cuffInner: [42, 211],
});

const shortShirt = cutTorso({
  neck: [97, 31],
  nape: 34,
  shoulder: [58, 45],
  underarm: [63, 104],
  waist: [65, 162],
  hem: [62, 222],
  hemDrop: 15,
  cuffOuter: [16, 118],
  cuffInner: [54, 136],
});

/** A pointed collar on its stand, buttoned to the top. */
function shirtCollar(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M100 25C107 18 133 18 140 25C137 36 129 43 120 47C111 43 103 36 100 25Z', pen.main.inside);
  pen.line('M102.5 28C110 33.5 130 33.5 137.5 28', pen.main.seam, 0.9);
  pen.piece('M104 42L120 47L136 42L134 55Q120 62 106 55Z', cloth.under, cloth, 1);
  pen.both(() => {
    pen.fill('M89 40L102 68L121 50L120 46Z', pen.main.shadow, 0.2);
    pen.piece(
      'M100 24C95 27 91 32 89 38.5L101.5 65.5L119.5 47C110 43.5 103 36 100 24Z',
      pen.turn([92, 30, 112, 60], cloth.base, cloth.under),
      cloth,
    );
    pen.stitch('M91.5 38.5L102 61.5L116.5 47', cloth);
  });
  pen.button(120, 54, 2.4);
}

function shirtCollarBehind(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M87 42C100 52 140 52 153 42Z', pen.main.shadow, 0.22);
  pen.piece(
    'M99 25C106 20 134 20 141 25C147 29 151 34 153 41C140 49 100 49 87 41C89 34 93 29 99 25Z',
    pen.round(undefined, cloth),
    cloth,
  );
  pen.stitch('M90 40C102 46 138 46 150 40', cloth);
}

function shirtFront(pen: Pen): void {
  pen.fold('M113.5 58L113.5 236', -7, 0.35);
  pen.seam('M113.5 56L113.5 237.6M126.5 56L126.5 237.6');
  pen.stitch('M115.6 58L115.6 237M124.4 58L124.4 237');
  for (const y of [76, 102, 128, 154, 180, 206]) pen.button(120, y, 2.4);
  pen.fold('M138 120L150 127L163 119', -4, 0.5);
  pen.piece('M137 92L163 92L163 118L150 125L137 118Z', pen.round(), pen.main, 1);
  pen.line('M137 97.5L163 97.5', pen.main.seam, 0.9);
  pen.stitch('M139 99.5L139 117L150 122.6L161 117L161 99.5');
  pen.fold('M86 72C95 96 93 126 86 152', -10, 0.35);
}

function shirtBack(pen: Pen, torso: Torso): void {
  drawBackFolds(pen);
  drawYokeSeam(pen, torso, 67, 4);
  pen.fold('M114 74C113 110 114 150 115 190', -8, 0.5);
  pen.fold('M126 74C127 110 126 150 125 190', 8, 0.5);
  pen.seam('M114 72.5L114.6 150M126 72.5L125.4 150');
  pen.line('M117.5 72L117.5 82L122.5 82L122.5 72', pen.main.seam, 1);
}

function drawShirtCut(pen: Pen, torso: Torso, sleeves: () => void): void {
  fillTorso(pen, torso);
  pen.both(sleeves);
  drawHemStitch(pen, torso, 4);
  if (pen.isFront) {
    pen.both(() => pen.seam('M98 31Q84 40 66 49', pen.main, 0.9));
    shirtFront(pen);
    pen.outline(torso.silhouette);
    shirtCollar(pen);
  } else {
    shirtBack(pen, torso);
    pen.outline(torso.silhouette);
    shirtCollarBehind(pen);
  }
}

/** A long-sleeved shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShirt(pen: Pen): void {
  const cuff = cutCuff(longShirt, 19, 0.8);
  drawShirtCut(pen, longShirt, () => {
    pen.fold('M34 150C38 160 40 172 34 186', 6, 0.5);
    pen.fold('M44 96C50 108 52 120 46 134', 7, 0.4);
    pen.piece(cuff.shape, pen.round([18, 196, 44, 202], pen.accent), pen.accent, 1.1);
    pen.stitch('M22 187Q32 192 43.5 194.5M19.6 200.5Q30 207 41.5 208', pen.accent);
    if (pen.isFront) return;
    pen.seam('M36 190L40 168');
    pen.button(37, 199.5, 2.2);
  });
}

/** A short-sleeved shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShortSleeveShirt(pen: Pen): void {
  drawShirtCut(pen, shortShirt, () => {
    pen.seam('M20.5 109Q38 120 55.5 127');
    pen.stitch('M21.6 107Q39 118 56 125');
  });
}
