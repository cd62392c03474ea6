import { paths, queryString } from '#web/app/paths.ts';
import type { Builder } from './builder-model.ts';

/** A wardrobe that an administrator looks at as a wearer sees it. */
export interface Preview {
  collectionId: number;
  /** Undefined for the type that the server chooses. */
  allocationTypeId: number | undefined;
}

/** The preview in the URL, `?collectionId=12&preview=true`; undefined when the wearer's own wardrobe is shown. */
export function readPreview(search: URLSearchParams): Preview | undefined {
  if (!search.has('preview')) return undefined;
  const read = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  return { collectionId: read('collectionId') ?? 0, allocationTypeId: read('allocationTypeId') };
}

const writePreview = ({ collectionId, allocationTypeId }: Preview) =>
  queryString({ collectionId, preview: true, allocationTypeId });

/** Links between the pages of the builder. In a preview they contain what is previewed. */
export function createBuilderLinks(preview: Preview | undefined) {
  const search = preview ? writePreview(preview) : '';
  return {
    overview: paths.uniformBuilder() + search,
    choice: (superGroupId: number) => paths.builderChoice(superGroupId) + search,
    group: (groupId: number) => paths.builderGroup(groupId) + search,
    garment: (groupId: number, productId: number) => paths.builderGarment(groupId, productId) + search,
  };
}

export type BuilderLinks = ReturnType<typeof createBuilderLinks>;

/** A previewed wardrobe as it is for a wearer with these answers: the groups of other options are not open. */
export const answerPreview = (builder: Builder, optionIds: readonly number[]): Builder => ({
  ...builder,
  // Those of the administrator.
  organisationCollections: [],
  notices: [],
  superGroupOptionIds: [...optionIds],
  collection: {
    ...builder.collection,
    collectionGroups: builder.collection.collectionGroups.map((group) => ({
      ...group,
      status: group.superGroupOptionId === null || optionIds.includes(group.superGroupOptionId) ? 'open' : 'unchosen',
    })),
  },
});
