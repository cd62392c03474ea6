import { HttpError } from '#api/platform/http/errors.ts';

/** An option of one of the choices ("either … or") in the person's wardrobes. */
export interface OfferedOption {
  id: number;
  superGroupId: number;
  superGroupName: string;
  maxSelect: number;
}

const invalid = (message: string) => new HttpError(422, { superGroupOptionIds: [message] });

/** The chosen options without duplicates. Throws 422 for an option that the person's wardrobes do not offer, and for too many of one choice. */
export function validateChosenOptions(chosen: readonly number[], offered: readonly OfferedOption[]): number[] {
  const ids = [...new Set(chosen)];
  const options = ids.map((id) => offered.find((option) => option.id === id));
  if (options.some((option) => option === undefined))
    throw invalid('One of the selected options is not available in the wardrobe.');
  for (const [, group = []] of Map.groupBy(options, (option) => option?.superGroupId)) {
    const [first] = group;
    if (first && group.length > first.maxSelect)
      throw invalid(`${first.superGroupName}: you can select at most ${first.maxSelect}.`);
  }
  return ids;
}

/** The choices whose answer changes; options that are offered no longer belong to none. */
export function listChangedChoices(
  before: readonly number[],
  after: readonly number[],
  offered: readonly Pick<OfferedOption, 'id' | 'superGroupId'>[],
): number[] {
  const changed = [...before.filter((id) => !after.includes(id)), ...after.filter((id) => !before.includes(id))];
  return [...new Set(offered.flatMap(({ id, superGroupId }) => (changed.includes(id) ? [superGroupId] : [])))];
}

export interface TreeNode<T> {
  item: T;
  children: TreeNode<T>[];
}

/** Items below their parents, in their order; items whose parent is not in the list are at the top level. */
export function toTree<T extends { id: number; parentId: number | null }>(items: readonly T[]): TreeNode<T>[] {
  const ids = new Set(items.map(({ id }) => id));
  const childrenOf = Map.groupBy(items, ({ parentId }) => (parentId !== null && ids.has(parentId) ? parentId : 0));
  const branchesOf = (parentId: number): TreeNode<T>[] =>
    (childrenOf.get(parentId) ?? []).map((item) => ({ item, children: branchesOf(item.id) }));
  return branchesOf(0);
}
