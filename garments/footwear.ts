import type { Pen } from './pen.ts';

const SHOE =
  'M26 186C20 172 26 160 42 154C70 146 98 136 118 118C124 112 130 106 136 104C142 103 148 106 150 111C158 116 170 117 182 112C190 108 200 105 208 108C213 122 214 138 213 152C213 164 215 176 214 186Z';
const BOOT =
  'M24 194C18 178 26 164 44 158C66 150 92 142 104 126C112 112 118 92 120 64C121 56 124 50 130 49C152 46 180 46 200 48C205 49 207 54 207 60C206 84 204 104 208 128C212 148 216 172 215 194Z';

/** The heels of a pair, seen from behind; only their height differs. */
function heels(pen: Pen, top: number): void {
  const shoe = `M52 ${top + 4}C54 ${top - 6} 100 ${top - 6} 103 ${top + 4}C104 ${top + 36} 112 166 109 198L45 198C43 166 51 ${top + 36} 52 ${top + 4}Z`;
  const sole = 'M43 196L111 196L110 220Q77 224 44 220Z';
  pen.both(() => {
    pen.ground(77, 219, 40);
    pen.fill(shoe, pen.round([44, 0, 110, 0]));
    pen.fill(
      `M53 ${top + 4}C56 ${top - 5} 99 ${top - 5} 102 ${top + 4}C98 ${top + 10} 57 ${top + 10} 53 ${top + 4}Z`,
      pen.main.inside,
    );
    pen.line(`M53 ${top + 4}C57 ${top + 10} 98 ${top + 10} 102 ${top + 4}`, pen.main.edge, 1.2);
    pen.seam('M50 164C60 150 95 150 105 164');
    pen.stitch('M49.4 167C60 153 95 153 105.6 167');
    pen.seam(`M77.6 ${top + 9}L77.6 152`);
    if (top < 100)
      pen.piece(
        `M52 ${top + 4}Q77.6 ${top + 14} 103 ${top + 4}L103.6 ${top + 20}Q77.6 ${top + 29} 51.6 ${top + 20}Z`,
        pen.round([50, 0, 105, 0], pen.accent),
        pen.accent,
        1.1,
      );
    pen.piece(
      `M73.6 ${top + 3}L81.6 ${top + 3}L82.4 ${top + 26}Q77.6 ${top + 30} 72.8 ${top + 26}Z`,
      pen.accent.under,
      pen.accent,
      1,
    );
    pen.sheen(`M62 ${top + 16}C60 150 58 170 58 190`, -9, 0.9);
    pen.outline(shoe);
    pen.piece(sole, pen.turn([44, 0, 110, 0], '#3a3c3e', '#232527'), pen.main, 0);
    pen.line(sole, '#17181a', 1.4);
    pen.line('M44 206L110.4 206', '#5b5e61', 1);
  });
}

function laces(pen: Pen, rows: readonly (readonly [number, number])[]): void {
  for (const [x, y] of rows) {
    pen.cord(`M${x - 11} ${y - 5}C${x - 6} ${y - 5} ${x - 1} ${y - 2} ${x + 3} ${y + 3}`, 2.2, pen.accent);
    pen.stud(x + 4, y + 4, 1.9);
  }
}

/** A pair of shoes. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawShoe(pen: Pen): void {
  if (!pen.isFront) {
    pen.frame(1.3, 0, -36);
    heels(pen, 116);
    return;
  }
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
  laces(pen, [
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

/** A pair of boots. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBoot(pen: Pen): void {
  if (!pen.isFront) {
    pen.frame(1.12, 0, -8);
    heels(pen, 62);
    return;
  }
  pen.ground(120, 213, 106);
  pen.fill('M130 49C146 40 186 40 200 48C186 54 146 55 130 49Z', pen.main.inside);
  pen.line('M130 49C146 40 186 40 200 48', pen.main.edge, 1.4);
  pen.fill(BOOT, pen.turn([0, 60, 0, 196], pen.main.light, pen.main.deep));
  pen.fold('M206 60C202 92 202 120 210 190', 14, 0.45);
  pen.fold('M112 128C122 134 126 144 124 156', 9, 0.5);
  pen.fold('M178 124C190 130 200 130 208 126', -7, 0.5);
  pen.sheen('M152 70C150 96 150 116 156 132', -14, 0.7);
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
  laces(pen, [
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
