import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { ImportSummary } from './report.rules.ts';

/** Any number will do, as long as every import asks for the same one. */
const advisoryLock = 7_404_002;

/** Waits until no other import is under way; two would add the same categories. The end of the transaction lets go. */
export async function lockCatalogueImport(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(tx);
}

/** Makes what the organisation's people see of these products what is stored of them. */
export async function refreshImportedListing(tx: Tx, organisationId: number, products: readonly number[]): Promise<void> {
  await sql`select refresh_listing(array[${organisationId}::bigint], ${products}::bigint[])`.execute(tx);
}

/** Fresh statistics for the planner, which otherwise takes the tables for as small as they were before. */
export async function analyseCatalogue(tx: Tx): Promise<void> {
  await sql`analyze product, product_attribute, product_attribute_value, combination, product_image, product_category, product_specification, product_organisation`.execute(
    tx,
  );
}

/** Leaves a trace of what an import changed. */
export async function recordCatalogueImport(tx: Tx, organisationId: number, file: string, summary: ImportSummary): Promise<void> {
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
