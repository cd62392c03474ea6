import type { Db } from '#api/platform/db/database.ts';
import type { ContentEncoding } from '#api/platform/http/compression.ts';
import { createBoundedCache } from './bounded-cache.ts';
import {
  type CachedResponse,
  createCachedResponse,
  type EncodedResponse,
  encodeResponse,
  getResponseBytes,
} from './cached-response.ts';
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

interface Entry {
  version: number;
  stock: StockStamp | undefined;
  response: CachedResponse;
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;

/**
 * Creates a cache of responses about ranges. Every change of a range increments its version, and every change of stock the
 * version of a stock level. Responses are cached with the versions that they were loaded at; each request reads the current
 * versions, those of stock only of the products in the response, with one cheap statement, and uses the cached response only
 * when they match. Any number of processes can do so without coordination.
 */
export function createListingCache(db: Db): ListingCache {
  const cache = createBoundedCache<Entry>(MAX_CACHE_BYTES);

  /** Whether the response of an entry still says what the database does. */
  const isCurrent = async (entry: Entry, organisationId: number): Promise<boolean> => {
    const { stock } = entry;
    if (!stock) return entry.version === (await getListingVersion(db, organisationId));
    const { version, stockVersion, snapshot, now } = await findListingStamp(db, organisationId, stock);
    if (entry.version !== version || now >= stock.freshUntil) return false;
    if (stockVersion !== null && stockVersion !== stock.stockVersion) return false;
    entry.stock = { ...stock, snapshot };
    return true;
  };

  return {
    respond: async ({ organisationId, keyAt, encoding, load }) => {
      let key: string | undefined = `${organisationId} ${keyAt()}`;
      let entry = cache.get(key);
      if (!entry || !(await isCurrent(entry, organisationId))) {
        const { version, stock, json } = await load();
        entry = { version, stock, response: createCachedResponse(json) };
        const keyAtVersion = keyAt(version);
        key = keyAtVersion === undefined ? undefined : `${organisationId} ${keyAtVersion}`;
        if (key !== undefined) cache.set(key, entry, getResponseBytes(entry.response));
      }
      const { response } = entry;
      return encodeResponse(response, encoding, () => {
        if (key !== undefined && cache.get(key) === entry) cache.set(key, entry, getResponseBytes(response));
      });
    },
  };
}
