import type { Pen } from './pen.ts';

/** The heels of a pair, seen from behind; only their height differs. */
export function drawHeels(pen: Pen, top: number, hasCollar = top < 100): void {
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
    if (hasCollar)
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

/** Laces through their eyelets, each from the point where it crosses the tongue. */
export function drawLaces(pen: Pen, rows: readonly (readonly [number, number])[]): void {
  for (const [x, y] of rows) {
    pen.cord(`M${x - 11} ${y - 5}C${x - 6} ${y - 5} ${x - 1} ${y - 2} ${x + 3} ${y + 3}`, 2.2, pen.accent);
    pen.stud(x + 4, y + 4, 1.9);
  }
}
