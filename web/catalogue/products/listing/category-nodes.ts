import type { Category } from '../catalogue-types.ts';

export interface CategoryNode {
  category: Category;
  children: CategoryNode[];
}

/** The flat list of call 76, which is in tree order, as a tree. A child whose parent is not listed stands at the root. */
export function buildCategoryTree(categories: readonly Category[]): CategoryNode[] {
  const byId = new Map<number, CategoryNode>(categories.map((category) => [category.id, { category, children: [] }]));
  const roots: CategoryNode[] = [];
  for (const branch of byId.values()) {
    const parent = byId.get(branch.category.parentCategoryId);
    (parent && parent !== branch ? parent.children : roots).push(branch);
  }
  return roots;
}

/** Ids of a category and all above it: the branches that must be open for it to be seen. */
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
