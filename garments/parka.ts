import { drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [96, 40],
  nape: 42,
  shoulder: [62, 52],
  underarm: [67, 108],
  waist: [70, 152],
  hem: [63, 242],
  hemDrop: 4,
  cuffOuter: [19, 200],
  cuffInner: [44, 207],
});

function pocket(pen: Pen, x: number, y: number, w: number, h: number): void {
  pen.fold(`M${x} ${y + 6}L${x} ${y + h}L${x + w} ${y + h}`, -4, 0.5);
  pen.piece(`M${x} ${y}L${x + w} ${y}L${x + w} ${y + h}L${x} ${y + h}Z`, pen.round(), pen.main, 1);
  pen.piece(
    `M${x - 1} ${y - 3}L${x + w + 1} ${y - 3}L${x + w + 1} ${y + 9}L${x + w / 2} ${y + 12}L${x - 1} ${y + 9}Z`,
    pen.turn([0, y - 3, 0, y + 12], pen.main.light, pen.main.under),
    pen.main,
    1,
  );
  pen.stitch(`M${x + 1} ${y + 7.5}L${x + w / 2} ${y + 10}L${x + w - 1} ${y + 7.5}`);
  pen.stud(x + w / 2, y + 6.5, 1.6);
}

function hoodFront(pen: Pen): void {
  const lining = pen.accent;
  pen.piece('M84 50C74 26 90 8 120 8C150 8 166 26 156 50C148 60 134 66 120 67C106 66 92 60 84 50Z', pen.round(), pen.main, 1.5);
  pen.piece(
    'M95 50C88 30 100 18 120 18C140 18 152 30 145 50C139 57 130 61 120 62C110 61 101 57 95 50Z',
    pen.turn([120, 18, 120, 62], lining.inside, lining.deep),
    lining,
    1.1,
  );
  pen.stitch('M91 50C83 28 97 13.5 120 13.5C143 13.5 157 28 149 50');
  pen.both(() => {
    pen.piece(
      'M92 51C98 58 108 62 118 63L118 76C104 73 94 66 89 58Z',
      pen.turn([92, 52, 118, 72], pen.main.base, pen.main.under),
      pen.main,
      1.2,
    );
  });
}

/** A hooded parka. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawParka(pen: Pen): void {
  const cuff = cutCuff(cut, 8);
  fillTorso(pen, cut);
  pen.both(() => {
    pen.piece(cuff.shape, pen.accent.under, pen.accent, 1);
    pen.piece('M22 180L41 186.6L39.4 194.4L21 188.4Z', pen.main.under, pen.main, 0.9);
    pen.fold('M36 150C42 160 42 170 36 182', 7, 0.45);
    pen.fold('M46 96C53 110 54 126 47 142', 8, 0.4);
  });
  drawHemStitch(pen, cut, 6);
  pen.seam('M70.4 152Q95 157 120 157Q145 157 169.6 152');
  pen.stitch('M70.4 155Q95 160 120 160Q145 160 169.6 155');
  if (pen.isFront) {
    pen.both(() => {
      pocket(pen, 76, 184, 28, 34);
      pocket(pen, 82, 98, 22, 26);
    });
    pen.piece(
      'M112 66L128 66L128 245.6Q120 246 112 245.8Z',
      pen.turn([112, 0, 128, 0], pen.main.light, pen.main.base),
      pen.main,
      1.2,
    );
    pen.fold('M129 68L129 244', -6, 0.5);
    pen.stitch('M114.4 68L114.4 245M125.6 68L125.6 245');
    for (const y of [86, 112, 138, 168, 196, 224]) pen.stud(120, y, 2.3);
    pen.outline(cut.silhouette);
    hoodFront(pen);
  } else {
    drawYokeSeam(pen, cut, 80, 5);
    pen.seam('M120 160L120 246');
    pen.fold('M120 196C118 214 118 230 116 245', 8, 0.6);
    pen.fold('M112 94C117 110 116 130 110 150', -9, 0.35);
    pen.outline(cut.silhouette);
    pen.fill('M86 54C84 84 106 105 120 109C134 105 156 84 154 54Z', pen.main.shadow, 0.2);
    pen.piece(
      'M86 48C78 24 94 8 120 8C146 8 162 24 154 48C154 74 138 94 120 102C102 94 86 74 86 48Z',
      pen.round(),
      pen.main,
      1.5,
    );
    pen.seam('M108 9C104 38 106 72 116 100M132 9C136 38 134 72 124 100');
    pen.stitch('M105.4 10C101.4 38 103.4 70 112 98M134.6 10C138.6 38 136.6 70 128 98');
    pen.fold('M92 50C96 70 104 84 114 94', -8, 0.4);
  }
}
