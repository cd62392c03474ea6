import type { Tx } from '#api/platform/db/database.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { BodyOf } from '#contract/index.ts';
import type { KeptContent } from '../publications/content.queries.ts';
import { addContent, changeContent, type KeepContext } from '../publications/keep-content.actions.ts';
import { cleanPlainText, NO_LINK, readLink } from '../publications/plain-text.rules.ts';
import { ANNOUNCEMENTS, type AnnouncementValues, markPublished } from './announcements.queries.ts';

type NewAnnouncement = BodyOf<'POST /api/operator/announcements'> | BodyOf<'POST /api/organisations/announcements'>;
type AnnouncementChange = BodyOf<'PUT /api/operator/announcements/:id'> | BodyOf<'PUT /api/organisations/announcements/:id'>;

/** Adds an announcement. Throws 403 and 422. */
export async function addAnnouncement(
  tx: Tx,
  context: KeepContext,
  { text, url, ...audience }: NewAnnouncement,
): Promise<KeptContent<AnnouncementValues>> {
  const values = { text: readText(text), url: readUrl(url) ?? null };
  const added = await addContent(tx, ANNOUNCEMENTS, context, audience, values);
  await markPublished(tx, added.publication.id);
  return added;
}

/** Changes an announcement; what the request leaves out stays as it is. Throws 403, 404, 409 and 422. */
export async function changeAnnouncement(
  tx: Tx,
  context: KeepContext,
  publicationId: number,
  { text, url, ...change }: AnnouncementChange,
): Promise<KeptContent<AnnouncementValues>> {
  const values = { ...(text === undefined ? {} : { text: readText(text) }), url: readUrl(url) };
  const changed = await changeContent(tx, ANNOUNCEMENTS, context, publicationId, { ...change, ...values });
  await markPublished(tx, publicationId);
  return changed;
}

function readText(typed: string): string {
  const text = cleanPlainText(typed, { lines: true });
  if (text === '') throw invalid('text', 'Enter some text.');
  return text;
}

/** Undefined where the request does not say it. */
function readUrl(typed: string | null | undefined): string | null | undefined {
  if (typed === undefined || typed === null) return typed;
  const url = readLink(typed);
  if (url === undefined) throw invalid('url', NO_LINK);
  return url;
}
