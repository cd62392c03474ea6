import type { Pen } from './pen.ts';

const CROWN = 'M58 150C48 98 70 50 120 48C170 50 192 98 182 150C164 163 76 163 58 150Z';
const PEAK = 'M57 147C70 126 170 126 183 147C194 160 199 176 196 194C172 174 68 174 44 194C41 176 46 160 57 147Z';
const PEAK_RIM = 'M44 194C68 174 172 174 196 194C195 197 193 199 190 200C168 181 72 181 50 200C47 199 45 197 44 194Z';

/** A baseball cap. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawCap(pen: Pen): void {
  pen.frame(1.14, 0, 6);
  if (pen.isFront) front(pen);
  else back(pen);
}

function crown(pen: Pen): void {
  pen.fill(CROWN, pen.round());
  pen.both(() => {
    pen.seam('M116 49C92 62 80 100 79 146');
    pen.stitch('M113 49C89 62 77 100 76 145M118 51C95 64 83 102 82 146');
    pen.fold('M68 82C60 104 60 128 65 148', -9, 0.35);
    pen.mark(`<ellipse cx="97" cy="84" rx="2.4" ry="2.8" fill="${pen.main.inside}" stroke="${pen.main.edge}" stroke-width="1"/>`);
  });
  pen.sheen('M92 72C82 94 80 116 82 132', -12, 0.7);
}

function topButton(pen: Pen): void {
  pen.mark(
    `<ellipse cx="120" cy="47.6" rx="7" ry="3.8" fill="${pen.accent.base}" stroke="${pen.accent.rim}" stroke-width="1.3"/>`,
  );
}

function front(pen: Pen): void {
  pen.shadow(
    'M58 150C48 98 70 50 120 48C170 50 192 98 182 150C194 160 199 176 196 194L190 200C168 181 72 181 50 200L44 194C41 176 46 160 58 150Z',
  );
  crown(pen);
  pen.seam('M120 50L120 134');
  pen.stitch('M117.4 51L117.4 133M122.6 51L122.6 133');
  pen.outline(CROWN);
  const peak = pen.accent;
  pen.piece(PEAK, pen.turn([0, 130, 0, 190], peak.light, peak.deep), peak, 0);
  pen.outline(PEAK, peak);
  pen.piece(PEAK_RIM, peak.inside, peak, 0);
  pen.outline(PEAK_RIM, peak);
  for (const [x, y, dip] of [
    [60, 153, 134],
    [56, 162, 144],
    [52, 172, 154],
    [48, 183, 164],
  ] as const) {
    pen.stitch(`M${x} ${y}C${x + 22} ${dip} ${218 - x} ${dip} ${240 - x} ${y}`, peak);
  }
  pen.sheen('M66 166C84 152 104 148 120 148', 7, 0.8, peak);
  topButton(pen);
}

function back(pen: Pen): void {
  const peak = 'M50 138C42 152 39 168 42 184C56 170 78 164 120 164C162 164 184 170 198 184C201 168 198 152 190 138Z';
  pen.shadow(CROWN);
  pen.fill(peak, pen.turn([0, 150, 0, 184], pen.accent.inside, pen.accent.deep));
  pen.outline(peak, pen.accent);
  crown(pen);
  pen.seam('M120 50L120 100');
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
  topButton(pen);
}
