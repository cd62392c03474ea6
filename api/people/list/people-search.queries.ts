import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { planForValues } from '#api/platform/db/plan-for-values.ts';
import { mustBeginWord, searchWords } from '#api/platform/db/search-words.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type EmailDomainMatch, type PeopleQuery, wardrobeConditions } from './people-filters.queries.ts';

/** A word of a search, as conditions on `customer c`. */
interface Word {
  /** The word is in a name, in a number, or in the email address before the @. */
  own: RawBuilder<unknown>;
  /** A LIKE pattern for the email domains that contain the word; undefined when a domain alone cannot match it. */
  domain: string | undefined;
}

/** The conditions of a word with its spellings. Domains of addresses have only one of them. */
function parseWord(spellings: readonly string[]): Word {
  const [usual, ...others] = spellings.map(parseSpelling);
  if (!usual) return { own: sql`false`, domain: undefined };
  if (others.length === 0) return usual;
  return {
    own: sql`(${sql.join(
      [usual, ...others].map(({ own }) => own),
      sql` or `,
    )})`,
    domain: usual.domain,
  };
}

/** The conditions of a spelling. One or two letters or digits must be at the start of a word. */
function parseSpelling(word: string): Word {
  const escaped = escapeLike(word);
  if (mustBeginWord(word))
    return { own: sql`(c.search_text like ${`${escaped}%`} or c.search_text like ${`% ${escaped}%`})`, domain: undefined };
  const own = sql`c.search_text like ${`%${escaped}%`}`;
  const at = escaped.lastIndexOf('@');
  if (at < 0) return { own, domain: `%${escaped}%` };
  const [before, after] = [escaped.slice(0, at), escaped.slice(at + 1)];
  if (after === '') return { own, domain: undefined };
  if (before === '') return { own, domain: `${after}%` };
  return {
    own: sql`(${own} or c.search_text like ${`%${before}@ %`} and c.email_domain like ${`${after}%`})`,
    domain: undefined,
  };
}

const parseWords = ({ query }: Pick<PeopleQuery, 'query'>): Word[] => searchWords(query).map(parseWord);

const predicate = ({ own, domain }: Word) => (domain === undefined ? own : sql`(${own} or c.email_domain like ${domain})`);

/** The words of a search as conditions on `customer c`, all of which must hold. The trigram index supports them. */
export const searchConditions = (query: Pick<PeopleQuery, 'query'>): RawBuilder<unknown>[] => parseWords(query).map(predicate);

/** The search and the wardrobe as conditions on `customer c`: the filters by which the counter table does not count. */
export const personConditions = (query: PeopleQuery): RawBuilder<unknown>[] => [
  ...searchConditions(query),
  ...wardrobeConditions(query),
];

/**
 * Finds the email domains that a search matches, if they suffice to answer it, and has PostgreSQL plan the rest of the transaction
 * for the actual words and wardrobe: a word that nearly everyone matches is found fastest by reading all people, a rare word by the
 * trigram index.
 */
export async function prepareSearch(tx: Tx, scope: Scope, query: PeopleQuery): Promise<EmailDomainMatch | undefined> {
  const [, domainMatch] = await inOrder(tx, [
    () => planForValues(tx),
    () => (query.collectionId ? undefined : findEmailDomainMatch(tx, scope, query)),
  ]);
  return domainMatch;
}

/** Domains are used only when at least one person in ten has one of them; otherwise searching for the words is faster. */
const MAX_PEOPLE_PER_MATCH = 10;

/**
 * The people who match a search whose words are part of many people's email domain. The counter table can then count them without
 * reading their rows. The few who match the words elsewhere are returned by id. Undefined for any other search.
 */
async function findEmailDomainMatch(tx: Tx, scope: Scope, query: PeopleQuery): Promise<EmailDomainMatch | undefined> {
  const words = parseWords(query);
  const patterns = words.flatMap(({ domain }) => (domain === undefined ? [] : [domain]));
  if (patterns.length < words.length) return undefined;
  const found = await sql<{ domains: string[] | null; inDomains: number; total: number }>`
    select array_agg(d.email_domain) filter (where d.has_all) as domains, coalesce(sum(d.people) filter (where d.has_all), 0)::int as "inDomains",
      coalesce(sum(d.people), 0)::int as total
    from (
      select t.email_domain, t.email_domain like all (${patterns}::text[]) as has_all, sum(t.people) as people
      from people_counts t where t.organisation_id = ${scope.organisationId} and t.season_id = 0 group by 1) d`.execute(tx);
  const { domains, inDomains = 0, total = 0 } = found.rows[0] ?? {};
  if (!domains || inDomains * MAX_PEOPLE_PER_MATCH < total) return undefined;
  const others = await sql<{ ids: number[] }>`
    select array(select c.id from customer c
      where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and c.email_domain <> all (${domains}::text[])
        and (${sql.join(
          words.map(({ own }) => own),
          sql` or `,
        )}) and ${sql.join(words.map(predicate), sql` and `)}) as ids`.execute(tx);
  return { domains, otherIds: others.rows[0]?.ids ?? [] };
}
