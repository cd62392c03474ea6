import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import type { DocumentFileType } from '#api/platform/files/file-type.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isReadBy } from '../publications/publications.queries.ts';

/** A version of a document with its file. Days are texts such as `2026-12-31`. */
export interface VersionRow {
  id: number;
  number: number;
  fileName: string;
  contentType: DocumentFileType;
  size: number;
  validUntil: string | null;
  createdAt: Date;
}

/** A document as someone reads it. */
export interface DocumentRow extends VersionRow {
  name: string;
  description: string | null;
  typeId: number;
  typeName: string;
  /** When this version could first be read. */
  appearedAt: Date;
  documentCreatedAt: Date;
  updatedAt: Date;
  productIds: number[];
}

/** A file to send. */
export interface SentVersion {
  id: number;
  storage_key: string;
  file_name: string;
  content_type: DocumentFileType;
  size_bytes: number;
}

/** Columns of a version `v` and its file `f`. */
export const versionColumns = sql`
  v.number, f.file_name as "fileName", f.content_type as "contentType", f.size_bytes as size, v.valid_until_on::text as "validUntil", v.created_at as "createdAt"`;

/** Whether version `v` is the current one of its document. */
export const isCurrent = sql`v.number = (select max(other.number) from document_version other where other.publication_id = v.publication_id)`;

/** The products of document `d` that a person sees, as rows of `dp`. */
const seenProducts = (scope: Scope) => sql`
  from document_product dp join product_listing l on l.organisation_id = ${scope.organisationId}::bigint and l.product_id = dp.product_id and ${visibleTo(scope)}
  where dp.publication_id = d.publication_id`;

/** Condition that someone reads document `d`, published as `p`, today: one about products only if they see one of these. */
const isDocumentReadBy = (scope: Scope, today: string) => sql`(
  p.kind = 'document' and ${isReadBy(scope, today)} and (not d.is_for_products or exists (select ${seenProducts(scope)})))`;

/**
 * Condition that every word is in the name, the description, the type or a file name of document `d` of type `t`, whose current version has file `f`, or
 * in the names of its products, which `productNames` reads as one text.
 */
export const hasWords = (keyword: string, productNames: RawBuilder<unknown>): RawBuilder<unknown> =>
  matchesWords(sql`searchable_text(concat_ws(' ', d.name, d.description, t.name, f.file_name, ${productNames}))`, keyword);

interface DocumentQuery {
  documentType?: number | undefined;
  keyword?: string | undefined;
  productId?: number | undefined;
  offset: number;
  limit: number;
}

const from = sql`
  from publication p join document d on d.publication_id = p.id join document_type t on t.id = d.document_type_id
  join document_version v on v.publication_id = p.id and ${isCurrent} join document_file f on f.id = v.file_id`;

