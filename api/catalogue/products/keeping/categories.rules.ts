import { invalid } from '#api/platform/http/errors.ts';
import { MAX_CATEGORY_LEVELS } from '#contract/catalogue/products/operator-categories.ts';
import type { ReplyOf } from '#contract/index.ts';
import { flattenCategories } from '../categories.rules.ts';

/** A category as it is stored, with what decides who sees and changes it. */
export interface StoredCategory {
  id: number;
  parentId: number | null;
  name: string;
  displayOrder: number;
  unspsc: string | null;
  version: number;
  fieldVersions: Record<string, number>;
  /** Products in it that the operator sees. */
  products: number;
  /** Products in it and below it that the operator sees. */
  productsWithBelow: number;
  /** Whether the operator sees it. */
  isVisible: boolean;
  /** Whether a product in it or below it is bought by organisations of other brands, or made for one. */
  isForeign: boolean;
}

/** A category as operators read it. */
type KeptCategory = ReplyOf<'GET /api/operator/categories'>['categories'][number];

/** The labels of the columns of a category, for conflicts. */
export const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  unspsc_code: 'UNSPSC',
  parent_id: 'Position',
  display_order: 'Position',
};

/** Why the operator cannot change a category; null when their brands do not stand in the way. */
export const explainCategoryRefusal = ({ isForeign }: Pick<StoredCategory, 'isForeign'>): string | null =>
  isForeign
    ? 'Organisations of brands that you do not work for buy products of this category too. An operator of all these brands can change it.'
    : null;

/** The categories that the operator sees, in the order of the tree. */
export function toCategoryTree(categories: readonly StoredCategory[]): KeptCategory[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const inherited = (category: StoredCategory | undefined): string | null => {
    const above = category && category.parentId !== null ? byId.get(category.parentId) : undefined;
    return above ? (above.unspsc ?? inherited(above)) : null;
  };
  const visible = categories.filter(({ isVisible }) => isVisible);
  const positions = new Map<number, number>();
  return flattenCategories(visible.map((category) => ({ ...category, productCount: category.productsWithBelow }))).map(
    ({ id, name, formattedName, parentCategoryId, level }) => {
      const category = byId.get(id) as StoredCategory;
      const position = positions.get(parentCategoryId) ?? 0;
      positions.set(parentCategoryId, position + 1);
      return {
        id,
        name,
        formattedName,
        parentId: parentCategoryId === 0 ? null : parentCategoryId,
        level,
        position,
        products: category.products,
        productsWithBelow: category.productsWithBelow,
        unspsc: category.unspsc,
        inheritedUnspsc: inherited(category),
        version: category.version,
        refusal: explainCategoryRefusal(category),
      };
    },
  );
}

/** The ids of a category and all those below it. */
export function listBranch(categories: readonly StoredCategory[], id: number): number[] {
  const children = Map.groupBy(categories, ({ parentId }) => parentId);
  const branch = [id];
  for (const each of branch) branch.push(...(children.get(each) ?? []).map((child) => child.id));
  return branch;
}

const levelOf = (categories: readonly StoredCategory[], id: number | null): number => {
  const category = categories.find((each) => each.id === id);
  return category ? 1 + levelOf(categories, category.parentId) : 0;
};

/** The number of levels that a category and those below it take. */
const depthOf = (categories: readonly StoredCategory[], id: number): number =>
  1 + Math.max(0, ...categories.filter(({ parentId }) => parentId === id).map((child) => depthOf(categories, child.id)));

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Refuses a name that another category below the same one has. Throws 422. */
export function refuseTakenName(
  categories: readonly StoredCategory[],
  { id, parentId, name }: { id?: number; parentId: number | null; name: string },
): void {
  const isTaken = categories.some((each) => each.id !== id && each.parentId === parentId && isSameName(each.name, name));
  if (isTaken) throw invalid('name', `There is a category called ${name} here already. Please choose another name.`);
}

/** Refuses a place that is too deep in the tree, or below the category that is to be there. Throws 422. */
export function refusePlace(categories: readonly StoredCategory[], parentId: number | null, moved?: StoredCategory): void {
  if (moved && parentId !== null && listBranch(categories, moved.id).includes(parentId))
    throw invalid('parentId', 'A category can’t be moved below itself.');
  if (levelOf(categories, parentId) + (moved ? depthOf(categories, moved.id) : 1) > MAX_CATEGORY_LEVELS)
    throw invalid('parentId', `The tree can have ${MAX_CATEGORY_LEVELS} levels at most.`);
}

/** The categories below `parentId` in their order after one has been put at a place among those that the operator sees. */
export function orderSiblings(
  categories: readonly StoredCategory[],
  { id, parentId, position }: { id: number; parentId: number | null; position: number },
): number[] {
  const inOrder = flattenCategories(categories.map((category) => ({ ...category, productCount: 0 })));
  const byId = new Map(categories.map((category) => [category.id, category]));
  const others = inOrder.filter((each) => byId.get(each.id)?.parentId === parentId && each.id !== id).map((each) => each.id);
  const next = others.filter((each) => byId.get(each)?.isVisible)[position];
  const at = next === undefined ? others.length : others.indexOf(next);
  return others.toSpliced(at, 0, id);
}

/** Why a category cannot be merged into another one; null when it can. */
export function explainMergeProblem(categories: readonly StoredCategory[], fromId: number, intoId: number): string | null {
  if (fromId === intoId) return 'Choose another category than this one.';
  if (listBranch(categories, fromId).includes(intoId)) return 'A category can’t be merged into one below it.';
  const below = (id: number) => categories.filter(({ parentId }) => parentId === id);
  const double = below(fromId).find(({ name }) => below(intoId).some((each) => isSameName(each.name, name)));
  if (double) return `Both have a category called ${double.name} below them. Merge or rename one of these first.`;
  const depth = Math.max(0, ...below(fromId).map(({ id }) => depthOf(categories, id)));
  if (levelOf(categories, intoId) + depth > MAX_CATEGORY_LEVELS)
    return `The tree can have ${MAX_CATEGORY_LEVELS} levels at most.`;
  return null;
}
