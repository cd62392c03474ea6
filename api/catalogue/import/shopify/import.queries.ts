import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { keepCategoryTree } from '../../kept-products/category-tree.queries.ts';
import type { ImportSummary } from './report.rules.ts';

/** An arbitrary number, the same for every import. */
const ADVISORY_LOCK = 7_404_002;

/** Waits until no other import is running, since two would add the same categories, and keeps the tree of categories as it is. Released at the end of the transaction. */
export async function lockCatalogueImport(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
  await keepCategoryTree(tx);
}

/** Updates the planner's statistics, which still reflect the size of the tables before the import. */
export async function analyseCatalogue(tx: Tx): Promise<void> {
  await sql`analyze product, product_attribute, product_attribute_value, combination, product_image, product_category, product_specification, product_organisation`.execute(
    tx,
  );
}

/** Records the import of a catalogue in the audit log. */
export async function recordCatalogueImport(
  tx: Tx,
  organisationId: number | null,
  file: string,
  summary: ImportSummary,
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      organisation_id: organisationId,
      actor_kind: 'system',
      action: 'catalogue.imported',
      subject_kind: 'catalogue',
      subject_id: file,
      after: JSON.stringify(summary),
    })
    .execute();
}
