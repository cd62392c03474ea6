import { readOptionName } from '#api/catalogue/import/shopify/options.rules.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { refreshListingsOf } from '../../kept-products/kept-products.queries.ts';
import { assignPictures } from '../../pictures/assign-pictures.queries.ts';
import {
  deriveCombinations,
  findTakenCodes,
  hasSoldCombinations,
  loadCombinations,
  markAttributesChanged,
  writeAttributes,
  writeCombinations,
} from './combinations.queries.ts';
import { type CombinationsPlan, describeCombinationChanges, listChangedColumns, planCombinations } from './combinations.rules.ts';
import { lockKeptProduct } from './kept-product.queries.ts';
import { OF_ALL_BRANDS, readKeptProduct } from './operator-products.actions.ts';
import { explainProductRefusal } from './product-fields.mapper.ts';

/**
 * Changes what can be chosen of a product, and its combinations, all or nothing. Throws 403, 404, 409 for what someone else has changed in the meantime, and
 * 422 by place in the request.
 */
export async function changeCombinations(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  change: BodyOf<'PUT /api/operator/products/:id/combinations'>,
  requestId: string,
): Promise<ReplyOf<'PUT /api/operator/products/:id/combinations'>> {
  const product = await lockKeptProduct(tx, operator, id);
  if (!product) throw notFound('product');
  const refusal = explainProductRefusal(product);
  if (refusal !== null) throw new HttpError(403, { product: [refusal] });
  const stored = await loadCombinations(tx, id);
  const plan = planCombinations(stored, change, (name) => readOptionName(name, []));
  if ('errors' in plan) throw new HttpError(422, plan.errors);
  assertNotOverwritten(product.fieldVersions, plan, change);
  if (!plan.hasOtherAttributes && plan.combinations.length === 0) return readKeptProduct(tx, operator, id);
  const taken = await findTakenCodes(tx, id, plan.combinations);
  if (Object.keys(taken).length > 0) throw new HttpError(422, taken);
  if (plan.hasOtherAttributes) {
    await writeAttributes(tx, id, plan);
    await markAttributesChanged(tx, id);
  }
  await writeCombinations(tx, id, plan);
  await deriveCombinations(tx, id);
  await assignPictures(tx, [id]);
  if (product.state === 'published' && !(await hasSoldCombinations(tx, id)))
    throw new HttpError(422, { combinations: ['None of its combinations would be sold. Discontinue the product instead.'] });
  await refreshListingsOf(tx, [id]);
  await recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, {
    action: 'product.changed',
    subjectId: String(id),
    ...describeCombinationChanges(stored, plan),
    requestId,
  });
  return readKeptProduct(tx, operator, id);
}

/** Throws 409 where someone else has changed the same since it was loaded: the attributes, or the same column of a combination. */
function assertNotOverwritten(
  fieldVersions: Record<string, number>,
  plan: CombinationsPlan,
  { version, combinations = [] }: BodyOf<'PUT /api/operator/products/:id/combinations'>,
): void {
  if (plan.hasOtherAttributes) assertNotStale('product', ['attributes_changed_at'], fieldVersions, version, () => 'Attributes');
  for (const { place, planned, before } of plan.combinations) {
    if (before)
      assertNotStale(
        'product',
        listChangedColumns(before, planned),
        before.fieldVersions,
        combinations[place]?.version,
        (column) => `${before.sku}, ${COLUMN_LABELS[column] ?? column}`,
        { sku: before.sku, gtin: before.gtin, overridden_price_minor: before.price, discontinued: before.discontinued },
      );
  }
}

/** What the columns of a combination are called. */
const COLUMN_LABELS: Readonly<Record<string, string>> = {
  sku: 'SKU',
  gtin: 'Barcode',
  overridden_price_minor: 'Price',
  discontinued: 'Discontinued',
};
