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

/** A height as people say it: "178 cm" or "5 ft 10 in". */
export function formatHeight(cm: number, unit: 'cm' | 'inches'): string {
  const { feet, inches } = cmToFeet(cm);
  return unit === 'cm' ? `${Math.round(cm)} cm` : `${feet} ft ${inches} in`;
}

/** A weight as people say it: "82 kg" or "12 st 13 lb". */
export function formatWeight(kg: number, unit: 'kg' | 'stones'): string {
  const { stones, pounds } = kgToStones(kg);
  return unit === 'kg' ? `${Math.round(kg)} kg` : `${stones} st ${pounds} lb`;
}

const QUARTERS = ['', '¼', '½', '¾'];
/** Lengths below this, of hands and feet, are shown in finer steps, cm. */
const SMALL = 35;

function formatFigure(cm: number, unit: 'cm' | 'inches'): string {
  if (unit === 'cm') return String(cm < SMALL ? Math.round(cm * 10) / 10 : Math.round(cm * 2) / 2);
  const quarters = cm < SMALL ? Math.round((cm / INCH) * 4) : 2 * Math.round((cm / INCH) * 2);
  return `${Math.floor(quarters / 4)}${QUARTERS[quarters % 4]}`;
}

/**
 * The figures of a size guide in the reader's unit, without its name: "91–94" in cm is "36–37" in inches. Other text, and figures in
 * that unit, stay as they are.
 */
export function convertFigures(text: string, from: 'cm' | 'mm' | 'in', to: 'cm' | 'inches'): string {
  if ((from === 'cm' && to === 'cm') || (from === 'in' && to === 'inches')) return text;
  const factor = from === 'in' ? INCH : from === 'mm' ? 0.1 : 1;
  return text.replaceAll(/\d+(?:\.\d+)?/g, (figure) => formatFigure(Number(figure) * factor, to));
}

/** A length of the body beside the figures of a guide: of hands and feet in finer steps than `formatLength`. */
export const formatFineLength = (cm: number, unit: 'cm' | 'inches') =>
  cm < SMALL ? `${formatFigure(cm, unit)} ${unit === 'cm' ? 'cm' : 'in'}` : formatLength(cm, unit);

/** The name of a unit behind a figure. */
export const unitLabel = (unit: 'cm' | 'inches') => (unit === 'cm' ? 'cm' : 'in');
