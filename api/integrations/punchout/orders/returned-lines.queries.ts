import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { KeptGarment } from '../carts/garment.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { ReturnedCartLine } from './differences.rules.ts';

type ConnectionRef = Pick<Connection, 'organisationId' | 'id'>;

/** A line as it was returned, with what it is in the portal. */
export interface FoundLine extends ReturnedCartLine {
  /** In its cart. */
  place: number;
  customerId: number;
  /** Null for amounts beside the goods. */
  productId: number | null;
  combinationId: number | null;
  garment: KeptGarment;
}

/** The newest return of each auxiliary id that meets a condition on `l`. */
const newestLines = ({ organisationId, id }: ConnectionRef, condition: ReturnType<typeof sql>) => sql<FoundLine>`
  select * from (
    select distinct on (l.auxiliary_id) l.auxiliary_id as "auxiliaryId", l.trip_id as "tripId", l.kind, l.product_id as "productId",
      l.combination_id as "combinationId", l.quantity, l.garment, l.sku, l.description, l.unit, l.unit_price_minor as "unitPriceMinor",
      floor(extract(epoch from now() - l.returned_at) / 86400)::int as "ageDays", t.customer_id as "customerId", l.place
    from punchout_line l join punchout_trip t on t.organisation_id = l.organisation_id and t.id = l.trip_id
    where l.organisation_id = ${organisationId} and l.connection_id = ${id} and ${condition}
    order by l.auxiliary_id, l.returned_at desc, l.trip_id) found order by found.place`;

/** What was returned to the connection under these auxiliary ids, by id: the newest return of each. Ids of other connections are unknown. */
export async function findReturnedLines(
  db: Db,
  connection: ConnectionRef,
  auxiliaryIds: readonly string[],
): Promise<Map<string, FoundLine>> {
  if (auxiliaryIds.length === 0) return new Map();
  const { rows } = await newestLines(connection, sql`l.auxiliary_id = any (${[...auxiliaryIds]}::text[])`).execute(db);
  return new Map(rows.map((row) => [row.auxiliaryId, row]));
}

/** The lines that were returned by these trips, and by no later one, without those of these auxiliary ids. */
export async function listOtherLines(
  tx: Tx,
  connection: ConnectionRef,
  { tripIds, auxiliaryIds }: { tripIds: readonly string[]; auxiliaryIds: readonly string[] },
): Promise<ReturnedCartLine[]> {
  if (tripIds.length === 0) return [];
  const { rows } = await newestLines(
    connection,
    sql`l.auxiliary_id <> all (${[...auxiliaryIds]}::text[]) and l.auxiliary_id in (
      select own.auxiliary_id from punchout_line own
      where own.organisation_id = ${connection.organisationId} and own.connection_id = ${connection.id} and own.trip_id = any (${[...tripIds]}::uuid[]))`,
  ).execute(tx);
  return rows.filter(({ tripId }) => tripIds.includes(tripId));
}

/** A size and colour of a product that a person can order. */
export interface ProductBySku {
  productId: number;
  combinationId: number;
}

/** What the person can order under these part numbers, by part number in lower case. */
export async function findProductsBySku(tx: Tx, scope: Scope, skus: readonly string[]): Promise<Map<string, ProductBySku>> {
  if (skus.length === 0) return new Map();
  const { rows } = await sql<ProductBySku & { sku: string }>`
    select lower(c.sku) as sku, c.product_id as "productId", c.id as "combinationId"
    from combination c join product_listing pl on pl.organisation_id = ${scope.organisationId} and pl.product_id = c.product_id
    where lower(c.sku) = any (${skus.map((sku) => sku.toLowerCase())}::text[]) and not c.discontinued and ${visibleTo(scope, 'pl')}`.execute(
    tx,
  );
  return new Map(rows.map(({ sku, ...found }) => [sku, found]));
}

/** The codes of UN/ECE Recommendation 20 of the units of products, by product. */
export async function listUnits(tx: Tx, productIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; unit: string }>`
    select id, unit_of_measure as unit from product where id = any (${[...productIds]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, unit }) => [id, unit]));
}
