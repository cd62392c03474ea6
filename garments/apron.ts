import { closeWithMirror } from './path.ts';
import type { Pen } from './pen.ts';

const BIB = closeWithMirror('M120 56L90 56C90 80 84 104 58 116C56 156 56 198 58 236Q90 243 120 243');
const WAIST = closeWithMirror('M120 44Q86 44 56 40C50 90 50 180 52 232Q86 240 120 240');
const SHORT = closeWithMirror('M120 76Q84 76 50 72C45 104 44 148 47 178Q84 186 120 186');

function strap(pen: Pen, d: string, width = 7): void {
  const cloth = pen.accent;
  pen.cord(d, width, cloth);
  pen.stitch(d, cloth);
}

const insideOf = (cloth: Pen['main']) => ({ ...cloth, base: cloth.under, light: cloth.base });

/** The cloth of the inside, seen from behind. */
const clothOf = (pen: Pen) => (pen.isFront ? pen.main : insideOf(pen.main));

/** A wide pocket across the front, divided once or twice. */
function pocket(pen: Pen, left: number, top: number, bottom: number): void {
  const right = 240 - left;
  pen.fold(`M${left + 1} ${top + 6}L${left + 1} ${bottom + 2}L${right - 1} ${bottom + 2}`, -5, 0.4);
  pen.piece(
    `M${left} ${top}L${right} ${top}L${right} ${bottom - 6}Q${right} ${bottom} ${right - 6} ${bottom}L${left + 6} ${bottom}Q${left} ${bottom} ${left} ${bottom - 6}Z`,
    pen.round(undefined, pen.accent),
    pen.accent,
    1.1,
  );
  pen.stitch(
    `M${left + 2.4} ${top + 6}L${right - 2.4} ${top + 6}M${left + 2.4} ${top + 3}L${left + 2.4} ${bottom - 7}Q${left + 2.4} ${bottom - 2.4} ${left + 6.6} ${bottom - 2.4}L${right - 6.6} ${bottom - 2.4}Q${right - 2.4} ${bottom - 2.4} ${right - 2.4} ${bottom - 7}L${right - 2.4} ${top + 3}`,
    pen.accent,
  );
  const third = (right - left) / 3;
  const seams = pen.has('three-pockets') ? [left + third, right - third] : pen.has('riveted-pockets') ? [] : [120];
  for (const x of seams) pen.seam(`M${x} ${top + 6}L${x} ${bottom}`, pen.accent);
  if (pen.has('three-pockets') && pen.has('short-waist-apron')) pen.stud(120, top + 9, 2);
  if (pen.has('riveted-pockets')) {
    for (const x of [left + 4, right - 4]) for (const y of [top + 4, bottom - 7]) pen.stud(x, y, 1.8);
  }
}

/** The ties brought round and knotted behind, at this height. */
function bow(pen: Pen, left: number, y: number): void {
  strap(pen, `M${left} ${y - 11}C78 ${y - 2} 98 ${y + 1} 118 ${y}`, 5.5);
  strap(pen, `M${240 - left} ${y - 11}C162 ${y - 2} 142 ${y + 1} 122 ${y}`, 5.5);
  strap(pen, `M119 ${y + 2}C114 ${y + 20} 110 ${y + 36} 104 ${y + 54}`, 5.5);
  strap(pen, `M121 ${y + 2}C126 ${y + 20} 128 ${y + 38} 136 ${y + 58}`, 5.5);
  strap(pen, `M119 ${y}C106 ${y - 14} 92 ${y - 14} 90 ${y - 4}C89 ${y + 6} 104 ${y + 8} 119 ${y + 1}`, 5);
  strap(pen, `M121 ${y}C134 ${y - 14} 148 ${y - 14} 150 ${y - 4}C151 ${y + 6} 136 ${y + 8} 121 ${y + 1}`, 5);
  pen.piece(
    `M114.6 ${y - 5}Q120 ${y - 7} 125.4 ${y - 5}L126 ${y + 5.6}Q120 ${y + 7.6} 114 ${y + 5.6}Z`,
    pen.accent.under,
    pen.accent,
    1.2,
  );
}

