import { HttpError } from '#api/platform/http/errors.ts';

/** An option of an either/or of the person's wardrobes. */
export interface OfferedOption {
  id: number;
  superGroupId: number;
  superGroupName: string;
  maxSelect: number;
}

const invalid = (message: string) => new HttpError(422, { superGroupOptionIds: [message] });

/** The chosen options, each once. Throws 422 for one that the person's wardrobes do not offer, and for too many of one either/or. */
export function validateChosenOptions(chosen: readonly number[], offered: readonly OfferedOption[]): number[] {
  const ids = [...new Set(chosen)];
  const options = ids.map((id) => offered.find((option) => option.id === id));
  if (options.some((option) => option === undefined)) throw invalid('One of the chosen options is not offered in the wardrobe.');
  for (const [, group = []] of Map.groupBy(options, (option) => option?.superGroupId)) {
    const [first] = group;
    if (first && group.length > first.maxSelect)
      throw invalid(`${first.superGroupName}: at most ${first.maxSelect} can be chosen.`);
  }
  return ids;
}

export interface TreeNode<T> {
  item: T;
  children: TreeNode<T>[];
}

/** Items under their parents, in their order; whose parent is not among them stands at the top. */
export function toTree<T extends { id: number; parentId: number | null }>(items: readonly T[]): TreeNode<T>[] {
  const there = new Set(items.map(({ id }) => id));
  const below = Map.groupBy(items, ({ parentId }) => (parentId !== null && there.has(parentId) ? parentId : 0));
  const branches = (parentId: number): TreeNode<T>[] =>
    (below.get(parentId) ?? []).map((item) => ({ item, children: branches(item.id) }));
  return branches(0);
}
