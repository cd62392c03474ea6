import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getAudience, getEffectiveAudienceKey, type LimitedIds } from '../range/audience.rules.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { findMatches, type Listing, type ListingFilter, type ListingMatches, listListings } from './listing.queries.ts';
import { countFacets, type Facet } from './listing.rules.ts';

export interface ListingPage {
  listings: Listing[];
  totalCount: number;
  facets: Facet[];
}

/** Reads an organisation's range, filtered and counted. */
export interface ListingReader {
  /** A page as it stands at one version of the range. */
  readPage(
    scope: Scope,
    filter: ListingFilter,
    page: { offset: number; limit: number },
  ): Promise<ListingPage & { version: number }>;
  /**
   * The key of those of a person's limits that make a difference in the range: people with the same one see the same. With a
   * version, undefined unless that is known for just this version.
   */
  getAudienceKey(scope: Scope, version?: number): string | undefined;
}

/** What is known about a filtered list: which products, in which order, with which facets. */
interface Remembered {
  version: number;
  productIds: Int32Array;
  facets: Facet[];
}

const MAX_CACHE_BYTES = 12 * 1024 * 1024;
const FACET_VALUE_BYTES = 250;
/** So often a list is read again when the range changes while it is being read. */
const MAX_ATTEMPTS = 3;

/**
 * Which products match a filter, in which order and with which facets takes looking at all of them. That is remembered
 * with the version of the range it was read at; the rows of a page bring the version as it is now, and when it has moved
 * on, nothing that was remembered is used.
 */
export function createListingReader(db: Db): ListingReader {
  const remembered = createBoundedCache<Remembered>(MAX_CACHE_BYTES);
  const beingRead = new Map<string, Promise<Remembered>>();
  // What makes a difference in a range, so that people with the same view share what is remembered.
  const limits = new Map<number, { version: number; limited: LimitedIds }>();
  const keys = new WeakMap<Scope, { version: number; key: string }>();

  const keyOf = (scope: Scope, filter: ListingFilter, audience: string) =>
    JSON.stringify([
      scope.organisationId,
      audience,
      filter.keyword,
      filter.categoryId,
      filter.businessAreaId,
      filter.jobRoleId,
      filter.optionIds,
    ]);

  const audienceThatCounts = (scope: Scope): string => {
    const known = limits.get(scope.organisationId);
    if (!known) return getAudience(scope).key;
    let worked = keys.get(scope);
    if (worked?.version !== known.version) {
      worked = { version: known.version, key: getEffectiveAudienceKey(getAudience(scope), known.limited) };
      keys.set(scope, worked);
    }
    return worked.key;
  };

  const remember = (scope: Scope, filter: ListingFilter, matches: ListingMatches, entry: Remembered) => {
    const { version } = matches;
    const known = limits.get(scope.organisationId);
    if (known && known.version > version) return;
    if (!known || known.version < version) limits.set(scope.organisationId, { version, limited: matches.limited });
    const values = entry.facets.reduce((sum, facet) => sum + facet.values.length + 1, 0);
    // Under what counts at this very version: under what counted before, people with another view would find it.
    remembered.set(
      keyOf(scope, filter, audienceThatCounts(scope)),
      entry,
      entry.productIds.byteLength + values * FACET_VALUE_BYTES,
    );
  };

  const read = async (scope: Scope, filter: ListingFilter): Promise<Remembered> => {
    let matches = await findMatches(db, scope, filter);
    if (matches.groups.length === 0 && filter.keyword !== null) matches = await findMatches(db, scope, filter, true);
    const facets = countFacets(matches.specifications, matches.groups, filter.optionIds);
    const entry = { version: matches.version, productIds: matches.productIds, facets };
    remember(scope, filter, matches, entry);
    return entry;
  };

  /** People of the same audience who ask for the same at the same time wait for one reading. */
  const readOnce = (scope: Scope, filter: ListingFilter): Promise<Remembered> => {
    const key = keyOf(scope, filter, getAudience(scope).key);
    const underWay = beingRead.get(key);
    if (underWay) return underWay;
    const reading = read(scope, filter).finally(() => beingRead.delete(key));
    beingRead.set(key, reading);
    return reading;
  };

  return {
    getAudienceKey: (scope, version) =>
      version === undefined || limits.get(scope.organisationId)?.version === version ? audienceThatCounts(scope) : undefined,
    readPage: async (scope, filter, { offset, limit }) => {
      let known = remembered.get(keyOf(scope, filter, audienceThatCounts(scope))) ?? (await readOnce(scope, filter));
      for (let attempt = 1; ; attempt += 1) {
        const ids = known.productIds.subarray(offset, offset + limit);
        const { version, listings } = await listListings(db, scope, [...ids]);
        // When the range changes faster than it can be read, what was read within this request has to do.
        if (known.version === version || attempt >= MAX_ATTEMPTS) {
          return { version: known.version, listings, totalCount: known.productIds.length, facets: known.facets };
        }
        known = await readOnce(scope, filter);
      }
    },
  };
}
