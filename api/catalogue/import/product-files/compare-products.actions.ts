import { createHash } from 'node:crypto';
import type { Tx } from '#api/platform/db/database.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { STOCK } from '../shopify/compare-combinations.rules.ts';
import { findLastDisplayOrder, findOrganisation } from '../shopify/existing.queries.ts';
import { planBatch } from '../shopify/import-batch.actions.ts';
import type { ImportBatch, PlannedProduct } from '../shopify/import-batch.ts';
import type { ImportWrites } from '../shopify/import-writes.ts';
import { loadReferences } from '../shopify/references.queries.ts';
import { emptySummary } from '../shopify/report.rules.ts';
import { listEarlierTargets, type StoredFileProduct } from './file-products.queries.ts';
import { findProductAccess, isClientOf, lockImportedProducts } from './product-access.queries.ts';
import type { ProductImportRecord } from './product-imports.queries.ts';

/**
 * Compares products of a file with the catalogue, with the rights of the operator. A preview locks and writes nothing; otherwise the products are locked
 * first, and categories, attributes and options that are missing are added. Undefined where the client is not one of the operator's any more.
 */
export async function compareProducts(
  tx: Tx,
  operator: OperatorScope,
  { id, organisation_id: organisationId, is_made_for_client: isMadeForClient }: ProductImportRecord,
  products: readonly StoredFileProduct[],
  isPreview: boolean,
): Promise<{ batch: ImportBatch; writes: ImportWrites; planned: PlannedProduct[] } | undefined> {
  if (organisationId !== null && !(await isClientOf(tx, operator, organisationId))) return undefined;
  const organisation = organisationId === null ? undefined : await findOrganisation(tx, organisationId);
  const drafts = products.flatMap(({ content }) => content.draft ?? []);
  const batch: ImportBatch = {
    organisationId,
    isMadeForClient,
    hasOtherCurrency: organisation?.hasOtherCurrency ?? false,
    references: await loadReferences(tx, isPreview),
    lastOrder: organisationId === null ? 0 : await findLastDisplayOrder(tx, organisationId),
    summary: emptySummary(),
    targets: await listEarlierTargets(
      tx,
      id,
      products[0]?.position ?? 0,
      drafts.flatMap(({ combinations }) => combinations.map(({ fields }) => foldCase(fields.sku))),
      drafts.map(({ handle }) => handle),
    ),
    gtins: new Map(),
    findAccess: async (_tx, ids) => {
      if (!isPreview) await lockImportedProducts(tx, ids);
      return findProductAccess(tx, operator, ids);
    },
  };
  const result = await planBatch(
    tx,
    batch,
    // Comparing completes and corrects drafts.
    products.map(({ content, position }) => ({ ...structuredClone(content), position })),
  );
  return { batch, ...result };
}

/**
 * A hash of what is shown of a planned product: what is done with it, and each value before and after. Without stock, which orders change all the time, and of
 * which the file says what was counted.
 */
export function hashPlan({ outcome, entries }: Pick<PlannedProduct, 'outcome' | 'entries'>): string {
  const shown = entries.map(({ line, outcome: own, changes = [] }) => [
    line,
    own === 'changed' || own === 'unchanged' ? '' : own,
    changes.filter(({ field }) => field !== STOCK),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([outcome, shown]))
    .digest('hex');
}
