import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getAudience } from '../range/audience.rules.ts';
import type { AudienceKeys } from './audience-keys.ts';
import type { StockStamp } from './listed-stock.queries.ts';
import { findMatches, type ListingFilter, type ListingMatches, listListings, type StockedListing } from './listing.queries.ts';
import { countFacets, type Facet } from './listing.rules.ts';

export interface ListingPage {
  listings: StockedListing[];
  /** The state of stock in which the page was read. */
  stock: StockStamp;
  /** When the database read the page, in milliseconds since 1970. */
  readAt: number;
  totalCount: number;
  facets: Facet[];
}

/** Reads an organisation's range, filtered and counted. */
export interface ListingReader {
  /** A page, consistent with one version of the range. */
  readPage(
    scope: Scope,
    filter: ListingFilter,
    page: { offset: number; limit: number },
  ): Promise<ListingPage & { version: number }>;
}

/** A filtered list: its products in order, with their facets. */
interface CachedList {
  version: number;
  productIds: Int32Array;
  facets: Facet[];
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;
const FACET_VALUE_BYTES = 250;
/** How often a list is read when the range changes while it is being read. */
const MAX_ATTEMPTS = 3;

/**
 * Creates a reader that caches filtered lists. Finding the products that match a filter, their order and facets requires
 * reading the whole range, so the result is cached with the version of the range. The rows of a page include the current
 * version; a cached list of an older version is not used.
 */
export function createListingReader(db: Db, audienceKeys: AudienceKeys): ListingReader {
  const cache = createBoundedCache<CachedList>(MAX_CACHE_BYTES);
  const pending = new Map<string, Promise<CachedList>>();

  const keyOf = (scope: Scope, filter: ListingFilter, audience: string) =>
    JSON.stringify([
      scope.organisationId,
      audience,
      filter.keyword,
      filter.categoryId,
      filter.businessAreaId,
      filter.jobRoleId,
      filter.collectionIds,
      filter.optionIds,
      filter.order,
    ]);

  const store = (scope: Scope, filter: ListingFilter, matches: ListingMatches, entry: CachedList) => {
    audienceKeys.learn(scope.organisationId, matches.version, matches.limits);
    const audience = audienceKeys.keyAt(scope, matches.version);
    if (audience === undefined) return;
    const values = entry.facets.reduce((sum, facet) => sum + facet.values.length + 1, 0);
    cache.set(keyOf(scope, filter, audience), entry, entry.productIds.byteLength + values * FACET_VALUE_BYTES);
  };

  const read = async (scope: Scope, filter: ListingFilter): Promise<CachedList> => {
    let matches = await findMatches(db, scope, filter);
    if (matches.groups.length === 0 && filter.keyword !== null) matches = await findMatches(db, scope, filter, true);
    const facets = countFacets(matches.specifications, matches.groups, filter.optionIds);
    const entry = { version: matches.version, productIds: matches.productIds, facets };
    store(scope, filter, matches, entry);
    return entry;
  };

  /** Concurrent identical requests of the same audience share one read. */
  const readOnce = (scope: Scope, filter: ListingFilter): Promise<CachedList> => {
    const key = keyOf(scope, filter, getAudience(scope).key);
    const existing = pending.get(key);
    if (existing) return existing;
    const reading = read(scope, filter).finally(() => pending.delete(key));
    pending.set(key, reading);
    return reading;
  };

  return {
    readPage: async (scope, filter, { offset, limit }) => {
      let known = cache.get(keyOf(scope, filter, audienceKeys.keyOf(scope))) ?? (await readOnce(scope, filter));
      for (let attempt = 1; ; attempt += 1) {
        const ids = known.productIds.subarray(offset, offset + limit);
        const { version, ...rows } = await listListings(db, scope, [...ids]);
        // When the range changes faster than it can be read, the last list read within this request is used.
        if (known.version === version || attempt >= MAX_ATTEMPTS) {
          return { ...rows, version: known.version, totalCount: known.productIds.length, facets: known.facets };
        }
        known = await readOnce(scope, filter);
      }
    },
  };
}
