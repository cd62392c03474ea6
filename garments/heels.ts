import type { Pen } from './pen.ts';

/** Black rubber, as most soles are. */
const RUBBER = { light: '#3a3c3e', dark: '#232527', edge: '#17181a', line: '#5b5e61' };

/** The heels of a pair of boots, seen from behind; their height and the colour of their soles differ. */
export function drawHeels(pen: Pen, top: number, hasCollar = top < 100, rubber = RUBBER): void {
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
    pen.piece(sole, pen.turn([44, 0, 110, 0], rubber.light, rubber.dark), pen.main, 0);
    pen.line(sole, rubber.edge, 1.4);
    pen.line('M44 206L110.4 206', rubber.line, 1);
  });
}

/** The heels of a pair of low shoes, seen from behind, with the tongue above the edge; padded for trainers. */
export function drawLowHeels(pen: Pen, top: number, isPadded: boolean): void {
  const shoe = `M52 ${top + 12}C56 ${top + 3} 66 ${top - 2} 77.6 ${top - 2}C89 ${top - 2} 99 ${top + 3} 103 ${top + 12}C107 ${top + 28} 113 180 110 198L44 198C42 180 48 ${top + 28} 52 ${top + 12}Z`;
  const sole = isPadded
    ? 'M41 193Q77 198 113 193L113 214Q110 221 100 221L54 221Q44 221 41 214Z'
    : 'M43 195L111 195L110 220Q77 223 44 220Z';
  pen.both(() => {
    pen.ground(77, 219, 40);
    pen.piece(
      `M60 ${top + 14}C59 ${top - 8} 64 ${top - 20} 77.6 ${top - 20}C91 ${top - 20} 96 ${top - 8} 95 ${top + 14}Z`,
      pen.turn([0, top - 20, 0, top + 10], pen.main.under, pen.main.deep),
      pen.main,
      1.2,
    );
    pen.fill(
      `M52 ${top + 12}C54 ${top - 4} 62 ${top - 10} 77.6 ${top - 10}C93 ${top - 10} 101 ${top - 4} 103 ${top + 12}Z`,
      pen.main.inside,
    );
    pen.fill(shoe, pen.round([44, 0, 110, 0]));
    pen.seam(`M77.6 ${top}L77.6 194`);
    pen.seam('M47 182C60 170 95 170 108 182');
    pen.stitch('M46.6 185C60 173 95 173 108.4 185');
    pen.line(
      `M54 ${top + 15}C58 ${top + 6} 67 ${top + 1.4} 77.6 ${top + 1.4}C88 ${top + 1.4} 97 ${top + 6} 101 ${top + 15}`,
      pen.main.seam,
      0.9,
    );
    if (isPadded)
      pen.piece(
        `M68 ${top - 1}C70 ${top - 7} 85 ${top - 7} 87 ${top - 1}L89 ${top + 30}Q77.6 ${top + 35} 66 ${top + 30}Z`,
        pen.round([66, 0, 89, 0], pen.accent),
        pen.accent,
        1.1,
      );
    pen.sheen(`M60 ${top + 22}C57 ${top + 34} 55 180 55 190`, -8, 0.9);
    pen.outline(shoe);
    pen.piece(sole, pen.turn([44, 0, 110, 0], RUBBER.light, RUBBER.dark), pen.main, 0);
    pen.line(sole, RUBBER.edge, 1.4);
    pen.line('M44 206Q77 209 110.4 206', RUBBER.line, 1);
  });
}

/** Laces through their eyelets, each from the point where it crosses the tongue. */
export function drawLaces(pen: Pen, rows: readonly (readonly [number, number])[]): void {
  for (const [x, y] of rows) {
    pen.cord(`M${x - 11} ${y - 5}C${x - 6} ${y - 5} ${x - 1} ${y - 2} ${x + 3} ${y + 3}`, 2.2, pen.accent);
    pen.stud(x + 4, y + 4, 1.9);
  }
}
