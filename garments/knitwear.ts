import { drawBackFolds, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';

const cut = cutTorso({
  neck: [97, 30],
  nape: 34,
  shoulder: [65, 44],
  underarm: [70, 102],
  waist: [69, 168],
  hem: [73, 228],
  hemDrop: 4,
  cuffOuter: [23, 204],
  cuffInner: [43, 210],
});

function knitEnds(pen: Pen): void {
  const trim = pen.accent;
  const cuff = cutCuff(cut, 15, 0);
  pen.both(() => {
    pen.piece(cuff.shape, pen.round([23, 198, 45, 203], trim), trim, 1);
    pen.ribs('M25.6 197.2Q33.6 201 42.6 202.6', 13, trim);
    pen.fold('M38 158C43 168 43 178 38 190', 6, 0.5);
    pen.fold('M48 94C55 108 56 122 49 138', 8, 0.4);
    pen.stitch('M66 47C74 62 78 84 72 101');
  });
  pen.piece('M72.2 211C88 216 152 216 167.8 211L167 228C150 233 90 233 73 228Z', pen.round(undefined, trim), trim, 1);
  pen.ribs('M75 220.4C90 224.5 150 224.5 165.6 220.4', 16, trim);
}

function backNeck(pen: Pen): void {
  const trim = pen.accent;
  pen.piece('M95 31L99.5 28C108 32.5 132 32.5 140.5 28L145 31C137 41 103 41 95 31Z', pen.round(undefined, trim), trim, 1.1);
  pen.ribs('M98 30C108 36.5 132 36.5 142 30', 5, trim);
  drawBackFolds(pen);
}

/** A jumper. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawJumper(pen: Pen): void {
  const trim = pen.accent;
  fillTorso(pen, cut);
  knitEnds(pen);
  if (pen.isFront) {
    pen.fill('M99 28C108 32 132 32 141 28C136 51 128 71 120 84C112 71 104 51 99 28Z', pen.main.inside);
    pen.line('M101 34.5C109 39 131 39 139 34.5', pen.main.seam, 0.9);
    pen.fold('M93 34C99 58 110 80 120 94', 7, 0.4);
    pen.piece(
      'M95 31L99.5 28C104 50 112 70 120 82C128 70 136 50 140.5 28L145 31C140 56 130 78 120 92C110 78 100 56 95 31Z',
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.ribs('M97.5 30C102 53 111 73 120 86.5C129 73 138 53 142.5 30', 6.4, trim);
    pen.line('M120 82L120 92', trim.edge, 1);
    pen.fold('M88 76C96 98 94 128 87 154', -10, 0.35);
    pen.fold('M156 88C148 110 149 138 156 164', 10, 0.3);
  } else {
    backNeck(pen);
  }
  pen.outline(cut.silhouette);
}

/** A cardigan. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCardigan(pen: Pen): void {
  const trim = pen.accent;
  fillTorso(pen, cut);
  knitEnds(pen);
  if (pen.isFront) {
    pen.fill('M99 28C108 32 132 32 141 28C137 60 129 92 120 110C111 92 103 60 99 28Z', pen.main.inside);
    pen.line('M101 34.5C109 39 131 39 139 34.5', pen.main.seam, 0.9);
    pen.both(() => {
      pen.fold('M84 176L84 196L107 196L107 176', -4, 0.4);
      pen.piece('M83 168L106 168L106 194L83 194Z', pen.round(), pen.main, 1);
      pen.line('M83 174L106 174', pen.main.seam, 0.9);
      pen.ribs('M83 171L106 171', 5, pen.main);
    });
    pen.piece(
      'M145 31L140.5 28C136 62 126 96 115 116L115 231.6L125 231.6L125 120C136 98 143 64 145 31Z',
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.ribs('M142.5 30C139 62 130 96 120 118', 8, trim);
    pen.piece(
      'M95 31L99.5 28C104 62 114 96 125 116L125 231.6L115 231.6L115 120C104 98 97 64 95 31Z',
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.ribs('M97.5 30C101 62 110 96 120 118L120 231', 8, trim);
    for (const y of [126, 150, 174, 198, 222]) pen.button(120, y, 2.9);
  } else {
    backNeck(pen);
  }
  pen.outline(cut.silhouette);
}
