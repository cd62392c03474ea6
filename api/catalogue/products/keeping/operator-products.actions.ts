import { toSlug } from '#api/catalogue/import/files/columns.rules.ts';
import { truncate } from '#api/catalogue/import/files/truncate.rules.ts';
import { classifyGarment } from '#api/catalogue/import/shopify/garments.rules.ts';
import { applyStockRules } from '#api/catalogue/import/shopify/import-writes.queries.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { keepCategoryTree } from '../../kept-products/category-tree.queries.ts';
import { refreshListingsOf } from '../../kept-products/kept-products.queries.ts';
import { toMinorUnits } from '../../pricing/minor-units.ts';
import { findKeptProduct, findMissingReferences, isKeptProductVisible, lockKeptProduct } from './kept-product.queries.ts';
import { explainProductRefusal, toAuditedFields, toKeptProduct } from './product-fields.mapper.ts';
import {
  applyChange,
  checkChange,
  type EditableFields,
  FIELDS,
  labelOfColumn,
  listChanges,
  type ProductField,
  type ProductFieldErrors,
  toSavedColumns,
} from './product-fields.rules.ts';
import { insertDraft, isSkuTaken, updateKeptProduct } from './product-writes.queries.ts';

type ProductReply = ReplyOf<'GET /api/operator/products/:id'>;

/** The longest handle that is made from a name; a number may follow. */
const MAX_HANDLE = 190;
/** Products belong to no organisation and no brand. */
export const OF_ALL_BRANDS = { organisationId: null, brandId: null };

/** A product with everything that its page shows. Throws 404 for one that the operator does not see. */
export async function readKeptProduct(db: Db | Tx, operator: OperatorScope, id: number): Promise<ProductReply> {
  const product = await findKeptProduct(db, operator, id);
  if (!product) throw notFound('product');
  return { product: toKeptProduct(product) };
}

/** Changes a product, and what every client of it sees. Throws 403, 404, 409 and 422. */
export async function changeKeptProduct(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  change: BodyOf<'PUT /api/operator/products/:id'>,
  requestId: string,
): Promise<ProductReply> {
  if (change.categoryIds !== undefined) await keepCategoryTree(tx);
  const before = await lockKeptProduct(tx, operator, id);
  if (!before) throw notFound('product');
  const refusal = explainProductRefusal(before);
  if (refusal !== null) throw new HttpError(403, { product: [refusal] });
  const after = applyChange(before, change);
  const changed = listChanges(before, after);
  const columns = changed.flatMap((field) => FIELDS[field].columns);
  assertNotStale('product', columns, before.fieldVersions, change.version, labelOfColumn, toSavedColumns(before));
  const errors = checkChange(before, after, changed);
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  if (changed.length === 0) return readKeptProduct(tx, operator, id);
  if (changed.includes('sku') && after.sku !== null && (await isSkuTaken(tx, after.sku, id))) throw skuTaken();
  await refuseMissingReferences(tx, operator, after, changed);
  await updateKeptProduct(tx, operator, id, after, changed);
  if (changed.includes('managesStock') || changed.includes('backorderModeId')) await applyStockRules(tx, [id]);
  await refreshListingsOf(tx, [id]);
  await recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, {
    action: 'product.changed',
    subjectId: String(id),
    before: toAuditedFields(before, changed),
    after: toAuditedFields(after, changed),
    requestId,
  });
  return readKeptProduct(tx, operator, id);
}

const skuTaken = () => invalid('sku', 'Another product has this SKU. Please enter a different one.');

const REFERENCES = ['categoryIds', 'optionIds', 'sizeGuideId', 'successorId', 'relatedIds', 'crossSellIds'] as const;

async function refuseMissingReferences(
  tx: Tx,
  operator: OperatorScope,
  after: EditableFields,
  changed: readonly ProductField[],
): Promise<void> {
  if (!REFERENCES.some((field) => changed.includes(field))) return;
  const missing = await findMissingReferences(tx, operator, after);
  const errors: ProductFieldErrors = {};
  for (const field of REFERENCES) {
    if (missing[field] && changed.includes(field))
      errors[field] = [`${FIELDS[field].label}: not found. It may have been deleted. Please reload the page.`];
  }
  if (missing.isSuccessorDiscontinued && changed.includes('successorId'))
    errors.successorId = ['This product is discontinued itself. Choose one that is sold.'];
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
}

/** Adds a draft, or a copy of a product that the operator sees. Throws 404 and 422. */
export async function addDraft(
  tx: Tx,
  operator: OperatorScope,
  { name: typedName, sku: typedSku, price, copyOfId }: BodyOf<'POST /api/operator/products'>,
  requestId: string,
): Promise<ProductReply> {
  const [name, sku] = [typedName.trim(), typedSku.trim()];
  if (copyOfId !== undefined) await keepCategoryTree(tx);
  if (copyOfId !== undefined && !(await isKeptProductVisible(tx, operator, copyOfId))) throw notFound('product');
  if (await isSkuTaken(tx, sku)) throw skuTaken();
  const id = await insertDraft(tx, {
    name,
    sku,
    handle: truncate(toSlug(name), MAX_HANDLE) || 'product',
    garmentType: classifyGarment({ type: '', title: name, tags: [], category: '' }).garment,
    priceMinor: price == null ? null : toMinorUnits(price, 'price'),
    copyOfId: copyOfId ?? null,
  });
  if (id === undefined) throw skuTaken();
  await recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, {
    action: 'product.added',
    subjectId: String(id),
    after: { name, sku, ...(copyOfId !== undefined && { copyOfId }) },
    requestId,
  });
  return readKeptProduct(tx, operator, id);
}
