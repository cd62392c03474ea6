import type { Clock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import { listFrameOrigins } from './frame-origins.queries.ts';

/** How long a brand's origins are remembered: a change by an operator is seen at once, and many requests for frames cost few statements. */
const TTL_MS = 1000;
/** How long a page waits for them. */
const MAX_WAIT_MS = 2000;

/** Whether a source is nothing but an origin of the web, so that it names one site and ends no directive. */
function isOrigin(source: string): boolean {
  return /^https?:\/\/[a-z0-9.[\]:-]+$/.test(source) && URL.canParse(source) && new URL(source).origin === source;
}

/**
 * Returns a function that reads the origins of pages that may show the portal of a brand in a frame. It never throws: there are none while the database is
 * unavailable.
 */
export function createFrameOrigins({ db, clock }: { db: Db; clock: Clock }): (brandId: number) => Promise<readonly string[]> {
  const known = new Map<number, { origins: Promise<readonly string[]>; readAt: number }>();

  const read = async (brandId: number) => {
    let timer: NodeJS.Timeout | undefined;
    const wait = new Promise<string[]>((resolve) => {
      timer = setTimeout(() => resolve([]), MAX_WAIT_MS);
    });
    try {
      const found = await Promise.race([listFrameOrigins(db, brandId).catch(() => []), wait]);
      return found.filter(isOrigin);
    } finally {
      clearTimeout(timer);
    }
  };

  return (brandId) => {
    const before = known.get(brandId);
    if (before && clock.now() - before.readAt < TTL_MS) return before.origins;
    const origins = read(brandId);
    known.set(brandId, { origins, readAt: clock.now() });
    return origins;
  };
}
