import { recordOperatorAuditEvent, recordOperatorAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { BulkEditContext } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { OperatorContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import { assertRangeStateNotStale, writeRangeState } from '../range.actions.ts';
import {
  deleteRangeProducts,
  insertRangeProducts,
  lockRangeRows,
  refreshRangeListing,
  refreshRangeListings,
} from '../range.queries.ts';
import { changedFields, parseRangeState, type RangeRow, type RangeState } from '../range.rules.ts';
import { snapshotForRemoval } from '../range-bulk-edit.queries.ts';
import type { WardrobeHooks } from '../range-bulk-edit-handlers.actions.ts';
import { listAvailable } from '../range-list.queries.ts';
import { toRangeClient } from './client-range.mapper.ts';
import {
  countOtherClients,
  findRangeClient,
  findRangeId,
  listRangeCandidates,
  listRangeClients,
  lockRangeClients,
  type RangeClient,
} from './client-range.queries.ts';
import { type AdditionCandidate, summariseAddition } from './range-addition.rules.ts';

/** What an operator's command on the range of a client needs. */
export interface ClientRangeCommand {
  tx: Tx;
  operator: OperatorScope;
  requestId: string;
}

/** What areas above do before and after products are taken out of the wardrobes of a client. */
export interface ClientWardrobeHooks extends Pick<WardrobeHooks, 'lockWardrobes'> {
  afterClientWardrobeChange: (
    context: BulkEditContext<OperatorContext>,
    client: Pick<RangeClient, 'organisationId'>,
    collectionIds: readonly number[],
  ) => Promise<void>;
}

type AdditionReply = ReplyOf<'POST /api/operator/organisations/:id/range'>;

async function getClient(db: Db | Tx, operator: OperatorScope, id: number): Promise<RangeClient> {
  const client = await findRangeClient(db, operator, id);
  if (!client) throw notFound('organisation');
  return client;
}

async function lockClient({ tx, operator }: ClientRangeCommand, id: number): Promise<RangeClient> {
  const [client] = await lockRangeClients(tx, operator, [id]);
  if (!client) throw notFound('organisation');
  return client;
}

/** The clients of the operator's brands that have a product in their range. Throws 404. */
export async function readRangeClients(
  db: Db,
  operator: OperatorScope,
  productId: number,
): Promise<ReplyOf<'GET /api/operator/products/:id/clients'>> {
  const otherClients = await countOtherClients(db, operator, productId);
  if (otherClients === undefined) throw notFound('product');
  return { clients: (await listRangeClients(db, operator, productId)).map(toRangeClient), otherClients };
}

/** Products that the operator sees and can add to the range of a client. Throws 404. */
export async function listAvailableFor(
  db: Db,
  operator: OperatorScope,
  id: number,
  query: NonNullable<QueryOf<'GET /api/operator/organisations/:id/range/available'>>,
): Promise<ReplyOf<'GET /api/operator/organisations/:id/range/available'>> {
  const client = await getClient(db, operator, id);
  const filter = { keyword: query.keyword, onlySeen: isVisibleTo(operator) };
  const { products, totalCount } = await listAvailable(db, client, filter, toOffsetAndLimit(query));
  return {
    products: products.map(({ shortDescription: _, ...product }) => product),
    totalCount,
    currencyCode: client.currencyCode,
  };
}

/** What is to be added to which range. Throws 404 for a product that the operator does not see. */
async function getCandidates(
  db: Db | Tx,
  operator: OperatorScope,
  clients: readonly RangeClient[],
  productIds: readonly number[],
): Promise<AdditionCandidate[]> {
  const ids = [...new Set(productIds)];
  const candidates = await listRangeCandidates(db, operator, clients, ids);
  if (candidates.length < ids.length * clients.length) throw notFound('product');
  return candidates;
}

/** What adding products to the range of a client would do; changes nothing. Throws 404. */
export async function previewAddition(
  db: Db,
  operator: OperatorScope,
  id: number,
  { productIds }: BodyOf<'POST /api/operator/organisations/:id/range/preview'>,
): Promise<AdditionReply> {
  const client = await getClient(db, operator, id);
  return { addition: summariseAddition(await getCandidates(db, operator, [client], productIds), 'productName') };
}

/** Adds products to the ranges of clients, which are locked; returns the candidates as they turned out. */
async function add(
  { tx, operator, requestId }: ClientRangeCommand,
  clients: readonly RangeClient[],
  productIds: readonly number[],
  published: boolean,
): Promise<AdditionCandidate[]> {
  const candidates = await getCandidates(tx, operator, clients, productIds);
  const added = await insertRangeProducts(tx, clients, productIds, published);
  if (added.length > 0)
    await refreshRangeListings(
      tx,
      clients,
      added.map(({ productId }) => productId),
    );
  await recordOperatorAuditEvents(
    tx,
    operator,
    added.map(({ organisationId, productId }) => ({
      organisationId,
      brandId: clients.find((client) => client.organisationId === organisationId)?.brandId ?? null,
      action: 'product.range-added',
      subjectId: String(productId),
      after: { clientId: organisationId, offered: published },
      requestId,
    })),
  );
  const isAdded = ({ organisationId, productId }: AdditionCandidate) =>
    added.some((one) => one.organisationId === organisationId && one.productId === productId);
  // One that someone has made for another client in the meantime was not added.
  return candidates.map((candidate) => ({ ...candidate, isOfferable: isAdded(candidate) }));
}

/** Adds products to the range of a client, and shows them to its people at once unless `published` is false. Throws 404. */
export async function addToClientRange(
  command: ClientRangeCommand,
  id: number,
  { productIds, published = true }: BodyOf<'POST /api/operator/organisations/:id/range'>,
): Promise<AdditionReply> {
  const client = await lockClient(command, id);
  return { addition: summariseAddition(await add(command, [client], productIds, published), 'productName') };
}

/** Adds a product to the ranges of clients. Throws 404 for a client or product that the operator does not see. */
export async function addProductToRanges(
  command: ClientRangeCommand,
  productId: number,
  { organisationIds, published = true }: BodyOf<'POST /api/operator/products/:id/clients'>,
): Promise<AdditionReply> {
  const ids = [...new Set(organisationIds)];
  const clients = await lockRangeClients(command.tx, command.operator, ids);
  if (clients.length < ids.length) throw notFound('organisation');
  return { addition: summariseAddition(await add(command, clients, [productId], published), 'clientName') };
}

async function lockRangeRow(tx: Tx, client: RangeClient, productId: number): Promise<RangeRow> {
  const rangeId = await findRangeId(tx, client, productId);
  const [row] = rangeId === undefined ? [] : await lockRangeRows(tx, client, [rangeId]);
  if (!row) throw notFound('productOrganisation');
  return row;
}

/**
 * Changes what a client calls a product, and whether its people see it. Throws 404, 409 where someone else has changed the same, and 422. Prices have
 * calls of their own.
 */
export async function changeClientRangeProduct(
  command: ClientRangeCommand,
  id: number,
  productId: number,
  { version, ...change }: BodyOf<'PUT /api/operator/organisations/:id/range/:productId'>,
): Promise<ReplyOf<'PUT /api/operator/organisations/:id/range/:productId'>> {
  const { tx, operator, requestId } = command;
  const client = await lockClient(command, id);
  const row = await lockRangeRow(tx, client, productId);
  const after = { ...row.state, ...parseRangeState(change, false) };
  const changed = changedFields(row.state, after);
  if (changed.length > 0) {
    assertRangeStateNotStale(row, after, version);
    await writeRangeState(tx, client, row, after);
    await recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: id, brandId: client.brandId },
      {
        action: 'product.range-changed',
        subjectId: String(productId),
        before: toHistoryValues(row.state, changed),
        after: { clientId: id, ...toHistoryValues(after, changed) },
        requestId,
      },
    );
  }
  const [saved] = await listRangeClients(tx, operator, productId, id);
  if (!saved) throw notFound('productOrganisation');
  return { client: toRangeClient(saved) };
}

