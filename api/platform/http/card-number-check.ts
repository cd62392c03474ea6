import type { TSchema } from 'typebox';
import { CARD_NUMBER_MESSAGE, looksLikeCardNumber } from '#contract/card-numbers.ts';
import { listFreeTexts, type TextPath } from '#contract/free-texts.ts';
import { HttpError } from './errors.ts';
import type { Check } from './validation.ts';

/** The places of a value that a path leads to and that look like the number of a card, as keys of errors: `items[0].reason`. */
function listCardNumbers(value: unknown, [part, ...rest]: TextPath, place = ''): string[] {
  if (part === undefined) return typeof value === 'string' && looksLikeCardNumber(value) ? [place] : [];
  if (part === '[]')
    return Array.isArray(value) ? value.flatMap((each, index) => listCardNumbers(each, rest, `${place}[${index}]`)) : [];
  if (typeof value !== 'object' || value === null) return [];
  return listCardNumbers((value as Record<string, unknown>)[part], rest, place === '' ? part : `${place}.${part}`);
}

/**
 * A check of the free texts of a body or form, which throws 422 for each that looks like the number of a card, keyed by its path below `root`; undefined where there
 * are no such texts.
 */
export function createCardNumberCheck(schema: TSchema, root?: string): Check | undefined {
  const paths = listFreeTexts(schema);
  if (paths.length === 0) return undefined;
  return (value) => {
    const found = paths.flatMap((path) => listCardNumbers(value, path));
    if (found.length === 0) return;
    throw new HttpError(
      422,
      Object.fromEntries(found.map((place) => [root ? `${root}.${place}` : place, [CARD_NUMBER_MESSAGE]])),
    );
  };
}
