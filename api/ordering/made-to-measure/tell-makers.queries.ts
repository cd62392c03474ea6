import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { isToAnswer, isToMake } from './operator-made-to-measure.queries.ts';

/** The most requests of which one run tells; the others follow with the next. */
const MAX_AT_ONCE = 1000;

/** A request that waits for the operators of a brand. */
export interface WaitingRequest {
  organisationId: number;
  id: number;
  brandId: number;
  organisationName: string;
  productName: string;
  description: string;
  quantity: number;
  isToMake: boolean;
}

/** Locks the requests of which no one has been told, oldest first. Those of brands without anyone who makes garments stay. */
export async function lockUntoldRequests(tx: Tx): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select r.organisation_id as "organisationId", r.id, g.brand_id as "brandId", g.name as "organisationName", coalesce(po.name, p.name) as "productName",
      k.description, r.quantity, ${isToMake} as "isToMake"
    from made_to_measure_request r
    join organisation g on g.id = r.organisation_id
    join combination k on k.id = r.combination_id
    join product p on p.id = k.product_id
    left join product_organisation po on po.organisation_id = r.organisation_id and po.product_id = p.id
    left join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
    left join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    where (${isToAnswer} and r.told_to_answer_at is null or ${isToMake} and r.told_to_make_at is null)
      and exists (select from operator m join operator_brand b on b.operator_id = m.id
        where b.brand_id = g.brand_id and m.disabled_at is null and m.password_hash is not null and 'tailoring' = any (m.rights))
    order by r.organisation_id, r.id limit ${MAX_AT_ONCE} for update of r skip locked`.execute(tx);
  return rows;
}

/** Notes that the operators have been told of these requests. */
export async function markToldRequests(tx: Tx, requests: readonly WaitingRequest[]): Promise<void> {
  await sql`
    update made_to_measure_request r set
      told_to_answer_at = case when t.to_make then r.told_to_answer_at else now() end, told_to_make_at = case when t.to_make then now() else r.told_to_make_at end
    from jsonb_to_recordset(${JSON.stringify(
      requests.map(({ organisationId, id, isToMake: toMake }) => ({ organisation_id: organisationId, id, to_make: toMake })),
    )}::jsonb) as t (organisation_id bigint, id bigint, to_make boolean)
    where r.organisation_id = t.organisation_id and r.id = t.id`.execute(tx);
}
