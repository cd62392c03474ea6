import { drawHeels, drawLaces, drawLowHeels } from './heels.ts';
import type { Pen } from './pen.ts';

const SHOE =
  'M22 184C18 172 26 162 42 157C66 150 92 142 112 126C120 119 128 112 136 109C142 107 147 110 149 115C156 128 170 138 186 137C198 136 206 131 212 125C216 138 217 152 216 164C215 172 216 178 216 184Z';
const TRAINER =
  'M20 186C14 172 20 160 36 154C60 146 88 136 108 120C116 113 124 104 132 101C139 98 146 101 148 107C152 122 168 136 186 134C196 132 202 122 207 112C209 108 214 109 215 113C219 130 220 146 219 160C218 170 219 178 219 186Z';
const HIGH_TRAINER =
  'M20 186C14 172 20 160 36 154C58 147 82 140 98 126C114 110 124 86 130 62C132 54 139 50 146 53C156 62 178 68 196 62C203 59 208 55 213 57C219 82 213 106 216 132C219 150 219 170 219 186Z';
const CLOG =
  'M22 190C14 170 22 146 50 134C76 124 112 118 144 122C158 124 166 134 170 148C186 154 206 154 219 150C222 164 221 178 218 190Z';
const COURT =
  'M18 186C14 176 24 168 46 162C72 154 98 146 116 140C140 148 166 146 186 126C194 116 204 108 213 108C219 122 220 142 218 160L214 176C190 172 166 176 144 186Z';

const RUBBER = { fill: '#2c2e30', edge: '#17181a', line: '#5b5e61' };

function rubberSole(pen: Pen, shape: string, line: string): void {
  pen.mark(`<path d="${shape}" fill="${RUBBER.fill}" stroke="${RUBBER.edge}" stroke-width="1.4"/>`);
  pen.line(line, RUBBER.line, 1.1);
}

/** The pair from behind. */
export function drawShoeBehind(pen: Pen): void {
  if (pen.has('trainer') && pen.has('high-top')) {
    pen.frame(1.14, 0, -16);
    drawHeels(pen, 82, true);
    return;
  }
  pen.frame(1.3, 0, -48);
  if (pen.has('court-shoe')) {
    pen.frame(1.3, 0, -36);
    drawCourtBehind(pen);
  } else if (pen.has('clog')) drawClogBehind(pen);
  else drawLowHeels(pen, pen.has('trainer') ? 140 : 146, pen.has('trainer'));
}

/** A lace-up shoe of leather. */
export function drawLaceUp(pen: Pen): void {
  pen.frame(1.06, 0, -30);
  pen.ground(120, 203, 106);
  pen.fill('M149 115C164 111 198 117 212 125C206 131 198 136 186 137C170 138 156 128 149 115Z', pen.main.inside);
  pen.line('M149 115C164 111 198 117 212 125', pen.main.edge, 1.4);
  pen.fill(SHOE, pen.turn([0, 109, 0, 190], pen.main.light, pen.main.deep));
  pen.sheen('M38 170C60 161 92 153 110 140', 11, 1);
  pen.fold('M96 143C102 150 104 160 100 170', 8, 0.5);
  pen.fold('M86 147C92 154 94 162 91 170', 7, 0.4);
  pen.clip(SHOE, () => pen.fold('M212 134C209 150 210 166 213 182', 10, 0.4));
  pen.seam('M66 150C77 158 81 170 79 184');
  pen.stitch('M62.6 151.4C73.6 159 77.6 171 75.6 184');
  pen.piece(
    'M106 131C116 123 127 113 136 109.4C142 107.6 147.4 110.4 149 115C146 128 134 142 112 150C104 146 102 138 106 131Z',
    pen.turn([104, 148, 148, 110], pen.main.base, pen.main.under),
    pen.main,
    1.2,
  );
  pen.stitch('M109 132C118 125 129 116 137 112.4C141 111 144.6 112.6 145.6 116C142.6 126 132 138.6 112.6 146.4');
  pen.seam('M149 116C150 140 143 164 139 184');
  pen.stitch('M152.4 120C153 142 146.4 165 142.4 184');
  pen.seam('M187 137.4C187 151 196 160 216 161');
  pen.stitch('M190.4 137C191 148.6 199 156.6 216 157.6');
  pen.line('M151 119.6C159 132 172 141 187 140.4C198 139.4 206 135 212 129', pen.main.seam, 0.9);
  drawLaces(pen, [
    [136, 117],
    [128, 124],
    [119, 131],
  ]);
  pen.outline(SHOE);
  pen.fill('M16 182L219 182L220 193L16 193Q12 187 16 182Z', '#4a4d50');
  pen.line('M22 182Q120 185 216 182', pen.main.edge, 1.6);
  rubberSole(pen, 'M16 185Q120 187.6 219 185L220 205L171 205L167 197L22 197Q12 194 16 185Z', 'M18 190.6Q120 193 219 190.6');
}

