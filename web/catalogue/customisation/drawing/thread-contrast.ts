import { chooseBackground } from '#brands/choose-background.ts';
import { getContrastRatio } from '#brands/contrast.ts';
import { PLATE_COLOURS } from '#lettering/place-design.ts';

/** Below this ratio, a text of 5 to 20 mm is hard to read at arm's length. Names on clothes are often tone in tone, so it is less than on pages. */
const LEGIBLE_RATIO = 2;

/** Whether a text in this colour is hard to read on this cloth. Both are `#rrggbb`. */
export const hasLowContrast = (threadRgb: string, clothRgb: string): boolean =>
  getContrastRatio(threadRgb, clothRgb) < LEGIBLE_RATIO;

const DRAWN_COLOUR = /^\/garments\/[^/]+\/([0-9a-f]{6})-/;

/** The colour of the cloth of a drawing, by its address; undefined for photographs. */
export function findClothColour(drawingSrc: string): string | undefined {
  const colour = DRAWN_COLOUR.exec(drawingSrc)?.[1];
  return colour && `#${colour}`;
}

/** The plate of a name badge on which a text in this colour can be read: a light one, or a dark one. */
export const getPlateColour = (threadRgb: string): string => chooseBackground(threadRgb, PLATE_COLOURS);
