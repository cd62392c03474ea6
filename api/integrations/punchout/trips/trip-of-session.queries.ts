import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { MissingItem } from './start-trip.queries.ts';

/** What a trip begins with. */
export interface TripStart {
  selectedSku: string | null;
  selectedProductId: number | null;
  missingItems: MissingItem[];
}

/** What the trip of a scope begins with; the product only where the person sees one with that number, of a size or of its own. Undefined outside trips. */
export async function findTripStart(db: Db, scope: Scope): Promise<TripStart | undefined> {
  if (!scope.trip) return undefined;
  const { rows } = await sql<TripStart>`
    select t.selected_sku as "selectedSku", t.missing_items as "missingItems", (
      select pl.product_id from product_listing pl
      where pl.organisation_id = t.organisation_id and ${visibleTo(scope, 'pl')} and (
        pl.product_id in (select p.id from product p where lower(p.sku) = lower(t.selected_sku))
        or pl.product_id in (select k.product_id from combination k where lower(k.sku) = lower(t.selected_sku))
        or lower(pl.sku) = lower(t.selected_sku) or lower(pl.handle) = lower(t.selected_sku))
      order by pl.product_id limit 1) as "selectedProductId"
    from punchout_trip t where t.organisation_id = ${scope.organisationId} and t.id = ${scope.trip.id}`.execute(db);
  return rows[0];
}
