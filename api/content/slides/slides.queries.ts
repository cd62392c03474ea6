import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ContentTable } from '../publications/content.queries.ts';
import { isReadBy } from '../publications/publications.queries.ts';

/** What a slide shows. */
export interface SlideValues {
  src: string;
  text: string | null;
  link: string | null;
  altText: string | null;
}

/** The table of slides. */
export const SLIDES: ContentTable<SlideValues> = {
  kind: 'slide',
  columns: { src: 'src', text: 'text', link: 'link', altText: 'alt_text' },
  picture: 'src',
};

/** The slides that a person sees today, in their order. */
export async function listReadSlides(
  db: Db,
  scope: Scope,
  today: string,
  limit: number,
): Promise<(SlideValues & { id: number; displayOrder: number })[]> {
  const { rows } = await sql<SlideValues & { id: number; displayOrder: number }>`
    select p.id, s.src, s.text, s.link, s.alt_text as "altText", p.display_order as "displayOrder"
    from publication p join slide s on s.publication_id = p.id
    where p.kind = 'slide' and ${isReadBy(scope, today)} order by p.display_order, p.id limit ${limit}::int`.execute(db);
  return rows;
}
