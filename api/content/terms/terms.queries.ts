import { sql } from 'kysely';
import { mayBeLoggedIn } from '#api/identity/sessions/access.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** The texts of a version as they are stored. */
export interface StoredTexts {
  termsUrl: string | null;
  termsText: string | null;
  privacyUrl: string | null;
  privacyText: string | null;
}

/** The current version of a brand. */
export interface CurrentTerms extends StoredTexts {
  version: number;
  publishedAt: Date | null;
}

/** The addresses are those of the brand, which set-up can change; a text is shown on the portal's own page alone. */
const currentColumns = sql`b.terms_version as version, v.published_at as "publishedAt", b.terms_url as "termsUrl", v.terms_text as "termsText",
  b.privacy_url as "privacyUrl", v.privacy_text as "privacyText"`;
const currentVersion = sql`brand b left join terms_version v on v.brand_id = b.id and v.version = b.terms_version`;

/** The current terms of a brand; undefined for none, as on an installation without brands. */
export async function findCurrentTerms(db: Db, brandId: number): Promise<CurrentTerms | undefined> {
  const { rows } = await sql<CurrentTerms>`select ${currentColumns} from ${currentVersion} where b.id = ${brandId}`.execute(db);
  return rows[0];
}

/** The current terms of a brand, and whom they concern. */
export interface KeptTermsRow extends CurrentTerms {
  brandId: number;
  companyName: string;
  /** Who can log in and whose organisation requires the terms. */
  people: number;
  organisations: number;
  /** Of them, who has agreed to the current version of both texts. */
  agreed: number;
}

/** The current terms of the operator's brands, or of one of them. */
export async function listKeptTerms(db: Db | Tx, { brandIds }: OperatorScope, brandId?: number): Promise<KeptTermsRow[]> {
  const { rows } = await sql<KeptTermsRow>`
    select b.id as "brandId", b.company_name as "companyName", ${currentColumns}, asked.people, asked.organisations, asked.agreed
    from ${currentVersion}
    cross join lateral (
      select count(*)::int as people, count(distinct c.organisation_id)::int as organisations,
        count(*) filter (where c.terms_agreed_version = b.terms_version and c.privacy_agreed_version = b.terms_version)::int as agreed
      from organisation o join customer c on c.organisation_id = o.id
      where o.brand_id = b.id and o.terms_required and ${mayBeLoggedIn}) asked
    where b.id = any (${[...brandIds]}::bigint[]) and (${brandId ?? null}::bigint is null or b.id = ${brandId ?? null}::bigint)
    order by b.id`.execute(db);
  return rows;
}

/** A version that was published, or to which someone agreed. */
export interface TermsVersionRow extends StoredTexts {
  version: number;
  publishedAt: Date | null;
  publishedBy: string | null;
  /** People who agreed to it. */
  agreed: number;
}

/** All versions of a brand that are known, the newest first. The caller checks that the operator sees the brand. */
export async function listTermsVersions(db: Db | Tx, brandId: number): Promise<TermsVersionRow[]> {
  const { rows } = await sql<TermsVersionRow>`
    with agreement as (
      select e.text_version as version, count(distinct (e.organisation_id, e.customer_id))::int as agreed
      from organisation o join consent_entry e on e.organisation_id = o.id
      where o.brand_id = ${brandId} and e.kind = 'terms' and e.given group by e.text_version),
    known as (
      select version from terms_version where brand_id = ${brandId}
      union select terms_version from brand where id = ${brandId}
      union select version from agreement)
    select k.version, v.published_at as "publishedAt", coalesce(a.agreed, 0) as agreed, coalesce(actor.name, key.name) as "publishedBy",
      case when k.version = b.terms_version then b.terms_url else v.terms_url end as "termsUrl", v.terms_text as "termsText",
      case when k.version = b.terms_version then b.privacy_url else v.privacy_url end as "privacyUrl", v.privacy_text as "privacyText"
    from known k join brand b on b.id = ${brandId}
    left join terms_version v on v.brand_id = b.id and v.version = k.version
    left join agreement a on a.version = k.version
    left join audit_event e on e.subject_kind = 'terms' and e.subject_id = ${String(brandId)} and (e.after ->> 'version')::int = k.version
    left join operator actor on e.actor_kind = 'operator' and actor.id = e.actor_id
    left join api_key key on e.actor_kind = 'api_key' and key.id = e.actor_id
    order by k.version desc`.execute(db);
  return rows;
}

/**
 * Publishes texts as the version after `seen`, and keeps what was current before. Undefined, and nothing is changed, when the current version is another one.
 */
export async function insertTermsVersion(tx: Tx, brandId: number, seen: number, texts: StoredTexts): Promise<number | undefined> {
  const { rows: current } = await sql<{ version: number }>`
    select terms_version as version from brand where id = ${brandId} and terms_version = ${seen} for update`.execute(tx);
  if (current.length === 0) return undefined;
  await sql`
    insert into terms_version (brand_id, version, terms_url, privacy_url)
    select id, terms_version, terms_url, privacy_url from brand where id = ${brandId}
    on conflict on constraint terms_version_pkey do update set terms_url = excluded.terms_url, privacy_url = excluded.privacy_url`.execute(
    tx,
  );
  const version = seen + 1;
  await sql`
    update brand set terms_version = ${version}, terms_url = ${texts.termsUrl}, privacy_url = ${texts.privacyUrl} where id = ${brandId}`.execute(
    tx,
  );
  await sql`
    insert into terms_version (brand_id, version, terms_url, terms_text, privacy_url, privacy_text, published_at)
    values (${brandId}, ${version}, ${texts.termsUrl}, ${texts.termsText}, ${texts.privacyUrl}, ${texts.privacyText}, now())`.execute(
    tx,
  );
  return version;
}
