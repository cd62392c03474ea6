import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [96, 29],
  nape: 34,
  shoulder: [56, 43],
  underarm: [64, 106],
  waist: [64, 166],
  hem: [59, 236],
  hemDrop: 4,
  cuffOuter: [14, 112],
  cuffInner: [54, 133],
});

function patchPocket(pen: Pen, x: number, y: number, w: number, h: number): void {
  pen.fold(`M${x} ${y + 6}L${x} ${y + h}L${x + w} ${y + h}`, -4, 0.4);
  pen.piece(
    `M${x} ${y}L${x + w} ${y}L${x + w} ${y + h - 5}L${x + w - 5} ${y + h}L${x + 5} ${y + h}L${x} ${y + h - 5}Z`,
    pen.round(),
    pen.main,
    1,
  );
  pen.line(`M${x} ${y + 6}L${x + w} ${y + 6}`, pen.main.seam, 0.9);
  pen.stitch(
    `M${x + 2} ${y + 4}L${x + w - 2} ${y + 4}M${x + 2} ${y + 8}L${x + 2} ${y + h - 6}L${x + 6} ${y + h - 2}L${x + w - 6} ${y + h - 2}L${x + w - 2} ${y + h - 6}L${x + w - 2} ${y + 8}`,
  );
}

/** A scrub top. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawScrubs(pen: Pen): void {
  const trim = pen.accent;
  fillTorso(pen, cut);
  pen.both(() => {
    pen.seam('M18 103.6Q38 117 55.6 124.6', pen.main, 0.9);
    pen.stitch('M19 101.4Q39 114.6 56 122.2');
    pen.line('M64.4 214L64.4 236', pen.main.seam, 1);
    pen.line('M60 212.6L64.4 214', pen.main.seam, 1);
  });
  drawHemStitch(pen, cut, 6);
  if (pen.isFront) {
    pen.both(() => patchPocket(pen, 71, 168, 36, 44));
    patchPocket(pen, 136, 92, 26, 31);
    pen.line('M143 92L143 123', pen.main.seam, 0.9);
    pen.fill('M99 27C108 31 132 31 141 27C136 45 128 63 120 76C112 63 103 45 99 27Z', pen.main.inside);
    pen.line('M101.6 33C109 37 131 37 138.4 33', pen.main.seam, 0.9);
    pen.fold('M92 34C98 58 108 76 120 92', 7, 0.4);
    pen.piece(
      'M94 29.8L100 26.6C104 44 112 62 120 74C128 62 136 44 140 26.6L146 29.8C141 52 131 72 117 90L112 82C104 70 97 50 94 29.8Z',
      pen.round(undefined, trim),
      trim,
      1.2,
    );
    pen.line('M120 74L112 82', trim.edge, 1.1);
    pen.stitch('M96.4 30C100 48 107 65 114.6 77.6M143.6 30C139 50 130 68 118 84', trim);
    pen.fold('M86 76C95 100 93 128 87 154', -10, 0.3);
  } else {
    pen.piece('M94 29.8L100 26.6C108 31 132 31 140 26.6L146 29.8C137 40 103 40 94 29.8Z', pen.round(undefined, trim), trim, 1.1);
    drawYokeSeam(pen, cut, 66, 5);
    drawBackFolds(pen);
    pen.fold('M114 76C113 100 113 130 115 160', -8, 0.45);
    pen.fold('M126 76C127 100 127 130 125 160', 8, 0.45);
    pen.piece('M86 150L154 150L154 159L86 159Z', trim.under, trim, 1);
    pen.stitch('M88 152L152 152L152 157L88 157Z', trim);
    pen.button(91, 154.5, 2.2, trim);
    pen.button(149, 154.5, 2.2, trim);
  }
  pen.outline(cut.silhouette);
}
