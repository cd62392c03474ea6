import { drawHeels, drawLaces } from './heels.ts';
import type { Pen } from './pen.ts';

const SHOE =
  'M26 186C20 172 26 160 42 154C70 146 98 136 118 118C124 112 130 106 136 104C142 103 148 106 150 111C158 116 170 117 182 112C190 108 200 105 208 108C213 122 214 138 213 152C213 164 215 176 214 186Z';

const TRAINER =
  'M22 188C16 172 22 160 38 153C64 144 92 132 112 112C118 104 126 96 134 94C142 92 147 97 149 103C158 110 172 110 184 104C192 99 202 96 210 100C217 116 220 136 218 156C217 168 219 178 218 188Z';
const CLOG =
  'M22 190C14 170 22 146 50 134C76 124 112 118 144 122C158 124 166 132 168 142C184 146 204 142 214 134C220 152 220 172 218 190Z';
const COURT =
  'M18 186C14 176 24 168 46 162C72 154 98 146 116 140C140 148 166 146 186 126C194 116 204 108 213 108C219 122 220 142 218 160L214 176C190 172 166 176 144 186Z';

/** The pair from behind. */
export function drawShoeBehind(pen: Pen): void {
  pen.frame(1.3, 0, -36);
  if (pen.has('court-shoe')) drawCourtBehind(pen);
  else if (pen.has('clog')) drawHeels(pen, 140);
  else drawHeels(pen, pen.has('trainer') ? 106 : 116, pen.has('trainer'));
}

/** A lace-up shoe of leather. */
export function drawLaceUp(pen: Pen): void {
  pen.frame(1, 0, -22);
  pen.ground(120, 205, 106);
  pen.fill('M150 111C158 104 196 98 208 108C198 110 190 112 182 114C170 119 158 118 150 111Z', pen.main.inside);
  pen.line('M150 111C158 103 198 98 208 108', pen.main.edge, 1.4);
  pen.fill(SHOE, pen.turn([0, 104, 0, 190], pen.main.light, pen.main.deep));
  pen.sheen('M40 168C62 158 94 150 112 134', 12, 1);
  pen.fold('M98 138C104 146 106 156 102 166', 8, 0.5);
  pen.fold('M88 142C94 150 96 158 93 166', 7, 0.4);
  pen.fold('M209 118C206 136 206 156 210 184', 11, 0.4);
  pen.seam('M68 147C78 156 82 168 80 186');
  pen.stitch('M64.6 148C75 157 78.6 168 76.6 186');
  pen.piece(
    'M119 118C127 110 131 106 137 104.4C143 103.4 148 106 150 111C146 128 134 144 112 152C106 146 108 130 119 118Z',
    pen.turn([112, 150, 148, 108], pen.main.base, pen.main.under),
    pen.main,
    1.2,
  );
  pen.stitch('M122 119C128 112 133 108.6 138 107.4C142 107 145.4 109 146.6 112C143 126 132 140 113.6 148');
  pen.seam('M150 112C150 140 142 164 138 186');
  pen.stitch('M153 114C153 142 145 166 141 186');
  pen.seam('M178 116C176 136 184 150 213 152');
  pen.stitch('M181.4 115C180 134 188 146.6 213 149');
  pen.line('M153 115.6C162 119.4 172 120 183 115.4C190 112 199 109.4 206 111.4', pen.main.seam, 0.9);
  drawLaces(pen, [
    [134, 114],
    [128, 122],
    [122, 130],
  ]);
  pen.outline(SHOE);
  pen.fill('M20 184L218 184L219 195L20 195Q17 189 20 184Z', '#4a4d50');
  pen.line('M26 184Q120 187 214 184', pen.main.edge, 1.6);
  const sole = 'M20 187Q120 189.6 218 187L219 207L168 207L164 199L24 199Q16 196 20 187Z';
  pen.mark(`<path d="${sole}" fill="#2c2e30" stroke="#17181a" stroke-width="1.4"/>`);
  pen.line('M22 192.6Q120 195 218 192.6', '#5b5e61', 1);
}

