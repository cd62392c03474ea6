import type { Category } from '../catalogue-types.ts';

export interface Branch {
  category: Category;
  children: Branch[];
}

/** The flat list of call 76, which is in tree order, as a tree. A child whose parent is not listed stands at the root. */
export function branchesOf(categories: readonly Category[]): Branch[] {
  const byId = new Map<number, Branch>(categories.map((category) => [category.id, { category, children: [] }]));
  const roots: Branch[] = [];
  for (const branch of byId.values()) {
    const parent = byId.get(branch.category.parentCategoryId);
    (parent && parent !== branch ? parent.children : roots).push(branch);
  }
  return roots;
}

/** Ids of a category and all above it: the branches that must be open for it to be seen. */
export function trailTo(categories: readonly Category[], id: number): number[] {
  const trail: number[] = [];
  let at = categories.find((category) => category.id === id);
  while (at && !trail.includes(at.id)) {
    trail.unshift(at.id);
    const parentId = at.parentCategoryId;
    at = categories.find((category) => category.id === parentId);
  }
  return trail;
}