/** A cap over the toe of a trainer where it protects, otherwise the seam of its toe. */
function trainerToe(pen: Pen, shape: string): void {
  if (!pen.has('toe-cap')) {
    pen.seam('M62 145C74 154 80 170 78 186');
    pen.stitch('M58.6 146.4C70 155 76.4 170 74.6 186');
    return;
  }
  pen.piece('M18 186C13 172 20 160 36 153.6C46 150 56 146.6 66 142C78 154 82 172 78 186Z', pen.accent.deep, pen.accent, 1.3);
  pen.clip(shape, () => {
    for (const y of [156, 165, 174]) pen.line(`M16 ${y + 6}C38 ${y} 58 ${y - 4} 82 ${y - 4}`, pen.accent.edge, 1);
  });
}

/** The panel at the side that holds the foot, and the sole with its midsole. */
function trainerSide(pen: Pen, shape: string): void {
  pen.clip(shape, () => {
    pen.fill('M92 133C102 147 120 161 150 167L142 190L90 190C90 168 87 150 81 140Z', pen.accent.under);
    pen.seam('M81 140C89 158 92 174 90 190M92 133C102 149 122 163 152 167L144 190');
    for (const x of [0, 11, 22]) pen.line(`M${106 + x} ${146 + x * 0.5}L${98 + x} 190`, pen.accent.edge, 2);
  });
}

function trainerSole(pen: Pen): void {
  rubberSole(
    pen,
    'M15 182Q60 185 120 185Q180 184 222 178L225 193Q224 207 212 208L150 207Q90 209 32 205Q12 201 15 182Z',
    'M16 193Q60 199 120 199Q180 198 224 189',
  );
}

/** A trainer with a thick sole and a padded edge, below the ankle or above it. */
export function drawTrainer(pen: Pen): void {
  if (pen.has('high-top')) {
    drawHighTrainer(pen);
    return;
  }
  pen.frame(1.04, 0, -26);
  pen.ground(120, 207, 108);
  pen.fill('M148 107C160 101 198 103 210 109.4C203 122 196 132 186 134C168 136 152 122 148 107Z', pen.main.inside);
  pen.line('M148 107C160 101 198 103 210 109.4', pen.main.edge, 1.4);
  pen.fill(TRAINER, pen.turn([0, 101, 0, 190], pen.main.light, pen.main.deep));
  pen.sheen('M38 165C60 157 88 148 106 134', 11, 0.9);
  trainerSide(pen, TRAINER);
  trainerToe(pen, TRAINER);
  pen.piece(
    'M106 122C116 112 125 104 133 101.4C140 99 146 102 148 107C145 126 130 142 104 149C98 143 98 130 106 122Z',
    pen.turn([100, 146, 146, 104], pen.main.base, pen.main.under),
    pen.main,
    1.2,
  );
  pen.stitch('M108.6 123.6C118 114.6 127 107 134.4 104.4C140 102.6 143.6 104.4 144.6 108C141 124 128 138 105.4 145');
  pen.piece(
    'M186 134C184 151 195 163 219.4 163C220 146 218.6 129 215 113C213.6 109 209.4 108.6 207 112C202 122 196 132 186 134Z',
    pen.accent.under,
    pen.accent,
    1.1,
  );
  pen.line('M150 112C156 126.6 171 139.6 187 137.6C198 135.6 204.6 126 209.6 115', pen.main.seam, 1);
  drawLaces(pen, [
    [134, 109],
    [127, 117],
    [119, 125],
    [110, 132],
  ]);
  pen.outline(TRAINER);
  trainerSole(pen);
}

