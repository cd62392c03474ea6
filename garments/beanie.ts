import type { Pen } from './pen.ts';

const DOME = 'M60 160C52 96 74 46 120 44C166 46 188 96 180 160Z';
const CUFF = 'M51 150C92 162 148 162 189 150C191 166 191 182 188 198C148 211 92 211 52 198C49 182 49 166 51 150Z';
const SKULL = 'M58 176C50 108 72 62 120 60C168 62 190 108 182 176C162 186 78 186 58 176Z';
const SKULL_BAND = 'M56 150C92 162 148 162 184 150L183 178C162 188 78 188 57 178Z';

/** A cap without a peak. Draws the front or back, by the pen’s side, on a canvas of 240 × 260 units. */
export function drawBeanie(pen: Pen): void {
  if (pen.has('skull-cap')) skullCap(pen);
  else knitted(pen);
}

/** A close cap of woven cotton with a crown of mesh. */
function skullCap(pen: Pen): void {
  const trim = pen.accent;
  pen.shadow(SKULL);
  pen.fill(SKULL, pen.round());
  const mesh = 'M76 104C84 78 100 62 120 61C140 62 156 78 164 104Q120 116 76 104Z';
  pen.fill(mesh, pen.main.under);
  pen.clip(mesh, () =>
    pen.mark(
      `<path d="M70 60L170 120M70 80L150 124M80 60L170 108M100 58L170 96M170 60L70 120M170 80L90 124M160 60L70 108M140 58L70 96" stroke="${pen.main.seam}" stroke-width=".8"/>`,
    ),
  );
  pen.seam('M76 104Q120 116 164 104');
  pen.stitch('M75 107Q120 119 165 107');
  pen.both(() => pen.fold('M70 96C62 116 62 132 66 150', -9, 0.35));
  pen.sheen('M88 110C84 122 84 134 86 148', -10, 0.7);
  pen.piece(SKULL_BAND, pen.round(undefined, trim), trim, 1.3);
  pen.stitch('M58.6 154C93 165 147 165 181.4 154M58.6 175C80 184 160 184 181.4 175', trim);
  if (!pen.isFront) pen.ribs('M92 171Q120 175.4 148 171', 18, trim);
  pen.outline(SKULL);
}

function knitted(pen: Pen): void {
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
  if (pen.has('reflective-band'))
    pen.clip(DOME, () => pen.reflective('M40 116Q120 130 200 116L200 134Q120 148 40 134Z', [54, 0, 186, 0]));
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
