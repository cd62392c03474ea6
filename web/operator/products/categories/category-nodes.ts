import type { ReplyOf } from '#contract/index.ts';

/** A category as operators read it. */
export type KeptCategory = ReplyOf<'GET /api/operator/categories'>['categories'][number];

/** Where a category is to be. */
export interface CategoryPlace {
  parentId: number | null;
  position: number;
}

/** The categories directly below another one, in their order; those at the top without one. */
export const listBelow = (categories: readonly KeptCategory[], parentId: number | null): KeptCategory[] =>
  categories.filter((category) => category.parentId === parentId);

/** The path of a category: "Workwear › Trousers". */
export const formatPath = ({ formattedName }: KeptCategory): string => formattedName.replaceAll(' >> ', ' › ');

/** The ids of a category and all those below it, in the order of the tree. */
export function listBranchIds(categories: readonly KeptCategory[], { id }: KeptCategory): number[] {
  const branch = new Set([id]);
  // A category follows the one above it.
  for (const each of categories) if (each.parentId !== null && branch.has(each.parentId)) branch.add(each.id);
  return [...branch];
}

/** One level further in: the last place below the category above it. Undefined for the first one of its level. */
export function findPlaceInside(categories: readonly KeptCategory[], category: KeptCategory): CategoryPlace | undefined {
  const above = listBelow(categories, category.parentId)[category.position - 1];
  return above && { parentId: above.id, position: listBelow(categories, above.id).length };
}

/** One level further out: after the category that it is below. Undefined at the top. */
export function findPlaceOutside(categories: readonly KeptCategory[], category: KeptCategory): CategoryPlace | undefined {
  const parent = categories.find(({ id }) => id === category.parentId);
  return parent && { parentId: parent.parentId, position: parent.position + 1 };
}

/** What merging moves, and what becomes of the category, in sentences. */
export function describeMerge(
  {
    products,
    alreadyThere,
    children,
  }: Pick<ReplyOf<'GET /api/operator/categories/:id/merge'>, 'products' | 'alreadyThere' | 'children'>,
  from: string,
  into: string,
): string {
  const count = (number: number, one: string, several: string) =>
    number === 1 ? `1 ${one}` : `${number.toLocaleString('en-GB')} ${several}`;
  return [
    products === 0
      ? `${from} has no products.`
      : `${count(products, 'product moves', 'products move')} to ${into}${alreadyThere > 0 ? `; ${alreadyThere.toLocaleString('en-GB')} of them ${alreadyThere === 1 ? 'is' : 'are'} in it already` : ''}.`,
    ...(children === 0 ? [] : [`${count(children, 'category moves', 'categories move')} below it.`]),
    `${from} is deleted. Customers see this immediately, and you can’t undo it.`,
  ].join(' ');
}
