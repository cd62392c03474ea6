import { readCatalogueSettings } from '#api/catalogue/prices/catalogue-prices.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { toTopic } from './topics.mapper.ts';
import { isAt, listTopics } from './topics.queries.ts';

/** How long a brand's topics are remembered, and how long a page waits for them: the log-in works without them, and without the database. */
const TTL_MS = 5000;
const MAX_WAIT_MS = 400;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Returns a function that reads the texts of the log-in page of a brand as one piece of HTML, to be written into the page: nothing then moves when the scripts
 * have loaded. It is empty where there are none, and never throws.
 */
export function createLoginTopics({ db, clock }: { db: Db; clock: Clock }): (brandId: number) => Promise<string> {
  const known = new Map<number, { html: string; readAt: number }>();

  const read = async (brandId: number) => {
    const today = getLocalDay(clock.now(), (await readCatalogueSettings(db)).timeZone);
    const topics = (await listTopics(db, [{ brandId, today }], isAt('login'))).map(toTopic);
    const html = topics.map(({ title, body }) => (title === null ? '' : `<h2>${escapeHtml(title)}</h2>`) + (body ?? '')).join('');
    known.set(brandId, { html, readAt: clock.now() });
    return html;
  };

  return async (brandId) => {
    const before = known.get(brandId);
    if (before && clock.now() - before.readAt < TTL_MS) return before.html;
    let timer: NodeJS.Timeout | undefined;
    const wait = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(before?.html ?? ''), MAX_WAIT_MS);
    });
    try {
      return await Promise.race([read(brandId).catch(() => before?.html ?? ''), wait]);
    } finally {
      clearTimeout(timer);
    }
  };
}
