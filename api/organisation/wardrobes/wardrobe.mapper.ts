import type { ReplyOf } from '#contract/index.ts';
import type { CollectionWithoutChildren } from './wardrobe.queries.ts';
import { type TreeNode, toTree } from './wardrobe.rules.ts';

type Collection = ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number];

const toCollection = ({ item: { parentId, ...collection }, children }: TreeNode<CollectionWithoutChildren>): Collection =>
  ({ ...collection, parentCollectionId: parentId, childCollections: children.map(toCollection) }) as Collection;

/** Wardrobes as trees. */
export const toCollections = (collections: readonly CollectionWithoutChildren[]): Collection[] =>
  toTree(collections).map(toCollection);
