import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type CollectionWithoutChildren, listCollections } from './wardrobe.queries.ts';
import { type TreeNode, toTree } from './wardrobe.rules.ts';

type Collection = ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number];

const toCollection = ({ item: { parentId, ...collection }, children }: TreeNode<CollectionWithoutChildren>): Collection =>
  ({ ...collection, parentCollectionId: parentId, childCollections: children.map(toCollection) }) as Collection;

/** The wardrobes that the caller or the effective person sees, as trees. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/organisationcollection', async ({ query, context }) => {
    const options = { ownOnly: query.restrictToCustomer ?? false, withGroups: query.includeCollectionGroups ?? false };
    const collections = await listCollections(db, options.ownOnly ? context.effective : context.caller, options);
    return { organisationCollections: toTree(collections).map(toCollection) };
  });
}
