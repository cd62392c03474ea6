import { parseAmount } from './range-labels.ts';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';
import { type RestrictionName, restrictionNames } from './use-restriction-options.ts';

interface RestrictionEdit {
  mode: '' | 'add' | 'remove' | 'everybody';
  ids: number[];
}

/** What is chosen in the dialog; empty is "leave as it is". */
export type RangeEditFormValues = Record<RestrictionName, RestrictionEdit> & {
  published: '' | 'yes' | 'no';
  featured: '' | 'yes' | 'no';
  price: '' | 'amount' | 'up' | 'down' | 'catalogue';
  /** The amount or the percentage, as typed. */
  figure: string;
};

const wantsFigure = ({ price }: RangeEditFormValues) => price === 'amount' || price === 'up' || price === 'down';

/** The first thing that keeps a change from being sent. */
export function findRangeEditProblem(bulk: RangeEditFormValues): { field: string; sentence: string } | undefined {
  if (wantsFigure(bulk) && parseAmount(bulk.figure) === undefined)
    return {
      field: 'figure',
      sentence: bulk.price === 'amount' ? 'Enter an amount, such as 12.50.' : 'Enter a number, such as 2.5.',
    };
  if (bulk.price === 'down' && (parseAmount(bulk.figure) ?? 0) > 100)
    return { field: 'figure', sentence: 'A price cannot go down by more than 100 percent.' };
  const empty = restrictionNames.find((list) => ['add', 'remove'].includes(bulk[list].mode) && bulk[list].ids.length === 0);
  if (empty) return { field: empty, sentence: 'Choose at least one.' };
  const changes =
    bulk.published !== '' || bulk.featured !== '' || bulk.price !== '' || restrictionNames.some((list) => bulk[list].mode !== '');
  return changes ? undefined : { field: '', sentence: 'Choose what is to be changed.' };
}

const listOf = ({ mode, ids }: RestrictionEdit) => (mode === 'everybody' ? { everybody: true } : { [mode]: ids });

function priceOf({ price, figure }: RangeEditFormValues) {
  const number = parseAmount(figure) ?? 0;
  if (price === 'amount') return { amount: number };
  if (price === 'catalogue') return { catalogue: true };
  return { percent: price === 'down' ? -number : number };
}

/** The change as the call takes it; only of a bulk without a problem. */
export const toRangeEditPayload = (bulk: RangeEditFormValues): RangeBulkEditBody['change'] => ({
  ...(bulk.published && { published: bulk.published === 'yes' }),
  ...(bulk.featured && { featured: bulk.featured === 'yes' }),
  ...(bulk.price && { price: priceOf(bulk) }),
  ...(bulk.businessAreaIds.mode && { businessAreas: listOf(bulk.businessAreaIds) }),
  ...(bulk.jobRoleIds.mode && { jobRoles: listOf(bulk.jobRoleIds) }),
  ...(bulk.collectionIds.mode && { collections: listOf(bulk.collectionIds) }),
  ...(bulk.customerRoleIds.mode && { customerRoles: listOf(bulk.customerRoleIds) }),
});
