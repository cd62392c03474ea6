import { drawBackFolds, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { cutCuff, cutTorso } from './torso.ts';

/** The cut shared by sweatshirt and hoodie. */
const sweatTop = cutTorso({
  neck: [94, 31],
  nape: 35,
  shoulder: [60, 45],
  underarm: [66, 104],
  waist: [62, 184],
  hem: [69, 233],
  hemDrop: 4,
  cuffOuter: [20, 206],
  cuffInner: [41, 212],
});

/** Ribbed hem and cuffs with the cloth gathered above them. */
function ribbedEnds(pen: Pen): void {
  const trim = pen.accent;
  const cuff = cutCuff(sweatTop, 17, 0);
  pen.both(() => {
    pen.fold('M36 160C41 168 42 178 36 190', 6, 0.5);
    pen.fold('M46 96C53 110 54 124 47 140', 8, 0.4);
    pen.piece(cuff.shape, pen.round([20, 200, 43, 205], trim), trim, 1);
    pen.ribs('M23 198.4Q31.6 202.4 41 203.4', 15, trim);
    pen.stitch('M24 186.5Q33 191 43.6 192.6');
    pen.fold('M74 208C80 198 84 188 82 176', -6, 0.4);
  });
  pen.piece('M67.6 216C84 221 156 221 172.4 216L171 233C153 238 87 238 69 233Z', pen.round(undefined, trim), trim, 1);
  pen.ribs('M70.5 225.4C87 229.5 153 229.5 169.5 225.4', 16, trim);
  pen.stitch('M66 213.5C84 218.5 156 218.5 174 213.5');
}

/** A sweatshirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawSweatshirt(pen: Pen): void {
  const trim = pen.accent;
  fillTorso(pen, sweatTop);
  ribbedEnds(pen);
  if (pen.isFront) {
    pen.fill('M98 29C107 33 133 33 142 29C140 44 131 52 120 52C109 52 100 44 98 29Z', pen.main.inside);
    pen.line('M99 35.5C107 40 133 40 141 35.5', pen.main.seam, 0.9);
    pen.fold('M90 33C93 55 106 65 120 65C134 65 147 55 150 33', -8, 0.5);
    pen.piece(
      'M91 32L98 28.8C99 44 109 52 120 52C131 52 141 44 142 28.8L149 32C147 54 134 64.5 120 64.5C106 64.5 93 54 91 32Z',
      pen.round(undefined, trim),
      trim,
      1.1,
    );
    pen.ribs('M95 31C97 49 108 58.5 120 58.5C132 58.5 143 49 145 31', 9, trim);
    pen.stitch('M89.5 34C92 56 106 67 120 67C134 67 148 56 150.5 34');
    pen.stitch('M111 67L120 81L129 67');
    pen.fold('M86 74C95 98 93 128 85 156', -11, 0.35);
    pen.fold('M158 86C149 110 150 138 158 164', 10, 0.3);
  } else {
    pen.piece('M91 32L98 28.8C107 33.5 133 33.5 142 28.8L149 32C139 43 101 43 91 32Z', pen.round(undefined, trim), trim, 1.1);
    pen.ribs('M94.5 31C106 38.5 134 38.5 145.5 31', 6, trim);
    pen.stitch('M89.5 34.5C101 46 139 46 150.5 34.5');
    drawBackFolds(pen);
  }
  pen.outline(sweatTop.silhouette);
}

/** A hooded sweatshirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHoodie(pen: Pen): void {
  const lining = pen.accent;
  fillTorso(pen, sweatTop);
  ribbedEnds(pen);
  if (pen.isFront) {
    pen.fold('M78 216L96 160L144 160L162 216', -6, 0.4);
    pen.piece('M92 156L148 156L160 184L164 217.5Q120 222 76 217.5L80 184Z', pen.round(), pen.main, 1.1);
    pen.stitch('M90 160L79 185.5L76.5 214M150 160L161 185.5L163.5 214M93 158.6L147 158.6');
    pen.outline(sweatTop.silhouette);
    pen.piece(
      'M86 44C80 28 92 12 120 12C148 12 160 28 154 44C150 60 134 72 120 78C106 72 90 60 86 44Z',
      pen.round(),
      pen.main,
      1.5,
    );
    pen.piece(
      'M97 40C94 28 104 20 120 20C136 20 146 28 143 40C139 54 130 64 120 72C110 64 101 54 97 40Z',
      pen.turn([120, 20, 120, 70], lining.inside, lining.deep),
      lining,
      1,
    );
    pen.seam('M120 12C120 15 120 17 120 20');
    pen.stitch('M93 41C89 26 101 16 120 16C139 16 151 26 147 41C143 56 131 67 120 75C109 67 97 56 93 41');
    pen.both(() => {
      pen.stud(106, 62, 1.8);
      pen.cord('M106 62C104 78 107 90 105 106', 1.6, pen.main, pen.main.button);
    });
  } else {
    drawBackFolds(pen);
    pen.outline(sweatTop.silhouette);
    pen.fill('M88 46C86 74 104 99 120 105C136 99 154 74 152 46Z', pen.main.shadow, 0.2);
    pen.piece(
      'M88 40C84 22 98 12 120 12C142 12 156 22 152 40C152 66 138 88 120 98C102 88 88 66 88 40Z',
      pen.round(),
      pen.main,
      1.5,
    );
    pen.seam('M120 12C121 40 121 70 120 98');
    pen.stitch('M117 13C118 40 118 70 117 95M123 13C124 40 124 70 123 95');
    pen.fold('M96 40C98 62 106 78 116 90', -9, 0.5);
    pen.fold('M146 36C142 58 136 72 126 84', 8, 0.4);
  }
}
