import type { Pen } from './pen.ts';

const CROWN = 'M58 150C48 98 70 50 120 48C170 50 192 98 182 150C164 163 76 163 58 150Z';
const PEAK = 'M57 147C70 126 170 126 183 147C194 160 199 176 196 194C172 174 68 174 44 194C41 176 46 160 57 147Z';
const PEAK_RIM = 'M44 194C68 174 172 174 196 194C195 197 193 199 190 200C168 181 72 181 50 200C47 199 45 197 44 194Z';
const SHORT_PEAK = 'M57 147C70 128 170 128 183 147C191 156 194 164 192 174C168 160 72 160 48 174C46 164 49 156 57 147Z';
const SHORT_PEAK_RIM = 'M48 174C72 160 168 160 192 174C191 177 189 179 186 180C166 167 74 167 54 180C51 179 49 177 48 174Z';

/** A cap. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCap(pen: Pen): void {
  pen.frame(1.14, 0, 6);
  if (pen.has('cycle-helmet')) helmet(pen);
  else if (pen.isFront) front(pen);
  else back(pen);
}

function eyelet(pen: Pen, x: number, y: number): void {
  pen.mark(
    `<ellipse cx="${x}" cy="${y}" rx="2.4" ry="2.8" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width="1"/>`,
  );
}

/** The panels of the crown: six with a seam in the middle, five with one broad panel in front, or the shell of a bump cap. */
function crown(pen: Pen): void {
  pen.fill(CROWN, pen.round());
  pen.both(() => {
    if (pen.has('bump-cap')) {
      pen.seam('M62 112C84 96 104 92 120 92', pen.main, 1.2);
      pen.stitch('M62 115C84 99 104 95 120 95');
      for (const [x, y] of [
        [80, 128],
        [92, 124],
        [104, 122],
      ] as const)
        eyelet(pen, x, y);
    } else if (pen.has('five-panels') && pen.isFront) {
      pen.seam('M104 50C80 60 64 96 66 140');
      pen.stitch('M101 50C77 61 61 97 63 138M107 51C83 62 67 98 69 142');
      eyelet(pen, 66, 92);
    } else {
      pen.seam('M116 49C92 62 80 100 79 146');
      pen.stitch('M113 49C89 62 77 100 76 145M118 51C95 64 83 102 82 146');
      eyelet(pen, 97, 84);
    }
    pen.fold('M68 82C60 104 60 128 65 148', -9, 0.35);
  });
  pen.sheen('M92 72C82 94 80 116 82 132', -12, 0.7);
}

function topButton(pen: Pen): void {
  pen.mark(
    `<ellipse cx="120" cy="47.6" rx="7" ry="3.8" fill="${pen.accent.base}" stroke="${pen.accent.rim}" stroke-width="1.3"/>`,
  );
}

function front(pen: Pen): void {
  const isShort = pen.has('bump-cap');
  pen.shadow(
    isShort
      ? 'M58 150C48 98 70 50 120 48C170 50 192 98 182 150C191 158 194 166 192 174L186 180C166 167 74 167 54 180L48 174C46 164 49 156 58 150Z'
      : 'M58 150C48 98 70 50 120 48C170 50 192 98 182 150C194 160 199 176 196 194L190 200C168 181 72 181 50 200L44 194C41 176 46 160 58 150Z',
  );
  crown(pen);
  if (!pen.has('five-panels') && !isShort) {
    pen.seam('M120 50L120 134');
    pen.stitch('M117.4 51L117.4 133M122.6 51L122.6 133');
  }
  pen.outline(CROWN);
  const peak = pen.accent;
  const [shape, rim] = isShort ? [SHORT_PEAK, SHORT_PEAK_RIM] : [PEAK, PEAK_RIM];
  pen.piece(shape, pen.turn([0, 130, 0, 190], peak.light, peak.deep), peak, 0);
  pen.outline(shape, peak);
  pen.piece(rim, peak.inside, peak, 0);
  pen.outline(rim, peak);
  const rows = [
    [60, 153, 134],
    [56, 162, 144],
    [52, 172, 154],
    [48, 183, 164],
  ] as const;
  for (const [x, y, dip] of isShort ? rows.slice(0, 2) : rows) {
    pen.stitch(`M${x} ${y}C${x + 22} ${dip} ${218 - x} ${dip} ${240 - x} ${y}`, peak);
  }
  pen.sheen('M66 162C84 150 104 146 120 146', 7, 0.8, peak);
  if (!isShort) topButton(pen);
}

