import type { Db } from '../db/database.ts';
import type { Encoding } from '../http/compression.ts';
import type { Scope } from '../http/scope.ts';
import { openBoundedCache } from './bounded-cache.ts';
import {
  findMatches,
  getListingVersion,
  type Listing,
  type ListingFilter,
  listListings,
  type Matches,
} from './listing.queries.ts';
import { type Facet, facetsOf } from './listing.rules.ts';
import { encodeAnswer, type StoredAnswer, storeAnswer, type WrittenAnswer } from './stored-answer.ts';

export interface ListingPage {
  listings: Listing[];
  totalCount: number;
  facets: Facet[];
}

/** Which page of which list is asked for, and how the answer is made when it is not known. */
export interface ListingQuestion {
  filter: ListingFilter;
  page: { offset: number; limit: number };
  /** Tells answers about one page apart: tax view, fields. */
  name: string;
  encoding: Encoding | undefined;
  /** The answer's JSON. */
  write(page: ListingPage): string;
}

/** Lists an organisation's range, filtered and counted. */
export interface ListingAnswers {
  answer(scope: Scope, question: ListingQuestion): Promise<WrittenAnswer>;
}

/** An answer, and the version of the range that it was made from. */
interface Known {
  version: number;
  answer: StoredAnswer;
}

/** What is known about a filtered list: which products, in which order, with which facets. */
interface Remembered {
  version: number;
  productIds: Int32Array;
  facets: Facet[];
}

const MOST_MATCHES_BYTES = 16 * 1024 * 1024;
const MOST_ANSWERS_BYTES = 16 * 1024 * 1024;
const FACET_VALUE_BYTES = 250;
/** So often a list is read again when the range changes while it is being read. */
const MOST_ATTEMPTS = 3;

/**
 * Everything a list says comes from the organisation's range, whose version counts up with every change. So answers are
 * kept with the version they were made from; each request reads the version as it is now, one cheap statement, and what
 * was kept is sent only if it is that one. Which products match, in which order and with which facets takes looking at all
 * of them: that is kept beside the answers, for the other pages of a list. Any number of processes can do so.
 */
export function openListing(db: Db): ListingAnswers {
  const answers = openBoundedCache<Known>(MOST_ANSWERS_BYTES);
  const remembered = openBoundedCache<Remembered>(MOST_MATCHES_BYTES);
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

  /** A page as it stands at one version of the range. */
  const readPage = async (
    scope: Scope,
    filter: ListingFilter,
    offset: number,
    limit: number,
  ): Promise<ListingPage & { version: number }> => {
    let known = remembered.get(keyOf(scope, filter, rolesThatCount(scope))) ?? (await readOnce(scope, filter));
    for (let attempt = 1; ; attempt += 1) {
      const ids = known.productIds.subarray(offset, offset + limit);
      const { version, listings } = await listListings(db, scope, [...ids]);
      // When the range changes faster than it can be read, what was read within this request has to do.
      if (known.version === version || attempt >= MOST_ATTEMPTS) {
        return { version: known.version, listings, totalCount: known.productIds.length, facets: known.facets };
      }
      known = await readOnce(scope, filter);
    }
  };

  return {
    answer: async (scope, { filter, page: { offset, limit }, name, encoding, write }) => {
      const keyNow = () => `${keyOf(scope, filter, rolesThatCount(scope))} ${offset} ${limit} ${name}`;
      const key = keyNow();
      let known = answers.get(key);
      if (!known || known.version !== (await getListingVersion(db, scope.organisationId))) {
        const page = await readPage(scope, filter, offset, limit);
        known = { version: page.version, answer: storeAnswer(write(page)) };
        if (limitedRoles.get(scope.organisationId)?.version === page.version)
          answers.set(keyNow(), known, known.answer.plain.length);
      }
      const { answer } = known;
      return encodeAnswer(answer, encoding, () => {
        const bytes = answer.plain.length + (answer.compressed.br?.length ?? 0) + (answer.compressed.gzip?.length ?? 0);
        if (answers.get(keyNow()) === known) answers.set(keyNow(), known, bytes);
      });
    },
  };
}
