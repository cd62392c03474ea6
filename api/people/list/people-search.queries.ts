import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { EmailDomainMatch, PeopleQuery } from './people-filters.queries.ts';

/** A word of a search, as conditions on `customer c`. */
interface Word {
  /** It stands in a name, a number, or before the @ of the address. */
  own: RawBuilder<unknown>;
  /** Which domains have it, as a pattern; undefined where a domain alone cannot. */
  domain: string | undefined;
}

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** One or two letters or digits are looked for where a word begins, since they are part of nearly everything. */
function readWord(word: string): Word {
  const sought = escapeLike(word);
  if (/^[\p{L}\p{N}]{1,2}$/u.test(word))
    return { own: sql`(c.search_text like ${`${sought}%`} or c.search_text like ${`% ${sought}%`})`, domain: undefined };
  const own = sql`c.search_text like ${`%${sought}%`}`;
  const at = sought.lastIndexOf('@');
  if (at < 0) return { own, domain: `%${sought}%` };
  const [before, after] = [sought.slice(0, at), sought.slice(at + 1)];
  if (after === '') return { own, domain: undefined };
  if (before === '') return { own, domain: `${after}%` };
  return {
    own: sql`(${own} or c.search_text like ${`%${before}@ %`} and c.email_domain like ${`${after}%`})`,
    domain: undefined,
  };
}

const readWords = ({ query = '' }: PeopleQuery): Word[] =>
  query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10).map(readWord);

const predicate = ({ own, domain }: Word) => (domain === undefined ? own : sql`(${own} or c.email_domain like ${domain})`);

/** The words of a search as conditions on `customer c`, each of which must hold; the index on trigrams answers them. */
export const searchConditions = (query: PeopleQuery): RawBuilder<unknown>[] => readWords(query).map(predicate);

/** Domains that fewer than one in so many people have are no shorter way than the words. */
const WORTHWHILE = 10;

/**
 * Whom words mean that are part of many people's domain, so that the tally can count them without reading them; undefined where
 * the words are not of that kind. Those who have the words elsewhere are few, and named.
 */
export async function findEmailDomainMatch(tx: Tx, scope: Scope, query: PeopleQuery): Promise<EmailDomainMatch | undefined> {
  const words = readWords(query);
  const patterns = words.flatMap(({ domain }) => (domain === undefined ? [] : [domain]));
  if (patterns.length < words.length) return undefined;
  const found = await sql<{ domains: string[] | null; there: number; everybody: number }>`
    select array_agg(d.email_domain) filter (where d.has_all) as domains, coalesce(sum(d.people) filter (where d.has_all), 0)::int as there,
      coalesce(sum(d.people), 0)::int as everybody
    from (
      select t.email_domain, t.email_domain like all (${patterns}::text[]) as has_all, sum(t.people) as people
      from people_counts t where t.organisation_id = ${scope.organisationId} and t.season_id = 0 group by 1) d`.execute(tx);
  const { domains, there = 0, everybody = 0 } = found.rows[0] ?? {};
  if (!domains || there * WORTHWHILE < everybody) return undefined;
  const besides = await sql<{ ids: number[] }>`
    select array(select c.id from customer c
      where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and c.email_domain <> all (${domains}::text[])
        and (${sql.join(
          words.map(({ own }) => own),
          sql` or `,
        )}) and ${sql.join(words.map(predicate), sql` and `)}) as ids`.execute(tx);
  return { domains, otherIds: besides.rows[0]?.ids ?? [] };
}
