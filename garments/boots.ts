import { drawHeels, drawLaces } from './heels.ts';
import type { Pen } from './pen.ts';

const BOOT =
  'M24 194C18 178 26 164 44 158C66 150 92 142 104 126C112 112 118 92 120 64C121 56 124 50 130 49C152 46 180 46 200 48C205 49 207 54 207 60C206 84 204 104 208 128C212 148 216 172 215 194Z';

const TALL =
  'M24 194C18 178 26 164 44 158C70 150 98 142 110 122C118 104 120 70 120 34C140 28 182 28 200 34C202 78 202 104 208 128C212 148 216 172 215 194Z';
/** The shaft of a wellington ends below the knee. */
const WELLINGTON = TALL.replace('120 70 120 34C140 28 182 28 200 34', '120 50 120 -8C140 -14 182 -14 200 -8');
const SOLE =
  'M18 190Q120 195 219 190L221 214L212 214L209 219L172 219L166 209L160 213L148 213L144 209L132 209L128 213L116 213L112 209L100 209L96 213L84 213L80 209L68 209L64 213L52 213L48 209L30 209Q14 204 18 190Z';

function sole(pen: Pen, cloth = { fill: '#2c2e30', edge: '#17181a', line: '#5b5e61' }): void {
  pen.mark(`<path d="${SOLE}" fill="${cloth.fill}" stroke="${cloth.edge}" stroke-width="1.4"/>`);
  pen.line('M20 198Q120 203 220 198', cloth.line, 1.1);
}

/** The pair from behind: ankle boots, or tall ones without laces. */
export function drawBootBehind(pen: Pen): void {
  if (pen.has('wellington')) {
    pen.frame(0.92, 0, 14);
    const { inside, rim, edge } = pen.accent;
    drawHeels(pen, -8, true, { light: inside, dark: inside, edge: rim, line: edge });
    return;
  }
  const isTall = pen.has('rigger-boot');
  pen.frame(isTall ? 1.04 : 1.12, 0, isTall ? 4 : -8);
  drawHeels(pen, isTall ? 34 : 62, !isTall);
}

/** A laced ankle boot, with a cap over the toe that takes the scuffs. */
export function drawLacedBoot(pen: Pen): void {
  pen.ground(120, 213, 106);
  pen.fill('M130 49C146 40 186 40 200 48C186 54 146 55 130 49Z', pen.main.inside);
  pen.line('M130 49C146 40 186 40 200 48', pen.main.edge, 1.4);
  pen.fill(BOOT, pen.turn([0, 60, 0, 196], pen.main.light, pen.main.deep));
  pen.clip(BOOT, () => pen.fold('M206 60C202 92 202 120 210 190', 14, 0.45));
  pen.fold('M112 128C122 134 126 144 124 156', 9, 0.5);
  pen.fold('M178 124C190 130 200 130 208 126', -7, 0.5);
  pen.sheen('M152 70C150 96 150 116 156 132', -14, 0.7);
  if (pen.has('scuff-cap')) {
    pen.piece('M21 194C17 178 25 163 45 157C58 153.6 66 151 70 149C82 158 88 174 86 194Z', pen.accent.under, pen.accent, 1.3);
    pen.clip(BOOT, () => pen.line('M28 176C40 170 62 164 80 162M24 186C40 180 66 174 85 172', pen.accent.edge, 1.2));
  } else
    pen.piece(
      'M24 194C18 178 26 164 44 158C54 155 62 152 68 149C78 160 82 176 80 194Z',
      pen.turn([30, 156, 60, 194], pen.accent.light, pen.accent.under),
      pen.accent,
      1.2,
    );
  pen.stitch('M71.6 148C82 160 85.4 176 83.4 194', pen.accent);
  pen.sheen('M36 172C42 166 52 162 62 160', 8, 1, pen.accent);
  pen.piece(
    'M121 62C122 54 125 50 130 49C152 46 180 46 200 48C206 50 207 56 206.6 66C180 62 150 62 121 66Z',
    pen.round([120, 0, 208, 0], pen.accent),
    pen.accent,
    1.2,
  );
  pen.seam('M136 48.4L135 63M152 47.4L152 62.4M168 47L168 62M184 47L185 62.6', pen.accent);
  pen.piece(
    'M120 68C127 70 134 72 141 72C140 100 132 130 112 152C104 150 96 148 92 144C102 138 108 130 111 118C116 102 119 88 120 68Z',
    pen.main.under,
    pen.main,
    1.1,
  );
  pen.stitch('M144 72C143 102 134 134 113.6 155.6');
  pen.seam('M206 92C190 92 178 100 172 114C166 132 158 164 156 194');
  pen.stitch('M206 95.4C192 95.4 181 102 175 115C169 133 161 165 159 194');
  drawLaces(pen, [
    [134, 76],
    [133, 90],
    [130, 104],
    [125, 118],
    [118, 131],
  ]);
  pen.outline(BOOT);
  const sole =
    'M18 190Q120 195 219 190L221 214L212 214L209 219L172 219L166 209L160 213L148 213L144 209L132 209L128 213L116 213L112 209L100 209L96 213L84 213L80 209L68 209L64 213L52 213L48 209L30 209Q14 204 18 190Z';
  pen.mark(`<path d="${sole}" fill="#2c2e30" stroke="#17181a" stroke-width="1.4"/>`);
  pen.line('M20 198Q120 203 220 198', '#5b5e61', 1.1);
}

