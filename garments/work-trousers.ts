import type { Pen } from './pen.ts';
import { cutTrousers, drawBackSeams, drawDrawstring, drawFly, drawWaistband, fillTrousers, type TrouserCut } from './trousers.ts';

const WIDE = cutTrousers(242, 76, 115);
const SLIM = cutTrousers(242, 87, 114);
const SHORT = cutTrousers(150, 66, 114);

function sidePocket(pen: Pen, y: number): void {
  pen.fold(`M68 ${y + 4}L69 ${y + 42}L95 ${y + 42}`, -4, 0.5);
  pen.piece(`M69 ${y}L95 ${y}L96 ${y + 38}L70 ${y + 40}Z`, pen.round(), pen.main, 1.1);
  pen.seam(`M82 ${y + 12}L82.6 ${y + 38.6}`, pen.main, 0.9);
  pen.piece(
    `M68 ${y - 4}L96 ${y - 4}L96.4 ${y + 8}L82 ${y + 11}L68 ${y + 8}Z`,
    pen.turn([0, y - 4, 0, y + 11], pen.accent.light, pen.accent.under),
    pen.accent,
    1.1,
  );
  pen.stitch(`M70 ${y + 6}L82 ${y + 8.6}L94.6 ${y + 6}`);
  pen.stud(82, y + 5, 1.6);
}

/** A pocket for tools that hangs free from the waistband. */
function holster(pen: Pen): void {
  pen.fold('M84 44L80 84L104 90', -5, 0.6);
  pen.piece('M84 36L108 38L107 82Q95 90 81 80Z', pen.turn([80, 0, 108, 0], pen.accent.light, pen.accent.under), pen.accent, 1.2);
  pen.stitch('M86.4 39L83.6 78.6Q95 86 104.8 80L105.8 41');
  pen.seam('M95.6 39L94.6 84', pen.accent, 0.9);
}

/** The pocket for a knee pad, in the second cloth. */
function drawKneePocket(pen: Pen, cut: TrouserCut): void {
  pen.clip(cut.leg, () => {
    pen.piece('M70 168L116 166L116 206L70 208Z', pen.accent.under, pen.accent, 1.1);
    pen.stitch('M70 170.6L116 168.8M70 205.4L116 203.6');
    pen.fold('M82 186C90 192 100 192 108 186', -7, 0.35);
  });
}

/** Reflective piping along the side seam and below the knee. */
function piping(pen: Pen, cut: TrouserCut): void {
  pen.clip(cut.leg, () => {
    pen.line(cut.side, '#868d92', 5);
    pen.line(cut.side, '#d5d9dc', 3.4);
    pen.line('M64 216L122 213', '#d5d9dc', 1.8);
  });
}

/** Work trousers. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCargoTrousers(pen: Pen): void {
  const cut = pen.has('slim-leg') ? SLIM : WIDE;
  const hasHolsters = pen.has('holster-pockets');
  fillTrousers(pen, cut);
  pen.both(() => {
    pen.stitch(cut.hemStitch);
    pen.fold('M80 222C88 230 98 230 108 224', 7, 0.35);
    if (!pen.isFront) {
      pen.fold('M76 170C86 178 98 178 110 170', -8, 0.4);
      pen.clip(cut.leg, () => pen.seam('M70 196Q94 200 116 196'));
    } else if (pen.has('knee-pad-pockets')) drawKneePocket(pen, cut);
    if (pen.has('reflective-piping')) piping(pen, cut);
    if (!hasHolsters) sidePocket(pen, 118);
  });
  if (pen.isFront) {
    drawFly(pen);
    pen.both(() => {
      if (hasHolsters) {
        holster(pen);
        return;
      }
      pen.seam('M98 37C97 52 90 62 72 68', pen.main, 1.2);
      pen.stitch('M101 38C100 55 92 65 72 71.4M76.4 74L74 110');
    });
    drawWaistband(pen, cut, { loops: [92, 148], cloth: pen.accent });
    pen.stitch('M82 30.6Q120 36 158 30.6');
    pen.stud(120, 30, 2.4);
  } else {
    drawBackSeams(pen);
    pen.both(() => {
      pen.seam('M79 46Q100 51 120 53');
      pen.stitch('M78.6 48.6Q100 53.6 120 55.4');
      pen.piece('M84 64L109 66L109 92L97 97L84 91Z', pen.round(), pen.main, 1);
      pen.piece('M83 61L110 63L110 72L97 76L83 71Z', pen.turn([0, 62, 0, 76], pen.accent.light, pen.accent.under), pen.accent, 1);
      pen.stud(97, 71, 1.6);
    });
    drawWaistband(pen, cut, { loops: [88, 120, 152], cloth: pen.accent });
  }
  pen.outline(cut.silhouette);
}

/** A flap pocket on the outside of the thigh of shorts. */
function thighPocket(pen: Pen): void {
  pen.fold('M69 96L69 134L96 134', -4, 0.5);
  pen.piece('M69 94L97 94L97 131L69 132Z', pen.round(), pen.main, 1);
  pen.piece(
    'M67.6 90L98.4 90L98.4 100L83 104L67.6 100Z',
    pen.turn([0, 90, 0, 104], pen.accent.light, pen.accent.under),
    pen.accent,
    1,
  );
  pen.stitch('M70 92.6L70 98.6L83 101.8L96 98.6L96 92.6');
  pen.stud(83, 99.4, 1.5);
}

/** Shorts. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShorts(pen: Pen): void {
  const isElastic = pen.has('drawcord');
  pen.frame(1.3, 0, 58);
  fillTrousers(pen, SHORT);
  pen.both(() => {
    pen.stitch(SHORT.hemStitch);
    pen.fold('M72 116C80 126 92 130 104 126', -8, 0.35);
    pen.sheen('M88 88C82 108 82 122 86 136', -12, 0.7);
    if (pen.has('thigh-pockets')) thighPocket(pen);
  });
  if (pen.isFront) {
    if (isElastic) pen.seam('M120 36L120 107', pen.main, 1.1);
    else drawFly(pen);
    pen.both(() => {
      pen.seam('M98 37C96 52 88 64 72 70', pen.main, 1.2);
      pen.stitch('M101 38C99 55 90 67 72 73.4');
      pen.fold('M98 40C96 53 88 64 74 69', -6, 0.5);
    });
    if (pen.has('zipped-pocket')) {
      pen.cord('M150 100L150 126', 1.8, pen.main, pen.main.inside);
      pen.puller(150, 100);
      pen.stitch('M146 97L154 97L154 129L146 129Z');
    }
    drawWaistband(pen, SHORT, isElastic ? { elastic: 'all' } : { loops: [94, 146] });
    if (isElastic) drawDrawstring(pen);
    else {
      pen.stitch('M82 30.6Q120 36 158 30.6');
      pen.button(120, 30, 2.6);
    }
  } else {
    drawBackSeams(pen);
    pen.both(() => {
      if (isElastic) return;
      pen.seam('M79 46Q100 51 120 53');
      pen.piece('M82 62L108 65L107.6 68.4L81.6 65.4Z', pen.main.inside, pen.main, 1);
      pen.stitch('M79.6 59.4L110.6 63L110 71L79 67.8Z');
      pen.button(95, 72.4, 2.1);
    });
    drawWaistband(pen, SHORT, isElastic ? { elastic: 'all' } : { loops: [88, 120, 152] });
  }
  pen.outline(SHORT.silhouette);
}
