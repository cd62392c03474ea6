import type { BodyOf, ReplyOf } from '#contract/index.ts';

// Changes of what a wardrobe contains, as administrators make them: a draft is saved, previewed and published.

type Wardrobe = ReplyOf<'GET /api/organisation/wardrobes/:id'>['wardrobe'];
type Preview = ReplyOf<'GET /api/organisation/wardrobes/:id/draft/preview'>['preview'];
export type DraftInput = BodyOf<'PUT /api/organisation/wardrobes/:id/draft'>['contents'];
export type DraftGroup = DraftInput['collectionGroups'][number];
type DraftSuperGroup = DraftInput['superGroups'][number];
type DraftOption = DraftSuperGroup['options'][number];
export type WardrobeChange = (contents: DraftInput) => DraftInput;

interface Answer {
  status: number;
  body: unknown;
}
/** Sends a request as an administrator. */
type Send<A extends Answer> = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<A>;

/** What a wardrobe contains, as a draft that changes nothing would say it. */
export const toDraftInput = ({
  seasonId,
  budgetPoints,
  budget,
  beyond,
  superGroups,
  collectionGroups,
}: Pick<Wardrobe, keyof DraftInput>): DraftInput => ({
  seasonId,
  budgetPoints,
  budget,
  beyond,
  superGroups: superGroups.map(({ id, name, minSelect, maxSelect, options }) => ({
    id,
    name,
    minSelect,
    maxSelect,
    options: options.map((option) => ({ id: option.id, name: option.name, imageSrc: option.imageSrc })),
  })),
  collectionGroups: collectionGroups.map(({ id, name, superGroupOptionId, allocatedQuantity, minQuantity, products }) => ({
    id,
    name,
    superGroupOptionId,
    allocatedQuantity,
    minQuantity,
    products: products.map((product) => ({
      productId: product.productId,
      allocatedQuantity: product.allocatedQuantity,
      points: product.points,
    })),
  })),
});

/** What the preview says, as publishing wants it back. */
export const toSeenPreview = ({ version, gain, lose, over }: Preview) => ({
  version,
  gain: gain.people,
  lose: lose.people,
  over: over.people,
});

/** The version of a wardrobe that is in use; 1 before its first change. */
const versionOf = ({ versions }: Wardrobe): number => versions.find(({ isInUse }) => isInUse)?.version ?? 1;

/** Saves a draft with a change and previews it. Returns the body that publishes it, or the first refusal. */
export async function draftChange<A extends Answer>(
  send: Send<A>,
  id: number,
  change: WardrobeChange,
): Promise<{ refusal: A } | { body: BodyOf<'POST /api/organisation/wardrobes/:id/draft/publish'> }> {
  const path = `/api/organisation/wardrobes/${id}`;
  const read = await send('GET', path);
  if (read.status !== 200) return { refusal: read };
  const { wardrobe } = read.body as { wardrobe: Wardrobe };
  const saved = await send('PUT', `${path}/draft`, {
    revision: null,
    basedOn: versionOf(wardrobe),
    contents: change(toDraftInput(wardrobe)),
  });
  if (saved.status !== 200) return { refusal: saved };
  const { revision } = (saved.body as ReplyOf<'PUT /api/organisation/wardrobes/:id/draft'>).draft;
  const previewed = await send('GET', `${path}/draft/preview`);
  if (previewed.status !== 200) return { refusal: previewed };
  return { body: { revision, seen: toSeenPreview((previewed.body as { preview: Preview }).preview) } };
}

/** Changes what a wardrobe contains: reads it, saves a draft with the change, previews and publishes it. Returns the answer to that, or the first refusal. */
export async function changeContents<A extends Answer>(send: Send<A>, id: number, change: WardrobeChange): Promise<A> {
  const drafted = await draftChange(send, id, change);
  return 'refusal' in drafted ? drafted.refusal : send('POST', `/api/organisation/wardrobes/${id}/draft/publish`, drafted.body);
}

const takeNewId = ({ superGroups, collectionGroups }: DraftInput): number =>
  Math.min(0, ...[...superGroups, ...superGroups.flatMap(({ options }) => options), ...collectionGroups].map(({ id }) => id)) - 1;

/** Adds a group at the end. */
export const withNewGroup =
  (group: Partial<DraftGroup> & { name: string }): WardrobeChange =>
  (contents) => ({
    ...contents,
    collectionGroups: [
      ...contents.collectionGroups,
      { id: takeNewId(contents), superGroupOptionId: null, allocatedQuantity: null, minQuantity: null, products: [], ...group },
    ],
  });

/** Changes a group. */
export const withGroup =
  (groupId: number, changes: Partial<DraftGroup>): WardrobeChange =>
  (contents) => ({
    ...contents,
    collectionGroups: contents.collectionGroups.map((group) => (group.id === groupId ? { ...group, ...changes } : group)),
  });

/** Deletes a group. */
export const withoutGroup =
  (groupId: number): WardrobeChange =>
  (contents) => ({ ...contents, collectionGroups: contents.collectionGroups.filter(({ id }) => id !== groupId) });

/** Adds an either/or at the end, of which one option is to be chosen. */
export const withNewSuperGroup =
  ({
    options,
    ...superGroup
  }: Partial<Omit<DraftSuperGroup, 'options'>> & {
    name: string;
    options: readonly Omit<DraftOption, 'id'>[];
  }): WardrobeChange =>
  (contents) => {
    const id = takeNewId(contents);
    return {
      ...contents,
      superGroups: [
        ...contents.superGroups,
        {
          id,
          minSelect: 1,
          maxSelect: 1,
          ...superGroup,
          options: options.map((option, index) => ({ id: id - 1 - index, ...option })),
        },
      ],
    };
  };

/** Adds an option to an either/or. */
export const withNewOption =
  (superGroupId: number, option: Omit<DraftOption, 'id'>): WardrobeChange =>
  (contents) => ({
    ...contents,
    superGroups: contents.superGroups.map((superGroup) =>
      superGroup.id === superGroupId
        ? { ...superGroup, options: [...superGroup.options, { id: takeNewId(contents), ...option }] }
        : superGroup,
    ),
  });

/** Deletes an either/or with the groups of its options. */
export const withoutSuperGroup =
  (superGroupId: number): WardrobeChange =>
  ({ superGroups, collectionGroups, ...contents }) => {
    const gone = superGroups.find(({ id }) => id === superGroupId)?.options.map(({ id }) => id) ?? [];
    return {
      ...contents,
      superGroups: superGroups.filter(({ id }) => id !== superGroupId),
      collectionGroups: collectionGroups.filter(
        ({ superGroupOptionId }) => superGroupOptionId === null || !gone.includes(superGroupOptionId),
      ),
    };
  };
