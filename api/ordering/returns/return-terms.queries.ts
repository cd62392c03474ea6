import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** On which terms people of an organisation return what they were sent, in days. */
export interface ReturnTerms {
  brandId: number;
  returnDays: number;
  exchangeHoldDays: number;
}

/** The return terms of an organisation of the operator's brands; undefined when there is none. */
export async function findReturnTerms(db: Db, { brandIds }: OperatorScope, id: number): Promise<ReturnTerms | undefined> {
  const { rows } = await sql<ReturnTerms>`
    select g.brand_id as "brandId", g.return_days as "returnDays", g.exchange_hold_days as "exchangeHoldDays"
    from organisation g where g.id = ${id} and g.brand_id = any (${[...brandIds]}::bigint[])`.execute(db);
  return rows[0];
}

/** Changes the return terms of an organisation of the operator's brands. Null leaves a term as it is. Returns them; undefined when there is no such organisation. */
export async function saveReturnTerms(
  tx: Tx,
  { brandIds }: OperatorScope,
  id: number,
  { returnDays, exchangeHoldDays }: { returnDays: number | null; exchangeHoldDays: number | null },
): Promise<ReturnTerms | undefined> {
  const { rows } = await sql<ReturnTerms>`
    update organisation set return_days = coalesce(${returnDays}::int, return_days), exchange_hold_days = coalesce(${exchangeHoldDays}::int, exchange_hold_days)
    where id = ${id} and brand_id = any (${[...brandIds]}::bigint[])
    returning brand_id as "brandId", return_days as "returnDays", exchange_hold_days as "exchangeHoldDays"`.execute(tx);
  return rows[0];
}
