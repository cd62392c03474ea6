/** Formats lengths in cm and weights in kg, also in the imperial units used in Britain. */

const INCH = 2.54;
const POUND = 0.45359237;

export const feetToCm = (feet: number, inches: number) => (12 * feet + inches) * INCH;
export const stonesToKg = (stones: number, pounds: number) => (14 * stones + pounds) * POUND;

/** Rounded to whole inches first, to avoid results such as 5 ft 12 in. */
export function cmToFeet(cm: number): { feet: number; inches: number } {
  const inches = Math.round(cm / INCH);
  return { feet: Math.floor(inches / 12), inches: inches % 12 };
}

/** Rounded to whole pounds first, as in `cmToFeet`. */
export function kgToStones(kg: number): { stones: number; pounds: number } {
  const pounds = Math.round(kg / POUND);
  return { stones: Math.floor(pounds / 14), pounds: pounds % 14 };
}

/** A girth or length in half inches: "38½ in"; or in whole centimetres: "98 cm". */
export function formatLength(cm: number, unit: 'cm' | 'inches'): string {
  if (unit === 'cm') return `${Math.round(cm)} cm`;
  const halves = Math.round((cm / INCH) * 2);
  return `${Math.floor(halves / 2)}${halves % 2 === 1 ? '½' : ''} in`;
}

/** Formats a range: "94 to 102 cm"; a single length if both ends are the same. */
export function formatLengthRange(low: number, high: number, unit: 'cm' | 'inches'): string {
  const [from, to] = [formatLength(low, unit), formatLength(high, unit)];
  return from === to ? from : `${from.replace(/ \w+$/, '')} to ${to}`;
}
