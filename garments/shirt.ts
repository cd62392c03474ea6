import { drawBackFolds, drawHemStitch, drawYokeSeam, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { drawShirtCollar, drawShirtCollarBehind } from './shirt-collar.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const LONG: TorsoCut = {
  neck: [98, 31],
  nape: 34,
  shoulder: [63, 44],
  underarm: [69, 102],
  waist: [71, 160],
  hem: [68, 222],
  hemDrop: 16,
  cuffOuter: [18, 203],
  cuffInner: [42, 211],
};

const SHORT: TorsoCut = {
  neck: [97, 31],
  nape: 34,
  shoulder: [58, 45],
  underarm: [63, 104],
  waist: [65, 162],
  hem: [62, 222],
  hemDrop: 15,
  cuffOuter: [16, 118],
  cuffInner: [54, 136],
};

const cutShirt = (pen: Pen, cut: TorsoCut): Torso =>
  cutTorso(tailor(pen, pen.has('straight-hem') ? { ...cut, hem: [cut.hem[0], 230], hemDrop: 2 } : cut));

/** A chest pocket, of the wearer's left; with a flap when both sides have one. */
function chestPocket(pen: Pen, hasFlap: boolean): void {
  pen.fold('M138 120L150 127L163 119', -4, 0.5);
  pen.piece('M137 92L163 92L163 118L150 125L137 118Z', pen.round(), pen.main, 1);
  if (hasFlap) {
    pen.seam('M150 98L150 124.4', pen.main, 0.8);
    pen.piece(
      'M135.6 88L164.4 88L164.4 96L150 103L135.6 96Z',
      pen.turn([0, 88, 0, 103], pen.main.light, pen.main.under),
      pen.main,
      1,
    );
    pen.stitch('M138 90.4L138 95L150 100.4L162 95L162 90.4');
    if (pen.has('press-studs')) pen.stud(150, 98, 1.9);
    else pen.button(150, 97.4, 2);
    return;
  }
  pen.line('M137 97.5L163 97.5', pen.main.seam, 0.9);
  pen.stitch('M139 99.5L139 117L150 122.6L161 117L161 99.5');
}

function fastening(pen: Pen, bottom: number): void {
  const end = bottom - 0.4;
  if (pen.has('concealed-placket')) {
    pen.fold(`M113.5 58L113.5 ${end - 1}`, -7, 0.4);
    pen.seam(`M113.5 56L113.5 ${end}`);
    pen.stitch(`M127 58L127 ${end}`);
    return;
  }
  pen.fold(`M113.5 58L113.5 ${end - 1}`, -7, 0.35);
  pen.seam(`M113.5 56L113.5 ${end}M126.5 56L126.5 ${end}`);
  pen.stitch(`M115.6 58L115.6 ${end}M124.4 58L124.4 ${end}`);
  for (const y of [76, 102, 128, 154, 180, 206]) {
    if (pen.has('camp-collar') && y === 76) continue;
    if (pen.has('press-studs')) pen.stud(120, y, 2.7);
    else pen.button(120, y, 2.4);
  }
}

function epaulette(pen: Pen, { shoulder: [x, y] }: Torso): void {
  pen.fold(`M${x + 3} ${y + 5}L91 39`, 5, 0.5);
  pen.piece(
    `M${x + 1.6} ${y + 3.4}L${x + 6} ${y - 6}Q78 33.6 86 31L90.6 35L88.6 41Q78 42 ${x + 1.6} ${y + 3.4}Z`,
    pen.main.under,
    pen.main,
    1.1,
  );
  pen.button(85.6, 36.6, 1.9);
}

function shirtFront(pen: Pen, torso: Torso): void {
  fastening(pen, torso.hem[1] + torso.hemDrop);
  const hasTwo = pen.has('two-chest-pockets');
  if (hasTwo) pen.both(() => chestPocket(pen, true));
  else if (pen.has('chest-pocket')) chestPocket(pen, false);
  pen.fold('M86 72C95 96 93 126 86 152', -10, 0.35);
}

function shirtBack(pen: Pen, torso: Torso): void {
  drawBackFolds(pen);
  drawYokeSeam(pen, torso, 67, 4);
  if (pen.has('pleats')) {
    pen.both(() => {
      pen.fold('M92 72C91 104 92 140 94 176', -8, 0.5);
      pen.seam('M92 70.6L92.8 124M98 71L98.4 112');
    });
    return;
  }
  if (pen.has('slim') || pen.has('womens') || pen.has('darts')) {
    pen.both(() => {
      pen.seam('M98 112C101 132 101 172 97 204');
      pen.fold('M98 112C101 132 101 172 97 204', -6, 0.4);
    });
    return;
  }
  pen.fold('M114 74C113 110 114 150 115 190', -8, 0.5);
  pen.fold('M126 74C127 110 126 150 125 190', 8, 0.5);
  pen.seam('M114 72.5L114.6 150M126 72.5L125.4 150');
  pen.line('M117.5 72L117.5 82L122.5 82L122.5 72', pen.main.seam, 1);
}

function drawShirtCut(pen: Pen, torso: Torso, sleeves: () => void): void {
  fillTorso(pen, torso);
  pen.both(sleeves);
  drawHemStitch(pen, torso, 4);
  if (pen.has('straight-hem')) {
    const [x, y] = torso.hem;
    pen.both(() => pen.line(`M${x + 0.6} ${y - 18}L${x + 5} ${y - 18}L${x + 5} ${y}`, pen.main.seam, 0.9));
  }
  if (pen.isFront) {
    if (!pen.has('epaulettes')) pen.both(() => pen.seam('M98 31Q84 40 66 49', pen.main, 0.9));
    shirtFront(pen, torso);
    pen.outline(torso.silhouette);
    if (pen.has('epaulettes')) pen.both(() => epaulette(pen, torso));
    drawShirtCollar(pen);
  } else {
    shirtBack(pen, torso);
    pen.outline(torso.silhouette);
    if (pen.has('epaulettes')) pen.both(() => epaulette(pen, torso));
    drawShirtCollarBehind(pen);
  }
}

/** A long-sleeved shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShirt(pen: Pen): void {
  const torso = cutShirt(pen, LONG);
  const cuff = cutCuff(torso, 19, 0.8);
  drawShirtCut(pen, torso, () => {
    pen.fold('M34 150C38 160 40 172 34 186', 6, 0.5);
    pen.fold('M44 96C50 108 52 120 46 134', 7, 0.4);
    pen.piece(cuff.shape, pen.round([18, 196, 44, 202], pen.accent), pen.accent, 1.1);
    pen.stitch(`${cutCuff(torso, 17, 0.4).seam}${cutCuff(torso, 2.6, 0).seam}`, pen.accent);
    if (pen.has('roll-up-tab') && pen.isFront) {
      pen.fold('M47 104L42 134', -4, 0.4);
      pen.piece('M45 104L51 105.4L47.4 130L44.4 134L40.8 129Z', pen.main.under, pen.main, 1);
      pen.button(44.8, 128.4, 1.8);
    }
    if (pen.isFront) return;
    pen.seam('M36 190L40 168');
    pen.button(37, 199.5, 2.2);
  });
}

/** A short-sleeved shirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShortSleeveShirt(pen: Pen): void {
  const torso = cutShirt(pen, SHORT);
  drawShirtCut(pen, torso, () => {
    pen.seam(cutCuff(torso, 10).seam);
    pen.stitch(cutCuff(torso, 12).seam);
  });
}
