import { readNumber } from './range-words.ts';
import { type ListName, listNames } from './use-parts.ts';
import type { BulkBody } from './use-range-changes.ts';

interface ListWish {
  way: '' | 'add' | 'remove' | 'everybody';
  ids: number[];
}

/** What is chosen in the dialog; empty is "leave as it is". */
export type Bulk = Record<ListName, ListWish> & {
  published: '' | 'yes' | 'no';
  featured: '' | 'yes' | 'no';
  price: '' | 'amount' | 'up' | 'down' | 'catalogue';
  /** The amount or the percentage, as typed. */
  figure: string;
};

const wantsFigure = ({ price }: Bulk) => price === 'amount' || price === 'up' || price === 'down';

/** The first thing that keeps a change from being sent. */
export function problemOf(bulk: Bulk): { field: string; sentence: string } | undefined {
  if (wantsFigure(bulk) && readNumber(bulk.figure) === undefined)
    return {
      field: 'figure',
      sentence: bulk.price === 'amount' ? 'Enter an amount, such as 12.50.' : 'Enter a number, such as 2.5.',
    };
  if (bulk.price === 'down' && (readNumber(bulk.figure) ?? 0) > 100)
    return { field: 'figure', sentence: 'A price cannot go down by more than 100 percent.' };
  const empty = listNames.find((list) => ['add', 'remove'].includes(bulk[list].way) && bulk[list].ids.length === 0);
  if (empty) return { field: empty, sentence: 'Choose at least one.' };
  const changes =
    bulk.published !== '' || bulk.featured !== '' || bulk.price !== '' || listNames.some((list) => bulk[list].way !== '');
  return changes ? undefined : { field: '', sentence: 'Choose what is to be changed.' };
}

const listOf = ({ way, ids }: ListWish) => (way === 'everybody' ? { everybody: true } : { [way]: ids });

function priceOf({ price, figure }: Bulk) {
  const number = readNumber(figure) ?? 0;
  if (price === 'amount') return { amount: number };
  if (price === 'catalogue') return { catalogue: true };
  return { percent: price === 'down' ? -number : number };
}

/** The change as the call takes it; only of a bulk without a problem. */
export const toChange = (bulk: Bulk): BulkBody['change'] => ({
  ...(bulk.published && { published: bulk.published === 'yes' }),
  ...(bulk.featured && { featured: bulk.featured === 'yes' }),
  ...(bulk.price && { price: priceOf(bulk) }),
  ...(bulk.businessAreaIds.way && { businessAreas: listOf(bulk.businessAreaIds) }),
  ...(bulk.jobRoleIds.way && { jobRoles: listOf(bulk.jobRoleIds) }),
  ...(bulk.collectionIds.way && { collections: listOf(bulk.collectionIds) }),
  ...(bulk.customerRoleIds.way && { customerRoles: listOf(bulk.customerRoleIds) }),
});