function drawHighTrainer(pen: Pen): void {
  pen.ground(120, 207, 108);
  pen.fill('M146 53C158 45 200 46 213 57C208 55 203 59 196 62C178 68 156 62 146 53Z', pen.main.inside);
  pen.line('M146 53C158 45 200 46 213 57', pen.main.edge, 1.4);
  pen.fill(HIGH_TRAINER, pen.turn([0, 52, 0, 190], pen.main.light, pen.main.deep));
  pen.sheen('M38 165C58 158 82 150 98 138', 11, 0.9);
  pen.clip(HIGH_TRAINER, () => pen.fold('M211 66C206 96 207 128 213 160', 12, 0.45));
  pen.fold('M150 130C166 138 188 138 206 130', -7, 0.4);
  trainerSide(pen, HIGH_TRAINER);
  trainerToe(pen, HIGH_TRAINER);
  pen.piece(
    'M98 126C114 110 124 86 130 62C132 54 139 50 146 53C147 82 138 118 108 149C98 146 92 134 98 126Z',
    pen.turn([96, 146, 146, 60], pen.main.base, pen.main.under),
    pen.main,
    1.2,
  );
  pen.stitch('M101 128C116 112 127 87 133 63C134 57.6 138.6 54.6 142.8 56.4C143.4 84 134 117 107.4 144.6');
  pen.piece(
    'M180 148C180 160 196 168 219 167L216 132C214.6 120 214.6 108 215.4 96C196 108 182 128 180 148Z',
    pen.accent.under,
    pen.accent,
    1.1,
  );
  pen.mark(`<circle cx="176" cy="98" r="15" fill="${pen.accent.base}" stroke="${pen.accent.edge}" stroke-width="1.2"/>`);
  pen.mark(`<circle cx="176" cy="98" r="12" stroke="${pen.accent.seam}" stroke-width=".8" stroke-dasharray="2.4 1.6"/>`);
  pen.line('M148 59C158 67.6 179 73 197 67C204 64.4 209 61 213.6 62', pen.main.seam, 1);
  drawLaces(pen, [
    [141, 66],
    [139, 79],
    [135, 92],
    [129, 105],
    [121, 118],
    [112, 130],
  ]);
  pen.outline(HIGH_TRAINER);
  trainerSole(pen);
}

/** A clog of one piece, open behind, with its strap round the heel. */
export function drawClog(pen: Pen): void {
  pen.frame(1.02, 0, -32);
  pen.ground(120, 211, 106);
  pen.fill('M144 122C182 124 208 138 219 150C206 154 186 154 170 148C166 134 158 124 144 122Z', pen.main.inside);
  pen.line('M144 122C182 124 208 138 219 150', pen.main.edge, 1.2);
  // The strap on the other side of the heel.
  pen.piece('M160 125C184 117 210 117 223 126C206 122 182 125 165 132Z', pen.accent.inside, pen.accent, 1.1);
  pen.fill(CLOG, pen.turn([0, 118, 0, 192], pen.main.light, pen.main.deep));
  pen.sheen('M44 152C66 140 96 132 126 132', 12, 1);
  pen.fold('M158 142C152 160 150 174 152 190', -10, 0.5);
  pen.stitch('M140 126C154 128 161 138 164.6 150');
  for (const [x, y] of [
    [66, 150],
    [84, 144],
    [102, 140],
    [60, 164],
    [78, 158],
    [96, 154],
  ] as const)
    pen.mark(
      `<ellipse cx="${x}" cy="${y}" rx="4.6" ry="3.4" transform="rotate(-16 ${x} ${y})" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width="1"/>`,
    );
  pen.outline(CLOG);
  pen.piece(
    'M148 131C150 127 155 126 160 127C184 122 206 121 223 126C228 130 228 136 223 139C204 134 182 136 160 142C153 144 146 139 148 131Z',
    pen.turn([0, 120, 0, 142], pen.accent.light, pen.accent.under),
    pen.accent,
    1.4,
  );
  pen.stud(156, 134, 4.4);
  const sole = 'M16 186Q120 194 222 186L224 204Q222 212 212 212L172 212L164 206L150 212L30 212Q14 210 16 186Z';
  pen.piece(sole, pen.turn([0, 186, 0, 212], pen.main.under, pen.main.deep), pen.main, 1.5);
  pen.seam('M18 196Q120 203 223 196');
}

