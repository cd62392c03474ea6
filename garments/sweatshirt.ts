import { drawStandCollar } from './collar.ts';
import { drawBackFolds, fillTorso } from './fill.ts';
import type { Pen } from './pen.ts';
import { drawTapedTorso } from './reflective.ts';
import { cutCuff, cutTorso, type Torso, type TorsoCut, tailor } from './torso.ts';

/** The cut shared by sweatshirt and hoodie. */
const CUT: TorsoCut = {
  neck: [94, 31],
  nape: 35,
  shoulder: [60, 45],
  underarm: [66, 104],
  waist: [62, 184],
  hem: [69, 233],
  hemDrop: 4,
  cuffOuter: [20, 206],
  cuffInner: [41, 212],
};

const cutSweat = (pen: Pen): Torso => cutTorso(tailor(pen, CUT));

/** Ribbed hem and cuffs with the cloth gathered above them. */
function ribbedEnds(pen: Pen, torso: Torso): void {
  const trim = pen.accent;
  const cuff = cutCuff(torso, 17, 0);
  const [x, y] = torso.hem;
  const right = 240 - x;
  pen.both(() => {
    pen.fold('M36 160C41 168 42 178 36 190', 6, 0.5);
    pen.fold('M46 96C53 110 54 124 47 140', 8, 0.4);
    pen.piece(cuff.shape, pen.round([20, 200, 43, 205], trim), trim, 1);
    pen.ribs(cutCuff(torso, 8).seam, 15, trim);
    pen.stitch(cutCuff(torso, 20, 0).seam);
    pen.fold(`M${x + 5} ${y - 25}C${x + 11} ${y - 35} ${x + 15} ${y - 45} ${x + 13} ${y - 57}`, -6, 0.4);
  });
  pen.piece(
    `M${x - 1.4} ${y - 17}C${x + 15} ${y - 12} ${right - 15} ${y - 12} ${right + 1.4} ${y - 17}L${right} ${y}C${right - 18} ${y + 5} ${x + 18} ${y + 5} ${x} ${y}Z`,
    pen.round(undefined, trim),
    trim,
    1,
  );
  pen.ribs(`M${x + 1.5} ${y - 7.6}C${x + 15} ${y - 3.5} ${right - 15} ${y - 3.5} ${right - 1.5} ${y - 7.6}`, 16, trim);
  pen.stitch(`M${x - 3} ${y - 19.5}C${x + 15} ${y - 14.5} ${right - 15} ${y - 14.5} ${right + 3} ${y - 19.5}`);
}

function crewNeck(pen: Pen): void {
  const trim = pen.accent;
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
}

function crewNeckBehind(pen: Pen): void {
  const trim = pen.accent;
  pen.piece('M91 32L98 28.8C107 33.5 133 33.5 142 28.8L149 32C139 43 101 43 91 32Z', pen.round(undefined, trim), trim, 1.1);
  pen.ribs('M94.5 31C106 38.5 134 38.5 145.5 31', 6, trim);
  pen.stitch('M89.5 34.5C101 46 139 46 150.5 34.5');
}

/** A stand collar whose zip runs down to the chest. */
export function drawQuarterZip(pen: Pen, end: number): void {
  if (pen.isFront) {
    pen.zip(`M120 42L120 ${end}`, pen.accent, 4);
    pen.stitch(`M113 44L113 ${end + 4}L127 ${end + 4}L127 44`);
  }
  drawStandCollar(pen, pen.accent);
  if (!pen.isFront) return;
  pen.zip('M120 20L120 43', pen.accent, 4);
  pen.puller(120, 20, pen.accent);
}

/** The patch that protects an elbow, on the left sleeve. */
function elbowPatch(pen: Pen): void {
  pen.piece('M42 116C48 118 52 122 53 126L45 158C40 158 34 154 32 150C34 138 38 126 42 116Z', pen.main.under, pen.main, 1);
  pen.stitch('M43 119C47 121 49.6 123.4 50.4 126L43.6 155C40 154.6 36 152 34.6 149.4');
}

/** A sweatshirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawSweatshirt(pen: Pen): void {
  const torso = cutSweat(pen);
  const isZipped = pen.has('quarter-zip');
  fillTorso(pen, torso);
  if (pen.has('reinforced-elbows')) pen.both(() => pen.clip(torso.sleeve, () => elbowPatch(pen)));
  ribbedEnds(pen, torso);
  if (pen.has('reflective-tape')) drawTapedTorso(pen, torso, true);
  if (pen.isFront) {
    if (!isZipped) crewNeck(pen);
    pen.fold('M86 74C95 98 93 128 85 156', -11, 0.35);
    pen.fold('M158 86C149 110 150 138 158 164', 10, 0.3);
  } else {
    if (!isZipped) crewNeckBehind(pen);
    drawBackFolds(pen);
  }
  pen.outline(torso.silhouette);
  if (isZipped) drawQuarterZip(pen, 98);
}

/** The pocket for both hands; a zip cuts it in two. */
function pouch(pen: Pen, isCut: boolean): void {
  pen.fold('M78 216L96 160L144 160L162 216', -6, 0.4);
  pen.piece('M92 156L148 156L160 184L164 217.5Q120 222 76 217.5L80 184Z', pen.round(), pen.main, 1.1);
  pen.stitch('M90 160L79 185.5L76.5 214M150 160L161 185.5L163.5 214M93 158.6L147 158.6');
  if (isCut) pen.seam('M111 156L111 219.6M129 156L129 219.6');
}

/** The zip of a hoodie lies under a strip of cloth. */
function coveredZip(pen: Pen): void {
  pen.piece(
    'M114.6 72L125.4 72L125.4 236.6Q120 237.4 114.6 236.6Z',
    pen.turn([114, 0, 126, 0], pen.main.light, pen.main.under),
    pen.main,
    1.1,
  );
  pen.stitch('M117 76L117 236M123 76L123 236');
}

/** A hooded sweatshirt. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawHoodie(pen: Pen): void {
  const lining = pen.accent;
  const torso = cutSweat(pen);
  fillTorso(pen, torso);
  ribbedEnds(pen, torso);
  if (pen.isFront) {
    pouch(pen, pen.has('full-zip'));
    if (pen.has('full-zip')) coveredZip(pen);
    pen.outline(torso.silhouette);
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
    if (pen.has('full-zip')) pen.line('M120 72L120 80', pen.main.edge, 1.2);
    pen.seam('M120 12C120 15 120 17 120 20');
    pen.stitch('M93 41C89 26 101 16 120 16C139 16 151 26 147 41C143 56 131 67 120 75C109 67 97 56 93 41');
    if (pen.has('no-cords')) return;
    pen.both(() => {
      pen.stud(106, 62, 1.8);
      pen.cord('M106 62C104 78 107 90 105 106', 1.6, pen.main, pen.main.button);
    });
  } else {
    drawBackFolds(pen);
    pen.outline(torso.silhouette);
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
