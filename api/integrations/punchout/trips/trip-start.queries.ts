import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MissingItem } from './start-trip.queries.ts';

/** What a trip begins with; undefined when there is none with this id. */
export async function findTripStart(
  db: Db,
  { organisationId }: Pick<Scope, 'organisationId'>,
  tripId: string,
): Promise<{ selectedSku: string | null; missingItems: MissingItem[] } | undefined> {
  const { rows } = await sql<{ selectedSku: string | null; missingItems: MissingItem[] }>`
    select selected_sku as "selectedSku", missing_items as "missingItems" from punchout_trip
    where organisation_id = ${organisationId} and id = ${tripId}`.execute(db);
  return rows[0];
}

/** The id of a product that a person sees with this number: that of the product, the organisation's own, or that of one of its sizes. */
export async function findProductOfSku(db: Db, scope: Scope, sku: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from product_listing l
    where l.organisation_id = ${scope.organisationId} and ${visibleTo(scope)} and l.product_id in (
      select id from product where lower(sku) = lower(${sku})
      union select product_id from combination where lower(sku) = lower(${sku})
      union select product_id from product_listing where organisation_id = ${scope.organisationId} and lower(sku) = lower(${sku}))
    limit 1`.execute(db);
  return rows[0]?.id;
}
