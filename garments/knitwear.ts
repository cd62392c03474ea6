import { drawBackFolds, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

const CUT: TorsoCut = {
  neck: [97, 30],
  nape: 34,
  shoulder: [65, 44],
  underarm: [70, 102],
  waist: [69, 168],
  hem: [73, 228],
  hemDrop: 4,
  cuffOuter: [23, 204],
  cuffInner: [43, 210],
};

const cutKnit = (pen: Pen): Torso => cutTorso(tailor(pen, { ...CUT, raglan: pen.has('saddle-shoulder') }));

function knitEnds(pen: Pen, cut: Torso): void {
  const trim = pen.accent;
  const cuff = cutCuff(cut, 15, 0);
  pen.both(() => {
    pen.piece(cuff.shape, pen.round([23, 198, 45, 203], trim), trim, 1);
    pen.ribs(cutCuff(cut, 7).seam, 13, trim);
    pen.fold('M38 158C43 168 43 178 38 190', 6, 0.5);
    pen.fold('M48 94C55 108 56 122 49 138', 8, 0.4);
    if (!cut.raglan)
      pen.stitch(
        `M${cut.shoulder[0] + 1} 47C${cut.shoulder[0] + 9} 62 ${cut.shoulder[0] + 13} 84 ${cut.underarm[0] + 2} ${cut.underarm[1] - 1}`,
      );
  });
  const [x, y] = cut.hem;
  const right = 240 - x;
  pen.piece(
    `M${x - 0.8} ${y - 17}C${x + 15} ${y - 12} ${right - 15} ${y - 12} ${right + 0.8} ${y - 17}L${right} ${y}C${right - 17} ${y + 5} ${x + 17} ${y + 5} ${x} ${y}Z`,
    pen.round(undefined, trim),
    trim,
    1,
  );
  pen.ribs(`M${x + 2} ${y - 7.6}C${x + 17} ${y - 3.5} ${right - 17} ${y - 3.5} ${right - 2} ${y - 7.6}`, 16, trim);
}

function backNeck(pen: Pen): void {
  const trim = pen.accent;
  pen.piece('M95 31L99.5 28C108 32.5 132 32.5 140.5 28L145 31C137 41 103 41 95 31Z', pen.round(undefined, trim), trim, 1.1);
  pen.ribs('M98 30C108 36.5 132 36.5 142 30', 5, trim);
  drawBackFolds(pen);
}

function vNeck(pen: Pen): void {
  const trim = pen.accent;
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
}

function crewNeck(pen: Pen): void {
  const trim = pen.accent;
  pen.fill('M99 28C108 32 132 32 141 28C139 43 130 50 120 50C110 50 101 43 99 28Z', pen.main.inside);
  pen.line('M100 34C108 38.4 132 38.4 140 34', pen.main.seam, 0.9);
  pen.fold('M94 33C96 52 107 61 120 61C133 61 144 52 146 33', -7, 0.45);
  pen.piece(
    'M95 31L99.5 28C101 42 110 50 120 50C130 50 139 42 140.5 28L145 31C143 50 132 59 120 59C108 59 97 50 95 31Z',
    pen.round(undefined, trim),
    trim,
    1.1,
  );
  pen.ribs('M97.4 30C99.4 46 109 54.6 120 54.6C131 54.6 140.6 46 142.6 30', 7, trim);
}

/** A collar turned over once, the same from either side. */
function rollNeck(pen: Pen): void {
  const trim = pen.accent;
  pen.fill('M100 16C108 12 132 12 140 16C134 21 106 21 100 16Z', pen.main.inside);
  pen.piece(
    'M94 35C96 28 97 20 99 15C106 20 134 20 141 15C143 20 144 28 146 35C140 44 131 47 120 47C109 47 100 44 94 35Z',
    pen.round([94, 0, 146, 0], trim),
    trim,
    1.3,
  );
  pen.ribs('M97 25C107 33 133 33 143 25', 23, trim);
}

/** A jumper. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawJumper(pen: Pen): void {
  const cut = cutKnit(pen);
  fillTorso(pen, cut);
  knitEnds(pen, cut);
  if (pen.isFront) {
    if (pen.has('crew-neck')) crewNeck(pen);
    else if (!pen.has('roll-neck')) vNeck(pen);
    pen.fold('M88 76C96 98 94 128 87 154', -10, 0.35);
    pen.fold('M156 88C148 110 149 138 156 164', 10, 0.3);
  } else {
    backNeck(pen);
  }
  pen.outline(cut.silhouette);
  if (pen.has('roll-neck')) rollNeck(pen);
}

/** A cardigan. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCardigan(pen: Pen): void {
  const trim = pen.accent;
  const cut = cutKnit(pen);
  fillTorso(pen, cut);
  knitEnds(pen, cut);
  if (pen.isFront) {
    pen.fill('M99 28C108 32 132 32 141 28C137 60 129 92 120 110C111 92 103 60 99 28Z', pen.main.inside);
    pen.line('M101 34.5C109 39 131 39 139 34.5', pen.main.seam, 0.9);
    const drawPockets = () => {
      pen.fold('M84 176L84 196L107 196L107 176', -4, 0.4);
      pen.piece('M83 168L106 168L106 194L83 194Z', pen.round(), pen.main, 1);
      pen.line('M83 174L106 174', pen.main.seam, 0.9);
      pen.ribs('M83 171L106 171', 5, pen.main);
    };
    if (pen.has('two-pockets')) pen.both(drawPockets);
    const end = cut.hem[1] + 3.6;
    pen.piece(
      `M145 31L140.5 28C136 62 126 96 115 116L115 ${end}L125 ${end}L125 120C136 98 143 64 145 31Z`,
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.ribs('M142.5 30C139 62 130 96 120 118', 8, trim);
    pen.piece(
      `M95 31L99.5 28C104 62 114 96 125 116L125 ${end}L115 ${end}L115 120C104 98 97 64 95 31Z`,
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.ribs(`M97.5 30C101 62 110 96 120 118L120 ${end - 0.6}`, 8, trim);
    const count = pen.has('six-buttons') ? 6 : 5;
    for (let i = 0; i < count; i++) pen.button(120, 123 + ((end - 132) * i) / (count - 1), 2.9);
  } else {
    backNeck(pen);
  }
  pen.outline(cut.silhouette);
}
