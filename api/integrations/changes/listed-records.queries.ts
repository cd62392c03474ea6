import { type RawBuilder, sql } from 'kysely';
import { isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** The kinds of record whose changes are read, as triggers write them (`changes.sql`). */
export type ChangedKind = 'order' | 'shipment' | 'return' | 'invoice' | 'payment' | 'stock' | 'stockMovement' | 'product';

type Range = { operator: OperatorScope; after: number; limit: number };

/** Of tables of organisations: their keys begin with the organisation, so each is read for itself. */
const ofOrganisations =
  (table: string, condition: RawBuilder<unknown> = sql`true`) =>
  ({ operator, after, limit }: Range) =>
    sql`
    select t.id from organisation g
    cross join lateral (
      select t.id from ${sql.table(table)} t where t.organisation_id = g.id and t.id > ${after} and ${condition} order by t.id limit ${limit}) t
    where g.brand_id = any (${[...operator.brandIds]}::bigint[]) order by t.id limit ${limit}`;

const LISTS: Readonly<Record<ChangedKind, (range: Range) => RawBuilder<unknown>>> = {
  order: ofOrganisations('orders', sql`not t.is_test`),
  shipment: ofOrganisations('shipment'),
  return: ofOrganisations('return_request'),
  invoice: ofOrganisations('invoice'),
  payment: ofOrganisations('payment_record'),
  stock: ({ operator, after, limit }) => sql`
    select c.id from combination c join product p on p.id = c.product_id
    where c.id > ${after} and ${isVisibleTo(operator)} order by c.id limit ${limit}`,
  stockMovement: ({ operator, after, limit }) => sql`
    select e.id from stock_entry e join combination c on c.id = e.combination_id join product p on p.id = c.product_id
    where e.id > ${after} and ${isVisibleTo(operator)} order by e.id limit ${limit}`,
  product: ({ operator, after, limit }) => sql`
    select p.id from product p where p.id > ${after} and ${isVisibleTo(operator)} order by p.id limit ${limit}`,
};

/** The ids of the records of a kind that the operator sees, those after `after`, ascending. */
export async function listRecordIds(db: Db, kind: ChangedKind, range: Range): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${LISTS[kind](range)}`.execute(db);
  return rows.map(({ id }) => id);
}
