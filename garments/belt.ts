import type { Pen } from './pen.ts';

/** A rolled belt; from behind its lining, the keeper and the tip show instead of the buckle. */
export function drawBelt(pen: Pen): void {
  const band = 'M30 104C30 132 70 152 120 152C170 152 210 132 210 104L210 142C210 170 170 190 120 190C70 190 30 170 30 142Z';
  pen.frame(1, 0, 4);
  pen.shadow(band);
  // Only the far wall, because the background is visible through the ring.
  pen.piece(
    'M30 104C30 78 70 60 120 60C170 60 210 78 210 104L206 128C196 110 162 98 120 98C78 98 44 110 34 128Z',
    pen.turn([0, 60, 0, 112], pen.main.inside, pen.main.deep),
    pen.main,
    1.2,
  );
  pen.line('M40 114C50 96 82 86 120 86C158 86 190 96 200 114', pen.main.seam, 0.8, ' stroke-dasharray="2.4 1.6"');
  pen.fill(band, pen.round());
  pen.sheen('M52 148C66 160 88 167 112 168', 12, 0.9);
  pen.outline(band);
  pen.stitch(
    'M32 111C38 137 74 156 120 156C166 156 202 137 208 111M31.6 140C36 166 74 185.6 120 185.6C166 185.6 204 166 208.4 140',
  );
  if (pen.isFront) {
    pen.piece('M162 146C168 145 172 143.4 176 141.6L176 180C172 181.8 168 183.4 162 184.8Z', pen.main.under, pen.main, 1.2);
    pen.mark(
      '<path d="M90 146L142 148L142 195L90 193Z" stroke="#868d92" stroke-width="8"/><path d="M90 146L142 148L142 195L90 193Z" stroke="#d5d9dc" stroke-width="5.4"/><path d="M93 169L142 171" stroke="#868d92" stroke-width="5"/><path d="M93 169L142 171" stroke="#eceff1" stroke-width="3"/>',
    );
    holes(pen, [
      [186, 157],
      [196, 149],
    ]);
  } else {
    pen.piece('M62 142.6C58 141 54 139 51 136.6L50 173C54 176 58 178 62 180Z', pen.main.under, pen.main, 1.2);
    holes(pen, [
      [104, 171],
      [120, 171.4],
      [136, 170.6],
      [152, 168.4],
      [168, 164],
    ]);
  }
}

function holes(pen: Pen, places: readonly (readonly [number, number])[]): void {
  for (const [x, y] of places) {
    pen.mark(
      `<ellipse cx="${x}" cy="${y}" rx="1.8" ry="2.2" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width=".8"/>`,
    );
  }
}
