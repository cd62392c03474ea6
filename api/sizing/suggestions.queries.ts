import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

export interface SealedSuggestion {
  id: number;
  bodyId: number;
  productId: number;
  sealed: Buffer;
  createdAt: Date;
}

const columns = sql`id, body_id as "bodyId", product_id as "productId", sealed, created_at as "createdAt"`;

/** Saves a suggestion, replacing any earlier one for the same body and garment. */
export async function saveSuggestion(
  db: Db | Tx,
  wearer: Scope,
  { bodyId, productId, sealed }: Pick<SealedSuggestion, 'bodyId' | 'productId' | 'sealed'>,
): Promise<SealedSuggestion> {
  const made = await sql<SealedSuggestion>`
    insert into size_suggestion (organisation_id, customer_id, body_id, product_id, sealed)
    values (${wearer.organisationId}, ${wearer.customerId}, ${bodyId}, ${productId}, ${sealed})
    on conflict (organisation_id, body_id, product_id) do update set sealed = excluded.sealed, created_at = now() returning ${columns}`.execute(
    db,
  );
  return made.rows[0] as SealedSuggestion;
}

/** A suggestion for the wearer; undefined for anyone else's. */
export async function findSuggestion(db: Db, wearer: Scope, id: number): Promise<SealedSuggestion | undefined> {
  const found = await sql<SealedSuggestion>`
    select ${columns} from size_suggestion
    where organisation_id = ${wearer.organisationId} and customer_id = ${wearer.customerId} and id = ${id}`.execute(db);
  return found.rows[0];
}

/** What someone has said about a size of a garment that they were sent; sizes are attribute values. */
interface SizeExperience {
  wearerId: number;
  productId: number;
  sizeId: string;
  fit: 'tooSmall' | 'right' | 'tooBig';
}

/** What people of the organisation have said about the sizes of garments that they were sent, the latest first, in one statement. */
export async function listExperiences(
  db: Db,
  { organisationId }: Pick<Scope, 'organisationId'>,
  wanted: readonly { wearerId: number; productId: number }[],
): Promise<SizeExperience[]> {
  const { rows } = await sql<SizeExperience>`
    select w."wearerId", w."productId", v.id::text as "sizeId", f.fit
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("wearerId" bigint, "productId" bigint)
    join fit_feedback f on f.organisation_id = ${organisationId} and f.customer_id = w."wearerId"
    join order_line l on l.organisation_id = f.organisation_id and l.id = f.order_line_id and l.product_id = w."productId"
    join combination c on c.id = l.combination_id
    join product_attribute_value v on v.id = any (c.value_ids)
    join product_attribute pa on pa.id = v.product_attribute_id
    join attribute a on a.id = pa.attribute_id and a.role = 'size'
    order by f.updated_at desc, l.id desc`.execute(db);
  return rows;
}
