import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** Withdraws the important notices of the demonstration, which would open before the first page of every story. */
export async function withdrawImportantNotices(db: Db): Promise<void> {
  await sql`
    update publication set is_published = false where id in (select publication_id from topic where portal_location = 'importantnotice')`.execute(
    db,
  );
}
