/**
 * A number as people write it in English: a currency sign before it and commas between thousands are ignored. 0 for an empty text, NaN for anything
 * else, such as a comma as decimal point.
 */
export function parseNumber(text: string): number {
  const plain = text.trim().replace(/^[£€$]\s*/, '');
  return Number(/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain);
}

/** Whether an amount in major units is a whole number of minor ones, such as pence. */
export const isWholeMinorUnits = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
