import { parseAmount } from './range-labels.ts';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';
import { type RestrictionName, restrictionNames } from './use-restriction-options.ts';

interface RestrictionEdit {
  /** `clear` makes the product visible to everyone. */
  mode: '' | 'add' | 'remove' | 'clear';
  ids: number[];
}

/** The values of the bulk edit form; empty means "don't change". */
export type RangeEditFormValues = Record<RestrictionName, RestrictionEdit> & {
  published: '' | 'yes' | 'no';
  featured: '' | 'yes' | 'no';
  price: '' | 'amount' | 'up' | 'down' | 'catalogue';
  /** The amount or the percentage, as typed. */
  figure: string;
};

const needsFigure = ({ price }: RangeEditFormValues) => price === 'amount' || price === 'up' || price === 'down';

/** The first problem that prevents the edit from being sent; `field` is empty if nothing is chosen at all. */
export function findRangeEditProblem(bulk: RangeEditFormValues): { field: string; sentence: string } | undefined {
  if (needsFigure(bulk) && parseAmount(bulk.figure) === undefined)
    return {
      field: 'figure',
      sentence: bulk.price === 'amount' ? 'Enter an amount, such as 12.50.' : 'Enter a number, such as 2.5.',
    };
  if (bulk.price === 'down' && (parseAmount(bulk.figure) ?? 0) > 100)
    return { field: 'figure', sentence: 'A price can’t be reduced by more than 100%.' };
  const empty = restrictionNames.find((list) => ['add', 'remove'].includes(bulk[list].mode) && bulk[list].ids.length === 0);
  if (empty) return { field: empty, sentence: 'Choose at least one.' };
  const changes =
    bulk.published !== '' || bulk.featured !== '' || bulk.price !== '' || restrictionNames.some((list) => bulk[list].mode !== '');
  return changes ? undefined : { field: '', sentence: 'Choose what to change.' };
}

const toRestrictionChange = ({ mode, ids }: RestrictionEdit) => (mode === 'clear' ? { clear: true } : { [mode]: ids });

function toPriceChange({ price, figure }: RangeEditFormValues) {
  const number = parseAmount(figure) ?? 0;
  if (price === 'amount') return { amount: number };
  if (price === 'catalogue') return { catalogue: true };
  return { percent: price === 'down' ? -number : number };
}

/** The request's `change` for these form values, which must have no problem (`findRangeEditProblem`). */
export const toRangeEditPayload = (bulk: RangeEditFormValues): RangeBulkEditBody['change'] => ({
  ...(bulk.published && { published: bulk.published === 'yes' }),
  ...(bulk.featured && { featured: bulk.featured === 'yes' }),
  ...(bulk.price && { price: toPriceChange(bulk) }),
  ...(bulk.businessAreaIds.mode && { businessAreas: toRestrictionChange(bulk.businessAreaIds) }),
  ...(bulk.jobRoleIds.mode && { jobRoles: toRestrictionChange(bulk.jobRoleIds) }),
  ...(bulk.collectionIds.mode && { collections: toRestrictionChange(bulk.collectionIds) }),
  ...(bulk.customerRoleIds.mode && { customerRoles: toRestrictionChange(bulk.customerRoleIds) }),
});