/** The pair of clogs from behind: open, with the strap across the heel. */
function drawClogBehind(pen: Pen): void {
  const upper = 'M45 196C41 172 48 140 77.6 136C107 140 114 172 110 196Z';
  pen.both(() => {
    pen.ground(77, 219, 40);
    pen.fill(upper, pen.round([44, 0, 111, 0]));
    pen.piece('M54 196C50 172 58 150 77.6 147C97 150 105 172 101 196Z', pen.main.inside, pen.main, 1);
    pen.piece('M51 196C58 187 97 187 104 196Z', pen.main.base, pen.main, 1);
    pen.outline(upper);
    pen.piece(
      'M45.6 158C47 153 53 152 55 156C58 167 66 172 77.6 172C89 172 97 167 100 156C102 152 108 153 109.4 158C106 176 94 184 77.6 184C61 184 49 176 45.6 158Z',
      pen.round([46, 0, 109, 0], pen.accent),
      pen.accent,
      1.3,
    );
    pen.stud(51, 158.6, 3.6);
    pen.stud(104, 158.6, 3.6);
    pen.piece(
      'M43 194Q77 199 112 194L111 219Q77 223 44 219Z',
      pen.turn([0, 194, 0, 222], pen.main.under, pen.main.deep),
      pen.main,
      1.5,
    );
    pen.seam('M43.6 204Q77 209 111.4 204');
  });
}

/** A court shoe with a low block heel. */
export function drawCourtShoe(pen: Pen): void {
  pen.frame(1, 0, -18);
  pen.ground(120, 211, 104);
  pen.fill('M116 140C132 128 190 104 213 108C204 108 194 116 186 126C166 146 140 148 116 140Z', pen.main.inside);
  pen.line('M116 140C132 128 190 104 213 108', pen.main.edge, 1.3);
  pen.piece(
    'M184 172C196 168 208 168 217 166L213 209L188 209Z',
    pen.turn([184, 0, 218, 0], pen.main.base, pen.main.deep),
    pen.main,
    1.4,
  );
  pen.line('M187.4 203L213.6 203', pen.main.seam, 1);
  pen.fill(COURT, pen.turn([0, 110, 0, 186], pen.main.light, pen.main.deep));
  pen.sheen('M34 174C58 166 88 156 110 150', 9, 1);
  pen.fold('M206 116C200 136 200 154 208 170', 10, 0.4);
  pen.stitch('M118 144C142 152 168 149.6 188.6 129C196 120 204 112.6 211.4 111.6');
  pen.outline(COURT);
  pen.mark(
    '<path d="M16 183Q18 185.4 22 185.6L144 185.6C158 179 174 174.6 190 174L190 179Q168 183 146 192L56 192Q22 192 16 183Z" fill="#2c2e30" stroke="#17181a" stroke-width="1.2"/>',
  );
}

/** The pair of court shoes from behind, on their heels. */
function drawCourtBehind(pen: Pen): void {
  const shoe = 'M56 128C60 118 94 118 98 128C100 150 104 168 100 184L54 184C50 168 54 150 56 128Z';
  pen.both(() => {
    pen.ground(77, 219, 34);
    pen.piece('M60 182L94 182L91 218L63 218Z', pen.round([60, 0, 94, 0]), pen.main, 1.4);
    pen.line('M63 212L91 212', pen.main.seam, 1);
    pen.fill(shoe, pen.round([52, 0, 102, 0]));
    pen.fill('M57 128C60 119 94 119 97 128C92 133 62 133 57 128Z', pen.main.inside);
    pen.seam('M77 132L77 184');
    pen.stitch('M58 134C66 138.6 88 138.6 96 134');
    pen.sheen('M66 142C64 160 64 172 65 182', -7, 0.8);
    pen.outline(shoe);
  });
}
