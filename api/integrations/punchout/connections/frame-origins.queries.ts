import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** The origins of pages that may show the portal of a brand in a frame: those of its active connections, each once. */
export async function listFrameOrigins(db: Db, brandId: number): Promise<string[]> {
  const { rows } = await sql<{ origin: string }>`
    select distinct unnest(n.frame_origins) as origin
    from punchout_connection n join organisation o on o.id = n.organisation_id
    where o.brand_id = ${brandId} and n.active
    order by origin`.execute(db);
  return rows.map(({ origin }) => origin);
}
