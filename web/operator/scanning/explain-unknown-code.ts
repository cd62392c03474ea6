import { describeScan, readScan } from '#contract/scanned-codes.ts';
import { findOtherKeyboardScan, hasForeignLetters } from './keyboards.ts';

/** That a scanner is set to the keyboard of another country, where what it has typed shows it. `isKnown` tells whether a code is one of those that are looked for. */
export function explainOtherKeyboard(input: string, isKnown: (code: string) => boolean): string | undefined {
  const meant = findOtherKeyboardScan(input, isKnown);
  return meant === undefined
    ? undefined
    : `the scanner typed “${describeScan(input)}” for ${describeScan(meant)}. It is set to the keyboard of another country than this computer. Set both to the same country.`;
}

/** A sentence for a code with letters of another keyboard, which cannot be translated; empty for others. */
export const hintAtKeyboard = (input: string): string =>
  hasForeignLetters(input)
    ? ' If the label shows other characters, the scanner is set to the keyboard of another country than this computer.'
    : '';

/** What a code can be that names no garment of the catalogue; `otherwise` is what is said where nothing is known of it. */
export function explainUnknownCode(input: string, otherwise: string): string {
  const keyboard = explainOtherKeyboard(input, () => false);
  if (keyboard !== undefined) return `${keyboard.charAt(0).toUpperCase()}${keyboard.slice(1)}`;
  if (readScan(input).cartonOf !== undefined) return 'This is the code of a carton. Scan each piece, or enter the SKU.';
  return `${otherwise}${hintAtKeyboard(input)}`;
}
