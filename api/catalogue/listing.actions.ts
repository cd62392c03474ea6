import type { Db } from '../db/database.ts';
import type { Scope } from '../http/scope.ts';
import { openBoundedCache } from './bounded-cache.ts';
import { findMatches, type Listing, type ListingFilter, listListings, type Matches } from './listing.queries.ts';
import { type Facet, facetsOf } from './listing.rules.ts';

export interface ListingPage {
  listings: Listing[];
  totalCount: number;
  facets: Facet[];
}

/** Lists an organisation's range, filtered and counted. */
export interface ListingReader {
  listPage(scope: Scope, filter: ListingFilter, page: { offset: number; limit: number }): Promise<ListingPage>;
}

/** What is known about a filtered list: which products, in which order, with which facets. */
interface Remembered {
  version: number;
  productIds: Int32Array;
  facets: Facet[];
}

const MOST_BYTES = 24 * 1024 * 1024;
const FACET_VALUE_BYTES = 250;
/** So often a list is read again when the range changes while it is being read. */
const MOST_ATTEMPTS = 3;

/**
 * Counting a list and finding its order looks at every product that matches, so both are remembered together with the
 * version of the organisation's range they were read at. The rows of a page always come from the database, and with them
 * the version as it is now: when it has moved on, nothing that was remembered is used. That makes one statement for a
 * list that is known, in any number of processes, and never an answer that is out of date.
 */
export function openListing(db: Db): ListingReader {
  const remembered = openBoundedCache<Remembered>(MOST_BYTES);
  const beingRead = new Map<string, Promise<Remembered>>();
  // Which of a person's roles make a difference, so that people with the same view share what is remembered.
  const limitedRoles = new Map<number, { version: number; roleIds: number[] }>();

  const keyOf = (scope: Scope, filter: ListingFilter, roleIds: readonly number[]) =>
    JSON.stringify([
      scope.organisationId,
      roleIds,
      filter.keyword,
      filter.categoryId,
      filter.businessAreaId,
      filter.jobRoleId,
      filter.optionIds,
    ]);

  const rolesThatCount = (scope: Scope) => {
    const limited = limitedRoles.get(scope.organisationId)?.roleIds;
    return limited ? limited.filter((id) => scope.roleIds.includes(id)) : scope.roleIds;
  };

  const remember = (scope: Scope, filter: ListingFilter, matches: Matches, entry: Remembered) => {
    const { version } = matches;
    const known = limitedRoles.get(scope.organisationId);
    if (known && known.version > version) return;
    if (!known || known.version < version) {
      limitedRoles.set(scope.organisationId, { version, roleIds: matches.limitedRoleIds.toSorted((a, b) => a - b) });
    }
    const values = entry.facets.reduce((sum, facet) => sum + facet.values.length + 1, 0);
    // Under the roles that count at this very version: under those of before, people with another view would find it.
    remembered.set(keyOf(scope, filter, rolesThatCount(scope)), entry, entry.productIds.byteLength + values * FACET_VALUE_BYTES);
  };

  const read = async (scope: Scope, filter: ListingFilter): Promise<Remembered> => {
    let matches = await findMatches(db, scope, filter);
    if (matches.groups.length === 0 && filter.keyword !== null) matches = await findMatches(db, scope, filter, true);
    const facets = facetsOf(matches.specifications, matches.groups, filter.optionIds);
    const entry = { version: matches.version, productIds: matches.productIds, facets };
    remember(scope, filter, matches, entry);
    return entry;
  };

  /** People with the same roles who ask for the same at the same time wait for one reading. */
  const readOnce = (scope: Scope, filter: ListingFilter): Promise<Remembered> => {
    const key = keyOf(scope, filter, scope.roleIds);
    const underWay = beingRead.get(key);
    if (underWay) return underWay;
    const reading = read(scope, filter).finally(() => beingRead.delete(key));
    beingRead.set(key, reading);
    return reading;
  };

  return {
    listPage: async (scope, filter, { offset, limit }) => {
      let known = remembered.get(keyOf(scope, filter, rolesThatCount(scope))) ?? (await readOnce(scope, filter));
      for (let attempt = 1; ; attempt += 1) {
        const ids = known.productIds.subarray(offset, offset + limit);
        const { version, listings } = await listListings(db, scope, [...ids]);
        // After some attempts what was read within this request is good enough: the range changes all the time.
        if (known.version === version || attempt >= MOST_ATTEMPTS) {
          return { listings, totalCount: known.productIds.length, facets: known.facets };
        }
        known = await readOnce(scope, filter);
      }
    },
  };
}
