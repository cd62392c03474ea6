import type { Font, Subset } from 'fontkit';
import { Blob, Buffer as ShapingBuffer, ClusterLevel, Direction, Face, Font as ShapingFont, shape } from 'harfbuzzjs';
import { hasRightToLeftLetters } from './writing-direction.ts';

/** A glyph as pdfkit uses it. */
export interface PlacedGlyph {
  /** The number of the glyph in the font, and the text that it stands for: `12 שׁ`. */
  id: string;
  /** Units of the font. */
  advanceWidth: number;
  /** Of the text that it stands for; none for the further glyphs of a group. */
  codePoints: number[];
}

export interface PlacedRun {
  glyphs: PlacedGlyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
}

/** Lays out texts of one direction, as their script demands: joined, with marks at their places, and from left to right as they are drawn. */
export type ShapeText = (text: string) => PlacedRun;

/**
 * Opens a font with HarfBuzz, which knows the rules of every script; those that fontkit applies to Thai, Burmese and several of India are not complete.
 */
export function openShaper(bytes: Uint8Array): ShapeText {
  const font = new ShapingFont(new Face(new Blob(bytes)));
  const buffer = new ShapingBuffer();
  return (text) => {
    buffer.reset();
    // Marks keep the place of their own character, so that the text can be read back.
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    // Figures of Arabic are written from left to right.
    buffer.setDirection(hasRightToLeftLetters(text) ? Direction.RTL : Direction.LTR);
    shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const texts = divideText(text, infos, positions);
    return {
      glyphs: infos.map(({ codepoint: glyph }, index) => ({
        id: `${glyph} ${texts[index]}`,
        advanceWidth: font.glyphHAdvance(glyph),
        codePoints: [...(texts[index] as string)].map((character) => character.codePointAt(0) as number),
      })),
      positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset })),
    };
  };
}

/** The text that each glyph stands for: that of its group of characters for the widest glyph of the group, and none for the others. */
function divideText(text: string, infos: readonly { cluster: number }[], positions: readonly { xAdvance: number }[]): string[] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? text.length]));
  const widest = new Map<number, number>();
  for (const [index, { cluster }] of infos.entries()) {
    const known = widest.get(cluster);
    const width = (of: number) => positions[of]?.xAdvance ?? 0;
    if (known === undefined || width(index) > width(known)) widest.set(cluster, index);
  }
  return infos.map(({ cluster }, index) => (widest.get(cluster) === index ? text.slice(cluster, ends.get(cluster)) : ''));
}

/**
 * A subset in which a glyph has a place for each text that it stands for, so that the text is right when it is copied: several letters of Arabic share
 * one glyph and differ by their dots, which are glyphs of their own.
 */
export function createSubsetByText(font: Font): Subset {
  const subset = font.createSubset() as unknown as { glyphs: number[]; includeGlyph(id: number | string): number };
  const includeGlyph = subset.includeGlyph.bind(subset);
  const places = new Map<string, number>();
  // Parts of composed glyphs are asked for by number.
  subset.includeGlyph = (id) => {
    if (typeof id !== 'string') return includeGlyph(id);
    const place = places.get(id) ?? subset.glyphs.push(Number.parseInt(id, 10)) - 1;
    places.set(id, place);
    return place;
  };
  return subset as unknown as Subset;
}
