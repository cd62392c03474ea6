import { sql } from 'kysely';
import { isSharedBeyond, isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** A delivery that is expected. */
export interface ExpectedDelivery {
  id: number;
  dueOn: string;
  quantity: number;
  reference: string | null;
  version: number;
}

/** A delivery that is locked, with what decides about its change. */
export interface LockedDelivery extends ExpectedDelivery {
  combinationId: number;
  isSharedBeyond: boolean;
}

/** Enters expected deliveries, and returns them in the order given. */
export async function insertDeliveries(
  tx: Tx,
  deliveries: readonly { combinationId: number; dueOn: string; quantity: number; reference: string | null }[],
): Promise<ExpectedDelivery[]> {
  const { rows } = await sql<ExpectedDelivery>`
    insert into stock_incoming (combination_id, due_on, quantity, reference)
    select * from unnest(${deliveries.map(({ combinationId }) => combinationId)}::bigint[], ${deliveries.map(({ dueOn }) => dueOn)}::date[],
      ${deliveries.map(({ quantity }) => quantity)}::int[], ${deliveries.map(({ reference }) => reference)}::text[])
    returning id, due_on as "dueOn", quantity, reference, version`.execute(tx);
  return rows;
}

/** Locks a delivery of a garment that the operator sees, its level first, as receiving goods does; undefined for any other. */
export async function lockDelivery(tx: Tx, operator: OperatorScope, id: number): Promise<LockedDelivery | undefined> {
  await sql`
    select s.combination_id from stock_level s where s.combination_id = (select combination_id from stock_incoming where id = ${id}) for update`.execute(
    tx,
  );
  const { rows } = await sql<LockedDelivery>`
    select i.id, i.combination_id as "combinationId", i.due_on as "dueOn", i.quantity, i.reference, i.version, ${isSharedBeyond(operator)} as "isSharedBeyond"
    from stock_incoming i join combination c on c.id = i.combination_id join product p on p.id = c.product_id
    where i.id = ${id} and ${isVisibleTo(operator)} for update of i`.execute(tx);
  return rows[0];
}

/** A delivery of a garment that the operator sees; undefined for any other. */
export async function findExpectedDelivery(
  db: Db,
  operator: OperatorScope,
  id: number,
): Promise<(Pick<ExpectedDelivery, 'dueOn' | 'quantity'> & { combinationId: number }) | undefined> {
  const { rows } = await sql<Pick<ExpectedDelivery, 'dueOn' | 'quantity'> & { combinationId: number }>`
    select i.combination_id as "combinationId", i.due_on as "dueOn", i.quantity
    from stock_incoming i join combination c on c.id = i.combination_id join product p on p.id = c.product_id
    where i.id = ${id} and ${isVisibleTo(operator)}`.execute(db);
  return rows[0];
}

/** Changes a delivery that is locked. */
export async function updateDelivery(
  tx: Tx,
  { id, dueOn, quantity, reference }: Omit<ExpectedDelivery, 'version'>,
): Promise<ExpectedDelivery> {
  const { rows } = await sql<ExpectedDelivery>`
    update stock_incoming set due_on = ${dueOn}::date, quantity = ${quantity}, reference = ${reference}, version = version + 1
    where id = ${id} returning id, due_on as "dueOn", quantity, reference, version`.execute(tx);
  return rows[0] as ExpectedDelivery;
}

/** Deletes a delivery. */
export async function deleteDelivery(tx: Tx, id: number): Promise<void> {
  await sql`delete from stock_incoming where id = ${id}`.execute(tx);
}