function back(pen: Pen): void {
  const peak = 'M56 146C48 153 45 162 46 172C66 163 92 160 120 160C148 160 174 163 194 172C195 162 192 153 184 146Z';
  pen.shadow(CROWN);
  if (!pen.has('bump-cap')) {
    pen.fill(peak, pen.turn([0, 148, 0, 172], pen.accent.inside, pen.accent.deep));
    pen.outline(peak, pen.accent);
  }
  crown(pen);
  if (!pen.has('bump-cap')) pen.seam('M120 50L120 100');
  pen.outline(CROWN);
  pen.piece(
    'M90 157C90 116 102 104 120 104C138 104 150 116 150 157Q120 160.5 90 157Z',
    pen.turn([0, 104, 0, 158], pen.main.inside, pen.main.deep),
    pen.main,
    1.2,
  );
  pen.stitch('M87 156C87 112 100 100.6 120 100.6C140 100.6 153 112 153 156');
  pen.line('M96 130C106 126 134 126 144 130', pen.main.seam, 0.9);
  pen.piece('M84 144.6Q120 149 156 144.6L156 156Q120 160.6 84 156Z', pen.round(), pen.main, 1.2);
  pen.stitch('M86 147Q120 151.2 154 147M86 154Q120 158.2 154 154');
  pen.mark(
    '<path d="M113 146L130 146L130 160L113 160ZM121.5 146L121.5 160" stroke="#868d92" stroke-width="3"/><path d="M113 146L130 146L130 160L113 160ZM121.5 146L121.5 160" stroke="#d5d9dc" stroke-width="1.6"/>',
  );
  if (!pen.has('bump-cap')) topButton(pen);
}

const SHELL =
  'M54 150C46 92 72 46 120 46C168 46 194 92 186 150C180 160 168 162 158 158C134 150 106 150 82 158C72 162 60 160 54 150Z';

/** A cycle helmet with vents, straps and their buckle; behind, the dial that adjusts it. */
function helmet(pen: Pen): void {
  pen.both(() => {
    pen.cord('M64 150C76 172 96 192 114 204', 3, pen.accent, '#4a4d50');
    pen.cord('M88 154C94 172 104 190 114 204', 3, pen.accent, '#4a4d50');
  });
  pen.piece('M108 200L132 200L130 212L110 212Z', '#3a3c3e', pen.main, 1.1);
  pen.shadow(SHELL);
  pen.fill(SHELL, pen.round());
  pen.both(() => {
    for (const vent of [
      'M114 62C106 80 104 104 105 132L97 133C95 106 98 80 106 64Z',
      'M94 70C84 86 80 108 82 136L74 138C70 112 76 88 86 74Z',
    ])
      pen.piece(vent, pen.turn([0, 60, 0, 136], pen.main.inside, pen.main.deep), pen.main, 1.1);
    pen.sheen('M70 84C62 104 61 124 64 142', -7, 0.9);
    pen.line('M56 140C80 146 104 142 120 142', '#d5d9dc', 2.4);
  });
  if (!pen.isFront) {
    pen.mark(
      `<circle cx="120" cy="156" r="10" fill="#3a3c3e" stroke="#17181a" stroke-width="1.4"/><path d="M120 148v16M112 156h16" stroke="#5b5e61" stroke-width="1.6"/>`,
    );
  } else pen.seam('M120 48L120 138', pen.main, 1.2);
  pen.outline(SHELL);
}
