import type { FastifyInstance } from 'fastify';
import { findCustomer } from '#api/people/person/people.queries.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { type RequestContext, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { isAdmin } from '#api/platform/http/scope.ts';
import type { Portal } from '#api/portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import {
  type CollectionWithoutChildren,
  listChosenOptions,
  listCollections,
  listOfferedOptions,
  replaceChosenOptions,
} from './wardrobe.queries.ts';
import { type TreeNode, toTree, validateChosenOptions } from './wardrobe.rules.ts';

type Collection = ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number];

const toCollection = ({ item: { parentId, ...collection }, children }: TreeNode<CollectionWithoutChildren>): Collection =>
  ({ ...collection, parentCollectionId: parentId, childCollections: children.map(toCollection) }) as Collection;

/** Whose choices a request is about: one's own, or of somebody whom an Admin reaches. Throws 404 for anybody else. */
async function personMeant(db: Db, context: RequestContext, customerId: number | null | undefined): Promise<number> {
  if (!customerId || customerId === context.effective.customerId) return context.effective.customerId;
  const known = isAdmin(context.caller) && (await findCustomer(db, context.caller, customerId));
  if (!known) throw notFound('customer');
  return customerId;
}

export function wardrobeRoutes(app: FastifyInstance, { db, authenticator }: Portal): void {
  registerEndpoint(app, authenticator, 'GET /api/organisationcollection', async ({ query, context }) => {
    const wish = { ownOnly: query.restrictToCustomer ?? false, withGroups: query.includeCollectionGroups ?? false };
    const collections = await listCollections(db, wish.ownOnly ? context.effective : context.caller, wish);
    return { organisationCollections: toTree(collections).map(toCollection) };
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/getSuperGroupOptionIds', async ({ query, context }) => ({
    superGroupOptionIds: await listChosenOptions(db, context.caller, await personMeant(db, context, query.customerId)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/saveSuperGroupOptionIds', async ({ body, context, request }) => {
    const superGroupOptionIds = await runInTransaction(db, async (tx) => {
      const customerId = await personMeant(tx, context, body.customerId);
      const before = await listChosenOptions(tx, context.caller, customerId);
      const chosen = validateChosenOptions(body.superGroupOptionIds, await listOfferedOptions(tx, context.caller, customerId));
      await replaceChosenOptions(tx, context.caller, customerId, chosen);
      await recordAuditEvent(tx, context, {
        action: 'customer.options-chosen',
        subjectId: String(customerId),
        before: { superGroupOptionIds: before },
        after: { superGroupOptionIds: chosen },
        requestId: request.id,
      });
      return chosen.toSorted((one, other) => one - other);
    });
    return { superGroupOptionIds };
  });
}