/** The given fields of a state, as the history of the product words them: the name of the product is another field there. */
const toHistoryValues = (state: RangeState, fields: readonly (keyof RangeState)[]): JsonObject => ({
  ...(fields.includes('name') && { ownName: state.name }),
  ...(fields.includes('organisationSku') && { ownSku: state.organisationSku }),
  ...(fields.includes('published') && { offered: state.published }),
});

/**
 * Takes a product out of the range of a client, and out of its wardrobes with what people may still get of it. Throws 404. Prices of the client are kept
 * for when it is added again.
 */
export async function removeFromClientRange(
  command: ClientRangeCommand,
  { afterClientWardrobeChange, lockWardrobes }: ClientWardrobeHooks,
  id: number,
  productId: number,
): Promise<void> {
  const { tx, operator, requestId } = command;
  await lockWardrobes(tx, await getClient(tx, operator, id));
  const client = await lockClient(command, id);
  const row = await lockRangeRow(tx, client, productId);
  const [snapshot] = await snapshotForRemoval(tx, client, [row]);
  const collectionIds = await deleteRangeProducts(tx, client, [row.id]);
  await refreshRangeListing(tx, client, [productId]);
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: id, brandId: client.brandId },
    {
      action: 'product.range-removed',
      subjectId: String(productId),
      before: JSON.parse(JSON.stringify({ ...snapshot })) as JsonObject,
      after: { clientId: id },
      requestId,
    },
  );
  await afterClientWardrobeChange({ tx, context: { caller: operator }, requestId }, client, collectionIds);
}
