import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { lockKeptProduct } from './kept-product.queries.ts';
import { findMadeFor, type MadeFor, updateMadeFor } from './made-for.queries.ts';
import { OF_ALL_BRANDS, readKeptProduct } from './operator-products.actions.ts';
import { explainProductRefusal } from './product-fields.mapper.ts';

/** Names that a message has before it counts the others. */
const MAX_NAMES = 3;

/** Why a product cannot be made for one client, as a sentence; null when it can. */
export function explainMadeForRefusal({
  otherClients,
  otherOrders,
}: Pick<MadeFor, 'otherClients' | 'otherOrders'>): string | null {
  if (otherClients.length > 0) {
    const named = otherClients.slice(0, MAX_NAMES).join(', ');
    const more = otherClients.length - MAX_NAMES;
    return more > 0
      ? `${named} and ${more} more clients have it in their range. Remove it from their ranges first.`
      : `Other clients have it in their range: ${named}. Remove it from their ranges first.`;
  }
  if (otherOrders > 0)
    return `It is on ${otherOrders} open ${otherOrders === 1 ? 'order' : 'orders'} of other clients. Wait until these are sent.`;
  return null;
}

/** Makes a product for one client, or for any. Throws 403, 404, and 409 where others have it or someone else has changed it. */
export async function setMadeFor(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { madeForId, version }: BodyOf<'PUT /api/operator/products/:id/madefor'>,
  requestId: string,
): Promise<ReplyOf<'PUT /api/operator/products/:id/madefor'>> {
  const product = await lockKeptProduct(tx, operator, id);
  if (!product) throw notFound('product');
  const refusal = explainProductRefusal(product);
  if (refusal !== null) throw new HttpError(403, { product: [refusal] });
  const before = await findMadeFor(tx, operator, id, madeForId);
  if (before.isForeign) throw new HttpError(403, { product: ['It is made for a client of a brand that you do not work for.'] });
  if (!before.isClientKnown) throw notFound('organisation');
  if (before.madeForId === madeForId) return readKeptProduct(tx, operator, id);
  assertNotStale('product', ['exclusive_organisation_id'], product.fieldVersions, version, () => 'Made for one client');
  const reason = madeForId === null ? null : explainMadeForRefusal(before);
  if (reason !== null) throw conflict('madeForId', reason);
  await updateMadeFor(tx, id, madeForId);
  await recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, {
    action: 'product.changed',
    subjectId: String(id),
    before: { madeForId: before.madeForId },
    after: { madeForId },
    requestId,
  });
  return readKeptProduct(tx, operator, id);
}
