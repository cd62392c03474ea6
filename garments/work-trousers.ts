import type { Pen } from './pen.ts';
import { cutTrousers, drawBackSeams, drawFly, drawWaistband, fillTrousers } from './trousers.ts';

const wide = cutTrousers(242, 76, 115);
const short = cutTrousers(150, 66, 114);

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

/** Work trousers with cargo pockets. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCargoTrousers(pen: Pen): void {
  fillTrousers(pen, wide);
  pen.both(() => {
    pen.stitch(wide.hemStitch);
    pen.fold('M80 222C88 230 98 230 108 224', 7, 0.35);
    if (pen.isFront) {
      pen.piece('M80 168L110 166L110 206L79 208Z', pen.accent.under, pen.accent, 1.1);
      pen.stitch('M82.4 170.6L107.6 168.8L107.6 203.6L81.6 205.4Z');
      pen.fold('M82 186C90 192 100 192 108 186', -7, 0.35);
    } else {
      pen.fold('M76 170C86 178 98 178 110 170', -8, 0.4);
      pen.seam('M75 196Q94 200 113 196');
    }
    sidePocket(pen, 118);
  });
  if (pen.isFront) {
    drawFly(pen);
    pen.both(() => {
      pen.seam('M98 37C97 52 90 62 72 68', pen.main, 1.2);
      pen.stitch('M101 38C100 55 92 65 72 71.4M76.4 74L74 110');
    });
    drawWaistband(pen, [92, 148], pen.accent);
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
    drawWaistband(pen, [88, 120, 152], pen.accent);
  }
  pen.outline(wide.silhouette);
}

/** Work shorts. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShorts(pen: Pen): void {
  pen.frame(1.3, 0, 58);
  fillTrousers(pen, short);
  pen.both(() => {
    pen.stitch(short.hemStitch);
    pen.fold('M72 116C80 126 92 130 104 126', -8, 0.35);
    pen.sheen('M88 88C82 108 82 122 86 136', -12, 0.7);
  });
  if (pen.isFront) {
    drawFly(pen);
    pen.both(() => {
      pen.seam('M98 37C96 52 88 64 72 70', pen.main, 1.2);
      pen.stitch('M101 38C99 55 90 67 72 73.4');
      pen.fold('M98 40C96 53 88 64 74 69', -6, 0.5);
    });
    drawWaistband(pen, [94, 146]);
    pen.stitch('M82 30.6Q120 36 158 30.6');
    pen.button(120, 30, 2.6);
  } else {
    drawBackSeams(pen);
    pen.both(() => {
      pen.seam('M79 46Q100 51 120 53');
      pen.piece('M82 62L108 65L107.6 68.4L81.6 65.4Z', pen.main.inside, pen.main, 1);
      pen.stitch('M79.6 59.4L110.6 63L110 71L79 67.8Z');
      pen.button(95, 72.4, 2.1);
    });
    drawWaistband(pen, [88, 120, 152]);
  }
  pen.outline(short.silhouette);
}
