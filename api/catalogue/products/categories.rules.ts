import type { ReplyOf } from '#contract/index.ts';

export type CategoryListItem = ReplyOf<'GET /api/categoriesFormated'>['categories'][number];

interface Node {
  id: number;
  parentId: number | null;
  name: string;
  displayOrder: number;
  productCount: number;
}

const NO_PARENT = 0;

/** A tree as a flat list: each category is directly followed by its children and has its full path. Categories whose parent is missing become top-level. */
export function flattenCategories(nodes: readonly Node[]): CategoryListItem[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const children = Map.groupBy(nodes, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : NO_PARENT));
  const flat: CategoryListItem[] = [];
  const addChildren = (parentId: number, path: readonly string[]) => {
    const siblings = (children.get(parentId) ?? []).toSorted(
      (a, b) => a.displayOrder - b.displayOrder || a.name.localeCompare(b.name, 'en') || a.id - b.id,
    );
    for (const { id, name, displayOrder, productCount } of siblings) {
      const fullPath = [...path, name];
      flat.push({
        id,
        name,
        formattedName: fullPath.join(' >> '),
        parentCategoryId: parentId,
        level: path.length,
        displayOrder,
        productCount,
      });
      addChildren(id, fullPath);
    }
  };
  addChildren(NO_PARENT, []);
  return flat;
}