/** A trainer with a thick sole; a cap over the toe where it protects. */
export function drawTrainer(pen: Pen): void {
  pen.frame(1, 0, -22);
  pen.ground(120, 209, 108);
  pen.fill('M149 103C156 95 200 90 210 100C200 106 190 108 182 108C168 114 156 112 149 103Z', pen.main.inside);
  pen.line('M149 103C156 95 200 90 210 100', pen.main.edge, 1.4);
  pen.fill(TRAINER, pen.turn([0, 94, 0, 190], pen.main.light, pen.main.deep));
  pen.sheen('M40 164C62 156 92 146 112 130', 11, 0.9);
  pen.clip(TRAINER, () => {
    pen.fill('M94 134C104 148 122 162 150 168L142 190L92 190C92 168 88 150 84 142Z', pen.accent.under);
    pen.seam('M84 142C92 160 94 176 92 190M94 134C104 150 124 164 152 168L144 190');
    for (const x of [0, 11, 22]) pen.line(`M${108 + x} ${146 + x * 0.5}L${100 + x} 190`, pen.accent.edge, 2);
  });
  if (pen.has('toe-cap')) {
    pen.piece('M20 188C15 173 22 160 38 153C48 149.6 58 146 68 141.6C80 154 84 172 80 188Z', pen.accent.deep, pen.accent, 1.3);
    pen.clip(TRAINER, () => {
      for (const y of [156, 165, 174]) pen.line(`M18 ${y + 6}C40 ${y} 60 ${y - 4} 84 ${y - 4}`, pen.accent.edge, 1);
    });
  } else {
    pen.seam('M64 145C76 154 82 170 80 188');
    pen.stitch('M60.6 146.4C72 155 78.4 170 76.6 188');
  }
  pen.piece(
    'M112 112C120 102 128 95 135 94C142 92 147 97 149 103C146 124 130 142 106 150C100 142 102 126 112 112Z',
    pen.turn([106, 148, 148, 100], pen.main.base, pen.main.under),
    pen.main,
    1.2,
  );
  pen.stitch('M115 113C122 104 130 98.6 136 97.4C141 96.4 145 99 145.8 103C142 122 128 138 107.6 146');
  pen.piece(
    'M180 107C178 132 188 148 218 152L216 128C214 114 212 104 209 100C200 99 190 102 180 107Z',
    pen.accent.under,
    pen.accent,
    1.1,
  );
  drawLaces(pen, [
    [133, 102],
    [127, 111],
    [121, 120],
    [114, 129],
  ]);
  pen.outline(TRAINER);
  const sole = 'M16 184Q60 190 120 190Q180 190 221 182L223 196Q222 210 210 211L150 211Q90 212 34 208Q14 204 16 184Z';
  pen.mark(`<path d="${sole}" fill="#2c2e30" stroke="#17181a" stroke-width="1.4"/>`);
  pen.line('M18 194Q60 200 120 200Q180 200 221 192', '#5b5e61', 1.2);
}

/** A clog of one piece with its strap behind the heel. */
export function drawClog(pen: Pen): void {
  pen.frame(1, 0, -26);
  pen.ground(120, 211, 106);
  pen.fill('M144 122C158 124 166 132 168 142C184 146 204 142 214 134C206 128 186 118 144 122Z', pen.main.inside);
  pen.fill(CLOG, pen.turn([0, 118, 0, 192], pen.main.light, pen.main.deep));
  pen.sheen('M44 152C66 140 96 132 126 132', 12, 1);
  pen.fold('M158 140C150 158 148 174 150 190', -10, 0.5);
  pen.line('M144 122C158 124 166 132 168 142C184 146 204 142 214 134', pen.main.edge, 1.5);
  pen.stitch('M140 126C152 128 160 136 162 145');
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
  pen.cord('M152 132C172 112 206 104 220 122C226 132 222 142 216 146', 9, pen.accent);
  pen.stud(152, 133, 4.4);
  const sole = 'M16 186Q120 194 222 186L224 204Q222 212 212 212L172 212L164 206L150 212L30 212Q14 210 16 186Z';
  pen.piece(sole, pen.turn([0, 186, 0, 212], pen.main.under, pen.main.deep), pen.main, 1.5);
  pen.seam('M18 196Q120 203 223 196');
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