function bib(pen: Pen): void {
  const isCrossed = pen.has('crossed-straps');
  if (!isCrossed) strap(pen, 'M95 58C90 34 98 16 120 16C142 16 150 34 145 58');
  else if (pen.isFront) {
    // They cross behind, and are seen from inside there.
    pen.cord('M132 14C124 22 106 46 98 68', 8, insideOf(pen.accent));
    pen.cord('M108 14C116 22 134 46 142 68', 8, insideOf(pen.accent));
    strap(pen, 'M95 58C92 40 98 24 108 14', 8);
    strap(pen, 'M145 58C148 40 142 24 132 14', 8);
  }
  if (pen.isFront && !isCrossed) {
    strap(pen, 'M60 119C44 124 30 132 24 146C20 158 24 170 20 184', 5);
    strap(pen, 'M180 119C196 124 210 132 216 146C220 158 216 170 220 184', 5);
  }
  pen.shadow(BIB);
  pen.fill(BIB, pen.round(undefined, clothOf(pen)));
  pen.fold('M88 100C98 130 98 180 88 236', -13, 0.35);
  pen.fold('M150 84C142 124 144 178 156 238', 13, 0.35);
  pen.sheen('M112 150C106 180 106 208 110 236', -14, 0.7);
  pen.fold('M74 128C84 136 94 140 106 138', -7, 0.3);
  pen.outline(BIB);
  const edging =
    'M62.4 119.4C60.6 158 60.6 198 62.4 232.6Q90 238.6 120 238.6Q150 238.6 177.6 232.6C179.4 198 179.4 158 177.6 119.4';
  pen.both(() => pen.stitch('M94 62C94 84 87 108 62 119.4'));
  if (pen.isFront) {
    pen.stitch(edging);
    pen.seam('M90 63.4L150 63.4');
    pen.stitch('M90 61L150 61');
    if (pen.has('riveted-pockets')) pocket(pen, 84, 150, 206);
    else pocket(pen, 75, 146, 196);
    pen.both(() => {
      pen.piece('M91 56L99 56L99 66L91 66Z', pen.accent.under, pen.accent, 1);
      if (pen.has('riveted-pockets')) pen.stud(95, 61, 1.7);
    });
    return;
  }
  pen.line(edging, pen.main.seam, 1);
  pen.line('M90 64.5L150 64.5', pen.main.seam, 1);
  pen.both(() => pen.piece('M91 56L99 56L99 72L91 72Z', pen.accent.under, pen.accent, 1));
  if (isCrossed) {
    strap(pen, 'M95 60C90 34 96 20 108 14C134 46 160 84 176 122', 8);
    strap(pen, 'M145 60C150 34 144 20 132 14C106 46 80 84 64 122', 8);
    pen.both(() => pen.stud(66, 121, 2));
    return;
  }
  pen.line('M139.4 37L149.4 36L150 45L140 46ZM140 41.6L149.6 40.6', '#a7adb2', 1.6);
  bow(pen, 60, 130);
}

/** An apron that begins at the waist, to the calf or to the thigh. */
function waistApron(pen: Pen): void {
  const isShort = pen.has('short-waist-apron');
  const silhouette = isShort ? SHORT : WAIST;
  const [left, top, bottom] = isShort ? [50, 72, 182] : [56, 40, 236];
  if (isShort) pen.frame(1.08, 0, 0);
  if (pen.isFront) {
    strap(pen, `M${left} ${top + 6}C${left - 20} ${top + 14} ${left - 30} ${top + 34} ${left - 26} ${top + 70}`, 5);
    strap(pen, `M${240 - left} ${top + 6}C${260 - left} ${top + 14} ${270 - left} ${top + 34} ${266 - left} ${top + 70}`, 5);
  }
  pen.shadow(silhouette);
  pen.fill(silhouette, pen.round(undefined, clothOf(pen)));
  pen.fold(`M${left + 26} ${top + 20}C${left + 36} ${top + 50} ${left + 36} ${bottom - 40} ${left + 24} ${bottom}`, -13, 0.35);
  pen.fold(`M152 ${top + 20}C146 ${top + 56} 148 ${bottom - 40} 158 ${bottom}`, 13, 0.3);
  pen.stitch(`M${left} ${bottom - 6}Q86 ${bottom + 1} 120 ${bottom + 1}Q154 ${bottom + 1} ${240 - left} ${bottom - 6}`);
  pen.outline(silhouette);
  pen.piece(
    `M${left} ${top}Q86 ${top + 4} 120 ${top + 4}Q154 ${top + 4} ${240 - left} ${top}L${240 - left} ${top + 12}Q154 ${top + 16} 120 ${top + 16}Q86 ${top + 16} ${left} ${top + 12}Z`,
    pen.round(undefined, pen.accent),
    pen.accent,
    1.1,
  );
  pen.stitch(
    `M${left + 2} ${top + 9.6}Q86 ${top + 13.6} 120 ${top + 13.6}Q154 ${top + 13.6} ${238 - left} ${top + 9.6}`,
    pen.accent,
  );
  if (!pen.isFront) {
    bow(pen, left, top + 12);
    return;
  }
  if (pen.has('front-slit')) {
    pen.fill(`M120 150L120 ${bottom + 4}L129 ${bottom + 3}L123 150Z`, pen.main.inside);
    pen.fold(`M120 148L119 ${bottom + 2}`, -8, 0.8);
    pen.seam(`M120 148L119 ${bottom + 4}`, pen.main, 1.3);
    pen.line('M116 148L124 148', pen.main.seam, 1.2);
  }
  if (isShort) pocket(pen, 60, 102, 172);
  else pocket(pen, 76, 76, 126);
}

/** An apron with or without a bib. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawApron(pen: Pen): void {
  if (pen.has('waist-apron') || pen.has('short-waist-apron')) waistApron(pen);
  else bib(pen);
}
