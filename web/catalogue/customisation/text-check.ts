import type { DesignOptions, GarmentDesign } from './design-types.ts';

/** How a text is set: what limits it, and how high its capitals are. */
export interface TextSetting {
  text: string;
  fontName: string;
  /** Height of capitals in millimetres, of a text that fits. */
  letterMm: number;
  /** The smallest height to which a text that is too wide is made smaller. */
  smallestMm: number;
  widthMm: number;
  heightMm: number;
  /** Characters of one line. */
  maxLength: number;
  maxLines: number;
}

/** How another text is set in a design: in its font, at its position and by its method. */
export function getDesignTextSetting(options: DesignOptions, design: GarmentDesign, text: string): TextSetting {
  const method = options.methods.find(({ id }) => id === design.methodId);
  const position = options.positions.find(({ id }) => id === design.positionId);
  const letterMm = (design.nameDesignId === null ? position?.letterMm : design.letterMm) ?? design.letterMm ?? 10;
  return {
    text,
    fontName: design.fontName ?? '',
    letterMm,
    smallestMm: design.nameDesignId === null ? (method?.minLetterHeightMm ?? letterMm) : letterMm,
    widthMm: design.area.widthCm * 10,
    heightMm: design.area.heightCm * 10,
    maxLength: method?.maxTextLength ?? options.maxTextLength,
    maxLines: method?.maxLines ?? 1,
  };
}

/** What is wrong with a text as a sentence, undefined if nothing is; and the height of its capitals, null where it cannot be set. */
export interface CheckedText {
  problem: string | undefined;
  letterMm: number | null;
}
