import type { BodyOf } from '#contract/index.ts';
import type { Wardrobe } from './wardrobe-data.ts';

export type Draft = NonNullable<Wardrobe['draft']>;
type SavedContents = Draft['contents'];
type SavedGroup = SavedContents['collectionGroups'][number];

export type ContentsProduct = SavedGroup['products'][number] & {
  /** Added here and not saved yet: its colours, sizes and price are not known. */
  isUnread?: true;
};
export type ContentsGroup = Omit<SavedGroup, 'products'> & { products: readonly ContentsProduct[] };
export type ContentsSuperGroup = SavedContents['superGroups'][number];
export type ContentsOption = ContentsSuperGroup['options'][number];

/** Everything that decides what people are owed, as the page shows and changes it. Parts that are not published yet have negative ids. */
export interface Contents extends Pick<SavedContents, 'seasonId' | 'budgetPoints' | 'budget' | 'beyond' | 'necessity'> {
  superGroups: readonly ContentsSuperGroup[];
  collectionGroups: readonly ContentsGroup[];
}

/** A change of contents. */
export type ContentsEdit = (contents: Contents) => Contents;

/** The contents that are in use. */
export const toContents = ({
  seasonId,
  budgetPoints,
  budget,
  beyond,
  necessity,
  superGroups,
  collectionGroups,
}: Wardrobe): Contents => ({
  seasonId,
  budgetPoints,
  budget,
  beyond,
  necessity,
  superGroups: superGroups.map(({ id, name, minSelect, maxSelect, options }) => ({
    id,
    name,
    minSelect,
    maxSelect,
    options: options.map((option) => ({ id: option.id, name: option.name, imageSrc: option.imageSrc })),
  })),
  collectionGroups: collectionGroups.map(({ displayOrder: _position, ...group }) => group),
});

/** Contents as they are sent. */
export const toContentsInput = (contents: Contents): BodyOf<'PUT /api/organisation/wardrobes/:id/draft'>['contents'] => ({
  ...contents,
  superGroups: contents.superGroups.map((superGroup) => ({ ...superGroup, options: [...superGroup.options] })),
  collectionGroups: contents.collectionGroups.map((group) => ({
    ...group,
    products: group.products.map(({ productId, allocatedQuantity, points }) => ({ productId, allocatedQuantity, points })),
  })),
});

/** An id for a new part, which no other part has. */
export function takeId({ superGroups, collectionGroups }: Contents): number {
  const parts = [...superGroups, ...superGroups.flatMap(({ options }) => options), ...collectionGroups];
  return Math.min(0, ...parts.map(({ id }) => id)) - 1;
}

/** A group with changed values, or a new one at the end, without an id. */
export function putGroup(
  contents: Contents,
  id: number | undefined,
  values: Partial<Omit<ContentsGroup, 'id'>> & { name: string },
): Contents {
  const { collectionGroups } = contents;
  if (id !== undefined)
    return {
      ...contents,
      collectionGroups: collectionGroups.map((group) => (group.id === id ? { ...group, ...values } : group)),
    };
  const group = { superGroupOptionId: null, allocatedQuantity: null, minQuantity: null, products: [], ...values };
  return { ...contents, collectionGroups: [...collectionGroups, { id: takeId(contents), ...group }] };
}

/** Sets the pieces of a group for each wearer. */
export const setPieces =
  (groupId: number, allocatedQuantity: number): ContentsEdit =>
  (contents) => ({
    ...contents,
    collectionGroups: contents.collectionGroups.map((group) => (group.id === groupId ? { ...group, allocatedQuantity } : group)),
  });

/** A new either/or with its first options, at the end. */
export function addSuperGroup(contents: Contents, name: string, optionNames: readonly string[]): Contents {
  const id = takeId(contents);
  const options = optionNames.map((option, index) => ({ id: id - 1 - index, name: option, imageSrc: null }));
  return { ...contents, superGroups: [...contents.superGroups, { id, name, minSelect: 1, maxSelect: 1, options }] };
}

const changeSuperGroup = (
  contents: Contents,
  id: number,
  change: (found: ContentsSuperGroup) => ContentsSuperGroup,
): Contents => ({
  ...contents,
  superGroups: contents.superGroups.map((superGroup) => (superGroup.id === id ? change(superGroup) : superGroup)),
});

/** An either/or with changed values. */
export const updateSuperGroup = (
  contents: Contents,
  id: number,
  values: Partial<Pick<ContentsSuperGroup, 'name' | 'minSelect' | 'maxSelect'>>,
): Contents => changeSuperGroup(contents, id, (superGroup) => ({ ...superGroup, ...values }));

/** An option with changed values, or a new one at the end, without an id. */
export const putOption = (
  contents: Contents,
  superGroupId: number,
  id: number | undefined,
  values: Pick<ContentsOption, 'name' | 'imageSrc'>,
): Contents =>
  changeSuperGroup(contents, superGroupId, ({ options, ...superGroup }) => ({
    ...superGroup,
    options:
      id === undefined
        ? [...options, { id: takeId(contents), ...values }]
        : options.map((option) => (option.id === id ? { ...option, ...values } : option)),
  }));

