import { type CachedSubject, createResponseCache, type EncodedResponse } from '#api/platform/cache/response-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { ContentEncoding } from '#api/platform/http/compression.ts';
import { findListingStamp, type StockStamp } from './listed-stock.queries.ts';
import { getListingVersion } from './listing.queries.ts';

/** A request whose response depends on an organisation's range, and possibly on the stock of some products in it, with the function that loads it on a cache miss. */
export interface ListingCacheRequest {
  organisationId: number;
  /**
   * The key of the response within the range. Called again with the version that a response was loaded at; undefined then
   * means that the key is not certain for that version, and the response is not cached.
   */
  keyAt(version?: number): string | undefined;
  encoding: ContentEncoding | undefined;
  /** `stock` is the state of the stock that the response shows, if it shows any. */
  load(): Promise<{ version: number; stock?: StockStamp; json: string }>;
}

/** Caches responses about organisations' ranges. */
export interface ListingCache {
  respond(request: ListingCacheRequest): Promise<EncodedResponse>;
}

/** The versions that a response was loaded at. */
interface Versions {
  version: number;
  stock: StockStamp | undefined;
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;

/**
 * Creates a cache of responses about ranges. Every change of a range increments its version, and every change of stock the
 * version of a stock level. Responses are cached with the versions that they were loaded at; each request reads the current
 * versions, those of stock only of the products in the response, with one cheap statement, and uses the cached response only
 * when they match. Any number of processes can do so without coordination.
 */
export function createListingCache(db: Db): ListingCache {
  const cache = createResponseCache<Versions>(MAX_CACHE_BYTES);

  /** Whether what is cached still says what the database does. */
  const isCurrent = async (cached: CachedSubject<Versions>, organisationId: number): Promise<boolean> => {
    const { stock } = cached.state;
    if (!stock) return cached.state.version === (await getListingVersion(db, organisationId));
    const { version, stockVersion, snapshot, now } = await findListingStamp(db, organisationId, stock);
    if (cached.state.version !== version || now >= stock.freshUntil) return false;
    if (stockVersion !== null && stockVersion !== stock.stockVersion) return false;
    cached.state = { version, stock: { ...stock, snapshot } };
    return true;
  };

  return {
    respond: async ({ organisationId, keyAt, encoding, load }) => {
      const key = `${organisationId} ${keyAt()}`;
      const cached = cache.find(key);
      if (cached && (await isCurrent(cached, organisationId))) {
        const response = await cache.sendCached(key, cached, { name: '', encoding });
        if (response) return response;
      }
      const { version, stock, json } = await load();
      const loadedKey = keyAt(version);
      const subject = { state: { version, stock }, responses: new Map() };
      return cache.sendNew(loadedKey && `${organisationId} ${loadedKey}`, subject, { name: '', encoding, json });
    },
  };
}
