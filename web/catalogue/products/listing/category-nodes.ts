import type { Category } from '../catalogue-types.ts';

export interface CategoryNode {
  category: Category;
  children: CategoryNode[];
}

/** The flat list of call 76, which is in tree order, as a tree. A category whose parent is not listed becomes a root. */
export function buildCategoryTree(categories: readonly Category[]): CategoryNode[] {
  const byId = new Map<number, CategoryNode>(categories.map((category) => [category.id, { category, children: [] }]));
  const roots: CategoryNode[] = [];
  for (const branch of byId.values()) {
    const parent = byId.get(branch.category.parentCategoryId);
    (parent && parent !== branch ? parent.children : roots).push(branch);
  }
  return roots;
}

/** The IDs of a category and its ancestors, from the root down: the branches to expand to show it. */
export function getCategoryPath(categories: readonly Category[], id: number): number[] {
  const trail: number[] = [];
  let at = categories.find((category) => category.id === id);
  while (at && !trail.includes(at.id)) {
    trail.unshift(at.id);
    const parentId = at.parentCategoryId;
    at = categories.find((category) => category.id === parentId);
  }
  return trail;
}