/** Sets the order of the options of an either/or. */
export const orderOptions =
  (superGroupId: number, ids: readonly number[]): ContentsEdit =>
  (contents) =>
    changeSuperGroup(contents, superGroupId, (superGroup) => ({
      ...superGroup,
      options: ids.flatMap((id) => superGroup.options.filter((option) => option.id === id)),
    }));

/** Sets the order of groups and either/ors. Parts that are not named stay, at the end. */
export const orderParts =
  (groupIds: readonly number[], superGroupIds: readonly number[]): ContentsEdit =>
  (contents) => ({
    ...contents,
    collectionGroups: orderBy(contents.collectionGroups, groupIds),
    superGroups: orderBy(contents.superGroups, superGroupIds),
  });

function orderBy<T extends { id: number }>(parts: readonly T[], ids: readonly number[]): T[] {
  const place = ({ id }: T) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return parts.toSorted((a, b) => place(a) - place(b));
}

export const removeGroup = (contents: Contents, id: number): Contents => ({
  ...contents,
  collectionGroups: contents.collectionGroups.filter((group) => group.id !== id),
});

const withoutGroupsOf = (contents: Contents, optionIds: readonly number[]): Contents => ({
  ...contents,
  collectionGroups: contents.collectionGroups.filter(({ superGroupOptionId }) => !optionIds.includes(superGroupOptionId ?? 0)),
});

/** Without an either/or and the groups of its options. */
export function removeSuperGroup(contents: Contents, id: number): Contents {
  const options = contents.superGroups.flatMap((superGroup) => (superGroup.id === id ? superGroup.options : []));
  const rest = withoutGroupsOf(
    contents,
    options.map((option) => option.id),
  );
  return { ...rest, superGroups: rest.superGroups.filter((superGroup) => superGroup.id !== id) };
}

/** Without an option and its groups. */
export const removeOption = (contents: Contents, superGroupId: number, id: number): Contents =>
  changeSuperGroup(withoutGroupsOf(contents, [id]), superGroupId, ({ options, ...superGroup }) => ({
    ...superGroup,
    options: options.filter((option) => option.id !== id),
  }));

/** A list with what was removed from it at its place again: after the nearest part that was before it and is still there. */
function reinsert<T extends { id: number }>(now: readonly T[], before: readonly T[], removed: readonly T[]): T[] {
  const list = [...now];
  for (const part of removed) {
    if (list.some(({ id }) => id === part.id)) continue;
    const earlier = before.slice(0, before.indexOf(part)).map(({ id }) => id);
    const place = list.findLastIndex(({ id }) => earlier.includes(id));
    list.splice(place + 1, 0, part);
  }
  return list;
}

/** The contents with what a removal took from them; what has been changed since stays changed. */
export function restoreRemoved(now: Contents, before: Contents, after: Contents): Contents {
  const missing = <T extends { id: number }>(from: readonly T[], rest: readonly T[]) =>
    from.filter(({ id }) => !rest.some((part) => part.id === id));
  const superGroups = reinsert(now.superGroups, before.superGroups, missing(before.superGroups, after.superGroups)).map(
    (superGroup) => {
      const earlier = before.superGroups.find(({ id }) => id === superGroup.id);
      const later = after.superGroups.find(({ id }) => id === superGroup.id);
      if (!earlier || !later) return superGroup;
      return {
        ...superGroup,
        options: reinsert(superGroup.options, earlier.options, missing(earlier.options, later.options)),
      };
    },
  );
  return {
    ...now,
    superGroups,
    collectionGroups: reinsert(
      now.collectionGroups,
      before.collectionGroups,
      missing(before.collectionGroups, after.collectionGroups),
    ),
  };
}

/** The contents with what the server has read of products that were added here. */
export function withReadProducts(contents: Contents, saved: Contents): Contents {
  const read = new Map(saved.collectionGroups.flatMap(({ products }) => products.map((product) => [product.productId, product])));
  return {
    ...contents,
    collectionGroups: contents.collectionGroups.map((group) => ({
      ...group,
      products: group.products.map((product) => {
        const facts = product.isUnread && read.get(product.productId);
        return facts ? { ...facts, allocatedQuantity: product.allocatedQuantity, points: product.points } : product;
      }),
    })),
  };
}

/** How a group differs from the version in use, in a few words: "new", "4 in version 3", "Sky shirt added". */
export function describeGroupChange(group: ContentsGroup, live: Contents, version: number): string[] {
  const before = live.collectionGroups.find(({ id }) => id === group.id);
  if (!before) return ['new'];
  const added = group.products.filter(({ productId }) => !before.products.some((product) => product.productId === productId));
  const removed = before.products.filter(({ productId }) => !group.products.some((product) => product.productId === productId));
  const name = (products: readonly ContentsProduct[], verb: string) => {
    const [first] = products;
    if (!first) return [];
    return [products.length === 1 ? `${first.name} ${verb}` : `${products.length} products ${verb}`];
  };
  return [
    ...(group.allocatedQuantity === before.allocatedQuantity
      ? []
      : [`${before.allocatedQuantity ?? 'no number'} in version ${version}`]),
    ...name(added, 'added'),
    ...name(removed, 'removed'),
  ];
}
