import { type RawBuilder, sql } from 'kysely';
import { isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { addDaysTo } from '#api/platform/local-day.ts';
import { EXPIRY_WARNING_DAYS } from '#contract/content/documents/document-limits.ts';
import type { ContentTable } from '../publications/content.queries.ts';
import type { Keeper } from '../publications/keeper.ts';
import { documentActorOf } from './document-files.queries.ts';
import { hasWords, isCurrent, type VersionRow, versionColumns } from './documents.queries.ts';

/** What a document is, apart from its readers, products and versions. */
export interface DocumentValues {
  name: string;
  description: string | null;
  documentTypeId: number;
  isForProducts: boolean;
}

/** Documents among what is published. */
export const DOCUMENTS: ContentTable<DocumentValues> = {
  kind: 'document',
  columns: {
    name: 'name',
    description: 'description',
    documentTypeId: 'document_type_id',
    isForProducts: 'is_for_products',
  },
};

/** What a list of documents shows of each besides. */
export interface DocumentDetails extends VersionRow {
  typeName: string;
  downloads: number;
}

/** A version as those who keep the document see it. */
export interface KeptVersionRow extends VersionRow {
  isCurrent: boolean;
  uploadedBy: string | null;
  downloads: number;
}

interface KeptQuery {
  documentType?: number | undefined;
  keyword?: string | undefined;
  state?: 'published' | 'draft' | 'expiring' | 'expired' | undefined;
}

const toBigints = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`;

/** Condition on download `x` of those that the keeper counts: of their organisation, or of the organisations of their brands. */
const isCounted = ({ operator, admin }: Keeper) =>
  operator
    ? sql`x.organisation_id in (select id from organisation where brand_id = any (${toBigints(operator.brandIds)}))`
    : sql`x.organisation_id = ${admin.organisationId}::bigint`;

/** The names of the products of document `d`, as one text. */
const productNames = sql`(
  select string_agg(product.name, ' ') from document_product dp join product on product.id = dp.product_id where dp.publication_id = d.publication_id)`;

/** Condition on publication `p` of those that meet another one, `isTheirs`, and that a keeper asks for in a list; `today` is their day. */
export function isAskedFor(
  isTheirs: RawBuilder<unknown>,
  { documentType = 0, keyword = '', state }: KeptQuery,
  today: string,
): RawBuilder<unknown> {
  const states = {
    published: sql`p.is_published`,
    draft: sql`not p.is_published`,
    expiring: sql`v.valid_until_on between ${today}::date and ${addDaysTo(today, EXPIRY_WARNING_DAYS)}::date`,
    expired: sql`v.valid_until_on < ${today}::date`,
  };
  return sql`${isTheirs} and exists (
    select from document d join document_type t on t.id = d.document_type_id
    join document_version v on v.publication_id = d.publication_id and ${isCurrent} join document_file f on f.id = v.file_id
    where d.publication_id = p.id and ${documentType === 0 ? sql`true` : sql`d.document_type_id = ${documentType}::bigint`}
      and ${hasWords(keyword, productNames)} and ${state ? states[state] : sql`true`})`;
}

/** What is shown of documents besides, by their ids. */
export async function readDetails(db: Db | Tx, keeper: Keeper, ids: readonly number[]): Promise<Map<number, DocumentDetails>> {
  const { rows } = await sql<DocumentDetails>`
    select d.publication_id as id, t.name as "typeName", ${versionColumns},
      (select count(*)::int from document_version every_version join document_download x on x.version_id = every_version.id
        where every_version.publication_id = d.publication_id and ${isCounted(keeper)}) as downloads
    from document d join document_type t on t.id = d.document_type_id
    join document_version v on v.publication_id = d.publication_id and ${isCurrent} join document_file f on f.id = v.file_id
    where d.publication_id = any (${toBigints(ids)})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The versions of a document, the newest first. */
export async function listKeptVersions(db: Db | Tx, keeper: Keeper, publicationId: number): Promise<KeptVersionRow[]> {
  const { rows } = await sql<KeptVersionRow>`
    select v.id, ${versionColumns}, ${isCurrent} as "isCurrent",
      case v.actor_kind when 'operator' then (select o.name from operator o where o.id = v.actor_id)
        when 'api_key' then (select k.name from api_key k where k.id = v.actor_id)
        when 'customer' then (select c.first_name || ' ' || c.last_name from customer c where c.organisation_id = p.organisation_id and c.id = v.actor_id)
        end as "uploadedBy",
      (select count(*)::int from document_download x where x.version_id = v.id and ${isCounted(keeper)}) as downloads
    from document_version v join publication p on p.id = v.publication_id join document_file f on f.id = v.file_id
    where v.publication_id = ${publicationId}::bigint order by v.number desc`.execute(db);
  return rows;
}

/** The products that a document names, by name. */
export async function listProducts(
  db: Db | Tx,
  publicationId: number,
): Promise<{ id: number; name: string; sku: string | null }[]> {
  const { rows } = await sql<{ id: number; name: string; sku: string | null }>`
    select p.id, p.name, p.sku from document_product dp join product p on p.id = dp.product_id
    where dp.publication_id = ${publicationId}::bigint order by p.name, p.id`.execute(db);
  return rows;
}

/** Of products, those that the keeper does not see: of an administrator, those that are not in the range of the organisation. */
export async function findUnknownProducts(tx: Tx, keeper: Keeper, productIds: readonly number[]): Promise<number[]> {
  const isSeen = keeper.operator
    ? isVisibleTo(keeper.operator)
    : sql`exists (select from product_organisation po where po.organisation_id = ${keeper.admin.organisationId}::bigint and po.product_id = p.id)`;
  const { rows } = await sql<{ id: number }>`
    select named.id from unnest(${toBigints(productIds)}) as named(id)
    where not exists (select from product p where p.id = named.id and ${isSeen})`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Writes which products a document is about. */
export async function writeProducts(tx: Tx, publicationId: number, productIds: readonly number[]): Promise<void> {
  await sql`
    with gone as (delete from document_product where publication_id = ${publicationId}::bigint and product_id <> all (${toBigints(productIds)}))
    insert into document_product (publication_id, product_id) select ${publicationId}::bigint, unnest(${toBigints(productIds)})
    on conflict do nothing`.execute(tx);
}

/** Adds a version to a document that was locked. */
export async function insertVersion(
  tx: Tx,
  keeper: Keeper,
  publicationId: number,
  { fileId, validUntil }: { fileId: number; validUntil: string | null },
): Promise<void> {
  const actor = documentActorOf(keeper);
  await sql`
    insert into document_version (publication_id, number, file_id, valid_until_on, actor_kind, actor_id)
    select ${publicationId}::bigint, coalesce(max(number), 0) + 1, ${fileId}::bigint, ${validUntil}::date, ${actor.kind}, ${actor.id}::bigint
    from document_version where publication_id = ${publicationId}::bigint`.execute(tx);
}

/** Adds the current version of a document to a copy of it, as the first. */
export async function copyCurrentVersion(tx: Tx, keeper: Keeper, fromId: number, toId: number): Promise<void> {
  const actor = documentActorOf(keeper);
  await sql`
    insert into document_version (publication_id, number, file_id, valid_until_on, actor_kind, actor_id)
    select ${toId}::bigint, 1, v.file_id, v.valid_until_on, ${actor.kind}, ${actor.id}::bigint
    from document_version v where v.publication_id = ${fromId}::bigint and ${isCurrent}`.execute(tx);
}

/** Changes until when the current version is valid. The supplier is told of another day anew. */
export async function changeValidity(tx: Tx, publicationId: number, validUntil: string | null): Promise<void> {
  await sql`
    update document_version v set valid_until_on = ${validUntil}::date, expiry_reported_at = null
    where v.publication_id = ${publicationId}::bigint and ${isCurrent} and v.valid_until_on is distinct from ${validUntil}::date`.execute(
    tx,
  );
}

/** Notes since when a document is published, after it was saved. */
export async function markDocumentPublished(tx: Tx, publicationId: number): Promise<void> {
  await sql`
    update document d set published_at = case when p.is_published then coalesce(d.published_at, now()) end
    from publication p where p.id = d.publication_id and d.publication_id = ${publicationId}::bigint and p.is_published <> (d.published_at is not null)`.execute(
    tx,
  );
}

/** Gives a document a new version number, by which others see that it has changed. */
export async function touch(tx: Tx, publicationId: number): Promise<void> {
  await sql`update publication set version = version + 1, updated_at = now() where id = ${publicationId}::bigint`.execute(tx);
}

/** A page of the downloads of a document, the newest first. */
export async function listDownloads(
  db: Db,
  keeper: Keeper,
  publicationId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: { id: number; at: Date; version: number; by: string | null; organisation: string }[]; total: number }> {
  const where = sql`
    from document_download x join document_version v on v.id = x.version_id join organisation o on o.id = x.organisation_id
    left join customer c on c.organisation_id = x.organisation_id and c.id = x.customer_id
    where v.publication_id = ${publicationId}::bigint and ${isCounted(keeper)}`;
  const [page, count] = await Promise.all([
    sql<{ id: number; at: Date; version: number; by: string | null; organisation: string }>`
      select x.id, x.downloaded_at as at, v.number as version, c.first_name || ' ' || c.last_name as by, o.name as organisation ${where}
      order by x.downloaded_at desc, x.id desc limit ${limit}::int offset ${offset}::int`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}
