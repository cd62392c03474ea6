import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '#contract/index.ts';
import { recordDeed } from '../audit/audit.queries.ts';
import { findCustomer } from '../customers/customers.queries.ts';
import { type Db, inTransaction } from '../db/database.ts';
import { serve, type Visit } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { isAdmin } from '../http/scope.ts';
import type { Portal } from '../portal.ts';
import {
  listChosenOptions,
  listCollections,
  listOfferedOptions,
  type OneCollection,
  replaceChosenOptions,
} from './wardrobe.queries.ts';
import { type Branch, checkChoice, toTree } from './wardrobe.rules.ts';

type Collection = ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number];

const toCollection = ({ item: { parentId, ...collection }, children }: Branch<OneCollection>): Collection =>
  ({ ...collection, parentCollectionId: parentId, childCollections: children.map(toCollection) }) as Collection;

/** Whose choices a request is about: one's own, or of somebody whom an Admin reaches. Throws 404 for anybody else. */
async function personMeant(db: Db, visit: Visit, customerId: number | null | undefined): Promise<number> {
  if (!customerId || customerId === visit.scope.customerId) return visit.scope.customerId;
  const known = isAdmin(visit.caller) && (await findCustomer(db, visit.caller, customerId));
  if (!known) throw notFound('customer');
  return customerId;
}

export function wardrobeRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  serve(app, gate, 'GET /api/organisationcollection', async ({ query, visit }) => {
    const wish = { ownOnly: query.restrictToCustomer ?? false, withGroups: query.includeCollectionGroups ?? false };
    const collections = await listCollections(db, wish.ownOnly ? visit.scope : visit.caller, wish);
    return { organisationCollections: toTree(collections).map(toCollection) };
  });

  serve(app, gate, 'GET /api/customers/getSuperGroupOptionIds', async ({ query, visit }) => ({
    superGroupOptionIds: await listChosenOptions(db, visit.caller, await personMeant(db, visit, query.customerId)),
  }));

  serve(app, gate, 'POST /api/customers/saveSuperGroupOptionIds', async ({ body, visit, request }) => {
    const superGroupOptionIds = await inTransaction(db, async (tx) => {
      const customerId = await personMeant(tx, visit, body.customerId);
      const before = await listChosenOptions(tx, visit.caller, customerId);
      const chosen = checkChoice(body.superGroupOptionIds, await listOfferedOptions(tx, visit.caller, customerId));
      await replaceChosenOptions(tx, visit.caller, customerId, chosen);
      await recordDeed(tx, visit, {
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
