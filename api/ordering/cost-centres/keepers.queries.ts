import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** An organisation of the operator's brands; undefined for any other. */
export async function findKeptOrganisation(
  db: Db,
  { brandIds }: OperatorScope,
  organisationId: number,
): Promise<{ organisationId: number; brandId: number } | undefined> {
  const { rows } = await sql<{ organisationId: number; brandId: number }>`
    select id as "organisationId", brand_id as "brandId" from organisation
    where id = ${organisationId} and brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** The organisation that a question at checkout or a cost centre belongs to, of those of the operator's brands; undefined for any other. */
export async function findOrganisationOf(
  db: Db,
  { brandIds }: OperatorScope,
  kind: 'checkoutQuestion' | 'costCentre',
  id: number,
): Promise<{ organisationId: number; brandId: number } | undefined> {
  const table = sql.table(kind === 'costCentre' ? 'cost_centre' : 'checkout_question');
  const { rows } = await sql<{ organisationId: number; brandId: number }>`
    select o.id as "organisationId", o.brand_id as "brandId" from ${table} t join organisation o on o.id = t.organisation_id
    where t.id = ${id} and o.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}
