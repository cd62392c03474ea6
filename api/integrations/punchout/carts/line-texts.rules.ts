import { cutText, isTooLong, measureText } from '../texts/cut-text.rules.ts';
import type { Limits } from './limits.rules.ts';

/** A text without line breaks and other control characters. */
export const toOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** What names a garment: its product with colour and size. */
export interface GarmentName {
  name: string;
  /** Colour, size and length in words. */
  attributes: readonly string[];
}

/** A garment in a few words: `Polo shirt, Yellow, L`. */
export const toGarmentName = ({ name, attributes }: GarmentName): string => toOneLine([name, ...attributes].join(', '));

/** The same within a limit. Colour and size tell lines apart, so a long name is cut before them where that leaves enough of it. */
export function shortenName({ name, attributes }: GarmentName, { shortName: limit }: Pick<Limits, 'shortName'>): string {
  const whole = toGarmentName({ name, attributes });
  if (!isTooLong(whole, limit)) return whole;
  const end = attributes.map((attribute) => `, ${toOneLine(attribute)}`).join('');
  const room = limit.most - measureText(end, limit);
  return room < limit.most / 3 ? cutText(whole, limit) : `${cutText(toOneLine(name), { ...limit, most: room })}${end}`;
}

/** A garment with what is put on it, its designs in words. */
export const describeGarment = (garment: GarmentName, designs: readonly string[]): string =>
  toOneLine([toGarmentName(garment), ...designs].join('. '));
