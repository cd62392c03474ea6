import { sql } from 'kysely';
import { isOfWaitingRequest, livePerson, type Reference } from '#api/organisation/structure/usage.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * Everything that refers to a wardrobe; a test finds new references. What it owns is deleted with it, copies forget where they
 * come from, and references without labels are cleared by `clearUnusedReferences`.
 */
export const WARDROBE_REFERENCES: readonly Reference[] = [
  {
    table: 'customer_collection',
    column: 'collection_id',
    labels: ['person', 'people'],
    ownerColumn: 'customer_id',
    condition: livePerson,
  },
  { table: 'collection', column: 'parent_collection_id', labels: ['cut', 'cuts'] },
  { table: 'orders', column: 'collection_id', labels: ['order', 'orders'] },
  { table: 'order_line', column: 'collection_id', labels: ['ordered line', 'ordered lines'] },
  { table: 'cart_line', column: 'collection_id', labels: ['line in a cart', 'lines in carts'] },
  {
    table: 'registration_link_collection',
    column: 'collection_id',
    labels: ['registration link', 'registration links'],
    ownerColumn: 'link_id',
  },
  {
    table: 'registration_collection',
    column: 'collection_id',
    labels: ['waiting request', 'waiting requests'],
    ownerColumn: 'registration_id',
    condition: isOfWaitingRequest,
  },
  {
    table: 'product_organisation_collection',
    column: 'collection_id',
    labels: ['product limited to it', 'products limited to it'],
    ownerColumn: 'product_organisation_id',
  },
  { table: 'garment_design', column: 'collection_id', labels: ['design', 'designs'] },
  // Deleted before, unless people have ordered from it: then the wardrobe stays.
  { table: 'entitlement_account', column: 'collection_id' },
  { table: 'customer', column: 'adhoc_collection_id' },
  { table: 'customer', column: 'builder_collection_id' },
];

/** Removes a wardrobe without usage from the screens where people last used it, and from deleted people and decided requests. */
export async function clearUnusedReferences(tx: Tx, scope: Scope, wardrobeId: number): Promise<void> {
  for (const column of ['adhoc_collection_id', 'builder_collection_id'])
    await sql`
      update customer set ${sql.ref(column)} = null
      where organisation_id = ${scope.organisationId} and ${sql.ref(column)} = ${wardrobeId}`.execute(tx);
  for (const table of ['customer_collection', 'registration_collection'])
    await sql`
      delete from ${sql.table(table)} where organisation_id = ${scope.organisationId} and collection_id = ${wardrobeId}`.execute(
      tx,
    );
}
