import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';
import { plural } from '#web/ui/format/format.ts';

export type UnorderableGroup = ReplyOf<'GET /api/organisation/unorderablegroups'>['unorderableGroups'][number];

/** The groups of one wardrobe, or of all, in which people can order nothing. */
export const unorderableGroupsQuery = (collectionId?: number) =>
  apiQuery('GET /api/organisation/unorderablegroups', { query: collectionId === undefined ? {} : { collectionId } });

/** "3 people have nothing to order in Safety shoes". */
export function describeUnorderable({ name, peopleCount }: Pick<UnorderableGroup, 'name' | 'peopleCount'>): string {
  if (peopleCount === 0) return `Nothing can be ordered in ${name}`;
  return `${plural(peopleCount, 'person has', 'people have')} nothing to order in ${name}`;
}

/** Why nothing can be ordered in a group, and what to do. */
export const UNORDERABLE_REASONS: Record<UnorderableGroup['reason'], string> = {
  empty: 'The group has no products. Add some to it.',
  notSold: 'None of its products is on sale. Publish one in your range, or add another product to the group.',
  roles:
    'Its products are limited to other customer roles. Change in your range who can see them, or add a product for everyone.',
  points: 'Its products have no points, so people with points allocation can’t order them. Set the points of its products.',
  unavailable:
    'Its products are out of stock, discontinued or not for sale at a fixed price. Add another product, or wait until they are available.',
};

/** A short mark beside a group: "3 people: nothing to order"; undefined if everyone can order something. */
export function formatUnorderableMark(groups: readonly UnorderableGroup[], groupId: number): string | undefined {
  const found = groups.filter(({ collectionGroupId }) => collectionGroupId === groupId);
  if (found.length === 0) return undefined;
  const people = found.reduce((total, { peopleCount }) => total + peopleCount, 0);
  return people === 0 ? 'Nothing to order' : `${plural(people, 'person', 'people')}: nothing to order`;
}
