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
import { getListingVersion } from './listing.queries.ts';

/** A request whose response depends on an organisation's range alone, with the function that loads it on a cache miss. */
export interface ListingCacheRequest {
  organisationId: number;
  /**
   * The key of the response within the range. Called again with the version that a response was loaded at; undefined then
   * means that the key is not certain for that version, and the response is not cached.
   */
  keyAt(version?: number): string | undefined;
  encoding: ContentEncoding | undefined;
  load(): Promise<{ version: number; json: string }>;
}

/** Caches responses about organisations' ranges. */
export interface ListingCache {
  respond(request: ListingCacheRequest): Promise<EncodedResponse>;
}

interface Entry {
  version: number;
  response: CachedResponse;
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;

/**
 * Creates a cache of responses about ranges. Every change of a range increments its version. Responses are cached with the
 * version that they were loaded at; each request reads the current version with one cheap statement and uses the cached
 * response only when the versions match. Any number of processes can do so without coordination.
 */
export function createListingCache(db: Db): ListingCache {
  const cache = createBoundedCache<Entry>(MAX_CACHE_BYTES);

  return {
    respond: async ({ organisationId, keyAt, encoding, load }) => {
      let key: string | undefined = `${organisationId} ${keyAt()}`;
      let entry = cache.get(key);
      if (!entry || entry.version !== (await getListingVersion(db, organisationId))) {
        const { version, json } = await load();
        entry = { version, response: createCachedResponse(json) };
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
