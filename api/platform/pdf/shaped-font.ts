import type { Font, Subset } from 'fontkit';
import {
  Blob,
  ClusterLevel,
  Direction,
  Face,
  type GlyphPosition,
  Buffer as ShapingBuffer,
  Font as ShapingFont,
  shape,
} from 'harfbuzzjs';

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

/** Asks for a text to be laid out from right to left; as a feature of fonts, since pdfkit passes on nothing else. */
export const FROM_RIGHT = 'right-to-left' as string as PDFKit.Mixins.OpenTypeFeatures;

/** Lays out a text of one direction and script as the script demands: joined, with marks at their places, and in the order of drawing, from the left. */
type ShapeText = (text: string, features: readonly string[]) => PlacedRun;

/**
 * Opens a font with HarfBuzz, which knows the rules of every script; those that fontkit applies to Thai, Burmese and several of India are not complete.
 */
export function openShaper(bytes: Uint8Array): ShapeText {
  const font = new ShapingFont(new Face(new Blob(bytes)));
  const buffer = new ShapingBuffer();
  return (text, features) => {
    buffer.reset();
    buffer.setClusterLevel(ClusterLevel.MONOTONE_GRAPHEMES);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    const isFromRight = features.includes(FROM_RIGHT);
    buffer.setDirection(isFromRight ? Direction.RTL : Direction.LTR);
    shape(font, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const texts = divideText(text, infos, positions, isFromRight);
    let x = 0;
    const placed = infos.map(({ codepoint: glyph }, index) => {
      const { xAdvance, yAdvance, xOffset, yOffset } = positions[index] as GlyphPosition;
      const left = x;
      x += xAdvance;
      return { glyph, text: texts[index] as string, left, xAdvance, yAdvance, xOffset, yOffset };
    });
    // Marks and dots are drawn after the letters: each has a position of its own, at which readers would divide the word.
    const isMark = ({ text: own, xAdvance }: (typeof placed)[number]) => own === '' && xAdvance === 0;
    const letters = placed.filter((each) => !isMark(each));
    const marks = placed.filter(isMark).map((mark) => ({ ...mark, xOffset: mark.left + mark.xOffset - x }));
    const drawn = [...letters, ...marks];
    return {
      glyphs: drawn.map(({ glyph, text: own }) => ({
        id: `${glyph} ${own}`,
        advanceWidth: font.glyphHAdvance(glyph),
        codePoints: [...own].map((character) => character.codePointAt(0) as number),
      })),
      positions: drawn.map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset })),
    };
  };
}

/**
 * The text that each glyph stands for. Of the letters of a group, such as a syllable, each has one character in the order of reading, the first one those
 * that are left over; its marks have none.
 */
function divideText(
  text: string,
  infos: readonly { cluster: number }[],
  positions: readonly { xAdvance: number }[],
  isFromRight: boolean,
): string[] {
  const texts = infos.map(() => '');
  const groups = Map.groupBy(infos.keys(), (index) => infos[index]?.cluster ?? 0);
  const starts = [...groups.keys()].sort((one, other) => one - other);
  for (const [order, start] of starts.entries()) {
    const characters = [...text.slice(start, starts[order + 1] ?? text.length)];
    const glyphs = groups.get(start) ?? [];
    const letters = glyphs.filter((index) => positions[index]?.xAdvance !== 0);
    const read = letters.length > 0 ? letters : glyphs.slice(0, 1);
    if (isFromRight) read.reverse();
    const [first = 0, ...others] = read.slice(0, characters.length);
    texts[first] = characters.slice(0, characters.length - others.length).join('');
    for (const [index, glyph] of others.entries()) texts[glyph] = characters.at(index - others.length) ?? '';
  }
  return texts;
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
