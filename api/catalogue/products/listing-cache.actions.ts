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

/** A question whose answer depends on an organisation's range alone, and how it is answered when the answer is not known. */
export interface ListingCacheRequest {
  organisationId: number;
  /**
   * Tells answers about one range apart. Asked again with the version that an answer was made from: undefined then means
   * that the name is not certain at that version, and the answer is not kept.
   */
  keyAt(version?: number): string | undefined;
  encoding: ContentEncoding | undefined;
  load(): Promise<{ version: number; json: string }>;
}

/** Answers questions about organisations' ranges. */
export interface ListingCache {
  respond(question: ListingCacheRequest): Promise<EncodedResponse>;
}

interface Known {
  version: number;
  answer: CachedResponse;
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;

/**
 * The version of a range counts up with everything that changes in it. So answers are kept with the version they were made
 * from; each request reads the version as it is now, one cheap statement, and what was kept is sent only if it is that
 * one. Any number of processes can do so without telling each other.
 */
export function createListingCache(db: Db): ListingCache {
  const kept = createBoundedCache<Known>(MAX_CACHE_BYTES);

  return {
    respond: async ({ organisationId, keyAt, encoding, load }) => {
      let key: string | undefined = `${organisationId} ${keyAt()}`;
      let known = kept.get(key);
      if (!known || known.version !== (await getListingVersion(db, organisationId))) {
        const { version, json } = await load();
        known = { version, answer: createCachedResponse(json) };
        const name = keyAt(version);
        key = name === undefined ? undefined : `${organisationId} ${name}`;
        if (key !== undefined) kept.set(key, known, getResponseBytes(known.answer));
      }
      const { answer } = known;
      return encodeResponse(answer, encoding, () => {
        if (key !== undefined && kept.get(key) === known) kept.set(key, known, getResponseBytes(answer));
      });
    },
  };
}