/** A boot without laces: the shape shared by rigger boots and wellingtons, which are higher. */
function tallBoot(pen: Pen, shape: string, top: number): void {
  pen.ground(120, 213, 106);
  pen.fill(`M120 ${top}C140 ${top - 10} 182 ${top - 10} 200 ${top}C184 ${top + 7} 138 ${top + 7} 120 ${top}Z`, pen.main.inside);
  pen.line(`M120 ${top}C140 ${top - 10} 182 ${top - 10} 200 ${top}`, pen.main.edge, 1.4);
  pen.fill(shape, pen.turn([0, top + 6, 0, 196], pen.main.light, pen.main.deep));
  pen.clip(shape, () => pen.fill(`M110 ${top - 14}L210 ${top - 14}L210 150L110 130Z`, pen.round([116, 0, 206, 0]), 0.75));
  pen.clip(shape, () => pen.fold(`M202 ${top + 10}C200 92 202 120 210 190`, 14, 0.45));
  pen.fold('M112 124C122 130 128 142 124 156', 9, 0.5);
  pen.fold('M178 124C190 130 200 130 208 126', -7, 0.5);
  pen.fold('M126 104C142 112 162 112 180 104', -7, 0.35);
}

/** A pull-on rigger boot, lined with pile. */
export function drawRiggerBoot(pen: Pen): void {
  tallBoot(pen, TALL, 34);
  pen.piece(
    'M24 194C18 178 26 164 44 158C54 155 62 152 68 149C78 160 82 176 80 194Z',
    pen.turn([30, 156, 60, 194], pen.accent.light, pen.accent.under),
    pen.accent,
    1.2,
  );
  pen.stitch('M71.6 148C82 160 85.4 176 83.4 194', pen.accent);
  pen.seam('M160 38C158 90 160 130 168 194');
  pen.stitch('M156.6 38C154.6 90 156.6 130 164.6 194M163.4 38C161.4 90 163.4 130 171.4 194');
  pen.seam('M207 140C190 138 178 146 172 160C170 170 168 182 167 194');
  pen.outline(TALL);
  pen.mark(
    '<path d="M120 30C140 24 182 24 200 30C202 34 201 40 199 43Q160 49 121 43C119 40 118 34 120 30Z" fill="#efe6d0" stroke="#a59a80" stroke-width="1.2"/>',
  );
  pen.ribs('M121 37Q160 43 199 37', 9, pen.main, 0.2);
  for (const x of [134, 186]) {
    pen.cord(`M${x - 5} 62C${x - 6} 34 ${x - 4} 18 ${x} 18C${x + 4} 18 ${x + 6} 34 ${x + 5} 62`, 4, pen.accent);
    pen.stitch(`M${x - 9} 54L${x + 9} 54`, pen.accent);
  }
  sole(pen);
}

/** A wellington of one piece with its moulded edge and the spur at the heel. */
export function drawWellington(pen: Pen): void {
  pen.frame(0.88, 0, 12);
  tallBoot(pen, WELLINGTON, -8);
  pen.sheen('M140 8C136 60 138 108 146 128', -12, 1);
  pen.sheen('M40 170C60 162 84 156 100 148', 9, 1);
  pen.piece(
    'M24 194C18 178 26 164 44 158C54 155 62 152 68 149C76 160 79 176 77 194Z',
    pen.turn([30, 156, 60, 194], pen.main.base, pen.main.deep),
    pen.main,
    1.1,
  );
  pen.outline(WELLINGTON);
  pen.piece('M119 -10C140 -16 182 -16 201 -10L201 0Q160 6 119 0Z', pen.round([119, 0, 201, 0], pen.accent), pen.accent, 1.3);
  pen.piece('M207 152L222 148L224 160L210 166Z', pen.main.under, pen.main, 1.2);
  pen.clip(WELLINGTON, () => pen.line('M10 178Q120 186 230 178M10 185Q120 192 230 185', pen.main.edge, 1.1));
  sole(pen, { fill: pen.accent.inside, edge: pen.accent.rim, line: pen.accent.edge });
}