/** A page of the documents that someone reads today, in their current version, the newest first, and the number over all pages. */
export async function listDocuments(
  db: Db,
  scope: Scope,
  today: string,
  { documentType = 0, keyword = '', productId = 0, offset, limit }: DocumentQuery,
): Promise<{ documents: DocumentRow[]; total: number }> {
  const where = sql`
    where ${isDocumentReadBy(scope, today)} and ${documentType === 0 ? sql`true` : sql`d.document_type_id = ${documentType}::bigint`} and ${hasWords(keyword, sql`(select string_agg(l.name, ' ') ${seenProducts(scope)})`)}
      and ${productId === 0 ? sql`true` : sql`exists (select ${seenProducts(scope)} and dp.product_id = ${productId}::bigint)`}`;
  const [page, count] = await Promise.all([
    sql<DocumentRow>`
      select d.publication_id as id, d.name, d.description, d.document_type_id as "typeId", t.name as "typeName", ${versionColumns},
        greatest(v.created_at, d.published_at, p.from_on::timestamp at time zone ${scope.timeZone}) as "appearedAt",
        p.created_at as "documentCreatedAt", greatest(p.updated_at, v.created_at) as "updatedAt",
        array(select dp.product_id ${seenProducts(scope)} order by 1) as "productIds"
      ${from} ${where} order by p.display_order, "appearedAt" desc, p.id desc limit ${limit}::int offset ${offset}::int`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${from} ${where}`.execute(db),
  ]);
  return { documents: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** The versions of a document that someone reads today, the newest first; empty when they read no such document. */
export async function listVersions(
  db: Db,
  scope: Scope,
  today: string,
  documentId: number,
): Promise<(VersionRow & { isCurrent: boolean })[]> {
  const { rows } = await sql<VersionRow & { isCurrent: boolean }>`
    select v.id, ${versionColumns}, ${isCurrent} as "isCurrent"
    from publication p join document d on d.publication_id = p.id join document_version v on v.publication_id = p.id join document_file f on f.id = v.file_id
    where p.id = ${documentId}::bigint and ${isDocumentReadBy(scope, today)} order by v.number desc`.execute(db);
  return rows;
}

/** The current version of a document, by its id, or a version by its own, if it meets a condition on document `d` and publication `p`. */
async function findVersionThat(db: Db, id: number, condition: RawBuilder<unknown>): Promise<SentVersion | undefined> {
  const { rows } = await sql<SentVersion>`
    select v.id, f.storage_key, f.file_name, f.content_type, f.size_bytes
    from document_version v join publication p on p.id = v.publication_id join document d on d.publication_id = p.id join document_file f on f.id = v.file_id
    where (v.id = ${id}::bigint or v.publication_id = ${id}::bigint and ${isCurrent}) and p.kind = 'document' and ${condition}`.execute(
    db,
  );
  return rows[0];
}

/** The version that someone downloads by the id of a document, or of the version; undefined when they read no such document. */
export const findVersion = (db: Db, scope: Scope, today: string, id: number) =>
  findVersionThat(db, id, isDocumentReadBy(scope, today));

/** The same for those who keep the document; `isTheirs` is a condition on publication `p`. */
export const findKeptVersion = (db: Db, isTheirs: RawBuilder<unknown>, id: number) => findVersionThat(db, id, isTheirs);

/** Records that someone downloads a version. */
export async function recordDownload(db: Db, scope: Scope, versionId: number, at: Date): Promise<void> {
  await sql`
    insert into document_download (organisation_id, version_id, customer_id, downloaded_at)
    values (${scope.organisationId}::bigint, ${versionId}::bigint, ${scope.customerId}::bigint, ${at})`.execute(db);
}

/** After this time without a look at the list, the next one is another visit. */
const VISIT = sql`interval '30 minutes'`;

/** Records that someone looks at the list of documents. Returns the last moment of the visit before this one; null in the first. */
export async function recordVisit(db: Db, { organisationId, customerId }: Scope, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ previous: Date | null }>`
    insert into document_visit as visit (organisation_id, customer_id, visited_at) values (${organisationId}::bigint, ${customerId}::bigint, ${at})
    on conflict (organisation_id, customer_id) do update set
      previous_visit_at = case when visit.visited_at < ${at}::timestamptz - ${VISIT} then visit.visited_at else visit.previous_visit_at end,
      visited_at = greatest(visit.visited_at, ${at}::timestamptz)
    returning previous_visit_at as previous`.execute(db);
  return rows[0]?.previous ?? null;
}

/** The same moment for someone who is not looking at the list: the end of their last visit. */
export async function findPreviousVisit(db: Db, { organisationId, customerId }: Scope, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ previous: Date | null }>`
    select case when visited_at < ${at}::timestamptz - ${VISIT} then visited_at else previous_visit_at end as previous
    from document_visit where organisation_id = ${organisationId}::bigint and customer_id = ${customerId}::bigint`.execute(db);
  return rows[0]?.previous ?? null;
}
