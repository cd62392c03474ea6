import { drawHemStitch, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { drawShirtCollar, drawShirtCollarBehind } from './shirt-collar.ts';
import { cutCuff, cutTorso, type TorsoCut } from './torso.ts';

const CUT: TorsoCut = {
  neck: [100, 31],
  nape: 34,
  shoulder: [70, 43],
  underarm: [76, 98],
  waist: [84, 146],
  hem: [74, 222],
  hemDrop: 9,
  cuffOuter: [24, 198],
  cuffInner: [47, 205],
};
const THREE_QUARTER: TorsoCut = { ...CUT, cuffOuter: [28, 166], cuffInner: [52, 174] };
const SHORT: TorsoCut = { ...CUT, cuffOuter: [33, 104], cuffInner: [66, 119] };

/** An open collar that runs into a V. */
function openCollar(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M101 26C108 20 132 20 139 26C138 48 128 70 120 84C112 70 102 48 101 26Z', pen.main.inside);
  pen.line('M103 30C110 35 130 35 137 30', pen.main.seam, 0.9);
  pen.both(() => {
    pen.fill('M89 42L94 64L106 62L121 88L120 80Z', pen.main.shadow, 0.2);
    pen.piece(
      'M101 25C96 28 92 33 90 39L94.5 61L106 58C110 68 115 77 120 84C117 66 105 46 101 25Z',
      pen.turn([94, 36, 112, 62], cloth.base, cloth.under),
      cloth,
      1.2,
    );
    pen.line('M92 39.5L96 58.5L105.5 56', cloth.seam, 0.8);
  });
}

/** A band round the neck whose ends are tied in a soft bow and hang down. */
function tieNeck(pen: Pen): void {
  const cloth = pen.accent;
  pen.fill('M101 25C108 19 132 19 139 25C137 36 130 46 120 54C110 46 103 36 101 25Z', pen.main.inside);
  pen.line('M103 29C110 34 130 34 137 29', pen.main.seam, 0.9);
  pen.both(() =>
    pen.piece(
      'M101 24C97 26 94.6 30 94 34C98 46 108 56 118 61L121 54C111 47 104 38 101 24Z',
      pen.turn([95, 28, 120, 58], cloth.base, cloth.under),
      cloth,
      1.1,
    ),
  );
  pen.fold('M118 62C112 86 106 108 101 132', -7, 0.5);
  pen.piece(
    'M119 60C113 82 106 106 98 130L112 138C117 112 121 86 123 62Z',
    pen.turn([100, 0, 124, 0], cloth.base, cloth.under),
    cloth,
    1.1,
  );
  pen.piece(
    'M119 61C122 84 127 104 134 124L147 117C138 98 129 80 124 60Z',
    pen.turn([118, 0, 146, 0], cloth.light, cloth.under),
    cloth,
    1.1,
  );
  pen.piece('M120 58C110 48 96 50 93 60C92 70 106 72 120 64Z', pen.turn([0, 48, 0, 72], cloth.light, cloth.under), cloth, 1.1);
  pen.piece('M120 58C130 48 144 50 147 60C148 70 134 72 120 64Z', pen.turn([0, 48, 0, 72], cloth.light, cloth.under), cloth, 1.1);
  pen.seam('M118 60C110 58 103 58 98 61M122 60C130 58 137 58 142 61', cloth, 0.9);
  pen.piece('M115.6 56.6Q120 54.6 124.4 56.6L124.8 65.4Q120 67.6 115.2 65.4Z', cloth.under, cloth, 1.1);
}

function shaping(pen: Pen): void {
  if (pen.has('gathered-shoulders')) {
    for (const x of [78, 83, 88]) pen.seam(`M${x} ${46.5 - (x - 78) * 0.55}L${x + 2} ${64 - (x - 78) * 0.3}`, pen.main, 0.9);
    pen.fold('M84 62C90 92 90 122 88 150', -10, 0.35);
  } else if (pen.has('bust-darts')) {
    pen.seam('M77.4 112L98 102');
    pen.fold('M77.4 112L98 102', 5, 0.4);
    pen.seam('M98 132C100 150 99 172 96 192');
    pen.fold('M98 132C100 150 99 172 96 192', -6, 0.4);
  } else {
    pen.seam('M79 80C92 96 97 122 96 148C95 180 92 206 90 225');
    pen.sheen('M81 84C93 100 98 122 97 146', -7, 0.7);
  }
  pen.fold('M86 144C92 152 96 154 102 154', 5, 0.4);
}

/** A fitted blouse. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBlouse(pen: Pen): void {
  const pattern = pen.has('three-quarter-sleeves') ? THREE_QUARTER : pen.has('short-sleeves') ? SHORT : CUT;
  const cut = cutTorso(pattern);
  const cuff = cutCuff(cut, pattern === CUT ? 17 : 13, pattern === SHORT ? 0 : 1);
  fillTorso(pen, cut);
  pen.both(() => {
    if (pattern !== SHORT) pen.fold('M52 96C58 106 60 120 54 134', 7, 0.5);
    pen.piece(cuff.shape, pen.round([pattern.cuffOuter[0], 162, pattern.cuffInner[0] + 2, 168], pen.accent), pen.accent, 1.1);
    if (pattern === THREE_QUARTER) pen.seam('M47 160L45.5 171');
    if (pattern === CUT) for (const y of [190, 195, 200]) pen.button(44.4 - (y - 190) * 0.1, y, 1.3, pen.accent);
    shaping(pen);
  });
  drawHemStitch(pen, cut, 4.5);
  if (pen.isFront) {
    pen.seam('M120 84L120 231');
    pen.stitch('M113 86L113 230.6');
    const isClosed = pen.has('button-down');
    if (isClosed) pen.seam('M120 60L120 84');
    for (const y of [...(isClosed ? [72] : []), 92, 116, 140, 164, 188, 212]) pen.button(120, y, 2.2);
    pen.outline(cut.silhouette);
    if (isClosed) drawShirtCollar(pen);
    else if (pen.has('tie-neck')) tieNeck(pen);
    else openCollar(pen);
  } else {
    pen.seam('M120 46L120 231');
    pen.fold('M120 110C112 130 110 160 118 200', -9, 0.35);
    pen.outline(cut.silhouette);
    drawShirtCollarBehind(pen);
  }
}
