import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { brandsOf, isSharedBeyond, isVisibleTo } from '../../kept-products/kept-products.queries.ts';
import type { ProductAccess } from '../shopify/import-batch.ts';

/** What the operator may do with products, by their ids. */
export async function findProductAccess(
  tx: Tx,
  operator: OperatorScope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProductAccess>> {
  const { rows } = await sql<ProductAccess & { id: number }>`
    select p.id, ${isVisibleTo(operator)} as "isVisible", ${isSharedBeyond(operator)} as "isShared"
    from product p where p.id = any (${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, ...access }) => [id, access]));
}

/** Whether the organisation is of the operator's brands. */
export async function isClientOf(tx: Tx, operator: OperatorScope, organisationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from organisation where id = ${organisationId} and brand_id = any (${brandsOf(operator)})`.execute(tx);
  return rows.length > 0;
}

/** Locks products until the transaction ends, in the order of their ids, so that no operator edits them meanwhile. Orders are not kept waiting. */
export async function lockImportedProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select id from product where id = any (${[...ids]}::bigint[]) order by id for no key update`.execute(tx);
}

/** The versions of products, by their ids. */
export async function readVersions(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from product where id = any (${[...ids]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Names and versions of products that the operator sees. */
export async function listSubjects(
  db: Db | Tx,
  operator: OperatorScope,
  ids: readonly number[],
): Promise<{ id: number; name: string; version: number }[]> {
  const { rows } = await sql<{ id: number; name: string; version: number }>`
    select p.id, p.name, p.version from product p where p.id = any (${[...ids]}::bigint[]) and ${isVisibleTo(operator)}`.execute(
    db,
  );
  return rows;
}
