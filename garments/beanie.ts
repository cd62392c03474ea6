import type { Pen } from './pen.ts';

const DOME = 'M60 160C52 96 74 46 120 44C166 46 188 96 180 160Z';
const CUFF = 'M51 150C92 162 148 162 189 150C191 166 191 182 188 198C148 211 92 211 52 198C49 182 49 166 51 150Z';

/** A knitted hat. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBeanie(pen: Pen): void {
  const trim = pen.accent;
  pen.shadow(DOME + CUFF);
  pen.fill(DOME, pen.round());
  const wales = [4, 13, 22, 31, 40, 48, 55].map(
    (x) => `M${120 - x} 158C${120 - x * 1.15} 108 ${120 - x * 0.8} 70 ${120 - x * 0.12} 46`,
  );
  pen.both(() => {
    for (const wale of wales) pen.line(wale, pen.main.seam, 1.1);
    pen.fold('M66 82C58 106 58 132 62 156', -10, 0.5);
  });
  pen.sheen('M94 62C82 84 78 116 82 148', -14, 0.8);
  if (!pen.isFront) {
    pen.line('M120 44L120 156', pen.main.edge, 1.5);
    pen.fold('M120 46L120 156', -6, 0.5);
    pen.fold('M120 46L120 156', 6, 0.5);
  }
  pen.outline(DOME);
  pen.fill('M56 150C92 158 148 158 184 150L184 145C148 153 92 153 56 145Z', pen.main.shadow, 0.25);
  pen.piece(CUFF, pen.round(undefined, trim), trim, 1.6);
  pen.clip(CUFF, () =>
    pen.mark(`<path d="M51 174C92 187 148 187 189 174" stroke="${trim.seam}" stroke-width="64" stroke-dasharray="1.1 6.4"/>`),
  );
  pen.fold('M56 154C54 170 54 184 57 196', -12, 0.4, trim);
  pen.fold('M184 154C186 170 186 184 183 196', 12, 0.4, trim);
  pen.line(CUFF, trim.edge, 1.6);
  if (pen.isFront) {
    pen.piece('M104 170Q120 172 136 170L136 190Q120 192 104 190Z', trim.under, trim, 1.1);
    pen.stitch('M106.4 172.4Q120 174.2 133.6 172.4L133.6 187.8Q120 189.6 106.4 187.8Z', trim);
  } else {
    pen.line('M120 160L120 207', trim.edge, 1.5);
    pen.fold('M120 160L120 207', -6, 0.5, trim);
  }
}
