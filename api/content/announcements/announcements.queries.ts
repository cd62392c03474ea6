import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ContentTable } from '../publications/content.queries.ts';
import { isReadBy } from '../publications/publications.queries.ts';

/** What an announcement says. */
export interface AnnouncementValues {
  text: string;
  url: string | null;
}

/** The table of announcements. */
export const ANNOUNCEMENTS: ContentTable<AnnouncementValues> = { kind: 'announcement', columns: { text: 'text', url: 'url' } };

/** The announcements that a person reads today, the newest first: by their first day, otherwise by when they were published. */
export async function listReadAnnouncements(
  db: Db,
  scope: Scope,
  today: string,
  limit: number,
): Promise<(AnnouncementValues & { id: number; shownAt: Date })[]> {
  const { rows } = await sql<AnnouncementValues & { id: number; shownAt: Date }>`
    select p.id, a.text, a.url, s.at as "shownAt"
    from publication p join announcement a on a.publication_id = p.id
      cross join lateral (select coalesce(p.from_on::timestamp at time zone ${scope.timeZone}, a.published_at, p.created_at) as at) s
    where p.kind = 'announcement' and ${isReadBy(scope, today)} order by s.at desc, p.id desc limit ${limit}::int`.execute(db);
  return rows;
}

/** Notes when an announcement was published, the first time that it is. */
export async function markPublished(tx: Tx, publicationId: number): Promise<void> {
  await sql`
    update announcement a set published_at = now() from publication p
    where a.publication_id = ${publicationId}::bigint and p.id = a.publication_id and p.is_published and a.published_at is null`.execute(
    tx,
  );
}
