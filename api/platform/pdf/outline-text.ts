import { placeLines, type TextSize } from '#lettering/measure.ts';
import type { FontMetrics } from '#lettering/metrics.ts';
import { findFontFile } from './fonts.ts';
import { LETTERING_FACES } from './lettering-faces.ts';

/**
 * A text on a garment as outlines, for pictures and documents that have no fonts: the data of an SVG path in millimetres, from the top left corner of the
 * text, lines centred. Letters have the advances of `measureText`. `letterMm` is the height of capitals.
 *
 * @throws for a character that the font lacks; texts are checked before they are stored
 */
export function outlineText(metrics: FontMetrics, text: string, letterMm: number): TextSize & { path: string } {
  const face = LETTERING_FACES[metrics.fontName];
  const mm = letterMm / metrics.capHeight;
  const { widthMm, heightMm, lines } = placeLines(metrics, text, letterMm);
  const outlines = lines.flatMap(({ text: line, xMm, baselineMm }) => {
    let x = xMm;
    return Array.from(line, (character) => {
      const letter = metrics.letters.get(character);
      const file = letter && findFontFile(face, character);
      if (!letter || !file) throw new Error(`${metrics.fontName} has no ${JSON.stringify(character)}.`);
      const glyph = file.font.glyphForCodePoint(character.codePointAt(0) as number);
      const outline = glyph.path.transform(mm, 0, 0, -mm, x, baselineMm).toSVG();
      x += letter.advance * mm;
      return outline;
    });
  });
  return { path: outlines.join(''), widthMm, heightMm };
}
