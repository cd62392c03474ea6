/** The largest quantity of one line. */
export const MAX_QUANTITY = 100_000;

/**
 * What is wrong with a text typed as a quantity, in a few words; undefined for a whole number up to `MAX_QUANTITY` and for no
 * text. Characters are never dropped: "1.5" would silently become 15.
 */
export function findQuantityTextProblem(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (!/^\d+$/.test(typed)) return 'Whole numbers only';
  return Number(typed) > MAX_QUANTITY ? 'At most 100,000' : undefined;
}
