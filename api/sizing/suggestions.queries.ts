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
