import { recordOperatorAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { BulkEditContext, BulkEditRecord, ItemResult, UndoItem } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { OperatorContext } from '#api/platform/bulk-edit/bulk-edit-store.queries.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import { assignPictures } from '../../pictures/assign-pictures.queries.ts';
import { refreshImportedListing } from '../listing.queries.ts';
import { loadExistingProducts } from '../shopify/existing.queries.ts';
import { lockCatalogueImport } from '../shopify/import.queries.ts';
import { applyImportWrites } from '../shopify/import-writes.queries.ts';
import { createImportWrites } from '../shopify/import-writes.ts';
import { findProductAccess, isClientOf, lockImportedProducts, readVersions } from './product-access.queries.ts';
import type { ProductImportReason } from './product-import-reasons.rules.ts';
import { findProductImport } from './product-imports.queries.ts';
import {
  deleteProducts,
  deleteUndone,
  findCodeOwners,
  findReferredCombinations,
  findReferredProducts,
  unpublishProducts,
} from './undo.queries.ts';
import { planUndo } from './undo.rules.ts';
import type { UndoValues } from './undo-values.rules.ts';

const refuse = ({ position }: UndoItem, reason: ProductImportReason): ItemResult => ({
  position,
  outcome: 'refused',
  reasons: [reason],
});

/**
 * Restores products as they were before an import, where no one has changed them since. Products that it added are deleted if nothing refers to them, and are no
 * longer sold otherwise. Stock that was counted stays as counted.
 */
export async function undoProducts(
  { tx, context: { caller }, requestId }: BulkEditContext<OperatorContext>,
  { payload: { importId } }: BulkEditRecord<{ importId: number }, null>,
  items: readonly UndoItem[],
): Promise<ItemResult[]> {
  const one = await findProductImport(tx, caller, importId);
  const isWithinReach = one && (one.organisation_id === null || (await isClientOf(tx, caller, one.organisation_id)));
  if (!isWithinReach) return items.map((item) => refuse(item, { kind: 'import_gone' }));
  const { organisation_id: organisationId } = one;
  await lockCatalogueImport(tx);
  const ids = items.map(({ subjectId }) => subjectId ?? 0);
  await lockImportedProducts(tx, ids);
  const products = await loadExistingProducts(tx, organisationId, ids);
  const versions = await readVersions(tx, ids);
  const access = await findProductAccess(tx, caller, ids);
  const values = (item: UndoItem) => [item.before as UndoValues, (item.after ?? {}) as UndoValues] as const;
  const isNew = (item: UndoItem) => values(item)[0].isNew === true;
  const newIds = items.filter(isNew).map(({ subjectId }) => subjectId ?? 0);
  const referred = await findReferredProducts(tx, newIds, organisationId);
  const changed = items.filter((item) => !isNew(item));
  const facts = {
    owners: await findCodeOwners(
      tx,
      changed.flatMap((item) =>
        (values(item)[0].combinations ?? []).flatMap(({ sku, gtin }) => [foldCase(sku), ...(gtin === null ? [] : [gtin])]),
      ),
    ),
    referred: await findReferredCombinations(
      tx,
      changed.flatMap((item) => (values(item)[1].combinations ?? []).map(({ id }) => id)),
    ),
  };
  const writes = {
    ...createImportWrites(),
    goneCombinations: [],
    goneValues: [],
    goneOffers: [],
    forgottenImports: [],
    forgottenOffers: [],
  };
  const deleted: number[] = [];
  const unpublished: number[] = [];
  const results = items.map((item): ItemResult => {
    const { position } = item;
    const now = products.get(item.subjectId ?? 0);
    if (!now) return refuse(item, { kind: 'product_gone' });
    const { isVisible, isShared } = access.get(now.id) ?? { isVisible: false, isShared: true };
    if (!isVisible || (isShared && organisationId === null)) return refuse(item, { kind: 'import_gone' });
    if (isNew(item)) {
      if (versions.get(now.id) !== item.appliedVersion)
        return refuse(item, { kind: 'changed_since_import', fields: ['the product'] });
      if (!referred.has(now.id) && !isShared) {
        deleted.push(now.id);
        return { position, outcome: 'changed' };
      }
      unpublished.push(now.id);
      return { position, outcome: 'changed', reasons: [{ kind: 'product_kept' } satisfies ProductImportReason] };
    }
    const { isRestored, reasons } = planUndo(...values(item), now, facts, writes);
    return { position, outcome: isRestored ? 'changed' : 'refused', reasons };
  });
  await deleteUndone(tx, organisationId, writes);
  await applyImportWrites(tx, { organisationId, isMadeForClient: false }, writes, {
    kind: 'catalogue_import',
    file: one.file_name,
  });
  await unpublishProducts(tx, unpublished);
  await deleteProducts(tx, deleted, organisationId);
  const touched = [...new Set([...writes.changedProducts.map(({ id }) => id), ...unpublished])];
  if (touched.length > 0) {
    await assignPictures(tx, touched);
    await refreshImportedListing(tx, touched);
  }
  await recordOperatorAuditEvents(
    tx,
    caller,
    touched.map((id) => ({
      organisationId: null,
      brandId: null,
      action: 'product.importUndone',
      subjectId: String(id),
      after: { file: one.file_name },
      requestId,
    })),
  );
  return results;
}
